import type { Endpoint } from "../../api/endpoint";
import type { StreamInput, Transport } from "../http/transport";
import { timeLimit } from "../clock";
import { type LogEvent, toLogEvent } from "./log-event";
import { events } from "./logs";

/** How much of a log to read, and how long that may take. */
export interface LastLinesOptions {
  /** Lines, 1 to 5000. Default 20. */
  readonly tail?: number;
  /** Longest that it may take in all, in ms of real time. Default 5000. */
  readonly withinMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The last lines of a log, oldest first. The platform does not say where history ends, so it ends with that many
 * lines, or when none has come for `timeouts.logQuietMs`. Asks once; a stream that breaks ends with what has come.
 *
 * @throws NotFoundError, ConnectionError and the like where the log can't be read at all.
 */ // L-13
export async function lastLines(
  transport: Transport,
  endpoint: Endpoint,
  params: StreamInput["params"],
  { tail = 20, withinMs = 5_000, signal }: LastLinesOptions = {},
): Promise<LogEvent[]> {
  const ending = timeLimit(withinMs, signal);
  const idleMs = transport.timeouts.logQuietMs;
  const answer = await transport.open(endpoint, { params, query: { tail }, signal: ending, idleMs });
  const lines: LogEvent[] = [];
  for await (const { event = "message", data, id } of events(answer, endpoint)) {
    if (event === "message") lines.push(toLogEvent(data, id));
    if (lines.length >= tail) break;
  }
  return lines;
}
