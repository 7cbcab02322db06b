import type { Identified } from "../../kinds/operations";
import type { Session } from "../../host/session";
import type { Props } from "../../table/props";
import { hasUnknown } from "../../table/unknown";
import type { VerbContext } from "../context";
import { fitOf } from "./fit";

const looks = new WeakMap<Session, Map<string, Promise<unknown>>>();

/** Looks at an object once, however many new resources ask about it. */
function lookedAt<T>(session: Session, place: string, look: () => Promise<T>): Promise<T | undefined> {
  const known = looks.get(session) ?? new Map<string, Promise<unknown>>();
  looks.set(session, known);
  const object = (known.get(place) as Promise<T | undefined> | undefined) ?? look().catch(() => undefined);
  known.set(place, object);
  return object;
}

/**
 * Tells whether the object exists and has every declared argument except the name, as far as both are known. A failed
 * look tells nothing.
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
