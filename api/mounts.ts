import * as z from "zod";
import { whole } from "./shared";

/** Disk on the pod's host; dies with the pod. `size` in GB, at least 10; grows only. */ // M-31, M-30
export const PersistentMount = z.strictObject({ size: z.int().min(10), path: z.string() });
export type PersistentMount = z.infer<typeof PersistentMount>;

/** A network volume; only detached when the pod goes. */ // M-31
export const NetworkMount = z.strictObject({ volumeId: z.string(), path: z.string() });
export type NetworkMount = z.infer<typeof NetworkMount>;

/** Mounts of pods and clusters: one kind at most, one network entry at most. */ // M-20, M-21, M-24
export const Mounts = z.strictObject({
  persistent: PersistentMount.optional(),
  network: z
    .array(NetworkMount)
    .max(1, "one network volume can be mounted: keep one entry, and put what it needs on that volume")
    .optional(),
});
export type Mounts = z.infer<typeof Mounts>;

/** Mounts of templates: persistent only. */ // M-40
export const TemplateMounts = z.strictObject({ persistent: PersistentMount.optional() });

/** Mounts in answers; `{}` when there is none. */ // M-34
export const MountsResponse = z.looseObject({
  persistent: z.looseObject({ size: whole, path: z.string() }).optional(),
  network: z.array(z.looseObject({ volumeId: z.string(), path: z.string() })).optional(),
});
