import { durationMs } from "../../table/duration";
import { isObject, type Props } from "../../table/props";

/** Default waits in milliseconds. */
const defaultTimeouts = { create: 30 * 60_000, update: 30 * 60_000, delete: 10 * 60_000 };

/** The wait that `timeouts` sets for the verb, or `otherwiseMs`. */
export function timeout(
  props: Props,
  verb: keyof typeof defaultTimeouts,
  otherwiseMs: number = defaultTimeouts[verb],
): number {
  const given = isObject(props.timeouts) ? props.timeouts[verb] : undefined;
  return typeof given === "number" || typeof given === "string" ? durationMs(given) : otherwiseMs;
}
