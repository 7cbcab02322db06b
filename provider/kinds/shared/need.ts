import * as z from "zod";
import type { needMembers } from "../../table/need";

/** The members of a need in place of an id. */
export const needSchemas = {
  memory: z.int().min(1).optional(),
  manufacturer: z.enum(["NVIDIA", "AMD"]).optional(),
  excluding: z.array(z.string()).optional(),
  maxHourlyCost: z.number().positive().optional(),
} satisfies Readonly<Record<(typeof needMembers)[number], z.ZodType>>;
