import type { Cluster } from "../../api/clusters";
import type { NetworkVolume } from "../../api/network-volumes";
import type { Pod } from "../../api/pods";
import type { Delegation, Registry } from "../../api/registries";
import { lookUp, type LookupArgs } from "./lookup";
import type { Ask } from "./questions";
import { sshWaysOf } from "./ssh";

export interface GetPodsArgs {
  /** Also members of clusters. Default false. */ // P-2
  readonly includeClusterPods?: boolean | undefined;
}

/** A pod, and with its ways in the command of the best of them, direct before proxy; null while there is none. */
export type FoundPod = Pod & { readonly ssh: { readonly command: string | null } };

const withCommand = (pod: Pod): FoundPod => ({ ...pod, ssh: sshWaysOf(pod.ssh) });

/** Every pod of the account, newest first: one call for each 1,000. */
export const pods = (once: Ask, { includeClusterPods = false }: GetPodsArgs): Promise<FoundPod[]> =>
  once(`pods ${includeClusterPods}`, async (client) => {
    const found: FoundPod[] = [];
    for await (const pod of client.pods.listAll({ includeClusterPods })) found.push(withCommand(pod));
    return found;
  });

/** One pod, by id or by name; also a member of a cluster by its id. */
export const pod = (once: Ask, args: LookupArgs): Promise<FoundPod> =>
  lookUp(
    "pod",
    args,
    () => pods(once, {}),
    (id) => once(`pod ${id}`, async (client) => withCommand(await client.pods.get(id))),
  );

export const clusters = (once: Ask): Promise<Cluster[]> => once("clusters", (client) => client.clusters.list());

export const cluster = (once: Ask, args: LookupArgs): Promise<Cluster> =>
  lookUp(
    "cluster",
    args,
    () => clusters(once),
    (id) => once(`cluster ${id}`, (client) => client.clusters.get(id)),
  );

export const networkVolumes = (once: Ask): Promise<NetworkVolume[]> =>
  once("networkVolumes", (client) => client.networkVolumes.list());

export const networkVolume = (once: Ask, args: LookupArgs): Promise<NetworkVolume> =>
  lookUp(
    "network volume",
    args,
    () => networkVolumes(once),
    (id) => once(`network volume ${id}`, (client) => client.networkVolumes.get(id)),
  );

export const registryCredentials = (once: Ask): Promise<Registry[]> =>
  once("registries", (client) => client.registries.list());

export const registryCredential = (once: Ask, args: LookupArgs): Promise<Registry> =>
  lookUp(
    "registry credential",
    args,
    () => registryCredentials(once),
    (id) => once(`registry credential ${id}`, (client) => client.registries.get(id)),
  );

export const registryDelegations = (once: Ask): Promise<Delegation[]> =>
  once("delegations", (client) => client.registries.delegations.list());

/** One delegation, by id or by name. The platform has no address for one, so the list says what there is. */
export const registryDelegation = (once: Ask, args: LookupArgs): Promise<Delegation> =>
  lookUp(
    "registry delegation",
    args,
    () => registryDelegations(once),
    (id) => once(`delegation ${id}`, (client) => client.registries.delegations.get(id)),
  );
