import { isFree } from "../../provider/kinds/prices";
import { isCurrent, type Stack, type StackResource } from "./deployment";

/** The creates with an unknown outcome, which a state records apart from its resources. */
export function interruptedCreates(stack: Pick<Stack, "pending" | "resources">): string[] {
  const creates = openCreates(stack);
  const names = creates.map(({ resource: { kind, name } }) => `${kind} ${name}`);
  if (names.length === 0) return [];
  const bills = creates.some(({ resource: { kind } }) => !isFree(kind)) ? " and bill" : "";
  return [
    `An operation was interrupted while it created ${[...new Set(names)].join(", ")}. What it made may exist${bills}, beside what is listed. ` +
      "Run `compute doctor`, which looks for it.",
  ];
}

/** The records of creates that no later run has finished. */
export const openCreates = (stack: Pick<Stack, "pending" | "resources">): Stack["pending"] =>
  stack.pending.filter(({ type, resource }) => type === "creating" && !isMadeSince(resource, stack));

/** Tells whether the state has an object with the name of such a create: a later `up` created it or took it over. */
export const isMadeSince = ({ urn, inputs }: StackResource, { resources }: Pick<Stack, "resources">): boolean =>
  inputs["name"] !== undefined &&
  resources.some((other) => other.urn === urn && isCurrent(other) && other.inputs["name"] === inputs["name"]);
