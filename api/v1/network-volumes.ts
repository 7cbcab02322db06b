import * as z from "zod";
import { acts, deletes, endpoint, reads, updates } from "../endpoint";

/** A volume as v1 shows it: no `type`, and `dataCenterId` for v2's `dataCenter`. */ // O-35, V-18
export const V1NetworkVolume = z.looseObject({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  dataCenterId: z.string(),
});
export type V1NetworkVolume = z.infer<typeof V1NetworkVolume>;

const size = z.int().min(0).max(4000);

export const V1NetworkVolumeCreate = z.looseObject({ name: z.string(), size, dataCenterId: z.string() });
export type V1NetworkVolumeCreate = z.infer<typeof V1NetworkVolumeCreate>;

export const V1NetworkVolumeUpdate = z.looseObject({ name: z.string().optional(), size: size.optional() });
export type V1NetworkVolumeUpdate = z.infer<typeof V1NetworkVolumeUpdate>;

const all = { surface: "base", path: "/networkvolumes" } as const;
const one = { surface: "base", path: "/networkvolumes/:networkVolumeId" } as const;

export const v1NetworkVolumes = {
  delete: endpoint({ ...deletes, ...one, id: "O-30" }),
  list: endpoint({ ...reads, ...all, id: "O-31", response: z.array(V1NetworkVolume) }),
  create: endpoint({ ...acts, ...all, id: "O-32", body: V1NetworkVolumeCreate, response: V1NetworkVolume }),
  get: endpoint({ ...reads, ...one, id: "O-33", response: V1NetworkVolume }),
  /** Renames a volume or lets it grow, to more than its present size. */
  update: endpoint({
    ...updates,
    ...one,
    id: "O-34",
    body: V1NetworkVolumeUpdate,
    response: V1NetworkVolume,
    // A size must be greater than the present one: sent again after it was done, it would be refused (DF-20).
    idempotent: false,
  }),
};
