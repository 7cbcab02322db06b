import type { Client } from "../../client/index";
import type { LogLine } from "../documents/status";

/** So many logs are open at once. Each is one request, and a connection as long as it is followed. */
const mostLogs = 20;

/** The last line of each pod's log: each log is opened once and followed, so that a tick asks for none. */
export class LastLines {
  private readonly lines = new Map<string, LogLine>();
  private readonly opened = new Map<string, Promise<void>>();
  private readonly ending = new AbortController();

  constructor(private readonly client: Client) {}

  of(podId: string): LogLine | undefined {
    return this.lines.get(podId);
  }

  /** Resolves when every log that is open has given a line, or has ended. */
  async complete(): Promise<void> {
    await Promise.all(this.opened.values());
  }

  follow(podIds: readonly string[]): void {
    for (const id of podIds) {
      if (this.opened.has(id) || this.opened.size >= mostLogs) continue;
      this.opened.set(id, new Promise((resolve) => void this.run(id, resolve)));
    }
  }

  close(): void {
    this.ending.abort();
  }

  /** A log that can't be read has no last line; the rest of the status is shown all the same. */
  private async run(id: string, ready: () => void): Promise<void> {
    try {
      for await (const { ts, line } of this.client.pods.logs(id, { tail: 1, signal: this.ending.signal })) {
        this.lines.set(id, { ts: ts ?? null, line });
        ready();
      }
    } catch {
      // Told to close, or refused: either way there is nothing more to show.
    } finally {
      ready();
    }
  }
}
