import type { V1NetworkVolume, v1NetworkVolumes } from "../../api/v1/network-volumes";
import type { Routes } from "../kernel/route";
import { badRequest } from "../kernel/refusal";
import type { StoredVolume } from "../world/store";
import { defined } from "../pods/v1-request";
import { v1Routes } from "../kernel/v1-compat";
import { createVolume, deleteVolume, requireVolume, updateVolume } from "./routes";

/** No type, and `dataCenterId` for `dataCenter` (O-35, V-18). */
const shown = ({ id, name, size, dataCenter }: StoredVolume): V1NetworkVolume => ({
  id,
  name,
  size,
  dataCenterId: dataCenter,
});

export const v1VolumeRoutes: Routes<typeof v1NetworkVolumes> = v1Routes<typeof v1NetworkVolumes>({
  list: ({ store }) =>
    store.volumes
      .newestFirst()
      .filter((each) => store.isListed(each))
      .map(shown),
  create: ({ body, store }) => {
    const { name, size, dataCenterId: dataCenter } = body;
    return shown(createVolume(store, { name, size, dataCenter }));
  },
  get: ({ params, store }) => shown(requireVolume({ id: params.networkVolumeId }, store)),
  update: ({ params, body, store }) => {
    const volume = requireVolume({ id: params.networkVolumeId }, store);
    // Greater than now, not merely as large: v1's own rule (O-34, DF-20).
    if (body.size !== undefined && body.size <= volume.size) throw badRequest("size must be greater than now");
    return shown(updateVolume(store, volume, defined({ name: body.name, size: body.size })));
  },
  delete: ({ params, store }) => deleteVolume(store, requireVolume({ id: params.networkVolumeId }, store).id),
});
