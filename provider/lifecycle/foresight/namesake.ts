import { namesOf } from "../../host/session";
import { otherWay } from "../../kinds/shared/name-taken";
import { hidden, keyOfInputs } from "../../state/state";
import { nameForm } from "../../table/diff";
import type { Props } from "../../table/props";
import { hasUnknown } from "../../table/unknown";
import { inWords, liveObjects, wantingOf } from "../adoption/left-behind";
import type { Context } from "../context";

/** Warns if another object has the program's name. @param renamed the object that is to get it; none if one is made. */
export async function warnOfNamesake(context: Context, inputs: Props, renamed?: string): Promise<void> {
  const { resource, messages, session, kind, history, operations, lookup } = context;
  const form = nameForm(resource, inputs.name);
  const isOwn = inputs[hidden.autoName] === undefined && !hasUnknown(inputs.name);
  if (!isOwn || form === undefined || !(await wantingOf(context, inputs))) return;
  const key = keyOfInputs(inputs);
  const all = await session.bookkeeping.creates.listed(kind, () => liveObjects(context)).catch(() => []);
  // A list may not show yet what this resource has, so that is read by id.
  const had = await session.bookkeeping.ownership.idsInFolder(kind, key);
  const unlisted = had.filter((id) => !all.some((object) => object.id === id));
  const late = await Promise.all(unlisted.map((id) => lookup.ifThere(id).catch(() => undefined)));
  const isKnown = (id: string) => session.bookkeeping.ownership.object(kind, id).isAccountedFor === true;
  // If names are unique, an object that a refresh has just read for another resource blocks the name too.
  const isInTheWay = (id: string) => resource.uniqueNames !== undefined || !isKnown(id);
  const namesakes = [...all, ...late.flatMap((object) => object ?? [])].filter(
    ({ id, name }) => id !== renamed && nameForm(resource, name) === form && isInTheWay(id),
  );
  if (namesakes.length === 0) return;
  const entries = await session.bookkeeping.ownership.entries(kind);
  const owner = (id: string) => entries.find((entry) => entry.id === id);
  const called = messages.called(inputs);
  const can = renamed === undefined ? "make another" : "rename this one";
  // In the run that renames a resource, the entry of its object has the earlier key.
  const leaving = session.declarations.with(kind, key)?.leaving;
  // A refresh of this run has read it under that key too.
  const refreshed = session.bookkeeping.ownership.resource(kind, key).object;
  const own = namesakes.find(({ id }) => owner(id)?.key === key || id === leaving || id === refreshed);
  const isKept = own && owner(own.id)?.isRetained;
  const isInVain = isKept || !history.of(key).isInState;
  if (own && resource.uniqueNames === true && !operations.platformName && isInVain) {
    const way = isKept ? "" : "with the option `deleteBeforeReplace: true`, or ";
    await messages.warn(
      `${called} asks for the name of ${kind} ${own.id}, which it replaces, and names are unique: \`up\` can make another ` +
        `only ${way}under another name.`,
      inputs,
    );
  }
  if (own) return;
  const free = namesakes.filter(({ id }) => !owner(id) && !isKnown(id));
  const held = namesakes.map(({ id }) => owner(id)).find((entry) => entry !== undefined);
  if (held && resource.uniqueNames) {
    const { id, key: holder } = held;
    const sentence =
      `${called} asks for the name of ${kind} ${id}, and names are unique: as long as ${id} has it, \`up\` can't ${can}. ` +
      otherWay;
    namesOf(session, kind).contests.push({ id, holder, sentence });
  }
  if (free.length > 0)
    await messages.warn(
      `${called}: ${await inWords(context, free)} has this name already, and no state that could be read has it. ` +
        (resource.uniqueNames
          ? `Names are unique, so \`up\` can't ${can}. `
          : "`up` makes another of the same name. ") +
        (renamed === undefined
          ? `If it is the one that you mean, give the resource \`adopt: { id: ${JSON.stringify(free[0]!.id)} }\`.`
          : "Choose another name, or delete that one if nobody needs it."),
      inputs,
    );
}

/** The names that resources ask for in vain. A holder that the program still declares gives its name up. */
export function contestedNames({ session, kind }: Context): string[] {
  const declared = new Set(session.declarations.keyed(kind).map(([key]) => key));
  const isTold = (id: string) => session.bookkeeping.ownership.object(kind, id).isTold === true;
  const inVain = namesOf(session, kind).contests.filter(({ id, holder }) => !declared.has(holder) && !isTold(id));
  // An engine checks and compares a resource several times.
  return [...new Set(inVain.map(({ sentence }) => sentence))];
}
