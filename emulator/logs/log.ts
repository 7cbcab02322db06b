import { firstIndexWhere, getOrMake } from "../../values/many";
import { type Micros, microsOf } from "./cursor";

export type LogSourceName = "container" | "system";

export interface LogLine {
  /** Unique and rising within one log (L-6). */
  readonly micros: Micros;
  /** Position since the log began, from 1. */
  readonly sequence: number;
  readonly source: LogSourceName;
  readonly line: string;
}

/** Lines kept per pod or worker; older ones fall out (L-9, L-17). */
export const retainedLines = 10_000;

/** So that a log that nobody reads does not grow without end. */
const mostDeferred = 1_000;

/** Where reading starts: after a cursor, at a time, or with the last lines (L-7). */
export type LogStart = { readonly after: Micros } | { readonly from: Micros } | { readonly tail: number };

/** The log of one pod or worker. */
export class Log {
  private lines: LogLine[] = [];
  private sequence = 0;
  private lastMicros = 0;
  private closed = false;
  private deferred: (() => void)[] = [];
  private readonly listeners = new Set<() => void>();

  constructor(private readonly retained: number = retainedLines) {}

  /** Adds what `write` appends, once somebody reads it. That must not depend on when it is called. */
  appendWhenRead(write: (log: Log) => void): void {
    if (this.closed) return;
    this.deferred.push(() => write(this));
    if (this.listeners.size > 0 || this.deferred.length > mostDeferred) this.writeDeferred();
    this.wake();
  }

  /** Adds a line at that time; two at the same time, or out of order, still get rising ids. A line holds no newline. */
  append(source: LogSourceName, text: string, atMs: number): void {
    if (this.closed) return;
    this.writeDeferred();
    for (const line of text.split(/\r\n|\r|\n/)) {
      this.lastMicros = Math.max(microsOf(atMs), this.lastMicros + 1);
      this.lines.push({ micros: this.lastMicros, sequence: ++this.sequence, source, line });
    }
    // Cutting in batches keeps appending cheap.
    if (this.lines.length >= 2 * this.retained) this.lines = this.lines.slice(-this.retained);
    this.wake();
  }

  /** The pod or worker is gone: no more lines (L-13). */
  close(): void {
    this.writeDeferred();
    this.closed = true;
    this.wake();
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** The id before which everything of this log lies. */
  get end(): Micros {
    this.writeDeferred();
    return this.lastMicros;
  }

  /** Retained lines from `start` on, oldest first. `tail` counts after the source filter (L-10). */
  read(start: LogStart, source?: LogSourceName): readonly LogLine[] {
    this.writeDeferred();
    const kept = this.lines.slice(-this.retained);
    const matching = source === undefined ? kept : kept.filter((line) => line.source === source);
    if ("tail" in start) return start.tail === 0 ? [] : matching.slice(-start.tail);
    const first = "after" in start ? start.after + 1 : start.from;
    return matching.slice(firstIndexWhere(matching, ({ micros }) => micros >= first));
  }

  /** Calls back whenever there may be more to read. Returns how to stop. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private writeDeferred(): void {
    const writes = this.deferred;
    this.deferred = [];
    for (const write of writes) write();
  }

  private wake(): void {
    for (const listener of [...this.listeners]) listener();
  }
}

/** The logs of all pods or all workers, by id. Nothing here is saved: a restarted emulator starts empty logs. */
export class LogBook {
  private readonly logs = new Map<string, Log>();

  /** The log of that id, begun if need be. */
  of(id: string): Log {
    return getOrMake(this.logs, id, () => new Log());
  }

  /** Its source is gone: readers get the rest, and the log is forgotten (L-13, L-17). */
  end(id: string): void {
    this.logs.get(id)?.close();
    this.logs.delete(id);
  }

  clear(): void {
    for (const id of [...this.logs.keys()]) this.end(id);
  }
}
