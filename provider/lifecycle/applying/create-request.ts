import { ownMember } from "../../../values/own-member";
import type { CreateRequest } from "../../create/request";
import { isFree } from "../../kinds/prices";
import { hidden, keyOfInputs, stackOf } from "../../state/state";
import { asWritten } from "../../table/alternatives";
import { canonical } from "../../table/canonical";
import { markedName, newMark } from "../../table/names";
import type { Props } from "../../table/props";
import { effectsOf, type Field, isInert } from "../../table/resource";
import type { Context } from "../context";
import { liveObjects, refusalOf, takesUp, wantingOf } from "../left";

/** The create of a resource in terms that are the same for every kind, without the request itself. */
export async function createRequest(context: Context, inputs: Props): Promise<Omit<CreateRequest, "post">> {
  const { session, resource, operations, kind } = context;
  const { isUnlisted } = operations;
  const { name, isMarked } = await nameFor(context, inputs);
  const wanting = await wantingOf(context, inputs);
  const sent = Object.entries(resource.inputs).filter(([, field]) => !isInert(field));
  return {
    kind,
    key: keyOfInputs(inputs),
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
      ifLeft: { wanting, isTakenUp: takesUp(context), refusal: (left) => refusalOf(context, inputs, left) },
    }),
    elsewhere: (id) => session.books.ownership.otherThan(keyOfInputs(inputs), context.looked(id)),
    remove: (id) => operations.delete(session, id, removeWithinMs, {}),
  };
}

/**
 * The name to ask for. The platform takes no mark of ours and gives none, and a name that anybody may use tells
 * nothing about who made an object. So a kind that can be renamed is created under a name that ends in chance, and gets
 * the name of the program as soon as its id is known.
 */
async function nameFor(context: Context, inputs: Props): Promise<{ name: string; isMarked: boolean }> {
  const { session, resource, operations } = context;
  const name = (await operations.platformName?.(session, inputs)) ?? String(inputs.name);
  if (inputs[hidden.autoName] === inputs.name || name !== inputs.name) return { name, isMarked: true };
  if (resource.inputs.name?.change !== "update") return { name, isMarked: false };
  const mark = newMark(await context.whose(inputs), session.randomBytes);
  return { name: markedName(name, mark, resource.maxNameLength), isMarked: true };
}

/** Whether another value of the argument makes another object: what is made once for its arguments is told apart by these alone. */
const makesAnother = ([, field]: readonly [string, Field]): boolean => effectsOf(field).includes("replace");

/** A secret argument in the form in which it is compared, so that a part of it that makes no other object is no difference. */
const toAsked =
  (inputs: Props) =>
  ([name, field]: readonly [string, Field]) =>
    [name, field.secret ? canonical(field, ownMember(inputs, name)) : asWritten(inputs, name)] as const;

const removeWithinMs = 10 * 60_000;
