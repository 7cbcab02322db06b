import type { V1NetworkVolume } from "../../api/v1/network-volumes";
import type { StoredVolume } from "./record";

/** No type, and `dataCenterId` for `dataCenter` (O-35, V-18). */
export const toV1Volume = ({ id, name, size, dataCenter }: StoredVolume): V1NetworkVolume => ({
  id,
  name,
  size,
  dataCenterId: dataCenter,
});
