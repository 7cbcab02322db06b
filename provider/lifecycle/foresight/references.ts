import { ownMember } from "../../../values/own-member";
import type { Listed } from "../../state/identity";
import { BadRequestError, NotFoundError, unlessAbsent, UnprocessableError } from "../../../client/errors/api-errors";
import { AnswerError } from "../../../client/errors/errors";
import { didYouMean, type Slip, slipsIn } from "../../capacity/catalog-names";
import { nothing, NotInCatalogError } from "../../capacity/errors";
import { answerTo, type Session } from "../../host/session";
import { kinds, type ObjectOf } from "../../kinds";
import type { KindName } from "../../kinds/names";
import { placeOf } from "../../kinds/shared/places";
import { type Props, strings } from "../../table/props";
import type { Field } from "../../table/resource";
import { isUnknown, withStandIns } from "../../table/unknown";
import type { Context } from "../context";

/**
 * The template of `templateId` does not exist, or it is serverless for a pod or a cluster, or not serverless for an
 * endpoint.
 *
 * @fix Correct the id. A preview warns about it.
 */ // P-36, C-21, E-33
export class TemplateUnfitError extends AnswerError {
  readonly code = "template_unfit";

  constructor(called: string, what: string, outcome: string, cause: unknown) {
    super(`${called}: ${what} ${outcome}`, { cause });
  }
}

/**
 * The registry credential or volume in the program does not exist, or this key can't see it.
 *
 * @fix Correct the id in the message; `up --refresh` makes anew what a resource of the program had.
 */
export class UnknownReferenceError extends AnswerError {
  readonly code = "unknown_reference";

  constructor(called: string, problems: readonly string[], outcome: string, cause: unknown) {
    super(`${called}: ${problems.join(" ")} ${outcome}`, { cause });
  }
}

/** The slips with paths as the program spells them. */
export const spelledIn = ({ messages }: Pick<Context, "messages">, props: Props, slips: readonly Slip[]): Slip[] =>
  slips.map((slip) => ({ ...slip, path: messages.spelled(props, slip.path) }));

/** The reason why the template can't be used, in a sentence. Unknown ids are not looked up. */ // P-36, C-21, E-33
export async function templateProblem(
  { resource, session }: Context,
  { templateId: id }: Props,
): Promise<string | undefined> {
  const { isServerless } = resource.inputs.templateId ?? {};
  if (isServerless === undefined || typeof id !== "string" || isUnknown(id)) return undefined;
  const found = await seenIn(session, "Template", id);
  const named = `templateId ${JSON.stringify(id)}`;
  if (!found) return notThere(session, "Template", named, id);
  const { serverless } = session.declarations.of("Template", id)?.inputs ?? found;
  if (isUnknown(serverless) || (serverless === true) === isServerless) return undefined;
  const [is, needs] = isServerless ? ["is not serverless", "a serverless one"] : ["is serverless", "one that is not"];
  return `${named} ${is}, and ${/^[AE]/.test(resource.kind) ? "an" : "a"} ${resource.kind} needs ${needs}.`;
}

/** The object with this id; undefined if this key can't see any. */
const seenIn = <N extends KindName>(session: Session, kind: N, id: string): Promise<ObjectOf<N> | undefined> =>
  answerTo(session, `${kind} ${id}`, () =>
    unlessAbsent(kinds[kind].operations.get(session, id) as Promise<ObjectOf<N>>),
  );

async function notThere(session: Session, kind: KindName, named: string, id: string): Promise<string> {
  const own = session.declarations.of(kind, id);
  const absent = `${named} does not exist, or this key can't see it`;
  if (own) return `${absent}; ${JSON.stringify(own.label)} of this program had it: run \`up --refresh\`.`;
  const list = (): Promise<readonly Listed[]> => kinds[kind].operations.list(session);
  const all = await answerTo(session, `every ${kind}`, list);
  const byName = all.find(({ name }) => name === id);
  const ids = all.map((one) => one.id);
  const hint = byName ? `; did you mean its id, ${JSON.stringify(byName.id)}?` : didYouMean(id, ids);
  return `${absent}${hint ?? "."}`;
}

/** The ids in an argument that refers to objects. */
const idsIn = ({ volumesIn = (value) => strings(Array.isArray(value) ? value : [value]) }: Field, value: unknown) =>
  volumesIn(value);

/** The arguments with stand-ins for the id of an object that replaces the state's: such an argument differs for certain. */
export function withNewIds({ resource, session }: Context, state: Props, news: Props): Props {
  const isReplaced = (kind: KindName, ids: readonly string[]) =>
    session.declarations.all(kind).some(({ leaving, mayStay }) => !mayStay && ids.includes(leaving ?? ""));
  const differing = Object.entries(resource.inputs).filter(
    ([name, field]) => field.refersTo && isReplaced(field.refersTo, idsIn(field, ownMember(state, name))),
  );
  return { ...news, ...Object.fromEntries(differing.map(([name]) => [name, withStandIns(ownMember(news, name))])) };
}

/** The referenced credentials and volumes that the account does not have, in a sentence each. */ // M-12, M-33
export async function unknownReferences(context: Context, props: Props, names?: readonly string[]): Promise<string[]> {
  const { resource, session, messages } = context;
  const fields = Object.entries(resource.inputs).filter(([name]) => names === undefined || names.includes(name));
  const asked = fields.flatMap(([name, field]) => {
    const { refersTo: kind, isLookedFor } = field;
    if (!isLookedFor || kind === undefined) return [];
    const path = name === "mounts" ? "mounts.network[0].volumeId" : name;
    return idsIn(field, ownMember(props, name))
      .filter((id) => id !== "" && !isUnknown(id))
      .map((id) => ({ kind, id, path }));
  });
  const told = asked.map(async ({ kind, id, path }) => {
    if (await seenIn(session, kind, id)) return [];
    return [await notThere(session, kind, `${messages.spelled(props, path)} ${JSON.stringify(id)}`, id)];
  });
  return (await Promise.all(told)).flat();
}

/** Why an object can't mount its volumes, in a sentence: their data centers, and those that the program allows. */ // M-32, E-42
export async function volumesElsewhere(context: Context, props: Props): Promise<string | undefined> {
  const { dataCenterIds } = props;
  const allowed = Array.isArray(dataCenterIds) && !dataCenterIds.some(isUnknown) ? strings(dataCenterIds) : [];
  const asked = Object.entries(context.resource.inputs).flatMap(([name, { volumesIn, refersTo: kind }]) =>
    volumesIn && kind ? volumesIn(ownMember(props, name)).map((id) => ({ id, kind })) : [],
  );
  if (allowed.length === 0 && asked.length < 2) return undefined;
  const volumes = await Promise.all(asked.map((one) => placesOf(context, one)));
  const unknown = asked.filter(({ id }) => isUnknown(id)).length;
  const taken = volumes.flatMap((one, at) => {
    const places = new Set(one.map(({ place }) => place));
    // If more ids are unknown than volumes are still to be created, some are not volumes of this program.
    return places.size === 1 && (!isUnknown(asked[at]?.id) || one.length >= unknown) ? [...places] : [];
  });
  const twice = taken.find((place, at) => taken.indexOf(place) !== at);
  if (twice !== undefined) return `several of its volumes are in ${twice}, and it can have one of each data center.`;
  if (allowed.length === 0) return undefined;
  const apart = volumes.filter((one) => one.length > 0 && one.every(({ place }) => !allowed.includes(place)));
  if (apart.length === 0) return undefined;
  const each = [...new Set(apart.flat().map(({ label, place }) => `${label} is in ${place}`))];
  return `${asked[0]?.kind} ${each.join(", ")}, and dataCenterIds allows ${allowed.join(", ")} only, so it can't be mounted.`;
}

/** The data center of a volume. An unknown id in a preview belongs to one of the volumes that are still to be created. */
async function placesOf(
  { session }: Context,
  { id, kind }: { readonly id: string; readonly kind: KindName },
): Promise<{ label: string; place: string }[]> {
  const isNew = isUnknown(id);
  const told = session.declarations.all(kind).filter((each) => (isNew ? each.id === undefined : each.id === id));
  const found: readonly { readonly label: string; readonly place: unknown }[] =
    isNew || told.length > 0
      ? told.map(({ label, inputs }) => ({ label, place: inputs.dataCenter }))
      : [{ label: id, place: await placeOf(id, session.client) }];
  const known = found.flatMap(({ label, place }) =>
    typeof place === "string" && !isUnknown(place) ? [{ label, place }] : [],
  );
  return known.length === found.length ? known : [];
}

/** The wrong reference for which the platform refused a create or an update, whose own sentence does not name it. */
export async function whyRefused(
  context: Context,
  props: Props,
  names: readonly string[],
  refusal: unknown,
  outcome = nothing,
): Promise<Error | undefined> {
  const called = context.messages.called(props);
  try {
    if (refusal instanceof BadRequestError) {
      const slips = spelledIn(context, props, await slipsIn(context.resource, props, context.session.catalog, names));
      if (slips.length > 0) return new NotInCatalogError(called, slips, outcome, refusal);
      const absent = await unknownReferences(context, props, names);
      return absent.length > 0 ? new UnknownReferenceError(called, absent, outcome, refusal) : undefined;
    }
    if (!(refusal instanceof NotFoundError || refusal instanceof UnprocessableError)) return undefined;
    const problem = names.includes("templateId") ? await templateProblem(context, props) : undefined;
    return problem === undefined ? undefined : new TemplateUnfitError(called, problem, outcome, refusal);
  } catch {
    // This is only an explanation: the refusal is what counts.
    return undefined;
  }
}
