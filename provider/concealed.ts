import { isObject, type Props, sameValue } from "./props";
import type { Resource } from "./resource";

/** Stands in outputs for what is still there, though the program has put something else in its place. */
const superseded = "(not as the program has it)";

/**
 * Outputs without what only an earlier program set, where that may have been a secret: engines encrypt outputs where the
 * *new* inputs are secret. What stands in its place differs from the program, so that the next `up` goes on.
 */
export function concealed({ inputs }: Resource, outputs: Props, news: Props): Props {
  const entries = Object.entries(outputs).map(([name, value]) => [
    name,
    inputs[name]?.sensitive ? conceal(value, news[name]) : value,
  ]);
  return Object.fromEntries(entries) as Props;
}

function conceal(value: unknown, asked: unknown): unknown {
  if (sameValue(value, asked)) return value;
  if (Array.isArray(value)) return value.length > 0 ? [superseded] : [];
  if (!isObject(value)) return superseded;
  const wanted = isObject(asked) ? asked : {};
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, conceal(member, wanted[name])]));
}
