import { visibleInLine } from "../../client/errors/visible";
import type { Drift, NotCompared } from "../documents/drift";
import { briefly, inPlaceOf } from "../stack/values";

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

export const sentenceOfIgnored = (drift: Drift): string => `ignored by ignoreChanges: ${sentence(drift)}`;

export const sentenceOfNotCompared = ({ name, path, reason }: NotCompared): string =>
  `not compared: ${[name, path].filter(Boolean).join(" ")}: ${reason}`;

export const change = (drift: Drift): string => sidesOf(drift, inPlaceOf.secret).join(" → ");

/** What the state and the platform have. @param secret stands for a secret value. */
export function sidesOf(drift: Drift, secret: string, inLine?: (value: string) => string): [string, string] {
  if (!drift.secret) return [show(drift.old, inLine), show(drift.new, inLine)];
  const side = (other: Drift["only"]) => (drift.only === other ? inPlaceOf.absent : secret);
  return [side("platform"), side("state")];
}

/** A value on one line, at most 80 characters. @param inLine makes it fit for where it is shown. */
export function show(value: unknown, inLine: (value: string) => string = visibleInLine): string {
  if (value === undefined) return inPlaceOf.absent;
  return briefly(inLine(typeof value === "string" ? value : JSON.stringify(value)));
}
