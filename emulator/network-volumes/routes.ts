import { networkVolumes } from "../../api/network-volumes";
import { operations } from "../kernel/route";
import { createVolume, deleteVolume, requireVolume, updateVolume } from "./rules";
import { toV1Volume, toVolume } from "./record";
import { v1NetworkVolumes } from "../../api/schemas";
import { badRequest } from "../kernel/refusal";
import { v1Operations, defined } from "../kernel/v1-compat";
import type { Store } from "../store/store";

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

const requireNamed = ({ networkVolumeId: id = "" }: Readonly<Record<string, string>>, store: Store) =>
  requireVolume({ id }, store);

export const v1NetworkVolumeOperations = v1Operations(
  v1NetworkVolumes,
  {
    list: ({ store }) => store.listed(store.volumes).map(toV1Volume),
    create: ({ body, store }) => {
      const { name, size, dataCenterId: dataCenter } = body;
      return toV1Volume(createVolume(store, { name, size, dataCenter }));
    },
    get: ({ params, store }) => toV1Volume(requireNamed(params, store)),
    update: ({ params, body, store }) => {
      const volume = requireNamed(params, store);
      // Greater than now, not merely as large: v1's own rule (O-34, DF-20).
      if (body.size !== undefined && body.size <= volume.size) throw badRequest("size must be greater than now");
      return toV1Volume(updateVolume(store, volume, defined({ name: body.name, size: body.size })));
    },
    delete: ({ params, store }) => deleteVolume(store, requireNamed(params, store).id),
  },
  { resource: requireNamed },
);
