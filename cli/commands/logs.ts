import { namedOf } from "../../values/many";
import { ownMember } from "../../values/own-member";
import { type Command, Option } from "commander";
import { dateTime } from "../../api/shared";
import type { LogEvent } from "../../client/logs/log-event";
import { CommandFailure, type Io, type Output, type Register, writeLine, writeParts } from "../io";
import { endpointLines, workersOf } from "../logs/endpoint-lines";
import { first, HistoryEnd } from "../logs/history";
import type { Part } from "../paint";
import { lineCount } from "../parsers";
import { addPlatformFlags } from "../platform";
import type { StateFlags } from "../state/load-stack";
import { reachEndpoint, reachPod } from "../state/reach";
import { afterSeconds } from "../status/lookout";
import { NotFoundError } from "../../client/errors/api-errors";
import type { Client } from "../../client/index";
import { type CalledObject, idByName } from "../logs/called";

interface Flags extends StateFlags {
  readonly follow?: boolean;
  readonly tail?: number;
  readonly since?: string;
  readonly lastEventId?: string;
  readonly source?: "container" | "system";
  readonly worker?: string;
  readonly endpoint?: string;
  readonly json?: boolean;
  readonly timestamps?: boolean;
}

type Line = LogEvent & { readonly worker?: string };

/** The platform's default number of history lines. */ // L-10
const usualTail = 100;

export const registerLogs: Register = (program, io) => {
  addLogFlags(
    program
      .command("logs")
      .argument(
        "[pod]",
        "the pod's id or name, or a cluster's for its entry node; with --worker, an endpoint's id or name",
      ),
  )
    .description("print the log of a pod, a serverless worker or all workers of an endpoint")
    .action(async (named: string | undefined, flags: Flags) => {
      const { tail, since, lastEventId, source, worker, endpoint } = flags;
      const called = named ?? endpoint;
      if (called === undefined || (named !== undefined && endpoint !== undefined))
        throw new CommandFailure("Give either a pod, or an endpoint with --endpoint.");
      const isPod = worker === undefined && endpoint === undefined;
      const { client, ...object } = { called, ...(await (isPod ? reachPod : reachEndpoint)(io, flags, called)) };
      const quiet = new AbortController();
      const silence = { isCounted: false };
      const options = {
        tail,
        since: since === undefined ? undefined : momentOf(since, io.now()),
        lastEventId,
        source,
        signal: AbortSignal.any([io.signal, quiet.signal]),
        // An unanswered request is an error, not an empty log.
        onOpen: () => void (silence.isCounted = true),
      };
      const again = flags.follow ? () => afterSeconds(io).end : undefined;
      const isCounted = !flags.follow && since === undefined && lastEventId === undefined && tail !== 0;
      const history = <L>(all: AsyncIterable<L>) => (isCounted ? first(tail ?? usualTail, all) : all);
      const lines: AsyncIterable<Line> =
        worker !== undefined
          ? history(workerLines(client, object, worker, options))
          : endpoint !== undefined
            ? endpointLines(client, object, options, again, history)
            : history(podLines(client, object, options));
      await print(io, lines, flags, quiet, silence);
    });
};

async function print(
  io: Io,
  lines: AsyncIterable<Line>,
  flags: Flags,
  quiet: AbortController,
  silence: { readonly isCounted: boolean },
): Promise<void> {
  const end = new HistoryEnd();
  const stopWatch = flags.follow
    ? () => undefined
    : io.everySecond(() => {
        if (silence.isCounted && end.afterSecond()) quiet.abort();
      });
  try {
    for await (const event of lines) {
      end.sawLine(event);
      if (flags.json) writeLine(io.stdout, JSON.stringify(event));
      else writeParts(io.stdout, lineOf(event, io.stdout, flags.timestamps ?? !io.stdout.isTTY));
    }
  } catch (error) {
    // A stop by the user is the normal end of a log.
    if (!quiet.signal.aborted && !io.signal.aborted) throw error;
  } finally {
    stopWatch();
  }
}

/** A line of output: with the time on a terminal, and also the date in a file. */
function lineOf({ ts, worker, source, line }: Line, output: Output, isWhole: boolean): Part[] {
  const time = ts && !isWhole ? ts.slice(11, 19) : ts;
  const before = [time, worker, source].filter(Boolean).join(" ");
  return [...(before === "" ? [] : [["dim", output.inLine(`${before} `)] as const]), output.inLine(line)];
}

const addLogFlags = (command: Command): Command =>
  addPlatformFlags(command)
    .option("-f, --follow", "keep printing new lines until Ctrl-C or until the pod is gone")
    .option("-n, --tail <lines>", "how many lines of history to print, 0 to 5000; defaults to 100", lineCount)
    .option("--since <time>", "start at this time or age, such as 2026-05-04T09:00:00Z or 10m; overrides --tail")
    .option(
      "--last-event-id <id>",
      "continue after the line with this id, which --json prints; --since and --tail are then ignored",
    )
    .addOption(new Option("--source <which>", "print only lines from this source").choices(["container", "system"]))
    .option("--worker <id>", "print the log of this worker of the serverless endpoint")
    .addOption(
      new Option(
        "--endpoint <endpoint>",
        "print the logs of all workers of this endpoint, given by id or name; with --follow also those of new workers",
      ).conflicts(["worker", "lastEventId"]),
    )
    .option("--timestamps", "print days and fractions of seconds too on a terminal; elsewhere they always are")
    .option("-j, --json", "print each line as JSON");

type Options = NonNullable<Parameters<Client["pods"]["logs"]>[1]>;

/** Lines of a pod, by its id or a name of it. @throws CommandFailure as {@link idByName} does. */
async function* podLines(client: Client, pod: CalledObject, options: Options): AsyncIterable<LogEvent> {
  let isKnown = false;
  try {
    for await (const line of client.pods.logs(pod.id, options)) {
      isKnown = true;
      yield line;
    }
  } catch (error) {
    if (isKnown || !(error instanceof NotFoundError)) throw error;
    const pods = client.pods.listAll({ signal: options.signal });
    yield* client.pods.logs(await idByName(pods, pod, "pods"), options);
  }
}

/** Lines of a worker. @throws CommandFailure if the endpoint is unknown, or has no such worker. */
async function* workerLines(client: Client, endpoint: CalledObject, worker: string, options: Options) {
  const { id, workers } = await workersOf(client, endpoint, options);
  try {
    yield* client.serverless.workerLogs(id, worker, options);
  } catch (error) {
    const ids = workers.map((one) => one.id);
    if (!(error instanceof NotFoundError) || ids.includes(worker)) throw error;
    const has = ids.length === 0 ? "none" : namedOf(ids, 20);
    throw new CommandFailure(`Endpoint ${endpoint.called} has no worker ${worker}. It has: ${has}.`);
  }
}

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a time (`2026-05-04T09:00:00Z`) or an age (`90s`, `10m`, `2h`, `1d`). */
function momentOf(text: string, now: number): string {
  const [, amount, unit = ""] = /^(\d+)([smhd])$/.exec(text) ?? [];
  if (amount !== undefined) return new Date(now - Number(amount) * (ownMember(unitMs, unit) ?? 0)).toISOString();
  if (dateTime.safeParse(text).success) return text;
  throw new CommandFailure(
    `Invalid --since ${JSON.stringify(text)}. Use a timestamp (2026-05-04T09:00:00Z) or an age (90s, 10m, 2h, 1d).`,
  );
}
