import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import { decoding, errors as undici } from "./undici";
import type { Method } from "../../api/endpoint";
import {
  ConnectionError,
  InvalidRequestError,
  ResponseShapeError,
  TimeoutError,
  type TimeoutPhase,
} from "../errors/errors";
import { firstHop, reason, refusedByProxy, unreached, type Way } from "./unreached";

export interface OutgoingRequest extends Way {
  readonly method: Method;
  readonly body: string | undefined;
  readonly headersMs: number;
  readonly bodyMs: number;
  /** The rest of the whole call's time. */
  readonly totalMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
}

/** Longest single timer of Node; a longer one would fire at once. */
const longestTimerMs = 2_147_483_647;

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** As Node has them: of a header that came twice, as where a proxy adds its own, the first counts. Lists of limits are read whole. */
export const countedOnce = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name.startsWith("ratelimit") ? value : [value].flat()[0]]),
  );

/**
 * Sends one request and reads its whole answer, within all of its limits of time and size.
 *
 * Whether bytes may have left decides what an error says: undici tells when it hands a request to a connection, and
 * what failed before that was never sent.
 *
 * @throws ConnectionError, TimeoutError, ResponseShapeError (a success that is too large); the signal's reason.
 */
export function sendRequest(dispatcher: Dispatcher, request: OutgoingRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { signal } = request;
    if (signal?.aborted) return reject(signal.reason as Error);
    const receiver = new Receiver(request, resolve, reject);
    try {
      decoding(dispatcher, request.maxBytes)(
        {
          ...firstHop(request),
          method: request.method,
          body: request.body ?? null,
          headersTimeout: request.headersMs,
          bodyTimeout: request.bodyMs,
        },
        receiver,
      );
    } catch (cause) {
      receiver.fail(new ConnectionError(request.label, "could not be sent", "not-sent", { cause }));
    }
  });
}

class Receiver implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined;
  private status = 0;
  private headers: IncomingHttpHeaders = {};
  private chunks: Buffer[] = [];
  private bytes = 0;
  private isSettled = false;
  private readonly timer: NodeJS.Timeout;
  private readonly onAbort: (() => void) | undefined;

  constructor(
    private readonly request: OutgoingRequest,
    private readonly resolve: (answer: Answer) => void,
    private readonly reject: (error: Error) => void,
  ) {
    const { totalMs, signal } = request;
    // eslint-disable-next-line no-restricted-globals -- a socket's time is real time
    this.timer = setTimeout(() => this.fail(this.timeout("total", totalMs)), Math.min(totalMs, longestTimerMs));
    if (signal) {
      this.onAbort = () => this.fail(signal.reason as Error);
      signal.addEventListener("abort", this.onAbort, { once: true });
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.isSettled) controller.abort(new Error("the call has ended"));
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    const refusal = refusedByProxy(this.request, status);
    if (refusal) return this.fail(refusal);
    this.status = status;
    this.headers = countedOnce(headers);
    if (Number(this.headers["content-length"] ?? 0) > this.request.maxBytes) this.fail(this.tooLarge());
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes > this.request.maxBytes) this.fail(this.tooLarge());
    else if (!this.isSettled) this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (!this.settle()) return;
    const [only] = this.chunks;
    const body = this.chunks.length === 1 && only ? only : Buffer.concat(this.chunks);
    this.resolve({ status: this.status, headers: this.headers, body });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.fail(this.explain(error));
  }

  /** Ends the attempt, and the connection's part in it. */
  fail(error: Error): void {
    if (!this.settle()) return;
    this.chunks = [];
    this.controller?.abort(error);
    this.reject(error);
  }

  private settle(): boolean {
    if (this.isSettled) return false;
    this.isSettled = true;
    clearTimeout(this.timer);
    if (this.onAbort) this.request.signal?.removeEventListener("abort", this.onAbort);
    return true;
  }

  private explain(error: Error): Error {
    const { label, headersMs, bodyMs } = this.request;
    if (error instanceof undici.InvalidArgumentError) return unsendable(label, error);
    if (error instanceof undici.HeadersTimeoutError) return this.timeout("headers", headersMs, error);
    if (error instanceof undici.BodyTimeoutError) return this.timeout("body", bodyMs, error);
    if (error instanceof undici.ResponseExceededMaxSizeError) return this.tooLarge();
    if (this.outcome === "not-sent") return unreached(this.request, error);
    const isGarbled = /^(?:Z_DATA_ERROR|ERR__ERROR_FORMAT)/.test((error as NodeJS.ErrnoException).code ?? "");
    const cut = isGarbled ? "got an answer that could not be decompressed" : "got an answer that was cut off";
    const what = this.status === 0 ? "got no answer" : cut;
    return new ConnectionError(label, `${what} (${reason(error)})`, this.outcome, { cause: error });
  }

  private timeout(phase: TimeoutPhase, afterMs: number, cause?: Error): TimeoutError {
    return new TimeoutError(this.request.label, phase, afterMs, this.outcome, cause && { cause });
  }

  private tooLarge(): Error {
    const { label, maxBytes } = this.request;
    const what = `is larger than ${maxBytes} bytes`;
    if (this.status < 300) return new ResponseShapeError(label, what);
    return new ConnectionError(label, `failed with ${this.status}, and the answer ${what}`, this.outcome);
  }

  private get outcome(): "unknown" | "not-sent" {
    return this.controller === undefined ? "not-sent" : "unknown";
  }
}

/** What undici refuses to send would be refused again: it is no fault of the connection. */
export function unsendable(label: string, { message }: Error): InvalidRequestError {
  return new InvalidRequestError(label, [{ path: "$.headers", message }]);
}
