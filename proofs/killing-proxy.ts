import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { request } from "undici";
import { strikeHeader } from "./striking-host";

/**
 * Points of an exchange at which the provider dies: before the platform has the request; after it was carried out, before
 * the answer; with the answer read; with everything done, before the engine hears of it.
 */
export const phases = ["before send", "after commit", "after response", "before return"] as const;
export type Phase = (typeof phases)[number];

/** The point of a strike: an exchange, counted from 1, and a phase of it. */
export interface Strike {
  readonly exchange: number;
  readonly phase: Phase;
}

/** Stands between a provider and the platform, counts what passes, and has the provider killed at one point. */
export class KillingProxy {
  exchanges = 0;
  /** Kills the provider. */
  kill: () => void = () => undefined;
  private strike: Strike | undefined;
  private readonly server: Server;

  constructor(private readonly platformUrl: () => string) {
    this.server = createServer((incoming, outgoing) => {
      this.pass(incoming, outgoing).catch(() => outgoing.destroy());
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.server.listen(0, "127.0.0.1", resolve);
    });
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Begins to count anew; without a strike everything passes. */
  arm(strike?: Strike): void {
    this.exchanges = 0;
    this.strike = strike;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const exchange = ++this.exchanges;
    const phase = this.strike?.exchange === exchange ? this.strike.phase : undefined;
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    if (phase === "before send") return this.end(outgoing);
    const { host: _host, connection: _connection, ...headers } = incoming.headers;
    const answer = await request(this.platformUrl() + incoming.url, {
      method: incoming.method as "GET",
      headers,
      body: chunks.length > 0 ? Buffer.concat(chunks) : null,
    });
    const body = Buffer.from(await answer.body.arrayBuffer());
    if (phase === "after commit") return this.end(outgoing);
    const told = answer.headers as Record<string, string>;
    // The two later points are inside of the provider's process, which finds them itself.
    outgoing.writeHead(answer.statusCode, phase ? { ...told, [strikeHeader]: phase } : told);
    outgoing.end(body);
  }

  private end(outgoing: ServerResponse): void {
    this.kill();
    outgoing.destroy();
  }
}
