import { ownMember } from "../../values/own-member";
import { append, largest } from "../../values/many";
import { alternativesOf } from "./alternatives";
import { differences } from "./diff";
import { idOrNeed } from "./need";
import { markedName, newMark, type RandomBytes, type Whose } from "./names";
import { formatPath, isEmpty, isObject, type Path, type Props, sameValue, strings, valueAt } from "./props";
import { createBody } from "./requests";
import type { Broken, Field, Resource, Violation } from "./resource";
import { hidden, isHidden, mark } from "../state/state";
import { aboutMember, meantBy, remedyFor } from "./remedy";
import { nearest } from "./spelling";
import { hasUnknown, isPerhapsAbsent, isUnknown, refusedValue, unknownValue } from "./unknown";
import { unknownMember, type Wrong, wrongIn } from "./wrong-value";

export interface CheckFailure {
  /** The path of the property; empty if several are at fault. */
  readonly property: string;
  readonly reason: string;
}

/**
 * Checks the program's arguments against every rule that needs no call, and generates a missing name: `keptName`, which an
 * interrupted create used, or a new one. Reports all violations at once. Unknown values are neither checked nor replaced,
 * at any depth.
 *
 * @param observed the existing object, if known. Its values are valid whatever the limits of a new one. Without it, the
 * limits of arguments that the program sets for the first time are left to `overLimits`.
 * @param whose the resource whose mark ends a generated name.
 */
export function check(
  resource: Resource,
  olds: Props,
  news: Props,
  randomBytes: RandomBytes,
  keptName?: string,
  observed?: Props,
  whose: Whose = { backend: "", stack: "", key: "" },
): { inputs: Props; failures: CheckFailure[] } {
  const marked = strings(news[hidden.secrets]);
  const had = observed ?? olds;
  const isFirst = (path: Path) => observed === undefined && !isEmpty(olds) && valueAt(olds, path) === undefined;
  const isDue = ({ isLimit, path }: Violation) => !isLimit || !isFirst(path);
  const violations = Object.keys(news).flatMap((name) => unknownArgument(resource, name));
  const inputs: Props = { ...resource.defaults };
  let trusted: Props = { ...resource.defaults };
  const auto = autoName(resource, olds, news, () => newMark(whose, randomBytes), keptName);
  for (const [name, field] of Object.entries(resource.inputs)) {
    const value = name === "name" ? (news.name ?? auto.name) : ownMember(news, name);
    if (isLeftOut(field, value)) continue;
    const wrong = schemaViolations(name, field, value, marked.includes(name))
      .filter(isNewIn(value, ownMember(had, name)))
      .filter(isDue);
    append(violations, wrong);
    inputs[name] = value;
    trusted[name] = wrong.reduce((rest, { path }) => markedAt(rest, path.slice(1), refusedValue), value);
  }
  for (const name of [hidden.provider, hidden.key, hidden.stack, hidden.replaceOnChanges]) {
    if (news[name] !== undefined) trusted[name] = inputs[name] = news[name];
  }
  trusted = meantIn(violations, news).reduce((all, path) => markedAt(all, path, unknownValue) as Props, trusted);
  append(violations, missing(resource, trusted));
  append(violations, brokenRules(resource, trusted, had).filter(isDue));
  const isUpdate = Object.keys(olds).length > 0 && !isReplacement(resource, olds, trusted);
  if (isUpdate) append(violations, brokenTransitions(resource, olds, trusted));
  if (inputs.name === auto.name && auto.isOurs) inputs[hidden.autoName] = auto.name;
  else if (news.name === undefined ? olds[hidden.secretName] === true : marked.includes("name"))
    inputs[hidden.secretName] = true;
  return { inputs, failures: failuresOf(violations, news) };
}

const brokenTransitions = ({ transitions = [] }: Resource, olds: Props, news: Props): Violation[] =>
  transitions.flatMap((transition) => violationsIn(transition(olds, news)));

/**
 * Finds limits that the changed arguments of an update break although the object, with this state, does not; and changes that
 * the object does not allow, where `check` took the update for a replacement.
 */
export function overLimits(resource: Resource, state: Props, news: Props, changed: Iterable<string>): CheckFailure[] {
  const names = [...changed].filter((name) => ownMember(resource.inputs, name) !== undefined);
  const values = names.flatMap((name) =>
    schemaViolations(name, ownMember(resource.inputs, name)!, ownMember(news, name), false).filter(
      isNewIn(ownMember(news, name), ownMember(state, name)),
    ),
  );
  const ofChanged = ({ path: [name] }: Violation) => names.includes(String(name));
  const all = [...values, ...brokenRules(resource, news, state).filter(ofChanged)];
  const moves = brokenTransitions(resource, state, news).filter(ofChanged);
  return [...all.filter(({ isLimit }) => isLimit), ...moves].map(toFailure);
}

/** Tells whether the wrong value at a path differs from the object's. */
const isNewIn =
  (value: unknown, had: unknown) =>
  ({ path: [, ...inside] }: Violation): boolean =>
    had === undefined || !sameValue(valueAt(value, inside), valueAt(had, inside));

/** The rules between arguments that the inputs break, minus those that the object's own values break alike. */
function brokenRules(resource: Resource, inputs: Props, had: Props): Violation[] {
  const rules = [
    ...resource.rules,
    ...[excluded, tooLarge, idOrNeed].map((rule) => (props: Props) => rule(resource, props)),
  ];
  return rules.flatMap((rule) => {
    const broken = violationsIn(rule(inputs));
    const before = isEmpty(had) || broken.length === 0 ? [] : violationsIn(rule({ ...resource.defaults, ...had }));
    return broken.filter((violation) => !before.some((known) => sameValue(known, violation)));
  });
}

export const violationsIn = (broken: Broken): Violation[] => [broken ?? []].flat();

function excluded({ inputs: fields }: Resource, inputs: Props): Violation[] {
  const isSet = (name: string) => {
    const value = ownMember(inputs, name) ?? undefined;
    return value !== undefined && !isPerhapsAbsent(value);
  };
  return Object.entries(fields).flatMap(([name, { excludedBy: by }]) => {
    if (by === undefined || !isSet(by) || !isSet(name)) return [];
    return [{ path: [name], problem: `excluded by ${by}`, remedy: `remove ${name}, or remove ${by}` }];
  });
}

const isReplacement = (resource: Resource, olds: Props, inputs: Props): boolean =>
  differences(resource, "", olds, inputs).some(({ effect }) => effect === "replace");

/** One failure for each violation, without those for a missing argument that a misspelled name probably meant. */
export function failuresOf(violations: readonly Violation[], given: Props): CheckFailure[] {
  const meant = meantIn(violations, given);
  return violations.filter(({ path }) => !meant.some((each) => sameValue(each, path))).map(toFailure);
}

/** The unset paths that misspelled names probably meant. */
const meantIn = (violations: readonly Violation[], given: Props): Path[] =>
  violations.flatMap(({ meant = [] }) => meant).filter((path) => (valueAt(given, path) ?? undefined) === undefined);

export const toFailure = ({ path, problem, remedy }: Violation): CheckFailure => ({
  property: formatPath(path),
  reason: remedy === "" ? problem : `${problem}; ${remedy}`,
});

const isLeftOut = (field: Field, value: unknown): boolean =>
  value === undefined || (value === null && !field.schema.safeParse(null).success);

/** The name of a resource without one in the program: the one it has, or a new and unique one. */
function autoName(resource: Resource, olds: Props, news: Props, mark: () => string, keptName?: string) {
  // After a refresh, `name` may be somebody else's.
  if (olds[hidden.autoName] !== undefined) return { name: olds[hidden.autoName], isOurs: true };
  if (olds.name !== undefined) return { name: olds.name, isOurs: false };
  if (keptName !== undefined) return { name: keptName, isOurs: true };
  const logicalName = news[hidden.logicalName];
  const name = typeof logicalName === "string" ? logicalName : resource.kind.toLowerCase();
  return { name: markedName(name, mark(), resource.maxNameLength), isOurs: true };
}

function unknownArgument(resource: Resource, name: string): Violation[] {
  if (Object.hasOwn(resource.inputs, name) || isHidden(name)) return [];
  const elsewhere = ownMember(resource.misplaced ?? {}, name);
  const similar = nearest(name, Object.keys(resource.inputs));
  const meant = elsewhere === undefined ? similar : /^use ([\w.]+)/.exec(elsewhere)?.[1];
  return [
    {
      path: [name],
      problem: `not an argument of ${resource.kind}`,
      remedy: elsewhere ?? (similar ? `did you mean ${similar}?` : "remove it"),
      ...(meant !== undefined && { meant: [meant.split(".")] }),
    },
  ];
}

function missing(resource: Resource, inputs: Props): Violation[] {
  return Object.entries(resource.inputs)
    .filter(([name, { schema }]) => ownMember(inputs, name) === undefined && !schema.safeParse(undefined).success)
    .map(([name, field]) => ({ path: [name], problem: "required, but not set", remedy: `set it: ${field.limits}` }));
}

function tooLarge(resource: Resource, inputs: Props): Violation[] {
  const { largestCreate } = resource;
  if (!largestCreate || hasUnknown(inputs)) return [];
  const { bytes: most, remedy } = largestCreate;
  // A request has one alternative.
  const bodies = alternativesOf(resource, inputs).map((one) => createBody(resource, one, String(inputs.name)));
  const bytes = largest(bodies.map((body) => Buffer.byteLength(JSON.stringify(body))));
  if (bytes <= most) return [];
  const problem = `the arguments make a request of ${bytes} bytes, and the platform accepts at most ${most}`;
  return [{ path: [], problem, remedy }];
}

function schemaViolations(name: string, field: Field, value: unknown, isMarked: boolean): Violation[] {
  if (value === undefined || isUnknown(value)) return [];
  const parsed = field.schema.safeParse(value);
  // The schema of free JSON accepts anything.
  if (parsed.success) return unsayableIn(value).map((found) => ({ remedy: "", ...found, path: [name, ...found.path] }));
  return parsed.error.issues
    .flatMap((issue) => wrongIn(issue, []))
    .filter((wrong, _, all) => !all.some((other) => other !== wrong && isMoreBasic(other, wrong)))
    .filter(({ path }) => !isUnknown(valueAt(value, path)))
    .map((wrong) => {
      const { path, problem, isClear, isLimit } = wrong;
      const inside = [name, ...path];
      const member = problem === unknownMember ? aboutMember(field.limits, value, path) : undefined;
      if (member) return { ...member, path: inside, meant: member.meant?.map((each) => [name, ...each]) };
      const isQuotable = !isMarked && !field.secret && !field.sensitive;
      const quoted = !isQuotable ? "" : isClear ? got(valueAt(value, path)) : meantBy(problem, valueAt(value, path));
      const remedy = remedyFor(field.limits, value, wrong);
      return { path: inside, problem: `${problem}${quoted}`, remedy, ...(isLimit && { isLimit }) };
    });
}

/** Tells whether a value has the wrong type, so that nothing else can be said of it. */
const isMoreBasic = (one: Wrong, other: Wrong): boolean =>
  one.problem.startsWith("expected ") && !other.problem.startsWith("expected ") && sameValue(one.path, other.path);

/** The given number. Texts and values that may hold a secret are never quoted. */
const got = (value: unknown): string => (typeof value === "number" ? ` (got ${value})` : "");

/** Puts a mark for a part of a value, so that the rules can still judge the rest. */
function markedAt(value: unknown, [step, ...rest]: Path, mark: string): unknown {
  if (step === undefined) return mark;
  if (Array.isArray(value)) return value.map((one: unknown, at) => (at === step ? markedAt(one, rest, mark) : one));
  return isObject(value) ? { ...value, [step]: markedAt(ownMember(value, String(step)), rest, mark) } : mark;
}

/** A part of a value without a form in JSON. */
interface Unsayable {
  readonly path: Path;
  readonly problem: string;
  readonly remedy?: string;
}

/** The text that the SDKs produce for an Output. */
const outputAsText = /Calling (\[to(String|JSON)\]|__str__) on an /;

/** The advice for files, by the mark of their envelope. */
const marked: Readonly<Record<string, string>> = {
  c44067f5952c0a294b673a41bacd8c17: "an asset; read the file and give its text",
  "0def7320c3a5731c473e5ecbe6d01bc7": "an archive; give the address of one",
};

/** Finds all parts of a value that no request can carry: NaN, Infinity, texts with an Output in them, and stand-ins for files. */
function unsayableIn(value: unknown, path: Path = []): Unsayable[] {
  if (typeof value === "string" && outputAsText.test(value)) {
    const remedy = "use `pulumi.interpolate`, or `pulumi.Output.format` in Python";
    return [{ path, problem: "an Output was put into this text, which has no value there", remedy }];
  }
  if (typeof value === "number" && !Number.isFinite(value))
    return [{ path, problem: "no number that JSON has a word for, as NaN and Infinity are none" }];
  if (Array.isArray(value)) return value.flatMap((one, at) => unsayableIn(one, [...path, at]));
  if (!isObject(value)) return [];
  const what = typeof value[mark] === "string" ? ownMember(marked, value[mark]) : undefined;
  if (what !== undefined) return [{ path, problem: what }];
  return Object.entries(value).flatMap(([name, member]) => unsayableIn(member, [...path, name]));
}
