import type { NetworkVolume, NetworkVolumeCreate } from "../../../api/network-volumes";
import type { Operations } from "../operations";
import { pick } from "../../table/props";
import { deleteUnused } from "../shared/in-use";

export const networkVolumeOperations: Operations<NetworkVolume> = {
  afterCreate: [],
  create: ({ client }, inputs, name) =>
    client.networkVolumes.create({ ...pick(inputs, ["size", "dataCenter", "type"]), name } as NetworkVolumeCreate),
  read: ({ client }, id) => client.reads.networkVolume(id),
  get: ({ client }, id) => client.networkVolumes.get(id),
  observe: ({ name, size, dataCenter, type }) => ({ name, size, dataCenter, type }),

  async apply({ client }, { id }, { news, changed }, seen) {
    if (changed.size === 0) return;
    seen(await client.networkVolumes.update(id, pick(news, [...changed])));
  },

  delete: (session, id, withinMs) =>
    deleteUnused(session, {
      kind: "NetworkVolume",
      id,
      withinMs,
      delete: () => session.client.networkVolumes.delete(id),
      isUser: ({ mounts }) => mounts.network?.some(({ volumeId }) => volumeId === id) ?? false,
    }),
};
