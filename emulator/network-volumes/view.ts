import type { NetworkVolume } from "../../api/network-volumes";
import { type StoredVolume, volumeMembers } from "./record";

export const toVolume = (volume: StoredVolume): NetworkVolume => ({
  ...volumeMembers.shown(volume),
  id: volume.id,
  type: volume.type,
});
