import type { KindName } from "../kinds/names";

/** The export of `pulumi-compute-platform/provider` that serves a kind. */
export const exportNameOf = <N extends KindName>(kind: N): Uncapitalize<N> =>
  (kind.charAt(0).toLowerCase() + kind.slice(1)) as Uncapitalize<N>;

/**
 * The only code that Pulumi stores in the state, for every resource, and runs years later (decision 1). It is the same in
 * every release, because a changed byte would show as a difference on every resource of every user. It finds this package
 * from the working directory, both in `node_modules` and in this repository.
 */
export function storedProvider(kind: KindName): string {
  return `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-compute-platform/provider").${exportNameOf(kind)}`;
}

/** The kind of a resource in the state, from its code; undefined if the code is not of this package. */
export function kindOfStoredProvider(code: unknown): string | undefined {
  const entry = typeof code === "string" ? /\.(\w+)$/.exec(code)?.[1] : undefined;
  if (entry === undefined) return undefined;
  const kind = entry.charAt(0).toUpperCase() + entry.slice(1);
  return storedProvider(kind as KindName) === code ? kind : undefined;
}
