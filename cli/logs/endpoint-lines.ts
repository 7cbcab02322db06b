import { EventEmitter, on } from "node:events";
import { NotFoundError } from "../../client/errors/api-errors";
import type { Client } from "../../client/index";
import type { LogEvent } from "../../client/logs/log-event";
import { askEndpoint, type CalledObject } from "./called";

type Options = NonNullable<Parameters<Client["serverless"]["workerLogs"]>[2]>;

export type WorkerLine = LogEvent & { readonly worker: string };

/**
 * Lines of all workers of an endpoint, by its id or name, as they arrive.
 *
 * @param again waits until the next search for new workers; without it, only present workers count.
 * @param history limits the log of one worker; default: all of it.
 * @throws CommandFailure if there is no such endpoint, or several.
 */
export async function* endpointLines(
  client: Client,
  endpoint: CalledObject,
  options: Options,
  again?: () => Promise<void>,
  history = (all: AsyncIterable<LogEvent>) => all,
): AsyncIterable<WorkerLine> {
  const logs = new EventEmitter();
  const lines = on(logs, "line", { close: ["end"] }) as AsyncIterable<[WorkerLine]>;
  const fail = (error: unknown) => logs.emit("error", error);
  // Once nobody reads the lines, nobody hears of a failure.
  logs.on("error", () => undefined);
  const opened = new Set<string>();
  const follow = async (id: string, worker: string): Promise<void> => {
    try {
      for await (const event of history(client.serverless.workerLogs(id, worker, options)))
        logs.emit("line", { ...event, worker });
    } catch (error) {
      // The worker existed a moment ago.
      if (!(error instanceof NotFoundError)) throw error;
    }
  };
  const followAll = async (): Promise<void> => {
    const call = { signal: options.signal };
    const { id, workers } = await workersOf(client, endpoint, call);
    const followed: Promise<void>[] = [];
    for (let now = workers; ; now = (await client.serverless.workers(id, call)).workers) {
      const fresh = now.filter((worker) => !opened.has(worker.id));
      for (const worker of fresh) {
        opened.add(worker.id);
        const log = follow(id, worker.id);
        log.catch(fail);
        followed.push(log);
      }
      if (!again) return void (await Promise.all(followed));
      await again();
      options.signal?.throwIfAborted();
    }
  };
  followAll().then(() => logs.emit("end"), fail);
  for await (const [line] of lines) yield line;
}

/** The workers of an endpoint, with its id. @throws CommandFailure like {@link askEndpoint}. */
export const workersOf = (client: Client, endpoint: CalledObject, { signal }: Pick<Options, "signal">) =>
  askEndpoint(client, endpoint, signal, async (id) => ({
    id,
    workers: (await client.serverless.workers(id, { signal })).workers,
  }));
