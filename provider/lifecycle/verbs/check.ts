import { wrongSettings } from "../../host/settings";
import type { Identified } from "../../kinds/operations";
import { hidden, keyOf, secretsOf } from "../../state/state";
import { check as checkFields, type CheckFailure, shown } from "../../table/check";
import { earlyRefusals } from "../../table/data-loss";
import type { Props } from "../../table/props";
import { adopteeIn, misfitsOf } from "../adoption/adopt";
import type { VerbContext } from "../context";
import { begunElsewhere, inTwoStacks } from "../errors";
import { warningBeforeCreate } from "../../ownership/forgotten-warnings";

/** Finds every mistake of the program at once, fills in defaults, and makes up a name where the program gives none. */
export async function check<T extends Identified>(
  context: VerbContext<T>,
  olds: Props,
  asked: Props,
): Promise<{ inputs: Props; failures: CheckFailure[] }> {
  const { resource, operations, messages } = context;
  context.noteMention(asked);
  messages.learnUrn(asked);
  const keptName = await interruptedName(context, olds, asked);
  const isNew = Object.keys(olds).length === 0;
  const adoptee = isNew ? await adopteeIn(context, asked) : undefined;
  const news = adoptee?.object ? { ...asked, name: asked.name ?? adoptee.object.name } : asked;
  const { inputs, failures } = checkFields(resource, olds, news, context.randomBytes, keptName);
  if (adoptee?.refusal) failures.push({ property: "adopt", reason: adoptee.refusal });
  if (adoptee?.object && failures.length === 0) failures.push(...misfitsOf(context, inputs, adoptee.object));
  if (failures.length === 0 && !isNew) failures.push(...earlyRefusals(resource, olds, inputs));
  failures.push(...wrongSettings(context.settings, resource.reaches));
  if (failures.length === 0)
    await messages.warnOfCautions(olds, inputs, {
      caution: () => operations.caution?.(context.session, inputs),
      foresee: () => operations.foresee?.(context.session, {}, inputs),
    });
  if (failures.length === 0 && adoptee?.object) await warnOfOtherStack(context, adoptee.object.id, inputs);
  if (failures.length === 0 && isNew) {
    const hasEarlier = asked.adopt === undefined && (await warnOfForgotten(context, inputs));
    if (asked.adopt === undefined) {
      await warnOfBegun(context, inputs);
      context.noteCreate(inputs);
    }
    // What is replaced costs what it did.
    if (!hasEarlier) await context.tellCost({ news: inputs });
  }
  context.history.sawCheck(inputs);
  for (const secret of secretsOf(resource, inputs)) context.session.secrets.add(secret);
  return { inputs, failures: failures.map(shown) };
}

/** A preview tells of it before there is a second one. A look that fails tells nothing yet; at its end the run looks again. */
async function warnOfForgotten<T extends Identified>(
  { operations, session, messages, kind }: VerbContext<T>,
  inputs: Props,
): Promise<boolean> {
  const key = keyOf(inputs);
  // What is told by its own value is taken over, and no other is made.
  if (key === undefined || operations.idOf) return false;
  const found = await session.books.ownership.forgottenBy(kind, key);
  for (const object of found) await messages.warn(warningBeforeCreate(object));
  return found.length > 0;
}

/** Of what an interrupted run of this stack may have made while the stack had another name, or lay in another backend. */
async function warnOfBegun<T extends Identified>(
  { resource, session, messages, lookup, kind }: VerbContext<T>,
  { name, [hidden.stack]: stack }: Props,
): Promise<void> {
  if (typeof name !== "string" || typeof stack !== "string") return;
  for (const attempt of await session.books.creates.beganElsewhere(kind, name, stack)) {
    const isGone = attempt.made !== undefined && (await lookup.sight(attempt.made)) === "gone";
    const isMoved = attempt.stack === stack;
    if (!isGone) await messages.warn(begunElsewhere(attempt, isMoved, resource.inputs.adopt !== undefined));
  }
}

/** A preview tells of it while nothing is lost: each of two stacks that have one object may delete it. */
async function warnOfOtherStack<T extends Identified>(
  { resource, session, messages, kind }: VerbContext<T>,
  id: string,
  { [hidden.stack]: stack }: Props,
): Promise<void> {
  const ours = typeof stack === "string" ? stack : undefined;
  const other = await session.books.ownership.otherStackOf(kind, id, ours);
  if (other !== undefined) await messages.warn(inTwoStacks(kind, id, other, resource.inputs.dataLoss !== undefined));
}

/** The made-up name that an interrupted create used; also tells who has what from the inputs that the engine has. */
async function interruptedName<T extends Identified>(
  context: VerbContext<T>,
  olds: Props,
  news: Props,
): Promise<string | undefined> {
  const { kind } = context;
  const key = keyOf(news);
  if (key === undefined) return undefined;
  const { creates, ownership } = context.session.books;
  if (Object.keys(olds).length > 0)
    ownership.engineHasInputs(kind, key, typeof olds.name === "string" ? olds.name : undefined);
  return news.name === undefined && olds.name === undefined ? creates.interruptedName(kind, key) : undefined;
}
