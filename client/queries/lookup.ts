import { visible } from "../errors/visible";
import type { Client } from "../client";
import type { Ask } from "./questions";

/** Which object is meant: exactly one of the two. */
export interface LookupArgs {
  /** The platform's id. */
  readonly id?: string;
  /** The name on the platform, which must be unique among the objects of the account. */
  readonly name?: string;
}

/**
 * A data source found no object, or several, for the `id` or `name`.
 *
 * @fix Pass exactly one of the two, and the `id` if the name is not unique.
 */
export class LookupError extends Error {
  override readonly name = "LookupError";
  readonly code = "lookup_failed";

  constructor(message: string) {
    super(visible(message));
  }
}

interface Named {
  readonly id: string;
  readonly name?: string | null | undefined;
}

/** Whether two names are the same one. */
type IsSame = (one: string, other: string) => boolean;

/**
 * Finds one object in the list that all look-ups of a run share. Absence from a list does not mean gone: an id is then
 * asked for by itself.
 *
 * @throws LookupError without exactly one of `id` and `name`, or when the name fits none or several.
 * @throws NotFoundError when there is no object of that id.
 */
async function lookUp<T extends Named>(
  kind: string,
  { id, name }: LookupArgs,
  list: () => Promise<readonly T[]>,
  get: (id: string) => Promise<T>,
  /** By default names have to be spelled alike. */
  isSame: IsSame = (one, other) => one === other,
): Promise<T> {
  if ((id === undefined) === (name === undefined))
    throw new LookupError(`looking up a ${kind} needs exactly one of id and name`);
  const all = await list();
  if (id !== undefined) return all.find((one) => one.id === id) ?? (await get(id));
  const found = all.filter((one) => typeof one.name === "string" && isSame(one.name, name!));
  const [only] = found;
  if (only === undefined)
    throw new LookupError(
      `there is no ${kind} named ${JSON.stringify(name)}. Nothing was changed. Check the name, or give an id.`,
    );
  if (found.length > 1)
    throw new LookupError(
      `${found.length} ${kind}s are named ${JSON.stringify(name)}: ${found.map((one) => one.id).join(", ")}. Give the id of one.`,
    );
  return only;
}

/** What the account has of a kind, in one list that all questions share. */
export const listOf =
  <T>(plural: string, list: (client: Client) => Promise<T[]>) =>
  (once: Ask): Promise<T[]> =>
    once(plural, list);

/** One object of a kind, by id or by name. */
export const oneOf =
  <T extends Named>(
    what: string,
    all: (once: Ask) => Promise<T[]>,
    get: (client: Client, id: string) => Promise<T>,
    isSame?: IsSame,
  ) =>
  (once: Ask, args: LookupArgs): Promise<T> =>
    lookUp(
      what,
      args,
      () => all(once),
      (id) => once(`${what} ${id}`, (client) => get(client, id)),
      isSame,
    );
