import type { EventSourceMessage } from "eventsource-parser";
import type { Endpoint } from "../../api/endpoint";
import type { LogQuery } from "../../api/logs";
import { NotFoundError, RateLimitError } from "../errors/api-errors";
import { mayPass, ResponseShapeError } from "../errors/errors";
import { toLogEvent, type LogEvent } from "./log-event";
import { decodeEvents, EventTooLargeError } from "./sse";
import { readHttpDate } from "../rate-limit/rate-headers";
import type { OpenAnswer } from "../http/stream-request";
import type { Transport } from "../http/transport";

/** What part of a log to read. Without `since` it starts with the last `tail` lines (default 100), then goes on live. */
export interface LogOptions extends LogQuery {
  /** Start after the line with this `id`; overrides `since` and `tail`. */ // L-7, L-8
  readonly lastEventId?: string | undefined;
  /** Ends the stream and closes its connection; the loop then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the platform has answered, whether or not a line comes; again after each break. */
  readonly onOpen?: (() => void) | undefined;
}

/** Waits before opening a broken stream again. */ // L-12
const firstDelayMs = 1_000;
const longestDelayMs = 30_000;
/** Attempts before the first connection; once there was one, there is no limit. */
const firstAttempts = 4;

interface Break {
  readonly error: unknown;
  /** The stream has been open before. */
  readonly wasOpen: boolean;
  /** Attempts in a row without a line, 1-based. */
  readonly failures: number;
  /** Uniform in [0, 1). */
  readonly random: number;
}

/** What to do when a stream broke or could not be opened: wait that long, end, or fail with the error. */ // L-14
export function afterBreak({ error, wasOpen, failures, random }: Break): number | "end" | "fail" {
  const full = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(failures - 1, 5));
  const delay = Math.max(firstDelayMs, full * (0.5 + random / 2));
  if (error === undefined) return delay;
  if (error instanceof NotFoundError) return wasOpen ? "end" : "fail";
  if (error instanceof RateLimitError) return Math.max(delay, error.retryAfterMs ?? 0);
  return mayPass(error) && (wasOpen || failures < firstAttempts) ? delay : "fail";
}

/** The lines of a log over any number of connections, each once, until the source is gone. */ // L-7, L-8, L-13, L-14
export async function* followLog(
  transport: Transport,
  endpoint: Endpoint,
  params: Readonly<Record<string, string>>,
  { signal, lastEventId, onOpen, ...query }: LogOptions,
): AsyncGenerator<LogEvent, void, void> {
  const { clock } = transport;
  const startedAt = clock.now();
  let lastId = lastEventId === "" ? undefined : lastEventId;
  let openedAt: number | undefined;
  for (let failures = 0; ; ) {
    let error: unknown;
    try {
      const resumed = lastId === undefined && openedAt !== undefined ? resume(query, openedAt) : query;
      const answer = await transport.open(endpoint, { params, query: resumed, signal }, lastId);
      onOpen?.();
      openedAt ??= Math.min(serverTime(answer), clock.now());
      let isRepeat = lastId !== undefined;
      for await (const { event = "message", data, id } of events(answer, endpoint)) {
        // The cursor is exclusive (L-8); should a platform take it as inclusive, the line was told already.
        if (isRepeat && id === lastId) continue;
        isRepeat = false;
        failures = 0;
        lastId = id || lastId;
        if (event === "message") yield toLogEvent(data, lastId);
      }
    } catch (caught) {
      error = caught;
    }
    signal?.throwIfAborted();
    if (error instanceof ResponseShapeError) throw error;
    failures += 1;
    const next = afterBreak({ error, wasOpen: openedAt !== undefined, failures, random: transport.random() });
    if (next === "end") return;
    if (next === "fail") throw error;
    // A log that has never been open waits for the rate limit no longer than any other call.
    const isOver = openedAt === undefined && clock.now() + next - startedAt > transport.maxWaitMs;
    if (isOver && error instanceof RateLimitError) throw error;
    if (error instanceof RateLimitError) transport.tellRefused(next);
    await clock.sleep(next, signal);
  }
}

/** A stream that broke before its first line. A caller that asked for live lines only gets all lines since the first opening. */
function resume(query: LogQuery, openedAt: number): LogQuery {
  if (query.tail !== 0 || query.since !== undefined) return query;
  const { tail: _, ...rest } = query;
  return { ...rest, since: new Date(openedAt).toISOString() };
}

function serverTime({ headers }: OpenAnswer): number {
  return readHttpDate(headers.date) ?? Number.POSITIVE_INFINITY;
}

/** The events of one connection. Network faults end them quietly, since they are the normal end of a stream. */ // L-14
export async function* events(
  { body }: OpenAnswer,
  { method, path }: Endpoint,
): AsyncGenerator<EventSourceMessage, void, void> {
  const decoded = decodeEvents(body);
  try {
    for (;;) {
      const next = await decoded.next();
      if (next.done) return;
      yield next.value;
    }
  } catch (error) {
    if (error instanceof EventTooLargeError)
      throw new ResponseShapeError(`${method} ${path}`, `fails: ${error.message}`);
  } finally {
    await decoded.return();
  }
}
