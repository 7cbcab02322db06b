import { type EmulatorClock, woken } from "../store/clock";
import { type CursorForm, formatCursor, formatMicros, type Micros } from "./cursor";
import type { Log, LogLine, LogSourceName, LogStart } from "./log";

/** How long a stream stays silent before a comment shows that it lives (L-11, CH-43): of real time where the clock runs faster. */
const keepAliveMs = 15_000;

export interface StreamOptions {
  readonly clock: EmulatorClock;
  readonly start: LogStart;
  readonly source: LogSourceName | undefined;
  readonly form: CursorForm;
  /** Ends the stream: the client went away. */
  readonly signal: AbortSignal;
  /** Writes down what happened until now, for logs that follow from the state of something. */
  readonly catchUp?: () => void;
  /** When the next such line is due. */
  readonly nextAt?: () => number | undefined;
}

/** History, then live lines, as event-stream text (L-10); ends when the log is closed and read to its end (L-13). */
export async function* logStream(log: Log, options: StreamOptions): AsyncGenerator<string> {
  const { clock, start, source, form, signal } = options;
  options.catchUp?.();
  let lines = log.read(start, source);
  let position = positionAfter(log, start, lines);
  let silentSince = clock.now();
  const hasNews = () => {
    options.catchUp?.();
    lines = log.read({ after: position }, source);
    position = lines.at(-1)?.micros ?? position;
    return lines.length > 0;
  };

  while (!signal.aborted) {
    if (lines.length > 0) {
      silentSince = clock.now();
      yield lines.map((line) => eventOf(line, form)).join("");
    }
    if (hasNews()) continue;
    if (log.isClosed) return;

    const keepAliveAt = silentSince + keepAliveMs * Math.max(1, clock.speed);
    const deadline = Math.min(keepAliveAt, options.nextAt?.() ?? Infinity);
    await woken(signal, (wake) => [log.onChange(wake), clock.at(deadline, wake)]);
    if (clock.now() >= keepAliveAt) {
      if (hasNews()) continue;
      silentSince = clock.now();
      yield ": keep-alive\n\n";
    }
  }
}

/** One event: an `id:` line, one `data:` line with JSON, an empty line (L-2 to L-4). */
export function eventOf({ micros, sequence, source, line }: LogLine, form: CursorForm): string {
  const data = JSON.stringify({ ts: formatMicros(micros), source, line });
  return `id: ${formatCursor(micros, sequence, form)}\ndata: ${data}\n\n`;
}

/** What counts as sent once the first lines are: nothing newer than them, and nothing older for a bare tail. */
function positionAfter(log: Log, start: LogStart, lines: readonly LogLine[]): Micros {
  const last = lines.at(-1)?.micros;
  if (last !== undefined) return last;
  if ("after" in start) return start.after;
  return "from" in start ? start.from - 1 : log.end;
}
