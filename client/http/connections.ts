import type { Dispatcher } from "undici";
import type { Proxy } from "../settings/proxies";
import { connector } from "./connect";
import { Agent } from "./undici";

/** More requests at once than this wait for a connection. */
const perOrigin = 128;

/** For calls, which are short and share a pool, and for streams. Opened at the first request, and again at the first one after closing. */
export class ConnectionPools {
  private opened: Record<"calls" | "streams", Dispatcher> | undefined;

  /** @param given used for everything, and left open. */
  constructor(
    private readonly connectMs: number,
    private readonly proxyTo: (origin: string) => Proxy | undefined,
    private readonly given?: Dispatcher,
  ) {}

  open() {
    if (this.given) return { calls: this.given, streams: this.given };
    const connect = connector(this.connectMs, this.proxyTo);
    return (this.opened ??= {
      calls: new Agent({ connections: perOrigin, connect, keepAliveTimeout: 30_000 }),
      streams: new Agent({ connect }),
    });
  }

  /** Calls under way are awaited; streams have no end of their own, so they are cut. */
  async close(): Promise<void> {
    const { opened } = this;
    this.opened = undefined;
    if (opened) await Promise.all([opened.calls.close(), opened.streams.destroy()]);
  }
}
