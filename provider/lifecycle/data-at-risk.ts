import type { Session } from "../host/session";
import { keyOf, stackOf } from "../state/state";
import { withData } from "../table/data-loss";
import type { Props } from "../table/props";
import { hasUnknown } from "../table/unknown";
import { fitOf } from "./adoption/fit";
import type { Context } from "./context";

/**
 * The resource is new, or its object `own` gets another name: at the end of a preview, people want to hear whose data may go with that. A name
 * or a parent that the program has changed without an alias looks like that.
 */
export async function noteData(context: Context, inputs: Props, own?: string): Promise<void> {
  const { name } = inputs;
  const { kind, resource, messages, session } = context;
  const [key, stack] = [keyOf(inputs), stackOf(inputs)];
  if (key === undefined || typeof name !== "string" || stack === undefined || !resource.data) return;
  const isLike = (id: string) => hasArguments(context, inputs, id);
  const data = withData(resource, inputs);
  const about = { kind, key, stack, name, data, resource: messages.nameOf(inputs), ...(own !== undefined && { own }) };
  await session.books.earlier.noteData({ ...about, isLike });
}

const looks = new WeakMap<Session, Map<string, Promise<unknown>>>();

/** Looks at an object once, however many new resources ask about it. */
function lookedAt<T>(session: Session, place: string, look: () => Promise<T>): Promise<T | undefined> {
  const known = looks.get(session) ?? new Map<string, Promise<unknown>>();
  looks.set(session, known);
  const object = (known.get(place) as Promise<T | undefined> | undefined) ?? look().catch(() => undefined);
  known.set(place, object);
  return object;
}

/** Tells whether the object exists and has every declared argument except the name, as far as both are known. A failed look tells nothing. */
async function hasArguments(context: Context, { name: _, ...inputs }: Props, id: string): Promise<boolean> {
  const { operations, session, kind } = context;
  const object = await lookedAt(session, `${kind}/${id}`, () => operations.read(session, id));
  if (!object || operations.isGone?.(object)) return false;
  const { changed } = fitOf(context, { ...inputs, ...operations.presumed?.(inputs) }, object);
  return [...changed].every((argument) => hasUnknown(inputs[argument]));
}
