import type { LogQuery } from "../../api/logs";
import { Answer } from "../kernel/answer";
import type { Store } from "../store/store";
import { unprocessable } from "../kernel/refusal";
import type { Log, LogStart } from "./log";
import { logStream, type StreamOptions } from "./stream";
import { parseCursor, parseMicros } from "./cursor";

/** The arguments of a log route. */
interface LogRequest {
  readonly query: LogQuery;
  readonly store: Store;
  readonly signal: AbortSignal;
  readonly header: (name: string) => string | undefined;
}

/** An open event stream (L-1). The pipeline adds the rate limit headers. */
export function logAnswer(
  log: Log,
  { query, store, signal, header }: LogRequest,
  state: Pick<StreamOptions, "catchUp" | "nextAt"> = {},
): Answer {
  const stream = logStream(log, {
    clock: store.clock,
    start: startOf(query, header("last-event-id")),
    source: query.source,
    form: store.settings.logIdForm,
    signal,
    ...state,
  });
  const headers = {
    "content-type": "text/event-stream",
    "cache-control": "no-cache",
    connection: "keep-alive",
    "x-accel-buffering": "no",
  };
  return new Answer(200, headers, stream);
}

/** History lines sent when the query does not say (section 11.1). */
const defaultTail = 100;

/** Where a stream starts: `Last-Event-ID`, else `since`, else `tail` (L-7). A header that is no cursor gives 422. */
function startOf(query: LogQuery, lastEventId: string | undefined): LogStart {
  if (lastEventId !== undefined && lastEventId !== "") {
    const after = parseCursor(lastEventId);
    if (after === undefined) throw unprocessable(["$.header.Last-Event-ID: value is not valid date-time"]);
    return { after };
  }
  const from = query.since === undefined ? undefined : parseMicros(query.since);
  return from === undefined ? { tail: query.tail ?? defaultTail } : { from };
}

/** `Last-Event-ID` beats `since`, and `since` beats `tail` (L-7). An empty one counts as absent. */
export function overruledByCursor(query: URLSearchParams, header: (name: string) => string | undefined): string[] {
  if (header("last-event-id")) return ["since", "tail"];
  return query.get("since") ? ["tail"] : [];
}
