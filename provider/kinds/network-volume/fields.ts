import * as z from "zod";
import { NetworkVolumeCreate, NetworkVolumeUpdate, volumeTypes } from "../../../api/network-volumes";
import { condition, defineResource, field } from "../../table/resource";
import { adoptField, dataLossField, nameField, timeoutsField } from "../shared/provider-only";

export const networkVolume = defineResource({
  kind: "NetworkVolume",
  doc: "Storage in one data center that pods can mount and that outlives them. Billed until it is deleted.",
  source: "6",
  requests: { create: NetworkVolumeCreate, update: NetworkVolumeUpdate },
  inputs: {
    name: nameField("Name shown in the console. Need not be unique.", ["V-2", "V-4"]),
    size: field(NetworkVolumeCreate.shape.size, {
      change: condition({
        effects: ["update", "replace"],
        because: "a volume can grow in place but never shrink",
        when: (old, next) => (typeof old === "number" && typeof next === "number" && next < old ? "replace" : "update"),
      }),
      doc: "Size, in GB.",
      limits: "whole number of GB from 10 to 4096; can only grow",
      rules: ["V-10", "V-11"],
    }),
    dataCenter: field(z.string().min(1), {
      change: "replace",
      doc: "Data center of the volume. Only pods in the same data center can mount it.",
      limits: "data center id from the catalog",
      listedIn: "dataCenters",
      rules: ["V-2", "V-12", "V-14", "M-32"],
    }),
    type: field(z.enum(volumeTypes).optional(), {
      change: "replace",
      doc: "Storage tier. Default: the first tier of the data center.",
      limits: '"STANDARD" or "HIGH_PERFORMANCE"',
      rules: ["V-2", "V-12", "V-15"],
    }),
    dataLoss: dataLossField(
      "Whether a change that replaces the volume may destroy the data on the old one. Deleting the resource is not affected: use Pulumi's `protect` to prevent that.",
      "refuse",
    ),
    timeouts: timeoutsField,
    adopt: adoptField,
  },
  outputs: {},
  maxNameLength: 191,
  rules: [],
  misplaced: { dataCenterId: "use dataCenter", dataCenterIds: "use dataCenter: a volume is in one data center" },
  data: { what: "everything on the volume", isIn: () => true },
});
