import { createHash } from "node:crypto";
import { visible, visibleInLine } from "../../../client/errors/visible";
import { wrongSettings } from "../../host/settings";
import type { Identified } from "../../kinds/operations";
import { withSecretName } from "../../state/secret-name";
import { hidden, keyOf, secretsOf } from "../../state/state";
import { check as checkFields, type CheckFailure } from "../../table/check";
import { earlyRefusals, optionRefusals, unasked } from "../../table/data-loss";
import type { RandomBytes } from "../../table/names";
import { isEmpty, pick, type Props, strings } from "../../table/props";
import { hasUnknown } from "../../table/unknown";
import { adopteeIn, misfitsOf, observedOf } from "../adoption/adopt";
import { type Adoption, foreseeAdoption } from "../adoption/foresee-adoption";
import { hasArguments } from "../adoption/has-arguments";
import { warnOfOtherStack } from "../adoption/other-owners";
import type { VerbContext } from "../context";
import { withDataOfName } from "../data-at-stake";
import { markMembers, secretPathsOf } from "../secret-members";
import { begunElsewhere } from "../warnings";
import { soughtOf } from "../sought";
import { warningBeforeCreate, warningOfMove } from "../../ownership/forgotten-warnings";

export interface CheckResult {
  readonly inputs: Props;
  readonly failures: CheckFailure[];
  /** Of what is about to be adopted. */
  readonly adoption?: Adoption;
}

export interface CheckOptions {
  /** How a program writes a path of the table. Default: as the table does. */
  readonly spelled?: (path: string) => string;
  /**
   * Random bytes that the engine gives to this check of this resource, from which a made-up name follows: an update plan
   * records them, so that the run makes the name that its preview showed. Empty where the engine gives none.
   */
  readonly seed?: Uint8Array;
}

/** Bytes that follow from the seed alone. */
const bytesOf = (seed?: Uint8Array): RandomBytes | undefined =>
  seed?.length ? (size) => createHash("sha256").update(seed).digest().subarray(0, size) : undefined;

/** Finds every mistake of the program at once, fills in defaults, and makes up a name where the program gives none. */
export async function check<T extends Identified>(
  context: VerbContext<T>,
  olds: Props,
  asked: Props,
  { spelled, seed }: CheckOptions = {},
): Promise<CheckResult> {
  const { resource, messages, history } = context;
  // What it was before is no less a secret.
  for (const props of [olds, asked]) {
    context.marked.add(pick(props, strings(asked[hidden.secrets])));
    markMembers(context.marked, props, secretPathsOf(asked), (name) => resource.inputs[name]);
  }
  if (olds[hidden.secretName]) context.marked.add(olds.name);
  const isNew = isEmpty(olds);
  messages.learnUrn(asked);
  context.noteMention(asked);
  if (!isNew) noteInState(context, olds, asked);
  const keptName = await interruptedName(context, olds, asked);
  const adoptee = isNew ? await adopteeIn(context, asked) : undefined;
  const news = adoptee?.object ? { ...asked, name: asked.name ?? adoptee.object.name } : asked;
  const had = adoptee?.object ? observedOf(context, adoptee.object) : olds;
  const { inputs, failures } = checkFields(resource, olds, news, bytesOf(seed) ?? context.randomBytes, keptName, had);
  if (adoptee?.refusal) failures.push({ property: "adopt", reason: adoptee.refusal });
  if (adoptee?.object && failures.length === 0) failures.push(...misfitsOf(context, inputs, adoptee.object));
  if (failures.length === 0 && !isNew) failures.push(...earlyRefusals(resource, olds, inputs));
  const kept = isNew && failures.length === 0 ? history.replacedByOption(keyOf(asked)) : undefined;
  const replaced = kept && { ...kept, props: await withDataOfName(context, kept.props) };
  if (replaced) failures.push(...optionRefusals(resource, replaced.props, inputs, replaced.inPlace));
  if (failures.length === 0) failures.push(...(await declaredBefore(context, inputs)));
  failures.push(...wrongSettings(context.settings, resource.reaches));
  const adoption =
    adoptee?.object && failures.length === 0 ? foreseeAdoption(context, inputs, adoptee.object) : undefined;
  if (failures.length === 0 && replaced)
    await messages.warnOfLoss(replaced.props, replaced.inPlace.length > 0 ? replaced.inPlace : [unasked], inputs);
  if (failures.length === 0) await warn(context, olds, asked, inputs, adoption);
  history.sawCheck(inputs, failures.length === 0 ? olds : {});
  for (const secret of secretsOf(resource, inputs)) context.session.secrets.add(secret);
  return {
    inputs: withSecretName(asked, inputs),
    failures: failures.map((failure) => said(failure, context, strings(asked[hidden.secrets]), spelled)),
    ...(adoption && { adoption }),
  };
}

/** Two resources of one program that stand for the same object: whichever goes first would take it from the other. */
async function declaredBefore<T extends Identified>(context: VerbContext<T>, inputs: Props): Promise<CheckFailure[]> {
  const { operations, session, kind } = context;
  const { idFrom } = operations;
  const key = keyOf(inputs);
  if (idFrom === undefined || key === undefined || hasUnknown(inputs[idFrom])) return [];
  const id = operations.idOf?.(inputs, session.randomBytes);
  if (id === undefined) return [];
  const isOnlyOne = await session.books.ownership.declare(context.object(id), key);
  if (isOnlyOne) return [];
  const reason =
    `this is ${kind} ${id}: another resource of this program manages it already, and whichever goes first would take it from ` +
    "the other. What to do: take one of the two out of the program.";
  return [{ property: idFrom, reason }];
}

/**
 * A failure as engines print it. They print the value of the property that it names too, of a secret as well, and in the
 * clear (docs/reference/pulumi-engine.md, section 8): so a failure inside anything that may hold a secret, or in which the
 * program has one, names no property and says in words where it is. Engines print words as they are, so nothing in them may
 * steer a terminal or speak to a CI system: they quote arguments, and names that the platform gave.
 */
function said<T extends Identified>(
  { property, reason }: CheckFailure,
  { resource, marked }: VerbContext<T>,
  secrets: readonly string[],
  spelled = (path: string) => path,
): CheckFailure {
  const name = property.split(/[.[]/, 1)[0]!;
  const field = Object.hasOwn(resource.inputs, name) ? resource.inputs[name] : undefined;
  const isPrintable = field && !field.secret && !field.sensitive && !secrets.includes(name);
  const [path, words] = [visibleInLine(spelled(property)), visible(marked.hide(reason))];
  if (isPrintable) return { property: path, reason: words };
  return { property: "", reason: path === "" ? words : `${marked.hide(path)}: ${words}` };
}

/** The engine has the resource already, with these inputs. */
function noteInState<T extends Identified>({ session, kind }: VerbContext<T>, olds: Props, news: Props): void {
  const key = keyOf(news);
  if (key === undefined) return;
  session.books.ownership.engineHasInputs(kind, key, typeof olds.name === "string" ? olds.name : undefined);
}

/** The name that an interrupted create made up for this resource, where neither the program nor the state has one. */
async function interruptedName<T extends Identified>(
  { session, kind }: VerbContext<T>,
  olds: Props,
  news: Props,
): Promise<string | undefined> {
  const key = keyOf(news);
  if (key === undefined || news.name !== undefined || olds.name !== undefined) return undefined;
  return session.books.creates.interruptedName(kind, key);
}

/** What people are to know of inputs that are right, before anything is done about them. */
async function warn<T extends Identified>(
  context: VerbContext<T>,
  olds: Props,
  asked: Props,
  inputs: Props,
  adoption: Adoption | undefined,
): Promise<void> {
  const { operations, session, messages } = context;
  await messages.warnOfCautions(olds, inputs, {
    caution: () => operations.caution?.(session, inputs),
    foresee: () => operations.foresee?.(session, {}, inputs),
  });
  if (adoption) {
    await warnOfOtherStack(context, adoption.object, inputs);
    await messages.tellReasons(inputs, adoption.reasons);
  }
  if (!isEmpty(olds)) return;
  const isCreated = asked.adopt === undefined;
  const isPerhapsReplaced = isCreated && (await warnOfForgotten(context, inputs));
  if (isCreated) {
    await warnOfBegun(context, inputs);
    await warnOfMove(context, inputs);
    if (!isPerhapsReplaced) await noteNew(context, inputs);
    context.noteCreate(inputs);
  }
  // A replacement costs what the object before it did.
  if (!isPerhapsReplaced) await context.tellCost(adoption?.changed ?? { news: inputs });
}

/**
 * Warns of objects that earlier runs made for this resource, before there is a second one. A look that fails tells nothing
 * yet: at its end the run looks again.
 *
 * @returns whether there are any.
 */
async function warnOfForgotten<T extends Identified>(
  { operations, session, messages, kind }: VerbContext<T>,
  inputs: Props,
): Promise<boolean> {
  const key = keyOf(inputs);
  // An object whose id follows from its inputs is taken over, and no other is made.
  if (key === undefined || operations.idOf) return false;
  const found = await session.books.ownership.forgottenBy(kind, key);
  for (const object of found) await messages.warn(warningBeforeCreate(object));
  return found.length > 0;
}

/** Warns where the resource may have had another name or parent, and its data would go with the object of before. */
async function warnOfMove<T extends Identified>(
  { resource, session, messages, kind }: VerbContext<T>,
  inputs: Props,
): Promise<void> {
  const sought = soughtOf(resource, inputs);
  if (!sought) return;
  for (const object of await session.books.ownership.madeForOthers(kind, sought.key, sought))
    await messages.warn(warningOfMove(object));
}

/** At the end of a preview people want to hear of an object that this resource may have had under another name or parent. */
async function noteNew<T extends Identified>(context: VerbContext<T>, inputs: Props): Promise<void> {
  const { resource, session, messages, kind, facts } = context;
  const { [hidden.stack]: stack } = inputs;
  const key = keyOf(inputs);
  if (key === undefined || typeof stack !== "string" || !resource.inputs.dataLoss) return;
  const isLike = (id: string) => hasArguments(context, inputs, id);
  await session.books.ownership.noteNew({ kind, key, name: messages.nameOf(inputs), stack, facts, isLike });
}

/** Warns of what an interrupted run of this stack may have made while the stack had another name, or lay in another backend. */
async function warnOfBegun<T extends Identified>(
  { resource, session, messages, lookup, kind }: VerbContext<T>,
  { name, [hidden.stack]: stack }: Props,
): Promise<void> {
  if (typeof name !== "string" || typeof stack !== "string") return;
  for (const begun of await session.books.creates.beganElsewhere(kind, name, stack)) {
    const { attempt } = begun;
    const isGone = attempt.made !== undefined && (await lookup.sight(attempt.made)) === "gone";
    if (!isGone) await messages.warn(begunElsewhere(begun, resource.inputs.adopt !== undefined));
  }
}
