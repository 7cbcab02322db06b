import type { Stack } from "./deployment";

/** What a list of the resources of a state leaves out: creates whose end nobody saw, for as long as the state has a record of them. */
export function interruptedCreates({ pending }: Pick<Stack, "pending">): string[] {
  const names = pending
    .filter(({ type }) => type === "creating")
    .map(({ resource: { kind, name } }) => `${kind} ${name}`);
  if (names.length === 0) return [];
  return [
    `An operation was interrupted while it created ${[...new Set(names)].join(", ")}. What it made may exist and bill, beside what is listed. ` +
      "Run `compute doctor`, which looks for it.",
  ];
}
