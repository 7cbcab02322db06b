import { jsonIn } from "../../values/json";
import { LogData, type logSources } from "../../api/logs";

/** One line of a log. */
export interface LogEvent {
  /** `container` for stdout and stderr, `system` for the host; undefined for a payload that is no log line. */ // L-16
  readonly source: (typeof logSources)[number] | (string & {}) | undefined;
  /** The line without its end, or the payload as it came. */ // L-16
  readonly line: string;
  /** RFC 3339; undefined for a payload that is no log line. */
  readonly ts: string | undefined;
  /**
   * Opaque place in the log: handed in as `lastEventId`, also by another process, a stream goes on after this line.
   * An event without an id of its own keeps the last one; undefined before the first.
   */ // L-5
  readonly id: string | undefined;
}

/** A payload that is not the JSON of a log line is passed on as text. */ // L-16
export function toLogEvent(data: string, id: string | undefined): LogEvent {
  const parsed = LogData.safeParse(jsonIn(data));
  if (!parsed.success) return { source: undefined, line: data, ts: undefined, id };
  const { source, line, ts } = parsed.data;
  return { source, line, ts, id };
}
