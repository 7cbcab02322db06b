import type { Listed } from "../../state/identity";
import { ownMember } from "../../../values/own-member";
import { withChosenAlternatives } from "../../table/alternatives";
import { formsToTry } from "../../capacity/forms-to-try";
import { isRefusal, type Refusal } from "../../capacity/refused";
import type { Props } from "../../table/props";
import { isSentOnUpdate, sentAfterCreate } from "../../table/requests";
import { keyOfInputs, stackOf } from "../../state/state";
import { adopteeFit, adoptionIn, findAdoptee, refuseMisfit } from "../adoption/adopt";
import { asAsked, fitOf, type Obtained } from "../adoption/fit";
import type { Context } from "../context";
import { inheritedThen, madeOtherwise } from "../adoption/made-otherwise";
import { listPrice } from "../foresight/cost";
import { whyRefused } from "../foresight/references";
import { createRequest } from "./create-request";

export async function makeOrAdopt(context: Context, inputs: Props): Promise<Obtained> {
  const adopt = await adoptionIn(context, inputs);
  if (!adopt) return createResource(context, inputs);
  const object = await findAdoptee(context, adopt, inputs);
  const fit = adopteeFit(context, inputs, object);
  refuseMisfit(context.kind, object.id, fit);
  await context.session.bookkeeping.takes(context.kind, keyOfInputs(inputs), object);
  return { object, ...fit, how: "adopted" };
}

/** Creates the object of a resource, from the first alternative with capacity. */
async function createResource(context: Context, inputs: Props): Promise<Obtained> {
  const { session, resource, operations } = context;
  const why = (refusal: unknown) => whyRefused(context, inputs, Object.keys(inputs), refusal);
  try {
    if (operations.idOf) return await ensure(context, inputs, operations.idOf(inputs, session.randomBytes));
    if (!operations.hardware) return orRefused(await createForm(context, inputs, inputs));
    const forms = formsToTry(session, resource, inputs, operations.hardware, {
      whyWrong: why,
      tell: (what) => context.messages.tell(inputs, what),
      priceOf: (form) => listPrice(context, form),
    });
    for (let next = await forms.next(); ; ) {
      const { form = inputs, nothing } = next.value ?? {};
      const answer = await createForm(context, inputs, form, nothing);
      next = await forms.next("refusal" in answer ? answer.refusal : undefined);
      if (next.done) return orRefused(answer);
    }
  } catch (error) {
    throw (await why(error)) ?? error;
  }
}

/** The outcome of a create: the object, or the platform's refusal, after which nothing was made. */
type Answer = Obtained | { readonly refusal: Refusal };

function orRefused(answer: Answer): Obtained {
  if ("refusal" in answer) throw answer.refusal;
  return answer;
}

/** Ensures that an object exists whose id follows from its inputs: `check` refuses a second resource for it. */
async function ensure(context: Context, inputs: Props, id: string): Promise<Obtained> {
  const { session, resource, operations, changes, kind } = context;
  const { ownership, creates } = session.bookkeeping;
  const key = keyOfInputs(inputs);
  // Another resource of this stack may have owned it and must not delete it in the same run.
  ownership.take(kind, id, key);
  if (resource.isOnlyInState) {
    return asAsked(await operations.create(session, inputs, id), inputs, "made");
  }
  const wanted = (await operations.platformName?.(session, inputs)) ?? id;
  const asking = { kind, key, stack: stackOf(inputs), name: id, wanted, isMarked: false, isFree: true } as const;
  // The state may already contain the object with other arguments, and still does if the run is cut short.
  const names = Object.keys(resource.inputs).filter((name) => isSentOnUpdate(ownMember(resource.inputs, name)!));
  const call = () => creates.ensure(asking, (begins) => operations.create(session, inputs, id, begins));
  return asAsked(await changes.update(id, { names }, call), inputs, "ensured");
}

/**
 * Creates one form of the object exactly once. One of an earlier run may have any form that `inputs` allow.
 *
 * @param nothing the reason why there is none to ask for.
 */
async function createForm(context: Context, inputs: Props, form: Props, nothing?: Error): Promise<Answer> {
  const { session, resource, operations } = context;
  const request = await createRequest(context, inputs);
  let posted: Listed | undefined;
  let failure: unknown;
  const post = async () => {
    try {
      return (posted = await operations.create(session, form, request.name));
    } catch (error) {
      throw (failure = error);
    }
  };
  const made = await session.bookkeeping.creates
    .create({ ...request, ...(nothing && { look: () => Promise.reject(nothing) }), post }, session.signal)
    .catch((error: unknown) => {
      // Only the answer to the create itself is about this alternative, and only if nothing was made.
      if (error === failure && isRefusal(error)) return { refusal: error };
      throw error;
    });
  if ("refusal" in made) return made;
  const { earlier } = made;
  // Lists that show an earlier run's object may lack members that the program has changed since.
  const object = (earlier && (await operations.inFull?.(session, made.object))) ?? made.object;
  const known = { ...inputs, ...(earlier && inheritedThen(context, inputs, object, earlier)) };
  const otherwise = earlier && madeOtherwise(context, known, object, earlier);
  if (otherwise) return otherwise;
  // An object just made from this very request matches the inputs, except those that no create accepts.
  if (object.id === posted?.id) {
    const { changed } = fitOf(context, form, object);
    const later = ["name", ...sentAfterCreate(resource)].filter((each) => changed.has(each));
    return asAsked(object, withChosenAlternatives(resource, inputs, form), "made", later);
  }
  return { object, ...fitOf(context, known, object), how: earlier ? "taken up" : "made" };
}
