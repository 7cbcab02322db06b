import type { Client } from "../../client/index";
import type { LogLine } from "../documents/status";

/** The greatest number of open logs. Each is one request, and a connection while it is followed. */
const mostLogs = 20;

/** The last line of each pod's log. Each log is opened once and followed, so a tick needs no request. */
export class LastLines {
  private readonly lines = new Map<string, LogLine>();
  private readonly opened = new Map<string, Promise<void>>();

  constructor(
    private readonly client: Client,
    private readonly signal: AbortSignal,
  ) {}

  of(podId: string): LogLine | undefined {
    return this.lines.get(podId);
  }

  /** Resolves when every open log has produced a line or ended. */
  async complete(): Promise<void> {
    await Promise.all(this.opened.values());
  }

  follow(podIds: readonly string[]): void {
    for (const id of podIds) {
      if (this.opened.has(id) || this.opened.size >= mostLogs) continue;
      this.opened.set(id, new Promise((resolve) => void this.run(id, resolve)));
    }
  }

  /** An unreadable log has no last line; the rest of the status is still shown. */
  private async run(id: string, ready: () => void): Promise<void> {
    try {
      for await (const { ts, line } of this.client.pods.logs(id, { tail: 1, signal: this.signal })) {
        this.lines.set(id, { ts: ts ?? null, line });
        ready();
      }
    } catch {
      // Closed or refused: in both cases there is nothing more to show.
    } finally {
      ready();
    }
  }
}
