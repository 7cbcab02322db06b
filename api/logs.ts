import * as z from "zod";
import { dateTime } from "./shared";

export const logSources = ["container", "system"] as const;

/** Where a log stream starts and what it holds. `since` makes `tail` ignored. */ // section 11.1, L-7
export const LogQuery = z.strictObject({
  /** Only this source; both when left out. */
  source: z.enum(logSources).optional(),
  /** Lines of history before the live ones, 0 to 5000. Default 100. */
  tail: z.int().min(0).max(5000).optional(),
  /** RFC 3339; first line at or after it. */
  since: dateTime.optional(),
});
export type LogQuery = z.infer<typeof LogQuery>;

/** The JSON of one event's `data`. */ // L-3
export const LogData = z.looseObject({ source: z.string(), line: z.string(), ts: z.string() });
export type LogData = z.infer<typeof LogData>;
