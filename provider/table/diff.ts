import { fingerprint } from "../state/fingerprint";
import { canonical, comparedText } from "./canonical";
import { type Props, sameValue, strings } from "./props";
import { isSetByTemplate } from "./requests";
import { type Effect, type Field, isCondition, isReadable, type Resource } from "./resource";
import {
  declaredInputs,
  declaredNames,
  valueFromTemplate,
  fingerprintOf,
  hidden,
  unsettledNames,
} from "../state/state";
import { valueAt } from "./property-path";

/** One argument that differs between state and program, and what an `up` does about it. */
export interface Difference {
  readonly name: string;
  readonly effect: Exclude<Effect, "none">;
  /** The sentence of a conditional rule. */
  readonly because?: string;
  /** It could change in place, and the option `replaceOnChanges` names it. */
  readonly isByOption?: true;
  /** Nothing differs: there is no object any more. */
  readonly isGone?: true;
  /** Nothing differs: only state has yet to record it. */
  readonly isRecord?: true;
  /** Nothing differs: the program calls secret what state has in plain text. */
  readonly isNewlySecret?: true;
}

/** The difference of an object that is not there any more, told of the argument that says which it is. */
export const goneAway = ({ inputs }: Resource): Difference => {
  const name = inputs.name ? "name" : Object.keys(inputs)[0]!;
  return { name, effect: "replace", isGone: true };
};

/**
 * Compares what the program asks for with state, which is what it asked for before together with what the platform
 * reported for those same arguments. An argument that the program leaves out, and left out before, never differs. One that
 * state is unsure of (`hidden.uncertain`) always does, even where state and program hold the same value.
 */
export function differences(resource: Resource, id: string, olds: Props, news: Props): Difference[] {
  const before = new Set(declaredNames(resource, olds));
  const found: Difference[] = [];
  for (const [name, { change }] of Object.entries(resource.inputs)) {
    if (news[name] === undefined && !before.has(name)) continue;
    const own = ownEffect(resource, name, id, olds, news);
    if (own === "none") continue;
    if (own !== "replace" && replacesOnChange(name, olds, news))
      found.push({ name, effect: "replace", isByOption: true });
    else found.push({ name, effect: own, ...(isCondition(change) ? { because: change.because } : {}) });
  }
  return found;
}

/** What a change of the argument does, by what its table says and by how much state knows of it. */
function ownEffect(resource: Resource, name: string, id: string, olds: Props, news: Props): Effect {
  const field = resource.inputs[name]!;
  // What an import could not read is as the program says: an update writes it into state, and nothing else happens.
  if (isUnread(olds, name)) return news[name] === undefined ? "none" : "update";
  if (unsettledNames(olds).includes(name)) return unsureEffect(field, name, olds, news);
  if (field.group) return groupEffect(resource, field.group, name, olds, news);
  return fieldEffect(field, name, id, olds, news);
}

/** A name that `check` made is made anew for a replacement; one that the program gives stays, and may be taken only once. */
export const keepsUniqueName = (resource: Resource, state: Props, news: Props): boolean => {
  const { uniqueNames } = resource;
  return (
    uniqueNames === true &&
    news[hidden.autoName] === undefined &&
    nameForm(resource, state.name) === nameForm(resource, news.name)
  );
};

/** What two names have alike that are one to the platform. */
export const nameForm = ({ inputs }: Resource, name: unknown): string | undefined =>
  typeof name !== "string" ? undefined : inputs.name?.caseless ? name.toLowerCase() : name;

/** Which arguments an update tells the platform of. Of what an import could not read, it is taken to have what the program says. */
export const namesToSend = (olds: Props, found: readonly Difference[]): Set<string> =>
  new Set(found.filter(({ name, isRecord }) => !isRecord && !isUnread(olds, name)).map(({ name }) => name));

const isUnread = (olds: Props, name: string): boolean => strings(olds[hidden.unread]).includes(name);

/**
 * Arguments that the program sets for the first time, as the platform has them already. No update has to be sent, yet
 * state has to record that they are the program's from now on: drift in what may hold a secret is seen only where it
 * is, and taking out what is not the default has to bring the default back.
 */
export function newlyDeclared(resource: Resource, olds: Props, news: Props): string[] {
  const { inputs } = resource;
  return firstDeclared(resource, olds, news).filter(
    (name) => inputs[name]!.sensitive || isOwnValue(inputs[name]!, news[name]),
  );
}

/** Of these, what may hold a secret: until the program sets it, it is not in state, which can't tell what is there. */
export const firstDeclaredOpaque = (resource: Resource, olds: Props, news: Props): string[] =>
  firstDeclared(resource, olds, news).filter((name) => resource.inputs[name]!.sensitive);

/** Of what a read shows, arguments that the program sets for the first time. */
function firstDeclared(resource: Resource, olds: Props, news: Props): string[] {
  const before = new Set(declaredNames(resource, olds));
  return Object.entries(resource.inputs)
    .filter(([name, field]) => news[name] !== undefined && !before.has(name) && isReadable(field))
    .filter(([, { group }]) => !group || ![...before].some((name) => resource.inputs[name]?.group === group))
    .map(([name]) => name);
}

/** The newly declared arguments as differences, without those that differ anyhow. */
export function newlyRecorded(
  resource: Resource,
  olds: Props,
  news: Props,
  found: readonly Difference[],
): Difference[] {
  const names = newlyDeclared(resource, olds, news).filter((name) => !found.some((known) => known.name === name));
  return names.map((name) => ({ name, effect: "update", isRecord: true }));
}

/** What the program calls secret and state has in plain text, as differences, without those that differ anyhow. */
export const newlySecret = (names: readonly string[], found: readonly Difference[]): Difference[] =>
  names
    .filter((name) => !found.some((known) => known.name === name))
    .map((name) => ({ name, effect: "update", isRecord: true, isNewlySecret: true }));

const isOwnValue = (field: Field, value: unknown): boolean =>
  field.absent !== undefined && !sameValue(canonical(field, value), canonical(field, field.absent));

/** Of fields that mean one thing together, those count as different that are written differently. */
function groupEffect(resource: Resource, group: string, name: string, olds: Props, news: Props): Effect {
  const before = declaredInputs(resource, olds);
  const isSame = sameValue(before[name], news[name]) || !resource.groups?.[group]?.(olds, news);
  return isSame ? "none" : effectOf(resource.inputs[name]!, before[name], news[name], olds);
}

function fieldEffect(field: Field, name: string, id: string, olds: Props, news: Props): Effect {
  const { change } = field;
  if (change === "none") return "none";
  if (field.secret) return secretEffect(field, name, id, olds, news);
  const leftOut = news[name] === undefined;
  if (leftOut && field.fromTemplate && news.templateId !== undefined) return leftToTemplate(field, olds[name]);
  if (leftOut && field.absent === undefined) return "none";
  const old = canonical(field, olds[name] ?? valueFromTemplate(olds, name) ?? field.absent);
  const next = canonical(field, leftOut ? field.absent : news[name]);
  if (sameValue(old, next)) return "none";
  return effectOf(field, old, next, olds);
}

const effectOf = ({ change }: Field, old: unknown, next: unknown, olds: Props): Effect =>
  isCondition(change) ? change.when(old, next, olds) : change;

/** The effect as of a value that did change. Leaving the argument out changes nothing where the contract gives that no meaning. */
function unsureEffect(field: Field, name: string, olds: Props, news: Props): Effect {
  const leftOut = news[name] === undefined;
  if (leftOut && field.absent === undefined) return "none";
  if (leftOut && isAlwaysLeftToTemplate(field) && news.templateId !== undefined) return "none";
  const form = (value: unknown) => canonical(field, value ?? field.absent);
  return effectOf(field, form(olds[name]), form(news[name]), olds);
}

/**
 * Removed beside a template: the template is applied again, which sets what it sets (P-35). What it brings besides can't be
 * told from what is there.
 */
const leftToTemplate = (field: Field, old: unknown): Effect =>
  isSetByTemplate(field) ? "update" : (field.leftToTemplate?.(canonical(field, old)) ?? "none");

/** Left out beside a template, whatever it was, the object keeps it. */
export const isAlwaysLeftToTemplate = (field: Field): boolean =>
  field.fromTemplate === true && !isSetByTemplate(field) && field.leftToTemplate === undefined;

/** State holds no secret, only its fingerprint. Among inputs, where `check` compares, the secret itself is there. */
function secretEffect(field: Field, name: string, id: string, olds: Props, news: Props): Effect {
  const next = comparedText(field, news[name]);
  const isSame =
    olds[name] === undefined
      ? next !== undefined && fingerprintOf(olds, name) === fingerprint(id, name, next)
      : comparedText(field, olds[name]) === next;
  return isSame ? "none" : effectOf(field, olds[name], news[name], olds);
}

/**
 * Whether Pulumi's option `replaceOnChanges` turns an update of this argument into a replacement. The engine can't do so
 * itself: the dynamic host never tells it which properties differ. So the SDK hands the option over.
 */
function replacesOnChange(name: string, olds: Props, news: Props): boolean {
  return strings(news[hidden.replaceOnChanges]).some((path) => {
    const steps: string[] = path.match(/[^.[\]"]+/g) ?? [];
    const upToWildcard = steps.includes("*") ? steps.slice(0, steps.indexOf("*")) : steps;
    if (upToWildcard.length === 0) return steps.length > 0;
    return steps[0] === name && !sameValue(valueAt(olds, upToWildcard), valueAt(news, upToWildcard));
  });
}
