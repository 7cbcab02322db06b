import { NetworkVolume, NetworkVolumeCreate, NetworkVolumeUpdate } from "../../api/network-volumes";
import type { Dated } from "../store/collection";
import { type KeptBy, keptMembers } from "../store/kept";

/** What a volume just keeps. Which tier it gets depends on the data center. */
export const volumeMembers = keptMembers({
  create: NetworkVolumeCreate.shape,
  update: NetworkVolumeUpdate.shape,
  answer: NetworkVolume.shape,
  own: ["type"],
  fixed: ["type", "dataCenter"],
  absent: {},
});

export type StoredVolume = Dated & KeptBy<typeof volumeMembers> & { readonly type: string };
