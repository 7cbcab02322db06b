import { NotFoundError } from "../../../client";
import { withChosenAlternatives } from "../../table/alternatives";
import { firstToBeHad } from "../../capacity/first-to-be-had";
import { isRefusal } from "../../capacity/refused";
import type { Request } from "../../create/creates";
import type { Identified } from "../../kinds/operations";
import { isFree } from "../../kinds/prices";
import { newSuffix, suffixedName } from "../../table/names";
import { pick, type Props } from "../../table/props";
import { isSentOnUpdate, sentAfterCreate } from "../../table/requests";
import { canonical } from "../../table/canonical";
import { effectsOf, type Field, isInert } from "../../table/resource";
import { viewOf } from "../../state/sighting";
import { newAdoption, newDatedAdoption } from "../../state/entry";
import { hidden, keyOf, keyOfInputs } from "../../state/state";
import { adopteeFit, adoptionIn, findAdoptee, refuseMisfit } from "../adoption/adopt";
import type { VerbContext } from "../context";
import { type Fit, fitOf } from "../adoption/fit";
import { madeOtherwise } from "../adoption/made-otherwise";
import type { Created } from "./created";
import { isUnclear } from "./uncertain";

/** Where the object of a task comes from: a create, `adopt`, or an earlier run. */
export type Origin = "made" | "adopted" | "managed";

/** Gives a resource its object: the one that it adopts, or a new one. */
export async function objectFor<T extends Identified>(context: VerbContext<T>, inputs: Props): Promise<Created<T>> {
  const { session, kind } = context;
  const adopt = adoptionIn(context, inputs);
  if (!adopt) return createResource(context, inputs);
  const object = await findAdoptee(context, adopt, keyOf(inputs));
  const fit = adopteeFit(context, inputs, object);
  refuseMisfit(kind, object.id, fit);
  const adoption = newAdoption(session.randomBytes);
  await session.books.adopts(context.object(object.id), { key: keyOfInputs(inputs), adoption }, object);
  const { asked, ...created } = toCreated(object, fit);
  return { ...created, asked: { ...asked, [hidden.adoption]: adoption }, isAdopted: true };
}

/** Creates the object of a resource, of its alternatives the first that can be had. */
async function createResource<T extends Identified>(context: VerbContext<T>, inputs: Props): Promise<Created<T>> {
  const { session, resource, operations } = context;
  const { hardware } = operations;
  if (operations.idOf) return ensure(context, inputs, operations.idOf(inputs, session.randomBytes));
  if (!hardware) return createForm(context, inputs, inputs, () => undefined);
  return firstToBeHad<Created<T>>(session, resource, inputs, {
    ...hardware,
    async create(form) {
      let refusal: unknown;
      try {
        return { made: await createForm(context, inputs, form, (error) => (refusal = error)) };
      } catch (error) {
        // Only the answer to the create itself speaks of this alternative, and comes out when nothing was made.
        if (error !== refusal || !isRefusal(error)) throw error;
        return { refusal: error };
      }
    },
  });
}

/**
 * Makes sure that an object exists whose id follows from its inputs. It may be there already: then it is this resource's
 * from now on, since no other resource of the program stands for it (`check` refuses that). A replacement by name (`--replace`)
 * makes the very object that it is to replace.
 */
async function ensure<T extends Identified>(context: VerbContext<T>, inputs: Props, id: string): Promise<Created<T>> {
  const { session, resource, operations, changes, kind } = context;
  const { isOnlyInState } = resource;
  const { ownership } = session.books;
  const key = keyOfInputs(inputs);
  if (isOnlyInState) {
    ownership.take(kind, key, id);
    return asAsked(await operations.create(session, inputs, id), inputs);
  }
  const adoption = newDatedAdoption(session.randomBytes, session.clock.now());
  // It may have been there for another resource of this stack, which must not delete it in a later run.
  await ownership.adopt(context.object(id), { key, adoption });
  const wanted = (await operations.platformName?.(session, inputs)) ?? id;
  const what = { kind, key, ...stackOfInputs(inputs), id, wanted };
  // The state may have the object already, with other arguments: a run that is cut short leaves it at those.
  const names = Object.keys(resource.inputs).filter((name) => isSentOnUpdate(resource.inputs[name]!));
  const call = () => session.books.creates.ensure(what, (begins) => operations.create(session, inputs, id, begins));
  return asAsked(await changes.update(id, { names }, isUnclear, call), { ...inputs, [hidden.adoption]: adoption });
}

const asAsked = <T>(object: T, asked: Props): Created<T> => ({ object, asked, olds: asked, changed: new Set() });

/**
 * Creates one form of the object exactly once, whatever happens to the answer or happened to earlier runs. What an
 * earlier run made may have any form that the program allows.
 *
 * @param form the inputs with one of the alternatives that `inputs` allow.
 * @param failed told of a failure of the request itself.
 */
async function createForm<T extends Identified>(
  context: VerbContext<T>,
  inputs: Props,
  form: Props,
  failed: (error: unknown) => void,
): Promise<Created<T>> {
  const { session, resource, operations } = context;
  const request = await requestFor(context, inputs);
  let posted: T | undefined;
  const post = async () => {
    try {
      return (posted = await operations.create(session, form, request.name));
    } catch (error) {
      failed(error);
      throw error;
    }
  };
  const { object, earlier } = await session.books.creates.create<T>({ ...request, post }, session.signal);
  if (earlier) await session.books.ownership.others.tell("took", context.object(object.id), [request.key]);
  const otherwise = earlier && madeOtherwise(context, inputs, object, earlier);
  if (otherwise) return otherwise;
  const exact = fitOf(context, form, object);
  const asked = withChosenAlternatives(resource, inputs, form);
  // What the platform has just made from this very request is as asked, but for what no create takes.
  if (object.id === posted?.id) {
    const later = ["name", ...sentAfterCreate(resource)];
    const changed = new Set(later.filter((each) => exact.changed.has(each)));
    return { object, asked, olds: asked, changed };
  }
  const isTakenUp = earlier !== undefined;
  return exact.unmendable.length === 0
    ? { ...toCreated(object, exact), asked, isTakenUp }
    : { ...toCreated(object, fitOf(context, inputs, object)), isTakenUp };
}

/** The create of a resource in terms that are the same for every kind, without the request itself. */
async function requestFor<T extends Identified>(
  context: VerbContext<T>,
  inputs: Props,
): Promise<Omit<Request<T>, "post">> {
  const { session, resource, operations, kind } = context;
  const { isUnlisted } = operations;
  const { name, isMarked } = await nameFor(context, inputs);
  const sent = Object.entries(resource.inputs).filter(([, field]) => !isInert(field));
  return {
    kind,
    key: keyOfInputs(inputs),
    ...stackOfInputs(inputs),
    name,
    isMarked,
    wanted: typeof inputs.name === "string" ? inputs.name : name,
    ...(isUnlisted && { isUnlisted }),
    isFree: isFree(kind),
    canAdopt: resource.inputs.adopt !== undefined,
    asked: {
      ...Object.fromEntries((isUnlisted ? sent.filter(makesAnother) : sent).map(toAsked(inputs))),
      ...pick(inputs, [hidden.fromTemplate]),
    },
    plain: new Set([...sent.filter(([, field]) => !mayHoldSecret(field)).map(([each]) => each), hidden.fromTemplate]),
    view: viewOf(session.settings),
    look: () => operations.beforeCreate?.(session, inputs, name) ?? Promise.resolve(),
    list: () => operations.list(session),
    get: (id) => ifThere(context, id),
    remove: (id) => operations.delete(session, id, removeWithinMs, {}),
  };
}

/**
 * The name to ask for. The platform takes no mark of ours and gives none, and a name that anybody may use tells
 * nothing about who made an object. So a kind that can be renamed is created under a name that ends in chance, and gets
 * the name of the program as soon as its id is known.
 */
async function nameFor<T extends Identified>(
  { session, resource, operations }: VerbContext<T>,
  inputs: Props,
): Promise<{ name: string; isMarked: boolean }> {
  const name = (await operations.platformName?.(session, inputs)) ?? String(inputs.name);
  if (inputs[hidden.autoName] === inputs.name || name !== inputs.name) return { name, isMarked: true };
  if (resource.inputs.name?.change !== "update") return { name, isMarked: false };
  return { name: suffixedName(name, newSuffix(session.randomBytes), resource.maxNameLength), isMarked: true };
}

/** Whether another value of the argument makes another object: what is made once for its arguments is told apart by these alone. */
const makesAnother = ([, field]: readonly [string, Field]): boolean => effectsOf(field).includes("replace");

/** A secret argument in the form in which it is compared, so that a part of it that makes no other object is no difference. */
const toAsked =
  (inputs: Props) =>
  ([name, field]: readonly [string, Field]) =>
    [name, field.secret ? canonical(field, inputs[name]) : inputs[name]] as const;

const mayHoldSecret = ({ secret, sensitive, freeText }: Field): boolean => [secret, sensitive, freeText].includes(true);

function stackOfInputs(inputs: Props): { stack?: string } {
  const stack = inputs[hidden.stack];
  return typeof stack === "string" ? { stack } : {};
}

/** An object that was there before, as it was found. */
const toCreated = <T>(object: T, { changed, asked, state }: Fit): Created<T> => ({
  object,
  changed,
  asked,
  olds: state,
});

const removeWithinMs = 10 * 60_000;

async function ifThere<T extends Identified>(
  { session, operations }: VerbContext<T>,
  id: string,
): Promise<T | undefined> {
  try {
    const object = await operations.get(session, id);
    return operations.isGone?.(object) ? undefined : object;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return undefined;
  }
}
