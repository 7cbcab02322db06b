import { visibleInLine } from "../../client/errors/visible";
import { inPlaceOf } from "../stack/values";

/**
 * What happened to an object, in the words a person would use:
 * `stopped` (no longer runs), `terminated` (gone), `replaced` (gone, and another object has its name), `resized` (a size
 * or a count differs), `edited` (anything else).
 */
export type DriftClass = "stopped" | "terminated" | "replaced" | "resized" | "edited";

/** One difference between the state of a stack and the platform. */
export interface Drift {
  readonly urn: string;
  /** Logical name in the program. */
  readonly name: string;
  readonly kind: string;
  readonly id: string;
  readonly class: DriftClass;
  /** Property path, e.g. `mounts.persistent.size`; empty when the whole object is meant. */
  readonly path: string;
  /** What the state has. Secrets are never shown: see `secret`. */
  readonly old?: unknown;
  /** What the platform reports. */
  readonly new?: unknown;
  /** True where the values are left out because they are secret. */
  readonly secret?: boolean;
  /** RFC 3339, where the platform tells. */
  readonly since?: string;
  /** The program never set it: `old` is what was last seen, or the default. */
  readonly undeclared?: boolean;
  /** The option `ignoreChanges` leaves it as it is. */
  readonly ignored?: boolean;
}

/** A resource or a property that was not compared, and why. */
export interface NotCompared {
  readonly urn: string;
  readonly name: string;
  readonly kind: string;
  /** Empty when the whole object is meant. */
  readonly path: string;
  /** Of a whole object: it was replaced, and waits for its delete; or it was given up ahead of its replacement, which is not made yet. */
  readonly awaits?: "delete" | "replacement";
  readonly reason: string;
}

export interface DriftReport {
  /** Resources of this provider in the state. */
  readonly resources: number;
  /** Requests sent to the platform. */
  readonly calls: number;
  readonly drift: readonly Drift[];
  /** Differences that no `up` puts back, because of the option `ignoreChanges`. They do not count. */
  readonly ignored: readonly Drift[];
  readonly notCompared: readonly NotCompared[];
}

/** One sentence, without values where they are secret. */
export function sentence(drift: Drift): string {
  const what = `${drift.kind} ${drift.name} (${drift.id})`;
  const since = drift.since === undefined ? "" : ` since ${drift.since}`;
  switch (drift.class) {
    case "terminated":
      return `${what} is gone${since}`;
    case "replaced":
      return `${what} is gone; ${show(drift.new)} has its name${since}`;
    case "stopped":
    case "resized":
    case "edited":
      return `${what}: ${drift.path} ${change(drift)}${since}`;
  }
}

/** The same of what is ignored. */
export const sentenceOfIgnored = (drift: Drift): string => `ignored by ignoreChanges: ${sentence(drift)}`;

/** The same of what was not compared. */
export const sentenceOfNotCompared = ({ name, path, reason }: NotCompared): string =>
  `not compared: ${[name, path].filter(Boolean).join(" ")}: ${reason}`;

export const change = (drift: Drift): string =>
  drift.secret ? `${inPlaceOf.secret} → ${inPlaceOf.secret}` : `${show(drift.old)} → ${show(drift.new)}`;

/** A value on one line, at most 80 characters. @param inLine makes it fit for where it is shown. */
export function show(value: unknown, inLine: (value: string) => string = visibleInLine): string {
  if (value === undefined) return inPlaceOf.absent;
  const text = inLine(typeof value === "string" ? value : JSON.stringify(value));
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
