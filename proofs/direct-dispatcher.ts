import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Dispatcher, errors } from "undici";
import type { PlatformClock } from "./virtual-clock";

/** Wraps handlers of the older form, which undici's `request` hands over, as undici's own dispatchers do. */
/* eslint-disable-next-line @typescript-eslint/no-require-imports -- it has no types of its own */
const WrapHandler = require("undici/lib/handler/wrap-handler") as {
  wrap(handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler;
};

/** The fate of one request on its way. */
export type Fate =
  | "ok"
  /** The connection breaks before the platform reads the request, or after it has carried it out. */
  | "lost-before"
  | "lost-after"
  /** The platform hangs until the client's patience ends; the request is carried out meanwhile, or not. */
  | "hang-before"
  | "hang-after"
  /** The client's patience ends first, and the platform carries the request out a little later. */
  | "late"
  /** It takes seconds until the platform acts, or until its answer is back. */
  | "slow-before"
  | "slow-after"
  | "429-before"
  | "500-before"
  | "500-after"
  | "502-after"
  | "503-before"
  | "504-after"
  /** The answer ends in the middle of its body. */
  | "cut"
  /** A success whose body is not what the contract says. */
  | "garbled";

export interface Traffic {
  /** Decides the fate of each request when it is sent. */
  fate(method: string, path: string, body: string | undefined): Fate;
  /** Milliseconds from sending to the answer; half of it passes before the platform acts. */
  latencyMs(): number;
}

/** How long a client waits for an answer (its default), how slow one may be, and how late a request is carried out. */
const patienceMs = 60_000;
const slowMs = 30_000;
const lateMs = 4_000;

export type Handle = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<unknown>;

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/**
 * Carries a client's requests straight to an emulator's handlers, without sockets and in virtual time, and loses some on
 * the way. Everything else is real: client, limiter, retries, schemas on both ends, and the emulator's rules.
 */
export class DirectDispatcher extends Dispatcher {
  private requests = 0;
  private readonly ways: DirectDispatcher[] = [];
  /** Calls without an answer yet; those of dead processes never get one. */
  private readonly waiting = new Map<Controller, Dispatcher.DispatchHandler>();
  private isCut: () => boolean = () => false;
  private isClosed = false;

  constructor(
    private readonly handle: Handle,
    private readonly clock: PlatformClock,
    private readonly traffic: Traffic,
  ) {
    super();
  }

  /** The connection of a process that dies: requests already sent arrive, later requests and answers do not. */
  until(isCut: () => boolean): DirectDispatcher {
    const way = new DirectDispatcher(this.handle, this.clock, this.traffic);
    way.isCut = isCut;
    this.ways.push(way);
    return way;
  }

  /** Ends the calls that are left, for the sake of their real timers. */
  override async close(): Promise<void> {
    for (const way of [this, ...this.ways]) {
      way.isClosed = true;
      for (const [controller, handler] of way.waiting)
        handler.onResponseError?.(controller, new errors.ClientDestroyedError());
      way.waiting.clear();
    }
  }

  /** Requests that were sent, over all ways. */
  get sent(): number {
    return this.ways.reduce((sum, way) => sum + way.sent, this.requests);
  }

  override dispatch(options: Dispatcher.DispatchOptions, given: Dispatcher.DispatchHandler): boolean {
    const handler = WrapHandler.wrap(given);
    const controller: Controller = new Controller((reason) => {
      if (!this.isCut() && this.waiting.delete(controller)) handler.onResponseError?.(controller, reason);
    });
    if (this.isClosed) {
      handler.onResponseError?.(controller, new errors.ClientDestroyedError());
      return true;
    }
    this.waiting.set(controller, handler);
    if (this.isCut()) return true;
    handler.onRequestStart?.(controller, {});
    this.requests += 1;
    this.travel(options).then(
      ({ answer, cut, stream }) => {
        if (this.isCut() || controller.aborted) return stream?.destroy();
        handler.onResponseStart?.(controller, answer.status, answer.headers, "");
        if (stream && !cut) return this.follow(stream, controller, handler, options.bodyTimeout);
        this.waiting.delete(controller);
        stream?.destroy();
        handler.onResponseData?.(controller, cut ? answer.body.subarray(0, answer.body.length >> 1) : answer.body);
        if (cut) handler.onResponseError?.(controller, new errors.SocketError("other side closed"));
        else handler.onResponseEnd?.(controller, {});
      },
      (error: Error) => {
        if (this.isCut() || !this.waiting.delete(controller) || controller.aborted) return;
        handler.onResponseError?.(controller, error);
      },
    );
    return true;
  }

  /** Forwards an open answer until it ends, either side leaves, or it is quiet for too long. */
  private follow(
    stream: Outgoing,
    controller: Controller,
    handler: Dispatcher.DispatchHandler,
    patience: number | null | undefined,
  ): void {
    let quiet = new AbortController();
    const listen = () => {
      quiet.abort();
      quiet = new AbortController();
      if (patience) this.clock.sleep(patience, quiet.signal).then(giveUp, () => undefined);
    };
    const giveUp = () => {
      stream.destroy();
      if (!this.isCut() && this.waiting.delete(controller))
        handler.onResponseError?.(controller, new errors.BodyTimeoutError());
    };
    listen();
    stream.listen({
      isLeft: () => this.isCut() || !this.waiting.has(controller),
      data: (chunk) => {
        listen();
        handler.onResponseData?.(controller, chunk);
      },
      end: () => {
        quiet.abort();
        if (this.waiting.delete(controller)) handler.onResponseEnd?.(controller, {});
      },
    });
    controller.onceAborted(() => {
      quiet.abort();
      stream.destroy();
    });
  }

  private async travel(options: Dispatcher.DispatchOptions): Promise<Travelled> {
    const path = options.path;
    const fate = this.traffic.fate(options.method, path, typeof options.body === "string" ? options.body : undefined);
    const half = this.traffic.latencyMs() / 2;
    await this.clock.sleep(half);
    if (fate === "lost-before") throw new errors.SocketError("other side closed");
    if (fate === "hang-before") {
      await this.clock.sleep(patienceMs);
      throw new errors.HeadersTimeoutError();
    }
    if (fate === "late") {
      void this.serveLate(options);
      await this.clock.sleep(patienceMs);
      throw new errors.HeadersTimeoutError();
    }
    if (fate === "500-before") return { answer: failure(500, "internal error"), cut: false };
    if (fate === "503-before") return { answer: failure(503, "unavailable"), cut: false };
    if (fate === "429-before")
      return { answer: failure(429, "rate limit exceeded", { "retry-after": "3" }), cut: false };
    if (fate === "slow-before") await this.clock.sleep(lateMs);
    const asked = await this.afterItsWait(options);
    const served = await this.clock.during(() => this.serve(asked));
    const { answer } = served;
    await this.clock.sleep(half);
    if (fate !== "ok" && fate !== "slow-before" && fate !== "cut") served.stream?.destroy();
    switch (fate) {
      case "lost-after":
        throw new errors.SocketError("other side closed");
      case "hang-after":
        await this.clock.sleep(patienceMs);
        throw new errors.HeadersTimeoutError();
      case "slow-after":
        await this.clock.sleep(slowMs);
        return { answer, cut: false };
      case "500-after":
        return { answer: failure(500, "internal error"), cut: false };
      case "502-after":
        return { answer: failure(502, "bad gateway"), cut: false };
      case "504-after":
        return { answer: failure(504, "gateway timeout"), cut: false };
      case "garbled":
        return { answer: { ...answer, body: Buffer.from('{"status":"fine"}') }, cut: false };
      case "cut":
        return { answer, cut: true };
      case "slow-before":
      case "ok":
        return { ...served, cut: false };
    }
  }

  /** A request that waits for the end of a job asks for its status after that time: while a handler answers, time stands still. */
  private async afterItsWait(options: Dispatcher.DispatchOptions): Promise<Dispatcher.DispatchOptions> {
    const [, before, job, wait] = /^(.*)\/status-sync\/([^?]*)\?wait=(\d+)$/.exec(options.path) ?? [];
    if (job === undefined) return options;
    await this.clock.sleep(Number(wait));
    return { ...options, path: `${before}/status/${job}` };
  }

  /** The connection of a process that died in the meantime is closed: the platform drops requests that it has not begun. */
  private async serveLate(options: Dispatcher.DispatchOptions): Promise<void> {
    await this.clock.sleep(patienceMs + lateMs);
    if (!this.isCut()) await this.clock.during(() => this.serve(options));
  }

  private serve({ method, path, headers, body }: Dispatcher.DispatchOptions): Promise<Served> {
    return serve(this.handle, method, path, headers, typeof body === "string" ? body : undefined);
  }
}

interface Served {
  readonly answer: Answer;
  /** The answer has begun and continues. */
  readonly stream?: Outgoing;
}
type Travelled = Served & { readonly cut: boolean };

/** The answer of an emulator's handlers at once, or the beginning of one that goes on. */
export async function answerOf(...request: Parameters<typeof serve>): Promise<Answer> {
  const { answer, stream } = await serve(...request);
  stream?.destroy();
  return answer;
}

async function serve(
  handle: Handle,
  method: string,
  path: string,
  headers: Dispatcher.DispatchOptions["headers"],
  body: string | undefined,
): Promise<Served> {
  const incoming = new Incoming(method, path, headers, body === undefined ? undefined : Buffer.from(body));
  const outgoing = new Outgoing();
  const begun = new Promise<void>((resolve) => outgoing.once("begun", resolve));
  const done = handle(incoming as unknown as IncomingMessage, outgoing as unknown as ServerResponse);
  await Promise.race([done, begun]);
  return { answer: outgoing.answer, ...(outgoing.goesOn && { stream: outgoing }) };
}

class Controller implements Dispatcher.DispatchController {
  aborted = false;
  paused = false;
  reason: Error | null = null;
  rawHeaders = null;
  rawTrailers = null;

  private leave: () => void = () => undefined;

  constructor(private readonly onAbort: (reason: Error) => void) {}

  onceAborted(leave: () => void): void {
    this.leave = leave;
  }

  abort(reason: Error): void {
    this.aborted = true;
    this.reason = reason;
    this.leave();
    this.onAbort(reason);
  }
  pause(): void {
    this.paused = true;
  }
  resume(): void {
    this.paused = false;
  }
}

/** A request as far as the emulator reads it, with the whole body there from the beginning. */
class Incoming extends EventEmitter {
  readonly complete = true;
  readonly destroyed = false;
  readableEnded: boolean;
  readonly socket = { resetAndDestroy: () => undefined };

  constructor(
    readonly method: string,
    readonly url: string,
    readonly headers: Dispatcher.DispatchOptions["headers"],
    private readonly body: Buffer | undefined,
  ) {
    super();
    this.readableEnded = body === undefined;
  }

  override on(name: string, listener: (...args: unknown[]) => void): this {
    super.on(name, listener);
    if (name === "end" && !this.readableEnded) {
      queueMicrotask(() => {
        this.emit("data", this.body);
        this.readableEnded = true;
        this.emit("end");
      });
    }
    return this;
  }
}

interface Listener {
  /** The listener is gone. */
  isLeft(): boolean;
  data(chunk: Buffer): void;
  end(): void;
}

/** A response as far as the emulator's answers need it, whole ones and open streams. */
class Outgoing extends EventEmitter {
  destroyed = false;
  writableFinished = false;
  /** The head was sent, and the end was not. */
  private isOpen = false;
  private listener: Listener | undefined;
  readonly answer: Answer = { status: 0, headers: {}, body: Buffer.alloc(0) };

  writeHead(status: number, headers: Record<string, string>): this {
    this.answer.status = status;
    this.answer.headers = headers;
    return this;
  }

  get goesOn(): boolean {
    return this.isOpen;
  }

  flushHeaders(): void {
    this.isOpen = true;
    this.emit("begun");
  }

  /** Sends earlier and all future output to a listener. */
  listen(listener: Listener): void {
    if (this.answer.body.length > 0) listener.data(this.answer.body);
    this.listener = listener;
    if (this.writableFinished) listener.end();
  }

  write(chunk: string | Uint8Array): boolean {
    const data = Buffer.from(chunk as Uint8Array);
    if (this.listener?.isLeft()) this.destroy();
    else if (this.listener) this.listener.data(data);
    else this.answer.body = Buffer.concat([this.answer.body, data]);
    return true;
  }

  end(body?: string | Uint8Array): this {
    if (body !== undefined) this.write(body);
    this.isOpen = false;
    this.writableFinished = true;
    this.listener?.end();
    return this;
  }

  /** The other side has left. */
  destroy(): void {
    this.destroyed = true;
    this.isOpen = false;
    this.emit("close");
  }
}

export function failure(status: number, detail: string, headers: Record<string, string> = {}): Answer {
  const body = Buffer.from(JSON.stringify({ title: "Error", status, detail }));
  return { status, headers: { "content-type": "application/problem+json", ...headers }, body };
}
