import type { NetworkVolumeCreate, NetworkVolumeUpdate } from "../../api/network-volumes";
import { badRequest, existing } from "../kernel/refusal";
import { volumeUsdPerHour } from "../store/ledger";
import type { Store } from "../store/store";
import { type StoredVolume, volumeMembers } from "./record";

export function requireVolume({ id }: Readonly<Record<string, string>>, store: Store): StoredVolume {
  return existing(store.volumes.get(id ?? ""), "network volume");
}

/** Usable at once (V-19). The default tier is the data center's first (V-15, CH-29). */
export function createVolume(store: Store, body: NetworkVolumeCreate): StoredVolume {
  const place = store.catalog.dataCenters.find(({ id }) => id === body.dataCenter);
  if (!place) throw badRequest("unknown data center");
  const tier = body.type ?? place.networkVolumeTypes[0];
  if (tier === undefined || !place.networkVolumeTypes.includes(tier)) {
    throw badRequest("the data center does not offer this type of network volume");
  }
  const stored = { id: store.ids.next("v"), seq: store.nextSeq(), createdAt: store.now() };
  return meter(store, { ...volumeMembers.created(body), ...stored, type: tier });
}

/** Grows or renames; never shrinks (V-10). */
export function updateVolume(store: Store, volume: StoredVolume, body: NetworkVolumeUpdate): StoredVolume {
  if (body.size !== undefined && body.size < volume.size) throw badRequest("a network volume can't shrink");
  return meter(store, { ...volume, ...volumeMembers.changed(body) });
}

/** Refused while it is in use (V-16, CH-30). */
export function deleteVolume(store: Store, id: string): void {
  for (const { mounts } of store.pods.values()) {
    if (mounts.network?.some(({ volumeId }) => volumeId === id)) throw badRequest("network volume is in use by a pod");
  }
  if (store.dependents.some((dependent) => dependent.usesVolume?.(id))) {
    throw badRequest("network volume is in use by an endpoint");
  }
  store.ledger.stop(id, store.now());
  store.volumes.delete(id);
}

function meter(store: Store, volume: StoredVolume): StoredVolume {
  const amount = volume.type === "HIGH_PERFORMANCE" ? "highPerformance" : "standard";
  const rate = volumeUsdPerHour(volume.type, volume.size);
  store.ledger.start("network-volume", volume.id, { [amount]: rate }, store.now());
  return store.volumes.set(volume);
}
