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

type Members = typeof needSchemas;

/** An alternative by its id, or by a need with some of these members. The rules say which can be combined. */
export const orNeed = <ById extends z.ZodObject, Id extends keyof z.infer<ById> & string, Need extends keyof Members>(
  byId: ById,
  id: Id,
  members: Pick<Members, Need>,
) =>
  byId.extend({ ...members, [id]: (ownMember(byId.shape, id) as z.ZodType).optional() }) as unknown as z.ZodType<
    z.infer<ById> | (Omit<z.infer<ById>, Id> & NeedOf<Need>)
  >;

type NeedOf<Need extends keyof Members> = { readonly memory: number } & {
  readonly [Member in Exclude<Need, "memory">]?: z.infer<Members[Member]>;
};
