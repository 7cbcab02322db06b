import { JobFailedError, WaitFailedError, WaitTimeoutError } from "../../../client";
import { secretsIn } from "../../../client/errors/redact";
import { fitting, mostInDetails } from "../../host/called";
import { NotReadyError } from "../../kinds/ready/errors";
import { lineOf } from "../../kinds/shared/log-line";
import type { Listed } from "../../state/identity";
import { conceal, concealed, standIn } from "../../state/concealed";
import { declaredNames, hidden, isHidden, keyOf } from "../../state/state";
import { isObject, type Props } from "../../table/props";
import { isReadable, type Resource } from "../../table/resource";
import { ownMember } from "../../../values/own-member";
import type { Context } from "../context";
import { InitializationError, type Who } from "./errors";

/** An error that keeps the unfinished object in the state with these outputs, as far as errors have room for them. */
export function initializationError(
  context: Context,
  id: string,
  outputs: Props,
  news: Props,
  cause: unknown,
  logged: readonly string[] = [],
): InitializationError {
  const { session, resource } = context;
  session.bookkeeping.ownership.noteResource(context.kind, keyOf(news), { unready: id });
  const shown = concealed(resource, outputs, news);
  const error = new InitializationError(whoIs(context, id, news), shown, cause, [outputs, news], logged);
  error.properties = withRoom(resource, id, shown, mostInDetails - 2 * Buffer.byteLength(fitting(error.message)));
  return error;
}

export const whoIs = ({ kind, messages }: Context, id: string, news: Props): Who => ({
  kind,
  id,
  name: messages.nameOf(news),
});

/**
 * Outputs without the largest values, if there is no room for all. The next `up` reads an argument that was left out, as it
 * does for one that the program has just declared. An argument that no read shows has a stand-in for the comparison.
 */
export function withRoom(resource: Resource, id: string, outputs: Props, room: number): Props {
  if (sizeOf(outputs) <= room) return outputs;
  const kept = new Map(Object.entries(outputs));
  const isArgument = (name: string) => ownMember(resource.inputs, name) !== undefined;
  const largestFirst = Object.entries(outputs)
    .filter(([name]) => !isHidden(name))
    .map(([name, value]) => ({ name, value, size: sizeOf(value) }))
    .sort((a, b) => Number(isArgument(b.name)) - Number(isArgument(a.name)) || b.size - a.size);
  for (const { name, value } of largestFirst) {
    if (sizeOf(Object.fromEntries(kept)) <= room) break;
    const field = ownMember(resource.inputs, name);
    if (field && !isReadable(field)) kept.set(name, standIn(id, name, value));
    else if (field && !field.sensitive) kept.set(name, conceal(value, undefined));
    else kept.delete(name);
  }
  const isThere = (name: string) => kept.has(name) || !Object.hasOwn(outputs, name);
  return { ...Object.fromEntries(kept), [hidden.declared]: declaredNames(resource, outputs).filter(isThere) };
}

/** The most bytes of a value in a message, with the envelope that a secret has. */
function sizeOf(value: unknown): number {
  const each = 128;
  if (typeof value === "string") return each + Buffer.byteLength(value);
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + sizeOf(one), each);
  if (!isObject(value)) return each;
  return Object.entries(value).reduce((sum, [name, member]) => sum + Buffer.byteLength(name) + sizeOf(member), each);
}

/** Tells whether an error ended a wait. */
export const isOfWait = (error: unknown): boolean =>
  [WaitFailedError, WaitTimeoutError, JobFailedError, NotReadyError].some((type) => error instanceof type);

/** The last log lines after a failed wait, with secrets masked; none if the log can't be read, which hides no other error. */
export async function lastLogLines(
  { session, operations }: Context,
  object: Listed,
  error: unknown,
  secrets: readonly string[],
): Promise<string[]> {
  if (!isOfWait(error)) return [];
  const events = await operations.lastLogLines?.(session, object, error).catch(() => undefined);
  return (events ?? []).map((event) => lineOf(event, [...session.secrets, ...secretsIn(object), ...secrets]));
}
