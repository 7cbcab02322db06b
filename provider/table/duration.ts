import { isObject, type Props } from "./props";

const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;
/** A number with its unit. Sticky, so that a long text of digits is read once. */
const part = /(\d+(?:\.\d+)?)(ms|s|m|h)/gy;

/** A duration as Pulumi's `customTimeouts` writes it: `"90s"`, `"1h30m"`. */
export const durationPattern = /^(\d+(\.\d+)?(ms|s|m|h))+$/;

/** A length of time given in seconds or as text, in milliseconds. */
export function durationMs(value: number | string): number {
  if (typeof value === "number") return value * 1_000;
  const parts = [...value.matchAll(part)];
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * unitMs[unit as keyof typeof unitMs], 0);
}

/** The same of an argument that may be left out. */
export const durationOr = (given: unknown, otherwiseMs: number): number =>
  typeof given === "number" || typeof given === "string" ? durationMs(given) : otherwiseMs;

/** Default waits in milliseconds. */
const defaultTimeouts = { create: 30 * 60_000, update: 30 * 60_000, delete: 10 * 60_000 };

/** The wait that `timeouts` sets for the verb, or `otherwiseMs`. */
export function timeout(
  props: Props,
  verb: keyof typeof defaultTimeouts,
  otherwiseMs: number = defaultTimeouts[verb],
): number {
  return durationOr(isObject(props.timeouts) ? props.timeouts[verb] : undefined, otherwiseMs);
}
