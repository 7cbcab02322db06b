import type { Resource } from "../table/resource";

/** The export of `pulumi-compute-platform/provider` that serves each kind. */
export const entry = {
  Pod: "pod",
  Cluster: "cluster",
  NetworkVolume: "networkVolume",
  RegistryCredential: "registryCredential",
} as const satisfies Record<Resource["kind"], string>;

/**
 * The only code that Pulumi keeps in state, for every resource, and runs years later (decision 1). It is the same in
 * every release: a changed byte would show as a difference on every resource of every user. It finds this package
 * from the working directory, in `node_modules` and in this repository alike.
 */
export function storedProvider(kind: Resource["kind"]): string {
  return `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-compute-platform/provider").${entry[kind]}`;
}
