import { quoted } from "../../../values/shell";
import { idGiven } from "../../kinds";
import type { Listed } from "../../state/identity";
import { ownMember } from "../../../values/own-member";
import { type CheckFailure, toFailure } from "../../table/check";
import { isObject, type Props } from "../../table/props";
import { hidden, keyOf } from "../../state/state";
import { markIn, markOf } from "../../table/names";
import { isCondition } from "../../table/resource";
import { hasUnknown } from "../../table/unknown";
import type { Context } from "../context";
import { AdoptRefusedError } from "../failures/errors";
import { wantingOf } from "./left-behind";
import { type Fit, fitOf } from "./fit";

/** The object that a resource takes under management instead of creating one. */
export type Adopt = { readonly id: string } | { readonly name: string };

/** The `adopt` of a resource new to the engine. A replacement adopts only what an interrupted replacement left. */
export async function adoptionIn(context: Context, inputs: Props): Promise<Adopt | undefined> {
  const { resource, session, kind } = context;
  const { adopt, [hidden.key]: key } = inputs;
  if (!isObject(adopt) || hasUnknown(adopt)) return undefined;
  // `check` refuses a malformed `adopt` without a request.
  if (!resource.inputs.adopt?.schema.safeParse(adopt).success) return undefined;
  const isReplaced = typeof key === "string" && session.bookkeeping.ownership.resource(kind, key).isThere === true;
  if (!isReplaced) return adopt as Adopt;
  const wanting = await wantingOf(context, inputs);
  const { own } = wanting ? await session.bookkeeping.creates.left(wanting) : { own: [] };
  return own.some(({ id, name }) => id === adopt.id || name === adopt.name) ? (adopt as Adopt) : undefined;
}

/** Finds the one object that `adopt` names. @param how `read` shares lists with other reads. @throws AdoptRefusedError */
export async function findAdoptee(context: Context, adopt: Adopt, props: Props, how?: "read"): Promise<Listed> {
  const { lookup, operations, kind } = context;
  const id = "id" in adopt ? adopt.id : await idOfName(context, adopt.name, props);
  const found = await lookup.ifThere(id, "id" in adopt ? how : undefined);
  if (!found) throw new AdoptRefusedError(kind, id, "there is none with this id", `check the id, ${orCreate}`);
  const owned = await ownedByOther(context, found, props);
  if (owned !== undefined) throw new AdoptRefusedError(kind, found.id, owned.what, owned.remedy);
  const whole = operations.partOf?.(found);
  if (whole !== undefined)
    throw new AdoptRefusedError(kind, found.id, `it belongs to a ${whole}`, `adopt the ${whole} in its place`);
  return found;
}

/** Compares the object with the inputs, including the name if the platform can't change it. */
export function adopteeFit(context: Context, inputs: Props, object: Listed): Fit {
  const { resource, operations } = context;
  const fit = fitOf(context, { ...inputs, ...operations.presumed?.(inputs) }, object);
  const isMisnamed = resource.inputs.name?.writeOnly === true && inputs.name !== object.name;
  return isMisnamed ? { ...fit, unmendable: [{ name: "name" }, ...fit.unmendable] } : fit;
}

export const observedOf = ({ resource, operations }: Context, object: Listed): Props => ({
  name: object.name,
  ...operations.observe(object, { [hidden.declared]: Object.keys(resource.inputs) }),
});

/** The failures of `check` for an object that no update can bring to the inputs. */
export function misfitsOf(context: Context, inputs: Props, object: Listed): CheckFailure[] {
  const fit = adopteeFit(context, inputs, object);
  // An unknown value may turn out to be the object's; `up` will see.
  const unmendable = fit.unmendable.filter(({ name }) => !hasUnknown(ownMember(inputs, name)));
  const remedy = "use the object's value, or adopt another object";
  return unmendable.map(({ name, because }) => {
    const { change } = ownMember(context.resource.inputs, name)!;
    const isOfObject = because !== undefined && !(isCondition(change) && change.because === because);
    const why = isOfObject ? `: ${because}` : "";
    const problem = `the object to adopt, ${object.id}, has another value, and an update can't change it${why}`;
    return toFailure({ path: [name], problem, remedy });
  });
}

/** Refuses an object that no update can bring to the inputs. @throws AdoptRefusedError naming the arguments. */
export function refuseMisfit(kind: string, id: string, { unmendable }: Fit): void {
  if (unmendable.length === 0) return;
  const names = unmendable.map(({ name }) => name).join(", ");
  const what = `it differs from the program in ${names}, which an update can't change`;
  throw new AdoptRefusedError(kind, id, what, `declare ${names} as the object has it, or leave it alone`);
}

const orCreate = "or leave `adopt` out to create one";

async function idOfName(context: Context, name: string, props: Props): Promise<string> {
  const { session, operations, kind } = context;
  const listed = (await operations.list(session)).filter((object) => object.name === name);
  const owners = await Promise.all(listed.map((object) => ownedByOther(context, object, props)));
  const free = listed.filter((_, index) => owners[index] === undefined);
  const [only, ...others] = free;
  const label = `named ${JSON.stringify(name)}`;
  if (!only && owners[0] !== undefined) throw new AdoptRefusedError(kind, label, owners[0].what, owners[0].remedy);
  if (!only) throw new AdoptRefusedError(kind, label, "there is none of this name", `check the name, ${orCreate}`);
  if (others.length > 0) {
    const ids = free.map(({ id }) => id).join(", ");
    throw new AdoptRefusedError(kind, label, `several bear this name: ${ids}`, "say which one with `adopt: { id }`");
  }
  return only.id;
}

const howToMove =
  "to rename a resource, give it the option `aliases`; to move the object, take it out of the other's state with `pulumi state delete`, and let it " +
  "go with `compute doctor --let-go`";

/** The reason why an object can't be adopted or imported: another resource owns it, or its name bears another resource's mark. */
export async function ownedByOther(
  context: Context,
  { id, name }: Listed,
  props: Props,
): Promise<{ readonly what: string; readonly remedy: string } | undefined> {
  const { session, looked, resource } = context;
  const key = keyOf(props);
  const other = await session.bookkeeping.ownership.otherThan(key, looked(id));
  if (other !== undefined) return { what: `${other} has it`, remedy: howToMove };
  const [mark, own] = [markIn(name), markOf(await context.session.bookkeeping.whose(props))];
  const isOwn = mark?.stack === own.stack && mark.resource === own.resource;
  // An object that can't be renamed keeps its mark when it moves.
  if (!mark || isOwn || key === undefined || resource.inputs.name?.change !== "update") return undefined;
  const remedy = `if no resource has it any more, let it go with \`compute doctor --let-go ${quoted(id)}\`, which takes the mark off its name; ${howToMove}`;
  return { what: `its name, ${JSON.stringify(name)}, bears the mark of another resource`, remedy };
}

/** Looks up the object of `adopt` early, so that a preview shows what `up` would refuse. */
export async function adopteeIn(context: Context, news: Props): Promise<{ object?: Listed; refusal?: string }> {
  const adopt = await adoptionIn(context, news);
  if (!adopt) return {};
  const { session, kind } = context;
  try {
    // The adoptions of a program share lists. Each create reads its object once more.
    const object = await findAdoptee(context, adopt, news, "read");
    const twice = "another resource of this program adopts it too";
    if (!session.bookkeeping.ownership.claims(kind, object.id, keyOf(news)))
      throw new AdoptRefusedError(kind, object.id, twice, "take one of them out");
    return { object };
  } catch (error) {
    if (!(error instanceof AdoptRefusedError)) throw error;
    return { refusal: error.message };
  }
}

/** Finds a second resource of the program for the same object: deleting either would delete it for both. */
export function declaredBefore(context: Context, inputs: Props): CheckFailure[] {
  const { operations, session, kind } = context;
  const [id, key] = [idGiven(kind, inputs), keyOf(inputs)];
  if (id === undefined || key === undefined || session.bookkeeping.ownership.claims(kind, id, key)) return [];
  const reason =
    `this is ${kind} ${id}: another resource of this program manages it already, and whichever goes first would take it from ` +
    "the other. What to do: take one of the two out of the program.";
  return [{ property: operations.idFrom ?? "", reason }];
}
