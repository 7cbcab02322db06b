import { hidden, unsureNames } from "../state/state";
import type { Difference } from "./diff";
import { goneAway } from "./diff";
import { isObject, type Props, sameValue, strings } from "./props";
import { replacesOnChange } from "./replace-on-changes";
import { type Field, isCondition, type Resource } from "./resource";

/**
 * Why an `up` changes the object, in whole sentences for the person who reads a preview: one for each argument that
 * differs, then what the change does to a running object. Never a value.
 */
export function reasons(resource: Resource, state: Props, news: Props, found: readonly Difference[]): string[] {
  if (found.includes(goneAway)) return ["The platform does not have it any more, so a new one is created."];
  const because = found.map((difference) => reason(resource, state, news, difference));
  const waits =
    state[hidden.unready] === true ? ["The last run ended before it was ready, so this one waits for it."] : [];
  const isReplaced = found.some(({ effect }) => effect === "replace");
  const changed = new Set(found.map(({ name }) => name));
  const effects = isReplaced ? [] : (resource.sideEffects?.(state, news, changed) ?? []);
  return [...because, ...waits, ...effects];
}

function reason(resource: Resource, state: Props, news: Props, { name, effect, because }: Difference): string {
  const field = resource.inputs[name]!;
  const what = named(name, field, state, news);
  if (effect === "replace") return `Replaced because ${what} changed${whyNotInPlace(name, field, state, news)}.`;
  if (strings(state[hidden.unread]).includes(name))
    return `${what}: the import could not read it, so the program's value is recorded.`;
  if (unsureNames(state).includes(name)) return `${what} is set again, because the answer to its last change was lost.`;
  if (because !== undefined || !sameValue(state[name], news[name])) return `${what} changes in place.`;
  return `${what} is recorded as the program's; the platform has this value already.`;
}

/** A secret is called what it is, and of variables those are named that differ. Names are no secrets. */
function named(name: string, { secret, sensitive }: Field, state: Props, news: Props): string {
  if (secret) return `the secret ${name}`;
  const { [name]: old } = state;
  const { [name]: next } = news;
  if (!sensitive || (!isObject(old) && !isObject(next))) return name;
  const [before, after] = [isObject(old) ? old : {}, isObject(next) ? next : {}];
  const members = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differing = members.filter((member) => !sameValue(before[member], after[member]));
  return differing.length > 0 ? differing.map((member) => `${name}.${member}`).join(", ") : name;
}

function whyNotInPlace(name: string, { change }: Field, state: Props, news: Props): string {
  if (isCondition(change)) return ` (${change.because})`;
  if (change !== "replace" && replacesOnChange(name, state, news)) return ", which replaceOnChanges names";
  return ", and the platform can't change it in place";
}
