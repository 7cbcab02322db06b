/** One request in the log, which keeps nothing of its headers or body. */
export interface LoggedRequest {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  /** 0 when the connection was ended without an answer. */
  readonly status: number;
  /** The emulator's time when the answer was ready, in RFC 3339. */
  readonly at: string;
}

/** Requests kept; older ones fall out. Of a path that is longer than any of the platform's, the beginning. */
const capacity = 20_000;
const longestPath = 1_000;

/** The requests to the platform, oldest first. */
export class RequestLog {
  private entries: LoggedRequest[] = [];
  private readonly listeners = new Set<(entry: LoggedRequest) => void>();

  add(entry: LoggedRequest): void {
    this.entries.push(entry.path.length > longestPath ? { ...entry, path: entry.path.slice(0, longestPath) } : entry);
    if (this.entries.length > 2 * capacity) this.entries = this.entries.slice(-capacity);
    for (const listener of this.listeners) listener(entry);
  }

  list(): readonly LoggedRequest[] {
    return this.entries.slice(-capacity);
  }

  clear(): void {
    this.entries = [];
  }

  /** Calls back for each request from now on. Returns how to stop. */
  onRequest(listener: (entry: LoggedRequest) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
