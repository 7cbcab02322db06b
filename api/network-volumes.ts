import * as z from "zod";
import { creates, deletes, endpoint, reads, updates } from "./endpoint";
import { openEnum, whole } from "./shared";

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
  /** Every volume; not paginated. */
  list: endpoint({
    ...reads,
    id: "V-1",
    path: "/v2/network-volumes",
    response: z.looseObject({ networkVolumes: z.array(NetworkVolume) }),
  }),
  /**
   * Makes a volume of 10 to 4096 GB, usable when this returns.
   *
   * @remarks Never sent twice after a lost answer.
   * @throws BadRequestError for an unknown data center, or a tier that it does not offer.
   */ // V-11, V-19, V-14
  create: endpoint({
    ...creates,
    id: "V-2",
    path: "/v2/network-volumes",
    body: NetworkVolumeCreate,
    response: NetworkVolume,
  }),
  /** One volume. @throws NotFoundError */
  get: endpoint({ ...reads, id: "V-3", path: "/v2/network-volumes/:id", response: NetworkVolume }),
  /** Renames a volume or lets it grow; at least one member. @throws BadRequestError when it would shrink. */ // V-13, V-10
  update: endpoint({
    ...updates,
    id: "V-4",
    path: "/v2/network-volumes/:id",
    body: NetworkVolumeUpdate,
    response: NetworkVolume,
  }),
  /**
   * Deletes a volume with its data.
   *
   * @remarks One that is already gone counts as deleted.
   * @throws BadRequestError while a pod mounts it or an endpoint lists it.
   */ // V-16
  delete: endpoint({ ...deletes, id: "V-5", path: "/v2/network-volumes/:id", refusals: [400] }),
};
