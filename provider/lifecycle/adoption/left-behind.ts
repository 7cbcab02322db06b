import type { Listed } from "../../state/identity";
import { AnswerError } from "../../../client/errors/errors";
import { catalogFor } from "../../cost/pricing";
import type { Left, Wanting } from "../../create/find-left";
import { begunAs, type Outlook } from "../../create/outlook";
import { isHourly } from "../../kinds/prices";
import { ownMember } from "../../../values/own-member";
import { keyOf, unreadableNames } from "../../state/state";
import { isObject, type Props } from "../../table/props";
import { markIn, markOf, type Whose } from "../../table/names";
import { hasUnknown } from "../../table/unknown";
import type { Context } from "../context";
import { leftInWords, madeAndLeft, pricedProps, waysOn, whatToDo } from "./left-in-words";

/**
 * An earlier run created an object for this resource that is in no state: the run was interrupted, or somebody kept the
 * object on purpose.
 *
 * @done Nothing was created or changed; the message names the object, its cost and its creation time.
 * @fix To keep it, give the resource `adopt: { id }`. If nobody needs it, delete it. To leave it alone, run
 * `compute doctor --let-go ID`. For stacks that only automation runs, set `compute:interrupted` to `take over`.
 */
export class LeftError extends AnswerError {
  readonly code = "left";
}

export const liveObjects = async ({ session, operations }: Context): Promise<Listed[]> =>
  (await operations.list(session)).filter((object) => !operations.isGone?.(object));

/** The resource as one that needs an object. Undefined if its id follows from its inputs or its identity is unknown. */
export async function wantingOf(context: Context, inputs: Props, whose?: Whose): Promise<Wanting | undefined> {
  const { kind, operations, resource, lookup } = context;
  if (operations.idOf || resource.isOnlyInState || keyOf(inputs) === undefined) return undefined;
  return {
    kind,
    whose: whose ?? (await context.session.bookkeeping.whose(inputs)),
    ...(operations.isUnlisted && { isUnlisted: true }),
    list: () => liveObjects(context),
    get: (id) => lookup.ifThere(id),
  };
}

/** The setting `compute:interrupted`, for stacks that only automation runs. */
export const takesUp = ({ settings }: Context): boolean => settings.interrupted === "take over";

/** The objects that earlier runs left for the resource; undefined if there are none, it adopts one, or nobody can list them. */
export async function leftOf(context: Context, inputs: Props): Promise<Left | undefined> {
  const wanting = await wantingOf(context, inputs);
  if (!wanting || hasUnknown(inputs.adopt)) return undefined;
  // A failed list stops a create; a preview reports separately that the platform does not answer.
  const left = await context.session.bookkeeping.creates.left(wanting).catch(() => undefined);
  const adopted = isObject(inputs.adopt) ? inputs.adopt : {};
  const isAdopted = left?.own.some(({ id, name }) => id === adopted.id || name === adopted.name);
  return left === undefined || left.own.length === 0 || isAdopted ? undefined : left;
}

/** The left object that is taken over, or the refusal to create another. */
export async function leftBehind(
  context: Context,
  inputs: Props,
  request: () => Promise<Parameters<typeof begunAs>[1]>,
): Promise<Outlook | undefined> {
  const left = await leftOf(context, inputs);
  if (!left) return undefined;
  const opened = await context.session.bookkeeping.journal.open();
  const isClear = !opened.isShared && !left.isUnsure && left.own.length === 1;
  if (!takesUp(context) || !isClear) return { refusal: await leftError(context, inputs, left) };
  await context.messages.warn(
    `${context.messages.called(inputs)}: ${await tellTakenUp(context, inputs, left)}`,
    inputs,
  );
  const object = left.own[0]!;
  if (!left.attempt) return { object, earlier: { differs: (name) => name !== "name" } };
  const { earlier } = begunAs(opened, await request(), left.attempt);
  return { object, earlier };
}

/** The refusal to create an object beside those that are left. */
export async function leftError(context: Context, inputs: Props, left: Left): Promise<Error> {
  const { isShared = false } = await context.session.bookkeeping.journal.open();
  const own = await inWords(context, left.own);
  const others = left.others.length > 0 ? ` This stack also left ${await inWords(context, left.others)}.` : "";
  const sameNamed = isShared ? ` ${ofSameNamedStack}` : "";
  const called = context.messages.called(inputs);
  const state = left.isUnsure ? "the state, which may have it, could not be read" : "no state has it";
  return new LeftError(
    `${madeAndLeft(own, { called }, state)}. Nothing was created or changed. ` +
      `What to do: ${waysOn(context.kind, left.own[0]!.id, { called })}.${sameNamed}${others}`,
  );
}

/** Marks don't tell organizations apart. */
const ofSameNamedStack =
  "If it belongs to a stack of the same name in another organization, leave it as it is and give this stack or its project another name.";

async function tellTakenUp(context: Context, inputs: Props, { own, attempt }: Left): Promise<string> {
  const { resource } = context;
  const isMeant = (name: string) => name !== "name" && ownMember(inputs, name) !== undefined;
  const unread = attempt ? [] : unreadableNames(resource).filter(isMeant);
  const assumed =
    unread.length === 0
      ? ""
      : ` The platform does not report ${unread.join(", ")}: the state takes that from the program, as \`adopt\` does.`;
  return `an earlier run made ${await inWords(context, own)} for it, and no state has it. \`up\` takes it over unchanged (compute:interrupted).${assumed}`;
}

/** The objects with their names, ages and costs. */
export async function inWords(context: Context, objects: readonly Listed[]): Promise<string> {
  const { kind, session } = context;
  const shown = objects.slice(0, mostShown);
  for (const { id } of objects) session.bookkeeping.ownership.note(kind, id, { isTold: true });
  const priced = isHourly(kind) ? shown.map((object) => pricedProps(kind, object)) : [];
  const prices = priced.length > 0 ? await catalogFor(priced, session.catalog.all).catch(() => undefined) : undefined;
  const more = objects.length - shown.length;
  return shown.map((object) => leftInWords(kind, object, prices)).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

const mostShown = 20;

/** The objects of this kind that the stack left, in sentences for the end of a run: a create asks only about its own resource. */
export async function leftByStack(context: Context, inputs: Props): Promise<string[]> {
  const { session, kind } = context;
  const wanting = await wantingOf(context, inputs);
  const left = wanting && (await session.bookkeeping.creates.leftOfStack(wanting));
  if (!left || left.length === 0) return [];
  const { stack, backend } = wanting.whose;
  const entries = await session.bookkeeping.ownership.entries(kind);
  const makers = new Map(
    session.declarations.keyed(kind).map((each) => [markOf({ stack, backend, key: each[0] }).resource, each]),
  );
  const sentences = left.slice(0, mostTold).map(async (object) => {
    const [key, { label, id } = {}] = makers.get(markIn(object.name)?.resource ?? "") ?? [];
    const urn = entries.find((entry) => entry.key === key)?.urn;
    const its = { called: label, has: id, urn };
    return `${madeAndLeft(await inWords(context, [object]), its)}. ${whatToDo(kind, object.id, its)}`;
  });
  const more = left.length - mostTold;
  return [
    ...(await Promise.all(sentences)),
    ...(more > 0 ? [`This stack also left ${more} more of kind ${kind}: \`compute doctor\` lists them.`] : []),
  ];
}

const mostTold = 5;
