import { NotFoundError } from "../../client";
import type { Identified, Operations } from "../operations";
import { pick, type Props } from "../props";
import type { Resource } from "../resource";
import type { Session } from "../session";
import { hidden } from "../state";
import { adopteeFit, adoptionIn, findAdoptee, refuseMisfit } from "./adopt";
import type { Listed } from "./attempt";
import { fitOf } from "./fit";
import { listOf } from "./kinds";

/** An object that is there now, and what an update still has to do to it. */
export interface Created<T> {
  readonly object: T;
  readonly changed: ReadonlySet<string>;
}

/** Identifies a resource over runs. States and tests without the SDK's key fall back to the name. */
export function keyOfInputs(inputs: Props): string {
  const key = inputs[hidden.key];
  return typeof key === "string" ? key : `name:${String(inputs.name)}`;
}

/** Gives a resource its object: the one that it adopts, or a new one. */
export async function objectFor<T extends Identified>(
  session: Session,
  resource: Resource,
  operations: Operations<T>,
  inputs: Props,
): Promise<Created<T>> {
  const adopt = adoptionIn(session, resource, inputs);
  if (!adopt) return createResource(session, resource, operations, inputs);
  const object = await findAdoptee(session, resource, operations, adopt);
  const fit = adopteeFit(resource, operations, inputs, object);
  refuseMisfit(resource.kind, object.id, fit);
  session.once.claim(resource.kind, object.id);
  return { object, changed: fit.changed };
}

/** Creates the object of a resource exactly once, whatever happens to the answer or happened to earlier runs. */
async function createResource<T extends Identified>(
  session: Session,
  resource: Resource,
  operations: Operations<T>,
  inputs: Props,
): Promise<Created<T>> {
  const name = (await operations.platformName?.(session, inputs)) ?? String(inputs.name);
  const sent = Object.entries(resource.inputs).filter(([field, { local }]) => !local && field !== "name");
  const fit = (object: T) => fitOf(resource, operations, inputs, object);
  let posted: T | undefined;
  const object = await session.once.create<T & Listed>({
    kind: resource.kind,
    key: keyOfInputs(inputs),
    name,
    isMarked: inputs[hidden.autoName] === inputs.name || name !== inputs.name,
    body: pick(
      inputs,
      sent.map(([field]) => field),
    ),
    post: async () => (posted = await operations.create(session, inputs, name)),
    list: () => listOf[resource.kind](session.client) as Promise<(T & Listed)[]>,
    get: (id) => ifThere(session, operations, id),
    remove: (id) => operations.delete(session, id, removeWithinMs),
    differing: (found) => [...fit(found).changed],
    mend: async (found) => (fit(found).unmendable.length === 0 ? found : undefined),
  });
  const { changed } = fit(object);
  if (object.id !== posted?.id) return { object, changed };
  // What the platform has just made from this very request is as asked, but for what no create takes.
  return { object, changed: new Set(operations.afterCreate.filter((name) => changed.has(name))) };
}

const removeWithinMs = 10 * 60_000;

async function ifThere<T extends Identified>(session: Session, operations: Operations<T>, id: string) {
  try {
    const object = await operations.get(session, id);
    return operations.isGone?.(object) ? undefined : object;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return undefined;
  }
}
