import type { Listed } from "../../state/identity";
import { ownMember } from "../../../values/own-member";
import { injected } from "../../kinds/shared/environment";
import { hidden, keyOfInputs } from "../../state/state";
import { isObject, type Props, sameValue } from "../../table/props";
import { canonical, type Field, isInert, type Resource } from "../../table/resource";
import { ownedByOther } from "../adoption/adopt";
import type { Context } from "../context";
import { ImportRefusedError } from "../failures/errors";
import { refuseLossByImport } from "../foresight/before-update";
import { noteMention } from "../noted-for-run";

export async function importObject(
  context: Context,
  id: string,
  given: Props,
): Promise<{ props: Props; inputs: Props }> {
  const { resource, operations, session, lookup, messages, kind } = context;
  messages.learnUrn(given);
  noteMention(context, given);
  const { pattern, inWords } = operations.idForm ?? {};
  if (pattern?.test(id) === false)
    throw new ImportRefusedError(kind, id, `no ${kind} has such an id`, `give it as ${inWords}`);
  const { object } = await lookup.read(id, given);
  const importee = importable(context, id, object);
  const presumed = operations.presumed?.({}) ?? {};
  const all = { [hidden.inheritedEnv]: injected, ...presumed, [hidden.declared]: Object.keys(resource.inputs) };
  const found = readable(resource, importee.name, operations.observe(importee, all));
  await session.notify.info(notImported(kind, id, found));
  const owned = await ownedByOther(context, importee, given);
  if (owned !== undefined) throw new ImportRefusedError(kind, id, owned.what, owned.remedy);
  await refuseLossByImport(context, importee.id, given);
  await session.bookkeeping.takes(kind, keyOfInputs(given), importee);
  const asked = { ...given, ...presumed, ...found.inputs, [hidden.unread]: found.unread };
  return { props: context.outputs(importee, asked), inputs: found.inputs };
}

/** @throws ImportRefusedError for a missing object, and for one that can't be managed by itself. */
function importable({ resource, operations, kind }: Context, id: string, object: Listed | undefined): Listed {
  const refused = (what: string, remedy = "check the id") => new ImportRefusedError(kind, id, what, remedy);
  if (resource.isOnlyInState) throw refused("nothing of it is on the platform", "declare it in the program");
  if (!object) throw refused("there is none with this id");
  if (operations.isUnknown?.(object)) throw refused("there is none with this id, or the platform has forgotten it");
  if (resource.entries && object.id !== id)
    throw refused("there is none with this id", `check the id: an account has one, and its id is ${object.id}`);
  const whole = operations.partOf?.(object);
  if (whole !== undefined) throw refused(`it belongs to a ${whole}`, `import the ${whole}`);
  return object;
}

/** The arguments to import, those that no read shows, and those that may be secrets and are withheld, with the names in `env`. */
function readable({ inputs: fields, defaults }: Resource, objectName: string, observed: Props) {
  const known = Object.entries(fields).filter(([name, field]) => !isInert(field) && name !== "name");
  const isRead = ({ secret, writeOnly, local }: Field) => !secret && !writeOnly && !local;
  const isExcluded = ({ excludedBy }: Field) => excludedBy !== undefined && Boolean(ownMember(observed, excludedBy));
  const told = known.filter(([, field]) => isRead(field) && !isExcluded(field));
  const said = told.filter(([name, field]) =>
    isSaid(field, ownMember(observed, name), ownMember(defaults ?? {}, name)),
  );
  const open = said.filter(([, { sensitive }]) => !sensitive);
  const inputs: Props = {
    ...(fields.name && { name: objectName }),
    ...Object.fromEntries(open.map(([name]) => [name, ownMember(observed, name)] as const)),
  };
  return {
    inputs,
    unread: known
      .filter(([name, field]) => !isRead(field) || (field.isShownAlike && ownMember(observed, name)))
      .map(([name]) => name),
    withheld: said
      .filter(([, { sensitive }]) => sensitive)
      .map(([name]) => (name === "env" ? `env (${Object.keys(observed.env as Props).join(", ")})` : name)),
  };
}

/** A program omits an argument that has its default. */
function isSaid(field: Field, value: unknown, byDefault: unknown): boolean {
  if (value === undefined || value === null || value === "") return false;
  if (Array.isArray(value) && value.length === 0) return false;
  if (isObject(value) && Object.keys(value).length === 0) return false;
  if (byDefault !== undefined && sameValue(value, byDefault)) return false;
  return field.absent === undefined || !sameValue(canonical(field, value), canonical(field, field.absent));
}

function notImported(kind: string, id: string, { inputs, unread, withheld }: ReturnType<typeof readable>): string {
  const named = unread.map((name) => (ownMember(inputs, name) === undefined ? name : `all of ${name}`));
  const reasons = [
    ...(unread.length > 0 ? [`the platform does not report ${named.join(", ")}`] : []),
    ...(withheld.length > 0
      ? [`${withheld.join(", ")} may hold secrets and ${withheld.length > 1 ? "are" : "is"} not copied`]
      : []),
  ];
  if (reasons.length === 0) return `${kind} ${id}: all of its arguments were imported.`;
  return (
    `${kind} ${id}: ${reasons.join("; ")}. Add those that you use to your program, with the values the ${kind} has: ` +
    "the next up records them and replaces nothing because of that."
  );
}
