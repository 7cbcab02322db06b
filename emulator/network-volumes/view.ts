import type { NetworkVolume } from "../../api/network-volumes";
import type { StoredVolume } from "./record";

export const toVolume = ({ id, name, size, dataCenter, type }: StoredVolume): NetworkVolume => ({
  id,
  name,
  size,
  dataCenter,
  type,
});
