import type { LogQuery } from "../../api/logs";
import { Answer } from "../kernel/answer";
import type { Store } from "../store/store";
import type { Log } from "./log";
import { startOf } from "./request";
import { logStream, type StreamOptions } from "./stream";

/** What a log route is given. */
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
