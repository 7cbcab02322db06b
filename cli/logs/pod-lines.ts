import { NotFoundError } from "../../client/errors/api-errors";
import type { Client } from "../../client/index";
import type { LogEvent } from "../../client/logs/log-event";
import { CommandFailure } from "../io";

type Options = Parameters<Client["pods"]["logs"]>[1];

/**
 * Lines of a pod that a person names: by its id, else by its name on the platform, else by the logical name in a program,
 * to which the provider adds a suffix.
 *
 * @throws CommandFailure when a name fits several pods. NotFoundError when nothing fits.
 */
export async function* podLines(client: Client, called: string, options: Options): AsyncIterable<LogEvent> {
  let isKnown = false;
  try {
    for await (const line of client.pods.logs(called, options)) {
      isKnown = true;
      yield line;
    }
  } catch (error) {
    const id = isKnown || !(error instanceof NotFoundError) ? undefined : await idOf(client, called, options?.signal);
    if (id === undefined) throw error;
    yield* client.pods.logs(id, options);
  }
}

async function idOf(client: Client, called: string, signal: AbortSignal | undefined): Promise<string | undefined> {
  const exact: string[] = [];
  const suffixed: string[] = [];
  for await (const { id, name } of client.pods.listAll({ ...(signal ? { signal } : {}) })) {
    if (name === called) exact.push(id);
    else if (name.startsWith(`${called}-`) && /^[0-9a-f]{7}$/.test(name.slice(called.length + 1))) suffixed.push(id);
  }
  const found = exact.length > 0 ? exact : suffixed;
  if (found.length > 1)
    throw new CommandFailure(`${found.length} pods are called ${called}: ${found.join(", ")}. Give the id of one.`);
  return found[0];
}
