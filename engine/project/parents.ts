import { dirname, resolve } from "node:path";

/** A folder and all above it, the nearest first. */
export function parents(folder: string): string[] {
  const own = resolve(folder);
  const above = dirname(own);
  return above === own ? [own] : [own, ...parents(above)];
}
