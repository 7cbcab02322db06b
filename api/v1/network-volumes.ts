import * as z from "zod";
import { endpoint } from "../endpoint";
import { noContent } from "../shared";

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

const one = { surface: "base", path: "/networkvolumes/:networkVolumeId" } as const;

export const v1NetworkVolumes = {
  delete: endpoint({ ...one, id: "O-30", method: "DELETE", response: noContent, status: 204, idempotent: true }),
  list: endpoint({
    id: "O-31",
    surface: "base",
    method: "GET",
    path: "/networkvolumes",
    response: z.array(V1NetworkVolume),
    status: 200,
    idempotent: true,
  }),
  create: endpoint({
    id: "O-32",
    surface: "base",
    method: "POST",
    path: "/networkvolumes",
    body: V1NetworkVolumeCreate,
    response: V1NetworkVolume,
    status: 200,
    idempotent: false,
  }),
  get: endpoint({ ...one, id: "O-33", method: "GET", response: V1NetworkVolume, status: 200, idempotent: true }),
  update: endpoint({
    ...one,
    id: "O-34",
    method: "PATCH",
    body: V1NetworkVolumeUpdate,
    response: V1NetworkVolume,
    status: 200,
    // A size must be greater than the present one: sent again after it was done, it would be refused (DF-20).
    idempotent: false,
  }),
};
