import { listed } from "./listed";
import { fingerprintOf, hidden, uncertainNames } from "../state/state";
import type { Difference } from "./diff";
import { canonical } from "./canonical";
import { isObject, type Props, sameValue, strings } from "./props";
import { restarting } from "./requests";
import { replacesOnChange } from "./replace-on-changes";
import { type Field, isCondition, type Resource } from "./resource";

/**
 * Why an `up` changes the object, in whole sentences for the person who reads a preview: what forces a replacement,
 * or what changes in place, and what that does to a running object. Never a value.
 */
export function reasons(resource: Resource, state: Props, news: Props, found: readonly Difference[]): string[] {
  if (found.some(({ isGone }) => isGone)) return ["The platform does not have it any more, so a new one is created."];
  const replacing = found.filter(({ effect }) => effect === "replace");
  if (replacing.length > 0) return replacing.map(({ name }) => whyReplaced(resource, state, news, name));
  const waits =
    state[hidden.unready] === true ? ["The last run ended before it was ready, so this one waits for it."] : [];
  const changed = new Set(found.map(({ name }) => name));
  return [
    ...whyUpdated(resource, state, news, found),
    ...waits,
    ...(resource.sideEffects?.(state, news, changed, restarting(resource, changed)) ?? []),
  ];
}

function whyReplaced(resource: Resource, state: Props, news: Props, name: string): string {
  const field = resource.inputs[name]!;
  const what = named(name, field, state, news);
  return `Replaced because ${what} changed${whyNotInPlace(name, field, state, news)}.`;
}

type Group = "changed" | "resent" | "foreign" | "unread" | "recorded";

function whyUpdated(resource: Resource, state: Props, news: Props, found: readonly Difference[]): string[] {
  const groups = { changed: [], resent: [], foreign: [], unread: [], recorded: [] } as Record<Group, string[]>;
  for (const { name } of found) {
    const field = resource.inputs[name]!;
    const isRead = !strings(state[hidden.unread]).includes(name);
    const isSame = sameValue(
      canonical(field, state[name] ?? field.absent),
      canonical(field, news[name] ?? field.absent),
    );
    const isForeign = field.stampedBy !== undefined && fingerprintOf(state, name) === undefined;
    const isSure = !uncertainNames(state).includes(name);
    const group = !isRead ? "unread" : !isSure ? "resent" : isForeign ? "foreign" : isSame ? "recorded" : "changed";
    groups[group].push(named(name, field, state, news));
  }
  const { changed, resent, foreign, unread, recorded } = groups;
  return [
    ...sentence(changed, "changes in place.", "change in place."),
    ...sentence(
      resent,
      "is set again, because the answer to its last change was lost.",
      "are set again, because the answer to their last change was lost.",
    ),
    ...sentence(
      foreign,
      "is set again, because somebody else has changed it.",
      "are set again, because somebody else has changed them.",
    ),
    ...sentence(
      unread,
      "is recorded as the program says, because the import could not read it.",
      "are recorded as the program says, because the import could not read them.",
    ),
    ...sentence(
      recorded,
      "is recorded as the program's; the platform has this value already.",
      "are recorded as the program's; the platform has these values already.",
    ),
  ];
}

function sentence(names: readonly string[], ofOne: string, ofSeveral: string): string[] {
  if (names.length === 0) return [];
  return [`${listed(names, "and")} ${names.length === 1 && !names[0]!.includes(",") ? ofOne : ofSeveral}`];
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
