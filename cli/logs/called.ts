import { namedOf } from "../../values/many";
import { NotFoundError } from "../../client/errors/api-errors";
import type { Client } from "../../client/index";
import type { Listed } from "../../provider/state/identity";
import { withoutMark } from "../../provider/table/names";
import { CommandFailure } from "../io";
import { namesInRuns } from "../stack/names";

export const goneFromPlatform = (called: string, id: string): CommandFailure =>
  new CommandFailure(
    `${called} (${id}) does not exist on the platform any more. \`compute drift\` shows what else changed.`,
  );

/** An object by what a person called it, and its id where a state has it. */
export interface CalledObject {
  readonly id: string;
  readonly called: string;
  /** The stack that the person named, if it has no such object: a name is one of this stack, so only an id counts. */
  readonly lacking?: string | undefined;
}

/**
 * The id of an object by what a person called it: its name on the platform, or its logical name, to which the provider adds
 * a suffix.
 *
 * @param what the plural, as in `pods`.
 * @throws CommandFailure if the state has its id, the named stack lacks it, or its name matches none or several.
 */
export async function idByName(objects: AsyncIterable<Listed>, object: CalledObject, what: string): Promise<string> {
  const { id, called, lacking } = object;
  if (id !== called) throw goneFromPlatform(called, id);
  if (lacking !== undefined)
    throw new CommandFailure(
      `The stack ${lacking} has nothing called ${called} among its ${what}, and the account has none with this id.`,
    );
  const exact: string[] = [];
  const names: string[] = [];
  const suffixed: string[] = [];
  for await (const { id: its, name } of objects) {
    names.push(withoutMark(name));
    if (name === called) exact.push(its);
    else if (withoutMark(name) === called) suffixed.push(its);
  }
  const found = exact.length > 0 ? exact : suffixed;
  if (found.length > 1)
    throw new CommandFailure(
      `${found.length} ${what} are called ${called}: ${found.join(", ")}. Give the id of one, or run this in the project of the stack ` +
        "that has it, with --stack.",
    );
  return found[0] ?? refuseUnknown(called, what, names);
}

/** Asks by an endpoint's id, or else its name. @throws CommandFailure if none or several are meant, or it is gone. */
export async function askEndpoint<T>(
  client: Client,
  endpoint: CalledObject,
  signal: AbortSignal | undefined,
  ask: (id: string) => Promise<T>,
): Promise<T> {
  const options = { signal };
  const { id } = endpoint;
  try {
    return await ask(id);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    const isThere = await client.serverless.get(id, options).then(
      () => true,
      (failure: unknown) => !(failure instanceof NotFoundError),
    );
    if (isThere) throw error;
    return ask(await idByName(client.serverless.listAll(options), endpoint, "endpoints"));
  }
}

const shownNames = 20;

function refuseUnknown(called: string, what: string, names: readonly string[]): never {
  const known = namesInRuns([...new Set(names)].sort());
  const list = known.length === 0 ? "The account has none." : `The account has: ${namedOf(known, shownNames)}.`;
  throw new CommandFailure(`None of the account's ${what} has the id or the name ${called}. ${list}`);
}
