import * as z from "zod";
import { ownMember } from "../../../values/own-member";
import type { needMembers } from "../../table/need";

/** The members of a need in place of an id. */
export const needSchemas = {
  memory: z.int().min(1).optional(),
  manufacturer: z.enum(["NVIDIA", "AMD"]).optional(),
  excluding: z.array(z.string()).optional(),
  maxHourlyCost: z.number().positive().optional(),
} satisfies Readonly<Record<(typeof needMembers)[number], z.ZodType>>;

/**
 * An alternative by its id, or by a need with some of these members. The rules say which can be combined. The type is that
 * of an alternative by its id, which a request has instead of a need.
 */
export const orNeed = <ById extends z.ZodObject>(byId: ById, id: string, members: Partial<typeof needSchemas>) =>
  byId.extend({
    ...members,
    [id]: (ownMember(byId.shape, id) as z.ZodType).optional(),
  }) as unknown as z.ZodType<z.infer<ById>>;
