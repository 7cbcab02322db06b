import type { KindName } from "../../provider/kinds/names";
import type { Listed } from "../../provider/state/identity";
import type { Style } from "../paint";

export interface LiveObject extends Listed {
  readonly status?: string;
}

export type LiveObjects = Readonly<Record<KindName, readonly LiveObject[]>>;

/** The label and urgency of each problem in the final count: possibly unowned costs are red. */
export const problems = {
  left: { counted: "in no state", style: "red" },
  shared: { counted: "in two resources", style: "red" },
  leftover: { counted: "replaced but not deleted", style: "red" },
  "lost-create": { counted: "of creates without an end", style: "yellow" },
  "unfinished-update": { counted: "of updates without an end", style: "yellow" },
  "unfinished-delete": { counted: "of deletes without an end", style: "yellow" },
  "replacement-begun": { counted: "of replacements without an end", style: "yellow" },
  "not-ready": { counted: "not as it should be", style: "yellow" },
  gone: { counted: "gone", style: "yellow" },
  "not-visible": { counted: "out of sight", style: "yellow" },
  "same-name": { counted: "of the same name", style: "yellow" },
} as const satisfies Record<string, { readonly counted: string; readonly style: Style }>;
export type Problem = keyof typeof problems;

export interface Finding {
  readonly problem: Problem;
  readonly kind: KindName;
  /** Logical name in the program. */
  readonly name: string;
  readonly urn: string;
  readonly objects: readonly LiveObject[];
  readonly what: string;
  readonly nextStep: string;
}

export const findingOf = (
  { kind, name, urn }: Pick<Finding, "kind" | "name" | "urn">,
  objects: readonly LiveObject[],
  problem: Problem,
  what: string,
  nextStep: string,
): Finding => ({ problem, kind, name, urn, objects, what, nextStep });

/** Findings as `--json` prints them, which people paste: an object shows its identity, not variables or commands. */
export const printable = (findings: readonly Finding[]): object[] =>
  findings.map(({ objects, ...finding }) => ({
    ...finding,
    objects: objects.map(({ id, name, createdAt, status }) => ({ id, name, createdAt, status })),
  }));

/** An object in words, with its creation time, its status and, if given, its cost. */
export function describe({ id, createdAt, status }: LiveObject, cost?: string): string {
  const facts = [status, createdAt && `created ${createdAt}`, cost].filter(Boolean).join(", ");
  return facts === "" ? id : `${id} (${facts})`;
}
