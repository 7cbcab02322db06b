import { ownMember } from "../../../values/own-member";
import type { CreateRequest } from "../../create/request";
import { isFree } from "../../kinds/prices";
import { hidden, keyOfInputs, stackOf } from "../../state/state";
import { asWritten } from "../../table/alternatives";
import { markedName, newMark, type Whose } from "../../table/names";
import type { Props } from "../../table/props";
import { canonical, effectsOf, type Field, isInert } from "../../table/resource";
import type { Context } from "../context";
import { liveObjects, leftError, takesUp, wantingOf } from "../adoption/left-behind";

/** The create of a resource in terms common to all kinds, without the request itself. */
export async function createRequest(context: Context, inputs: Props): Promise<Omit<CreateRequest, "post">> {
  const { session, resource, operations, kind } = context;
  const { isUnlisted } = operations;
  const key = keyOfInputs(inputs);
  const whose = await context.session.bookkeeping.whose(inputs);
  const { name, isMarked } = await nameFor(context, inputs, whose);
  const wanting = await wantingOf(context, inputs, whose);
  const sent = Object.entries(resource.inputs).filter(([, field]) => !isInert(field));
  return {
    kind,
    key,
    stack: stackOf(inputs),
    name,
    isMarked,
    wanted: typeof inputs.name === "string" ? inputs.name : name,
    ...(isUnlisted && { isUnlisted }),
    ...(isFree(kind) && { isFree: true }),
    canAdopt: resource.inputs.adopt !== undefined,
    asked: Object.fromEntries((isUnlisted ? sent.filter(makesAnother) : sent).map(toAsked(inputs))),
    look: () => operations.beforeCreate?.(session, inputs, name) ?? Promise.resolve(),
    list: () => liveObjects(context),
    get: (id) => context.lookup.ifThere(id),
    ...(wanting && {
      ifLeft: { wanting, isTakenUp: takesUp(context), refusal: (left) => leftError(context, inputs, left) },
    }),
    elsewhere: (id) => session.bookkeeping.ownership.otherThan(key, context.looked(id)),
    deleteSurplus: (id) => operations.delete(session, id, deleteWithinMs, {}),
  };
}

/**
 * The name to send. The platform has no idempotency key, and anybody may use a name. A kind that can be renamed is
 * therefore created under a name with random characters at its end, and gets the program's name once its id is known.
 */
async function nameFor(context: Context, inputs: Props, whose: Whose): Promise<{ name: string; isMarked: boolean }> {
  const { session, resource, operations } = context;
  const name = (await operations.platformName?.(session, inputs)) ?? String(inputs.name);
  if (inputs[hidden.autoName] === inputs.name || name !== inputs.name) return { name, isMarked: true };
  if (resource.inputs.name?.change !== "update") return { name, isMarked: false };
  const mark = newMark(whose, session.randomBytes);
  return { name: markedName(name, mark, resource.maxNameLength), isMarked: true };
}

/** Tells whether a change of the argument makes a new object: only these identify one that is made once for its arguments. */
const makesAnother = ([, field]: readonly [string, Field]): boolean => effectsOf(field).includes("replace");

/** A secret argument in its compared form, so that a part that makes no new object is no difference. */
const toAsked =
  (inputs: Props) =>
  ([name, field]: readonly [string, Field]) =>
    [name, field.secret ? canonical(field, ownMember(inputs, name)) : asWritten(inputs, name)] as const;

const deleteWithinMs = 10 * 60_000;
