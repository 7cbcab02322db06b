import type { Cluster } from "../../api/clusters";
import type { NetworkVolume } from "../../api/network-volumes";
import type { Pod } from "../../api/pods";
import type { Registry } from "../../api/registries";
import { NotFoundError } from "../../client/errors/api-errors";
import type { Client } from "../../client/index";
import type { Kind } from "./deployment";

/** Objects on the platform, by kind. */
export interface World {
  readonly Pod: readonly Pod[];
  readonly Cluster: readonly Cluster[];
  readonly NetworkVolume: readonly NetworkVolume[];
  readonly RegistryCredential: readonly Registry[];
}

/** How one kind is read. */
interface Reader<T> {
  list(): Promise<T[]>;
  get(id: string): Promise<T>;
}
type Readers = { readonly [K in Kind]: Reader<World[K][number]> };

/**
 * What the platform has: one list of each of these kinds, and a look by id for whatever is known and not in the list,
 * since absence from a list never means gone.
 */
export async function readWorld(
  client: Client,
  kinds: readonly Kind[],
  known: readonly { readonly kind: Kind; readonly id: string }[],
  signal: AbortSignal,
): Promise<World> {
  const readers = readersOf(client, signal);
  const read = async <K extends Kind>(kind: K): Promise<World[K][number][]> => {
    if (!kinds.includes(kind)) return [];
    const reader: Reader<World[K][number]> = readers[kind];
    const listed = await reader.list();
    const ids = new Set(listed.map(({ id }) => id));
    const absent = known.filter((one) => one.kind === kind && one.id !== "" && !ids.has(one.id));
    const found = await Promise.all(absent.map(({ id }) => unlessGone(reader.get(id))));
    return [...listed, ...found.filter((object) => object !== undefined)];
  };
  const [pods, clusters, volumes, registries] = await Promise.all([
    read("Pod"),
    read("Cluster"),
    read("NetworkVolume"),
    read("RegistryCredential"),
  ]);
  return { Pod: pods, Cluster: clusters, NetworkVolume: volumes, RegistryCredential: registries };
}

function readersOf(client: Client, signal: AbortSignal): Readers {
  const options = { signal };
  return {
    Pod: { list: () => allPods(client, signal), get: (id) => client.pods.get(id, options) },
    Cluster: { list: () => client.clusters.list(options), get: (id) => client.clusters.get(id, options) },
    NetworkVolume: {
      list: () => client.networkVolumes.list(options),
      get: (id) => client.networkVolumes.get(id, options),
    },
    RegistryCredential: {
      list: () => client.registries.list(options),
      get: (id) => client.registries.get(id, options),
    },
  };
}

async function allPods(client: Client, signal: AbortSignal): Promise<Pod[]> {
  const found: Pod[] = [];
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
