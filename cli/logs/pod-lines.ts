import { NotFoundError } from "../../client/errors/api-errors";
import type { Client } from "../../client/index";
import type { LogEvent } from "../../client/logs/log-event";
import { idCalled } from "./called";

type Options = Parameters<Client["pods"]["logs"]>[1];

/**
 * Lines of a pod that a person names: by its id, else by its name on the platform, else by the logical name in a program,
 * to which the provider adds a suffix.
 *
 * @throws CommandFailure when a name fits no pod, or several.
 */
export async function* podLines(client: Client, called: string, options: Options): AsyncIterable<LogEvent> {
  let isKnown = false;
  try {
    for await (const line of client.pods.logs(called, options)) {
      isKnown = true;
      yield line;
    }
  } catch (error) {
    if (isKnown || !(error instanceof NotFoundError)) throw error;
    yield* client.pods.logs(await idOf(client, called, options), options);
  }
}

const idOf = (client: Client, called: string, options: Options): Promise<string> =>
  idCalled(client.pods.listAll({ ...(options?.signal ? { signal: options.signal } : {}) }), called, "pods");
