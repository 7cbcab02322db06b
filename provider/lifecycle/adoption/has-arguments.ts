import type { Identified } from "../../kinds/operations";
import type { Session } from "../../host/session";
import type { Props } from "../../table/props";
import { hasUnknown } from "../../table/unknown";
import type { VerbContext } from "../context";
import { fitOf } from "./fit";

const looks = new WeakMap<Session, Map<string, Promise<unknown>>>();

/** Of many new resources each asks about the same objects: one look at each is enough. */
function lookedAt<T>(session: Session, place: string, look: () => Promise<T>): Promise<T | undefined> {
  const known = looks.get(session) ?? new Map<string, Promise<unknown>>();
  looks.set(session, known);
  const object = (known.get(place) as Promise<T | undefined> | undefined) ?? look().catch(() => undefined);
  known.set(place, object);
  return object;
}

/**
 * Whether the object is there and has every declared argument but the name, as far as they are known and the platform returns them.
 * A look that fails tells nothing.
 */
export async function hasArguments<T extends Identified>(
  context: VerbContext<T>,
  { name: _, ...inputs }: Props,
  id: string,
): Promise<boolean> {
  const { operations, session, kind } = context;
  const object = await lookedAt(session, `${kind}/${id}`, () => operations.read(session, id));
  if (!object || operations.isGone?.(object)) return false;
  const { changed } = fitOf(context, { ...inputs, ...operations.presumed?.(inputs) }, object);
  return [...changed].every((argument) => hasUnknown(inputs[argument]));
}
