import type { KindName } from "../../provider/kinds/names";
import type { Listed } from "../../provider/state/identity";

export interface LiveObject extends Listed {
  readonly status?: string;
}

export type LiveObjects = Readonly<Record<KindName, readonly LiveObject[]>>;

export type Problem =
  | "lost-create"
  | "unfinished-update"
  | "unfinished-delete"
  | "not-ready"
  | "gone"
  | "not-visible"
  | "leftover"
  | "replacement-begun"
  | "shared"
  | "left"
  | "same-name";

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
