import type { NetworkVolume } from "../../../api/network-volumes";
import { type Pricing, text } from "../../cost/pricing";
import type { Operations } from "../operations";
import { isEmpty } from "../../table/props";
import { isUnknown } from "../../table/unknown";
import { createBody, reported, updateBody } from "../../table/requests";
import { deletionOfUnused } from "../shared/in-use";
import { networkVolume } from "./fields";

const sendDelete: Operations["sendDelete"] = ({ client }, id) => client.networkVolumes.delete(id);

const networkVolumeOperations: Operations<NetworkVolume> = {
  create: ({ client }, inputs, name) => client.networkVolumes.create(createBody(networkVolume, inputs, name)),
  read: ({ client }, id) => client.reads.networkVolume(id),
  get: ({ client }, id, options) => client.networkVolumes.get(id, options),
  list: ({ client }, options) => client.networkVolumes.list(options),
  observe: (object) => reported(networkVolume, object),

  /** V-14. */
  async advice({ catalog }, { dataCenter, type }) {
    const has = (await catalog.all.dataCenters()).find(({ id }) => id === dataCenter)?.networkVolumeTypes;
    if (!has || isUnknown(type) || (type === undefined ? has.length > 0 : has.some((each) => each === type))) return;
    return `dataCenter ${text(dataCenter)} has ${has.length > 0 ? `volumes of type ${has.join(", ")} only` : "no volumes"}, so the platform refuses this one.`;
  },

  async apply({ client }, { id }, task, seen) {
    const body = updateBody(networkVolume, task);
    if (!isEmpty(body)) seen(await client.networkVolumes.update(id, body));
  },

  rename: ({ client }, id, body) => client.networkVolumes.update(id, body),

  sendDelete,

  delete: deletionOfUnused("NetworkVolume", sendDelete, (id) => ({
    isUser: ({ mounts }) => mounts.network?.some(({ volumeId }) => volumeId === id) ?? false,
    isListedBy: ({ networkVolumes }) => networkVolumes.includes(id),
  })),
};

const pricing: Pricing = {
  price: ({ size }) => {
    const held = size === undefined ? "" : `${text(size)} GB; `;
    return { perHour: undefined, what: `${held}storage prices are not published` };
  },
};

export const kind = { resource: networkVolume, operations: networkVolumeOperations, pricing };
