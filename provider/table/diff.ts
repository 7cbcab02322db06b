import { ownMember } from "../../values/own-member";
import { fingerprint, isStandIn, standIn } from "../state/concealed";
import { isObject, type Path, type Props, sameValue, strings, valueAt, withChange } from "./props";
import { isSetByTemplate } from "./requests";
import {
  canonical,
  comparedText,
  type ChangeEffect,
  type Field,
  type Group,
  isCondition,
  isReadable,
  type Reasoned,
  type Resource,
} from "./resource";
import {
  declaredInputs,
  declaredNames,
  fingerprintOf,
  hidden,
  unsettledNames,
  valueFromTemplate,
} from "../state/state";

/** An argument that differs between state and program, and the effect of an `up`. */
export interface Difference {
  readonly name: string;
  readonly effect: Exclude<ChangeEffect, "none">;
  /** The reason, if a condition decided. */
  readonly because?: string;
  /** The option `replaceOnChanges` names it, although it could change in place. */
  readonly isByOption?: true;
  /** The values agree, but the state has yet to record it. */
  readonly isRecord?: true;
  /** The values agree, but the state contains the program's secret in plain text. */
  readonly isNewlySecret?: true;
}

/** Arguments that only a replacement can bring to the program's value. */
export const replacing = (found: readonly Difference[]): string[] =>
  found.filter(({ effect }) => effect === "replace").map(({ name }) => name);

/** Of the changed paths within an argument, which begin with its name, those that alone would replace the object. */
export function replacingPaths(
  { inputs }: Resource,
  name: string,
  { before, after, paths }: { readonly before: unknown; readonly after: unknown; readonly paths: readonly Path[] },
): readonly Path[] {
  const field = ownMember(inputs, name);
  if (!field || !isCondition(field.change) || !isObject(before) || !isObject(after)) return paths;
  const alone = paths.filter(([, ...steps]) => {
    const changed = withChange(before, steps, valueAt(after, steps));
    return plain(effectOf(field, canonical(field, before), canonical(field, changed), {})) === "replace";
  });
  return alone.length > 0 ? alone : paths;
}

/** The difference of a missing object, shown at the argument that identifies it. */
export const goneAway = ({ inputs }: Resource): Difference => {
  const name = inputs.name ? "name" : Object.keys(inputs)[0]!;
  return { name, effect: "replace" };
};

/**
 * Compares the program's arguments with the state: the earlier arguments, with the platform's values for them. An
 * argument left out now and before never differs. An argument that the state is unsure of (`hidden.uncertain`) always
 * does.
 */
export function differences(resource: Resource, id: string, olds: Props, news: Props): Difference[] {
  const before = new Set(declaredNames(resource, olds));
  const lacks = (news[hidden.lacks] ?? {}) as Readonly<Record<string, string | undefined>>;
  const found: Difference[] = [];
  for (const [name, { change }] of Object.entries(resource.inputs)) {
    if (ownMember(news, name) === undefined && !before.has(name)) continue;
    const answer = ownEffect(resource, name, id, olds, news);
    const effect = plain(answer);
    if (effect === "none") continue;
    if (effect !== "replace" && replacesOnChange(name, olds, news))
      found.push({ name, effect: "replace", isByOption: true });
    else if (typeof answer === "object")
      found.push({ name, effect, because: ownMember(lacks, name) ?? answer.because });
    else found.push({ name, effect, ...(isCondition(change) ? { because: change.because } : {}) });
  }
  return found;
}

/** The effect of a changed argument, with the condition's own reason if it gives one. */
type Answer = ChangeEffect | Reasoned;

const plain = (answer: Answer): ChangeEffect => (typeof answer === "object" ? answer.effect : answer);

/** The effect of a changed argument, by its table and by what the state knows of it. */
function ownEffect(resource: Resource, name: string, id: string, olds: Props, news: Props): Answer {
  const field = ownMember(resource.inputs, name)!;
  // An argument that an import could not read has the program's value: an update only writes it into the state.
  const { isShownAlike } = field;
  if (isUnread(olds, name) && !isShownAlike) return ownMember(news, name) === undefined ? "none" : "update";
  if (unsettledNames(olds).includes(name)) return unsureEffect(field, name, olds, news);
  if (field.group) return groupEffect(resource, field.group, name, olds, news);
  const effect = fieldEffect(field, name, id, olds, news);
  if (!isUnread(olds, name) || !isShownAlike?.(ownMember(olds, name), ownMember(news, name))) return effect;
  return sameValue(canonical(field, ownMember(olds, name)), canonical(field, ownMember(news, name)))
    ? "none"
    : "update";
}

/** Tells whether a replacement keeps a name that must be unique. A generated name is generated again; the program's name stays. */
export const keepsUniqueName = (resource: Resource, state: Props, news: Props): boolean => {
  const { uniqueNames } = resource;
  return (
    uniqueNames === true &&
    news[hidden.autoName] === undefined &&
    nameForm(resource, state.name) === nameForm(resource, news.name)
  );
};

/** The form in which the platform compares names. */
export const nameForm = ({ inputs }: Resource, name: unknown): string | undefined =>
  typeof name !== "string" ? undefined : inputs.name?.caseless ? name.toLowerCase() : name;

/** The arguments that an update sends. Arguments that an import could not read are assumed to match. */
export const namesToSend = (olds: Props, found: readonly Difference[]): Set<string> =>
  new Set(found.filter(({ name, isRecord }) => !isRecord && !isUnread(olds, name)).map(({ name }) => name));

const isUnread = (olds: Props, name: string): boolean => strings(olds[hidden.unread]).includes(name);

/** Newly set arguments that may hold a secret. The state can't tell their present values. */
export const firstDeclaredOpaque = (resource: Resource, olds: Props, news: Props): string[] =>
  firstDeclared(resource, olds, news).filter((name) => ownMember(resource.inputs, name)!.sensitive);

/** Readable arguments that the program sets for the first time. */
function firstDeclared(resource: Resource, olds: Props, news: Props): string[] {
  const before = new Set(declaredNames(resource, olds));
  return Object.entries(resource.inputs)
    .filter(([name, field]) => ownMember(news, name) !== undefined && !before.has(name) && isReadable(field))
    .filter(([, { group }]) => !group || ![...before].some((name) => ownMember(resource.inputs, name)?.group === group))
    .map(([name]) => name);
}

/**
 * The arguments that the program sets for the first time with the platform's value, as differences that need no request.
 * The state has to record them as the program's: otherwise drift in a possible secret stays unseen, and removing one would
 * not restore its default.
 */
export function newlyRecorded(
  resource: Resource,
  olds: Props,
  news: Props,
  found: readonly Difference[],
): Difference[] {
  const isToRecord = (name: string) => {
    const field = ownMember(resource.inputs, name)!;
    return field.sensitive || isOwnValue(field, ownMember(news, name));
  };
  return firstDeclared(resource, olds, news)
    .filter((name) => isToRecord(name) && !found.some((known) => known.name === name))
    .map((name) => ({ name, effect: "update", isRecord: true }));
}

/** Arguments that the program marks as secret but the state contains in plain text, as differences, except those that differ anyway. */
export const newlySecret = (names: readonly string[], found: readonly Difference[]): Difference[] =>
  names
    .filter((name) => !found.some((known) => known.name === name))
    .map((name) => ({ name, effect: "update", isRecord: true, isNewlySecret: true }));

const isOwnValue = (field: Field, value: unknown): boolean =>
  field.absent !== undefined && !sameValue(canonical(field, value), canonical(field, field.absent));

/** The effect for a field of a group, which means one thing together: fields that are written differently count as different. */
function groupEffect(resource: Resource, group: Group, name: string, olds: Props, news: Props): Answer {
  const before = declaredInputs(resource, olds);
  const isSame = sameValue(ownMember(before, name), ownMember(news, name)) || !group.differs(olds, news);
  return isSame
    ? "none"
    : effectOf(ownMember(resource.inputs, name)!, ownMember(before, name), ownMember(news, name), olds);
}

function fieldEffect(field: Field, name: string, id: string, olds: Props, news: Props): Answer {
  const { change } = field;
  if (change === "none") return "none";
  if (field.secret) return secretEffect(field, name, id, olds, news);
  const leftOut = ownMember(news, name) === undefined;
  if (leftOut && field.fromTemplate && news.templateId !== undefined)
    return leftToTemplate(field, ownMember(olds, name));
  if (leftOut && field.absent === undefined) return "none";
  const old = canonical(field, ownMember(olds, name) ?? valueFromTemplate(olds, name) ?? field.absent);
  const next = canonical(field, leftOut ? field.absent : ownMember(news, name));
  if (sameValue(old, next) || (isStandIn(old) && old === standIn(id, name, ownMember(news, name)))) return "none";
  return effectOf(field, old, next, olds);
}

const effectOf = ({ change }: Field, old: unknown, next: unknown, olds: Props): Answer =>
  isCondition(change) ? change.when(old, next, olds) : change;

/** The effect as if the value had changed. Leaving out an argument changes nothing if the contract gives that no meaning. */
function unsureEffect(field: Field, name: string, olds: Props, news: Props): Answer {
  const leftOut = ownMember(news, name) === undefined;
  if (leftOut && field.absent === undefined) return "none";
  if (leftOut && isAlwaysLeftToTemplate(field) && news.templateId !== undefined) return "none";
  const form = (value: unknown) => canonical(field, value ?? field.absent);
  return effectOf(field, form(ownMember(olds, name)), form(ownMember(news, name)), olds);
}

/** The effect of removing an argument beside a template, which is applied again and sets its own values (P-35). */
const leftToTemplate = (field: Field, old: unknown): Answer =>
  isSetByTemplate(field) ? "update" : (field.leftToTemplate?.(canonical(field, old)) ?? "none");

/** Tells whether the object always keeps a value that is left out beside a template. */
export const isAlwaysLeftToTemplate = (field: Field): boolean =>
  field.fromTemplate === true && !isSetByTemplate(field) && field.leftToTemplate === undefined;

/** Compares a secret with its fingerprint in the state. Inputs, which `check` compares, have the secret itself. */
function secretEffect(field: Field, name: string, id: string, olds: Props, news: Props): Answer {
  const next = comparedText(field, ownMember(news, name));
  const isSame =
    ownMember(olds, name) === undefined
      ? next !== undefined && fingerprintOf(olds, name) === fingerprint(id, name, next)
      : comparedText(field, ownMember(olds, name)) === next;
  return isSame ? "none" : effectOf(field, ownMember(olds, name), ownMember(news, name), olds);
}

/**
 * Tells whether Pulumi's option `replaceOnChanges` turns an update of this argument into a replacement. The SDK hands
 * the option over, because the dynamic host never tells the engine which properties differ.
 */
function replacesOnChange(name: string, olds: Props, news: Props): boolean {
  return strings(news[hidden.replaceOnChanges]).some((path) => {
    const steps: string[] = path.match(/[^.[\]"]+/g) ?? [];
    const upToWildcard = steps.includes("*") ? steps.slice(0, steps.indexOf("*")) : steps;
    if (upToWildcard.length === 0) return steps.length > 0;
    return steps[0] === name && !sameValue(valueAt(olds, upToWildcard), valueAt(news, upToWildcard));
  });
}
