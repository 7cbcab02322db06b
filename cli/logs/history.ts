import type { LogEvent } from "../../client/logs/log-event";

/** The platform does not say where history ends and live lines begin (L-10). A second without a line counts as the end. */
const quietSeconds = 1;
/** A log that prints all the time has no such second, but after this many seconds its lines advance as fast as time. */
const liveSeconds = 3;

/** Detects the end of a log's history: history arrives faster than it was written, live lines at the same speed. */
export class HistoryEnd {
  private seconds = 0;
  private newest: number | undefined;
  /** The time of the newest line at the end of each second. */
  private readonly times: (number | undefined)[] = [];

  sawLine({ ts }: Pick<LogEvent, "ts">): void {
    this.seconds = 0;
    const time = Date.parse(ts ?? "");
    if (!Number.isNaN(time)) this.newest = Math.max(time, this.newest ?? time);
  }

  /** @returns whether the history is over. */
  afterSecond(): boolean {
    this.seconds += 1;
    this.times.push(this.newest);
    return this.seconds > quietSeconds || this.isLive();
  }

  private isLive(): boolean {
    const before = this.times.at(-1 - liveSeconds);
    if (before === undefined || this.newest === undefined) return false;
    const pace = (this.newest - before) / (liveSeconds * 1_000);
    return pace > 0.5 && pace < 1.5;
  }
}

/** The first lines of a log. History is at most as long as requested, so any later line is live. */
export async function* first<Line>(most: number, lines: AsyncIterable<Line>): AsyncIterable<Line> {
  let count = 0;
  for await (const line of lines) {
    yield line;
    if (++count === most) return;
  }
}
