import { isObject } from "./props";

export type Path = readonly PropertyKey[];

/** `["mounts", "network", 0, "path"]` is written `mounts.network[0].path`, as Pulumi writes it. */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === "number") return `${text}[${step}]`;
    return text === "" ? String(step) : `${text}.${String(step)}`;
  }, "");
}

/** The value at a path, or `undefined` if the path leads nowhere. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, step) => {
    if (Array.isArray(at)) return at[Number(step)] as unknown;
    return isObject(at) ? at[String(step)] : undefined;
  }, value);
}
