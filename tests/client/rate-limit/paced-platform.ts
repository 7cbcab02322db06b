import type { IncomingHttpHeaders } from "node:http";
import { Dispatcher, errors } from "undici";
import { createClient, type Client, type ClientOptions } from "../../../client";
import { VirtualClock } from "../../../proofs/virtual-clock";
import { createdPod } from "../../support/pod-samples";

/** What becomes of one request. The platform counts it half-way through its latency, unless it is lost before. */
export interface Fate {
  readonly latencyMs: number;
  readonly end:
    | "ok"
    /** Refused although the window has room, for so many seconds; undefined leaves `Retry-After` out. */
    | { readonly retryAfter: number | undefined }
    | { readonly status: 401 | 404 | 500 | 503 }
    /** The connection breaks, or the answer never begins. */
    | "lost"
    | "hang";
}

/** How long undici waits for the head of an answer before it gives up, in the client's default settings. */
const headersMs = 60_000;

/** Time that counts who sleeps in it. */
export class CountingClock extends VirtualClock {
  sleeping = 0;

  override async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.sleeping += 1;
    try {
      await super.sleep(ms, signal);
    } finally {
      this.sleeping -= 1;
    }
  }
}

export interface PlatformOptions {
  /** Requests that one window takes, and its length. */
  readonly quota: number;
  readonly windowMs: number;
  /** Decides about each request, in the order of sending. */
  readonly fate?: (index: number) => Fate;
  readonly client?: Omit<ClientOptions, "apiKey" | "apiUrl" | "clock" | "dispatcher">;
}

/** A platform of one rate window in virtual time, without sockets, and a client of it. */
export class PacedPlatform extends Dispatcher {
  readonly clock = new CountingClock();
  readonly client: Client;
  /** When each request went out. */
  readonly sentAt: number[] = [];
  /** Requests that have neither an answer nor been given up. */
  underWay = 0;
  private opened = Number.NEGATIVE_INFINITY;
  private used = 0;

  constructor(private readonly options: PlatformOptions) {
    super();
    const { clock } = this;
    this.client = createClient({
      random: () => 0.5,
      ...options.client,
      apiUrl: "http://127.0.0.1",
      apiKey: "key",
      clock,
      dispatcher: this,
    });
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return this.clock.run(work());
  }

  override dispatch({ path }: Dispatcher.DispatchOptions, given: Dispatcher.DispatchHandler): boolean {
    const handler = modern(given);
    const fate = this.options.fate?.(this.sentAt.length) ?? { latencyMs: 10, end: "ok" };
    this.sentAt.push(this.clock.now());
    this.underWay += 1;
    const left = new AbortController();
    const end = () => {
      if (left.signal.aborted) return false;
      left.abort();
      this.underWay -= 1;
      return true;
    };
    const controller = new Controller((reason) => {
      if (end()) queueMicrotask(() => handler.onResponseError?.(controller, reason));
    });
    handler.onRequestStart?.(controller, {});
    void this.travel(path, fate, left.signal).then(
      ({ status, headers, body }) => {
        if (left.signal.aborted) return;
        handler.onResponseStart?.(controller, status, headers, "");
        // A stream stays open until its reader leaves.
        if (headers["content-type"] === "text/event-stream") return;
        end();
        handler.onResponseData?.(controller, Buffer.from(body));
        handler.onResponseEnd?.(controller, {});
      },
      (error: Error) => {
        if (end()) handler.onResponseError?.(controller, error);
      },
    );
    return true;
  }

  private async travel(path: string, { latencyMs, end }: Fate, signal: AbortSignal) {
    await this.clock.sleep(latencyMs / 2, signal);
    if (end === "lost") throw new errors.SocketError("other side closed");
    if (end === "hang") {
      await this.clock.sleep(headersMs, signal);
      throw new errors.HeadersTimeoutError();
    }
    const told = this.answer(path, end);
    await this.clock.sleep(latencyMs / 2, signal);
    return told;
  }

  private answer(path: string, end: Exclude<Fate["end"], "lost" | "hang">) {
    const { quota, windowMs } = this.options;
    const now = this.clock.now();
    if (now - this.opened >= windowMs) [this.opened, this.used] = [now, 0];
    const t = Math.ceil((this.opened + windowMs - now) / 1_000);
    this.used += 1;
    const headers: IncomingHttpHeaders = {
      "content-type": "application/json",
      ratelimit: `"minute";r=${Math.max(0, quota - this.used)};t=${t}`,
      "ratelimit-policy": `"minute";q=${quota};w=${windowMs / 1_000}`,
    };
    const problem = (status: number, more: IncomingHttpHeaders = {}) => ({
      status,
      headers: { ...headers, ...more },
      body: JSON.stringify({ title: "Refused", status, detail: "refused" }),
    });
    if (end === "ok" && this.used > quota) return problem(429, { "retry-after": String(t) });
    if (end === "ok" && path.includes("/logs"))
      return { status: 200, headers: { ...headers, "content-type": "text/event-stream" }, body: "" };
    if (end === "ok") return { status: 200, headers, body: JSON.stringify(createdPod) };
    if ("retryAfter" in end)
      return problem(429, end.retryAfter === undefined ? {} : { "retry-after": String(end.retryAfter) });
    const { ratelimit: _, "ratelimit-policy": __, ...silent } = headers;
    return end.status === 404 ? problem(404) : { ...problem(end.status), headers: silent };
  }
}

/** undici's own calls hand over handlers of its older form; this is how undici itself takes them. */
function modern(handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- undici has no types for its parts
  const WrapHandler = require("undici/lib/handler/wrap-handler") as {
    wrap(handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler;
  };
  return WrapHandler.wrap(handler);
}

class Controller implements Dispatcher.DispatchController {
  aborted = false;
  paused = false;
  reason: Error | null = null;
  rawHeaders = null;
  rawTrailers = null;

  constructor(private readonly onAbort: (reason: Error) => void) {}

  abort(reason: Error): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    this.onAbort(reason);
  }
  pause(): void {
    this.paused = true;
  }
  resume(): void {
    this.paused = false;
  }
}
