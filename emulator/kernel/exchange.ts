import { ownMember } from "../../values/own-member";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer, Body } from "./answer";
import { discardRest, readBody } from "./body";
import { protection } from "./protection";

/** One request on the wire: what arrived, and how to answer. */
export class Exchange {
  readonly path: string;
  readonly query: URLSearchParams;
  private isGone = false;
  private controller: AbortController | undefined;

  constructor(
    readonly incoming: IncomingMessage,
    readonly outgoing: ServerResponse,
  ) {
    const url = incoming.url ?? "/";
    const mark = url.indexOf("?");
    this.path = mark < 0 ? url : url.slice(0, mark);
    this.query = new URLSearchParams(mark < 0 ? "" : url.slice(mark + 1));
    outgoing.once("close", () => {
      this.isGone = !outgoing.writableFinished;
      if (this.isGone) this.controller?.abort();
    });
  }

  get method(): string {
    return this.incoming.method ?? "GET";
  }

  /** Aborts when the client goes away before the answer is complete. */
  get signal(): AbortSignal {
    // Made when asked for: most requests never do.
    if (!this.controller) {
      this.controller = new AbortController();
      if (this.isGone) this.controller.abort();
    }
    return this.controller.signal;
  }

  header(name: string): string | undefined {
    const value = ownMember(this.incoming.headers, name);
    return Array.isArray(value) ? value.join(", ") : value;
  }

  /** The raw body, or `undefined` when it is above the limit; then the rest is not read. */
  readBody(limitBytes: number): Promise<Buffer | undefined> {
    return readBody(this.incoming, limitBytes);
  }

  /** Sends the whole answer. A body left unread ends the connection, so that it can't be taken for the next request. */
  async send({ status, headers, body = "" }: Answer): Promise<void> {
    if (this.outgoing.destroyed) return discard(body);
    const isUnread = !this.incoming.complete && !this.incoming.readableEnded;
    const all = { ...protection, ...headers, ...(isUnread && { connection: "close" }) };
    if (isWhole(body)) {
      this.outgoing.writeHead(
        status,
        status === 204 ? all : { ...all, "content-length": String(Buffer.byteLength(body)) },
      );
      if (isUnread) {
        this.outgoing.write(body);
        await discardRest(this.incoming);
        this.outgoing.end();
      } else this.outgoing.end(body);
      return;
    }
    this.outgoing.writeHead(status, all);
    if (this.method === "HEAD") {
      // An open stream has no end to wait for.
      this.outgoing.end();
      return discard(body);
    }
    this.outgoing.flushHeaders();
    for await (const chunk of body) {
      if (this.outgoing.destroyed) break;
      if (!this.outgoing.write(chunk)) await this.drained();
    }
    this.outgoing.end();
  }

  /** Resolves when the client has read all data or is gone. */
  drained(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.outgoing.off("drain", done);
        this.outgoing.off("close", done);
        resolve();
      };
      this.outgoing.once("drain", done);
      this.outgoing.once("close", done);
    });
  }

  /** Ends the connection without (the rest of) an answer, as a fault does. */
  reset(): void {
    this.incoming.socket.resetAndDestroy();
  }
}

/** Answers a request that no operation of the contract serves. */
export async function answered({ env }: { readonly env: HttpBindings }, answer: Answer): Promise<Response> {
  await new Exchange(env.incoming, env.outgoing).send(answer);
  return RESPONSE_ALREADY_SENT;
}

const isWhole = (body: Body) => typeof body === "string" || body instanceof Uint8Array;

async function discard(body: Body): Promise<void> {
  if (!isWhole(body)) await body[Symbol.asyncIterator]().return?.();
}
