import * as z from "zod";
import { endpoint } from "./endpoint";
import { noContent, openEnum, whole } from "./shared";

export const volumeTypes = ["STANDARD", "HIGH_PERFORMANCE"] as const;

/** A volume as the platform reports it; `size` in GB. */ // V-6
export const NetworkVolume = z.looseObject({
  id: z.string(),
  name: z.string(),
  size: whole,
  dataCenter: z.string(),
  type: openEnum(volumeTypes),
});
export type NetworkVolume = z.infer<typeof NetworkVolume>;

const size = z.int().min(10).max(4096);

/** What a volume is created from. */ // V-2
export const NetworkVolumeCreate = z.strictObject({
  /** Need not be unique. */
  name: z.string().min(1),
  /** GB, 10 to 4096. */ // V-11
  size,
  /** Data center id. */ // V-12
  dataCenter: z.string().min(1),
  /** Default: the data center's first tier. */ // V-15, V-12
  type: z.enum(volumeTypes).optional(),
});
export type NetworkVolumeCreate = z.infer<typeof NetworkVolumeCreate>;

/** What an update takes: at least one member. */ // V-4, V-13
export const NetworkVolumeUpdate = z
  .strictObject({ name: z.string().min(1).optional(), size: size.optional() })
  .refine((body) => Object.keys(body).length > 0, { params: { rule: "minProperties", got: 0, want: 1 } });
export type NetworkVolumeUpdate = z.infer<typeof NetworkVolumeUpdate>;

export const networkVolumes = {
  list: endpoint({
    id: "V-1",
    surface: "api",
    method: "GET",
    path: "/v2/network-volumes",
    response: z.looseObject({ networkVolumes: z.array(NetworkVolume) }),
    status: 200,
    idempotent: true,
  }),
  create: endpoint({
    id: "V-2",
    surface: "api",
    method: "POST",
    path: "/v2/network-volumes",
    body: NetworkVolumeCreate,
    response: NetworkVolume,
    status: 201,
    idempotent: false,
  }),
  get: endpoint({
    id: "V-3",
    surface: "api",
    method: "GET",
    path: "/v2/network-volumes/:id",
    response: NetworkVolume,
    status: 200,
    idempotent: true,
  }),
  update: endpoint({
    id: "V-4",
    surface: "api",
    method: "PATCH",
    path: "/v2/network-volumes/:id",
    body: NetworkVolumeUpdate,
    response: NetworkVolume,
    status: 200,
    idempotent: true,
  }),
  delete: endpoint({
    id: "V-5",
    refusals: [400],
    surface: "api",
    method: "DELETE",
    path: "/v2/network-volumes/:id",
    response: noContent,
    status: 204,
    idempotent: true,
  }),
};
