import { isFree } from "../../provider/kinds/prices";
import type { Stack } from "./deployment";

/** What a list of the resources of a state leaves out: creates whose end nobody saw, for as long as the state has a record of them. */
export function interruptedCreates({ pending }: Pick<Stack, "pending">): string[] {
  const creates = pending.filter(({ type }) => type === "creating");
  const names = creates.map(({ resource: { kind, name } }) => `${kind} ${name}`);
  if (names.length === 0) return [];
  const bills = creates.some(({ resource: { kind } }) => !isFree(kind)) ? " and bill" : "";
  return [
    `An operation was interrupted while it created ${[...new Set(names)].join(", ")}. What it made may exist${bills}, beside what is listed. ` +
      "Run `compute doctor`, which looks for it.",
  ];
}
