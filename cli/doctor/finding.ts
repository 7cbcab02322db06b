import type { Kind } from "../state/deployment";

/** An object on the platform, as far as a diagnosis needs it. */
export interface LiveObject {
  readonly id: string;
  readonly name: string;
  /** RFC 3339, where the platform tells. */
  readonly createdAt?: string;
  /** Only pods have one. */
  readonly status?: string;
}

export type LiveObjects = Readonly<Record<Kind, readonly LiveObject[]>>;

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
  | "forgotten"
  | "same-name"
  | "like-named";

/** One thing that is not as it should be, and exactly what to do about it. */
export interface Finding {
  readonly problem: Problem;
  readonly kind: Kind;
  /** Logical name in the program. */
  readonly name: string;
  readonly urn: string;
  /** Objects on the platform that this is about. */
  readonly objects: readonly LiveObject[];
  readonly what: string;
  readonly nextStep: string;
}

export type IsKnown = (kind: Kind, id: string) => boolean;

/**
 * Findings as `--json` prints them, which people paste where they ask for help: of an object of the platform only what tells which one it
 * is, since its variables and commands hold secrets, and may be somebody else's.
 */
export function printable(findings: readonly Finding[]): Finding[] {
  return findings.map(({ objects, ...finding }) => ({
    ...finding,
    objects: objects.map(({ id, name, createdAt, status }) => ({
      id,
      name,
      ...(createdAt !== undefined && { createdAt }),
      ...(status !== undefined && { status }),
    })),
  }));
}

/** An object with what the platform tells about it. */
export function describe({ id, createdAt, status }: LiveObject): string {
  const facts = [status, createdAt && `created ${createdAt}`].filter(Boolean).join(", ");
  return facts === "" ? id : `${id} (${facts})`;
}
