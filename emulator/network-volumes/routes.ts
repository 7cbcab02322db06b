import { networkVolumes } from "../../api/network-volumes";
import { operations } from "../kernel/route";
import { createVolume, deleteVolume, requireVolume, updateVolume } from "./rules";
import { toVolume } from "./record";

export const networkVolumeOperations = operations(
  networkVolumes,
  {
    list: ({ store }) => ({ networkVolumes: store.listed(store.volumes).map(toVolume) }),
    create: ({ body, store }) => toVolume(createVolume(store, body)),
    get: ({ params, store }) => toVolume(requireVolume(params, store)),
    update: ({ params, body, store }) => toVolume(updateVolume(store, requireVolume(params, store), body)),
    delete: ({ params, store }) => deleteVolume(store, params.id),
  },
  { resource: requireVolume },
);
