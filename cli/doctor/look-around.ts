import type { Client } from "../../client/index";
import type { Stack } from "../state/deployment";
import type { LiveObject, World } from "./diagnose";
import { NotFoundError } from "../../client/api-errors";

/**
 * What the platform has: one list of each kind, and a look by id for whatever the state knows and the list lacks, since
 * absence from a list never means gone.
 */
export async function lookAround(client: Client, stack: Stack, signal: AbortSignal): Promise<World> {
  const options = { signal };
  const [Pod, Cluster, NetworkVolume, RegistryCredential] = await Promise.all([
    allPods(client, signal),
    client.clusters.list(options),
    client.networkVolumes.list(options),
    client.registries.list(options),
  ]);
  const world = { Pod, Cluster, NetworkVolume, RegistryCredential };
  const readers = {
    Pod: (id: string) => client.pods.get(id, options),
    Cluster: (id: string) => client.clusters.get(id, options),
    NetworkVolume: (id: string) => client.networkVolumes.get(id, options),
    RegistryCredential: (id: string) => client.registries.get(id, options),
  };
  const entries = [...stack.resources, ...stack.pending.map(({ resource }) => resource)];
  const absent = entries.filter(({ kind, id }) => id !== "" && !world[kind].some((object) => object.id === id));
  const found = await Promise.all(
    absent.map(async ({ kind, id }) => ({ kind, object: await unlessGone(readers[kind](id)) })),
  );
  const withFound = (kind: keyof World) => [
    ...world[kind],
    ...found.flatMap((one) => (one.kind === kind && one.object ? [one.object] : [])),
  ];
  return {
    Pod: withFound("Pod"),
    Cluster: withFound("Cluster"),
    NetworkVolume: withFound("NetworkVolume"),
    RegistryCredential: withFound("RegistryCredential"),
  };
}

async function allPods(client: Client, signal: AbortSignal): Promise<LiveObject[]> {
  const found: LiveObject[] = [];
  for await (const pod of client.pods.listAll({ signal })) found.push(pod);
  return found;
}

async function unlessGone<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}
