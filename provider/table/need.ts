import type * as z from "zod";
import { ownMember } from "../../values/own-member";
import { eachOf } from "./alternatives";
import { isObject, pick, type Props, strings } from "./props";
import type { Resource, Violation } from "./resource";

/** The form in which an alternative names hardware of the catalog. With `memory` instead of that member it is a need. */
export interface NeedForm {
  readonly id: string;
  readonly list: "gpus" | "cpus";
  /** The member that counts the GPUs or vCPUs of one machine. */
  readonly units: string;
  /** The member with the excluded ids; default `excluding`. */
  readonly excluding?: string;
  /** The member that counts the machines, where there may be several. */
  readonly machines?: string;
  /** The schema of an alternative by id, as in outputs. */
  readonly byId: z.ZodType;
  /** The single selection of these types, if the platform chooses among them. Without it each type is an alternative. */
  readonly together?: (asked: Props, meeting: readonly string[], catalog: readonly Pooled[]) => Props;
}

export interface Pooled {
  readonly id: string;
  readonly pool: string;
}

/** The members of a need. Their schemas are in `kinds/shared/need.ts`, which a program does not load. */
export const needMembers = ["memory", "manufacturer", "excluding", "maxHourlyCost"] as const;

export const isNeed = (asked: unknown): asked is Props => isObject(asked) && asked.memory !== undefined;

/** The members of a need in their compared form; the `memory` that the platform reports is the host's. */
export const canonicalNeed = (asked: Props): Props =>
  isNeed(asked) && asked.id === undefined
    ? { ...pick(asked, needMembers), excluding: strings(asked.excluding).sort() }
    : {};

/** The alternative with this hardware in place of a need. */
export const withId = ({ id: member }: NeedForm, asked: Props, id: string): Props => ({
  [member]: id,
  ...withoutNeed(asked),
});

export const withoutNeed = (asked: Props): Props =>
  Object.fromEntries(Object.entries(asked).filter(([name]) => !needMembers.some((member) => member === name)));

/** A rule of every kind: an alternative names either its hardware or a need. */
export function idOrNeed({ inputs: fields }: Resource, inputs: Props): Violation[] {
  return Object.entries(fields).flatMap(([name, { need }]) =>
    need ? eachOf(name, ownMember(inputs, name)).flatMap(({ path, one }) => misfit(need.id, path, one) ?? []) : [],
  );
}

function misfit(member: string, path: Violation["path"], one: unknown): Violation | undefined {
  if (!isObject(one)) return undefined;
  if (ownMember(one, member) === undefined) {
    const remedy = "set it, or set memory, in GB, for any hardware that has as much";
    return isNeed(one) ? undefined : { path: [...path, member], problem: "required, but not set", remedy };
  }
  const other = needMembers.find((each) => ownMember(one, each) !== undefined);
  if (other === undefined) return undefined;
  const problem = other === "memory" ? `excluded by ${member}` : `goes with memory, and not with ${member}`;
  const remedy = `remove ${other}, or remove ${member}${isNeed(one) ? "" : " and set memory"}`;
  return { path: [...path, other], problem, remedy };
}
