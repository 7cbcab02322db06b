import { AnswerError } from "../../../client/errors/errors";
import { namesOf } from "../../host/session";
import type { KindName } from "../../kinds/names";
import { NameTakenError } from "../../kinds/shared/name-taken";
import { keyOf, keyOfInputs } from "../../state/state";
import type { CheckFailure } from "../../table/check";
import { listed } from "../../table/spelling";
import type { Props } from "../../table/props";
import { hasUnknown } from "../../table/unknown";
import { keepsUniqueName, nameForm } from "../../table/diff";
import type { Resource } from "../../table/resource";
import type { Context } from "../context";

/**
 * Resources of the program exchange unique names, or an `AccountSecret` is about to get a name that another one still has.
 *
 * @fix Run `up` twice, as the message says: first free the name, then give it to the other resource.
 */ // T-24, U-11
export class NameMovesError extends AnswerError {
  readonly code = "name_moves";

  constructor(kind: KindName, what: string, how: string) {
    super(`${what}, and names of ${kind}s are unique. Nothing was changed. What to do: run \`up\` twice. ${how}`);
  }
}

/** Notes the name that the program sets, and refuses the second of two resources with the same name. */
export function nameFailures(context: Context, inputs: Props): CheckFailure[] {
  const { resource, kind, session } = context;
  const [key, name] = [keyOf(inputs), nameForm(resource, inputs.name)];
  if (!resource.uniqueNames || key === undefined || name === undefined || hasUnknown(inputs.name)) return [];
  const label = context.messages.labelOf(inputs) ?? kind;
  const names = namesOf(session, kind);
  names.wanted.set(key, { name, label });
  const twin = names.heirOf(key, name);
  const reason = `${JSON.stringify(twin)} of this program has this name too, and names are unique; give one of the two another name`;
  if (twin !== undefined) return [{ property: "name", reason }];
  // A rename in place frees the old name in time; a replaced object holds its name until the end of the run.
  const holder = isHeldToTheEnd(resource) ? names.holderOf(key, name) : undefined;
  if (!holder?.isReplaced || holder.to === name) return [];
  const remedy = `${JSON.stringify(holder.label)} of this program has this name until the run deletes its ${kind} at its end; give that one its new name in an \`up\` of its own first`;
  return [{ property: "name", reason: remedy }];
}

/** Notes the name of an existing object. @throws NameMovesError if no order of steps can exchange names; NameTakenError */
export async function requireMovableName(
  context: Context,
  id: string,
  state: Props,
  news: Props,
  isReplaced: boolean,
): Promise<void> {
  const { resource, kind, session } = context;
  const names = namesOf(session, kind);
  const keepsName = isReplaced && keepsUniqueName(resource, state, news);
  if (keepsName && (await session.bookkeeping.ownership.isRetained(kind, id)))
    throw new NameTakenError(kind, id, "its own, and stays", undefined);
  const [key, from, to] = [keyOfInputs(news), nameForm(resource, state.name), nameForm(resource, news.name)];
  if (!resource.uniqueNames || from === undefined || to === undefined) return;
  const label = context.messages.labelOf(news) ?? kind;
  names.objects.set(id, { key, label, from, to, isReplaced });
  if (from === to || hasUnknown(news.name)) return;
  const quoted = (text: string) => JSON.stringify(text);
  if (isHeldToTheEnd(resource)) {
    const heir = names.heirOf(key, from);
    const holder = names.holderOf(key, to);
    const [giver, taker] = heir === undefined ? [holder?.label, label] : [label, heir];
    if (giver === undefined || taker === undefined) return;
    const what = `${kind} ${quoted(taker)} is to get the name of ${quoted(giver)}, which has it until the run deletes what it has now, at its end`;
    throw new NameMovesError(kind, what, `The first time, give only ${quoted(giver)} its new name.`);
  }
  const circle = resource.uniqueNames === true ? names.circleOf(key) : [];
  if (circle.length === 0) return;
  const labels = circle.map((each) => quoted(each.label));
  const how = `The first time, give ${quoted(label)} a name that nobody has; the second time, the one that it is to have.`;
  throw new NameMovesError(kind, `${kind}s ${listed(labels, "and")} exchange their names`, how);
}

/** A new name makes a new object, and the old one is deleted at the end of the run. */
const isHeldToTheEnd = ({ uniqueNames, inputs }: Resource): boolean =>
  uniqueNames === true && inputs.name?.change === "replace";
