import type { ResourceClient } from "../../client";
import type { Resource } from "../table/resource";
import type { Listed } from "../create/journal/attempt";

/** Every object of a kind as the platform lists it now, past any cache. Members of clusters are no pods of their own (P-2). */
export const listOf: Readonly<Record<Resource["kind"], (client: ResourceClient) => Promise<Listed[]>>> = {
  Pod: async ({ pods }) => {
    const all: Listed[] = [];
    for await (const pod of pods.listAll()) all.push(pod);
    return all;
  },
  Cluster: ({ clusters }) => clusters.list(),
  NetworkVolume: ({ networkVolumes }) => networkVolumes.list(),
  RegistryCredential: ({ registries }) => registries.list(),
};
