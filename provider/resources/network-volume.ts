import * as z from "zod";
import { NetworkVolumeCreate, volumeTypes } from "../../api/network-volumes";
import type { Effect } from "../resource";
import { defineResource, field } from "../resource";
import { adoptField, dataLossField, timeoutsField } from "./ours";

export const networkVolume = defineResource({
  kind: "NetworkVolume",
  doc: "Storage in one data center that pods mount and that outlives them. Billed until it is deleted.",
  source: "6",
  inputs: {
    name: field(z.string().min(1), {
      change: "update",
      doc: "Shown in the console; need not be unique. Left out: the logical name and a short suffix.",
      limits: "text, at least 1 character",
      rules: ["V-2", "V-4"],
      freeText: true,
    }),
    size: field(NetworkVolumeCreate.shape.size, {
      change: {
        effects: ["update", "replace"],
        because: "a volume grows in place and never shrinks",
        when: (old, next): Effect =>
          typeof old === "number" && typeof next === "number" && next < old ? "replace" : "update",
      },
      doc: "Size, in GB.",
      limits: "whole GB, 10 to 4096; grows only",
      rules: ["V-10", "V-11"],
    }),
    dataCenter: field(z.string().min(1), {
      change: "replace",
      doc: "Where it is. Only pods in the same data center can mount it.",
      limits: "data center id of the catalog",
      rules: ["V-2", "V-12", "V-14", "M-32"],
    }),
    type: field(z.enum(volumeTypes).optional(), {
      change: "replace",
      doc: "Tier of storage. Left out: the data center's first tier.",
      limits: '"STANDARD" or "HIGH_PERFORMANCE"',
      rules: ["V-2", "V-12", "V-15"],
    }),
    dataLoss: dataLossField(
      "Whether a change that needs a new volume may destroy what is on the old one. Deleting is not affected; that is what Pulumi's `protect` is for.",
      "refuse",
    ),
    timeouts: timeoutsField,
    adopt: adoptField,
  },
  outputs: {},
  maxNameLength: 191,
  rules: [],
  misplaced: { dataCenterId: "on a volume it is called dataCenter", dataCenterIds: "it is one dataCenter" },
  destroys: () => "everything on the volume",
  dataLoss: "refuse",
});
