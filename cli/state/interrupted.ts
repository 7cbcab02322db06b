import { isFree } from "../../provider/kinds/prices";
import { isCurrent, type Stack, type StackResource } from "./deployment";

/** What a list of the resources of a state leaves out: creates whose end nobody saw, for as long as the state has a record of them. */
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

/** The records of creates that no later run has brought to their end. */
export const openCreates = (stack: Pick<Stack, "pending" | "resources">): Stack["pending"] =>
  stack.pending.filter(({ type, resource }) => type === "creating" && !isMadeSince(resource, stack));

/** Whether the state has an object of the name that such a create was to give: a later `up` made it, or took it over. */
export const isMadeSince = ({ urn, inputs }: StackResource, { resources }: Pick<Stack, "resources">): boolean =>
  inputs["name"] !== undefined &&
  resources.some((other) => other.urn === urn && isCurrent(other) && other.inputs["name"] === inputs["name"]);
