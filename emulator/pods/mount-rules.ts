import type { Mounts } from "../../api/mounts";
import { badRequest } from "../kernel/refusal";
import type { StoredVolume } from "../network-volumes/record";
import type { Store } from "../store/store";
import type { Cloud } from "./record";

/** The mounts a pod is created with (M-21, M-22, M-32, M-33), and the volume among them; empty forms mean none (M-34). */
export function mountsOnCreate(
  store: Store,
  { persistent, network }: Mounts,
  { isCpu, cloud }: { readonly isCpu: boolean; readonly cloud: Cloud },
): { mounts: Mounts; volume?: StoredVolume } {
  // Both are there even where one is empty (M-21).
  if (persistent && network) throw badRequest("persistent and network mounts exclude each other");
  const entry = network?.[0];
  if (persistent && isCpu) throw badRequest("a CPU pod can't have a persistent mount");
  if (!entry) return { mounts: persistent ? { persistent } : {} };
  if (cloud !== "SECURE") throw badRequest("network volumes attach only to SECURE pods");
  const volume = store.volumes.get(entry.volumeId);
  if (!volume) throw badRequest("network volume does not exist");
  return { mounts: { network: [entry] }, volume };
}

/** The mounts after an update (M-25 to M-30). */
export function mountsOnUpdate(before: Mounts, { persistent, network }: Mounts): Mounts {
  if (persistent && network) throw badRequest("persistent and network mounts exclude each other");
  if (persistent) {
    if (!before.persistent) throw badRequest("the pod was not created with a persistent mount");
    if (persistent.size < before.persistent.size) throw badRequest("a persistent mount can't shrink");
    return { persistent };
  }
  if (network) {
    const [entry] = network;
    const [attached] = before.network ?? [];
    if (!entry) throw badRequest("mounts can't be cleared");
    if (!attached) throw badRequest("the pod was not created with a network mount");
    if (entry.volumeId !== attached.volumeId) throw badRequest("a network mount can't change to another volume");
    return { network: [entry] };
  }
  return before;
}
