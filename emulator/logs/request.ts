import type { LogQuery } from "../../api/logs";
import { unprocessable } from "../kernel/refusal";
import { parseCursor, parseMicros } from "./cursor";
import type { LogStart } from "./log";

/** History lines sent when the query does not say (section 11.1). */
const defaultTail = 100;

/** Where a stream starts: `Last-Event-ID`, else `since`, else `tail` (L-7). A header that is no cursor gives 422. */
export function startOf(query: LogQuery, lastEventId: string | undefined): LogStart {
  if (lastEventId !== undefined && lastEventId !== "") {
    const after = parseCursor(lastEventId);
    if (after === undefined) throw unprocessable(["$.header.Last-Event-ID: value is not valid date-time"]);
    return { after };
  }
  const from = query.since === undefined ? undefined : parseMicros(query.since);
  return from === undefined ? { tail: query.tail ?? defaultTail } : { from };
}

/** `Last-Event-ID` beats `since`, and `since` beats `tail`, whatever they hold (L-7). An empty one is not there. */
export function overruledByCursor(query: URLSearchParams, header: (name: string) => string | undefined): string[] {
  if (header("last-event-id")) return ["since", "tail"];
  return query.get("since") ? ["tail"] : [];
}
