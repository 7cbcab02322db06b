import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import { requestOn, errors as undici } from "./undici";
import { CallError, ConnectionError, ResponseShapeError, TimeoutError } from "../errors/errors";
import { countedOnce, unsendable, type Answer, type OutgoingRequest } from "./send-request";
import { firstHop, isUnreached, reason, refusedByProxy, unreached, type Way } from "./unreached";

/** An answer whose body is still coming. */
export interface OpenAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Leaving the loop over it closes the connection. */
  readonly body: AsyncIterable<Uint8Array> & { destroy(): unknown };
}

export interface StreamRequest extends Way, Pick<OutgoingRequest, "method" | "headersMs" | "signal"> {
  /** Silence after which the body fails. */
  readonly idleMs: number;
}

/** Opens a stream: answers when its head has come. @throws ConnectionError, TimeoutError; the signal's reason. */
export async function openStream(dispatcher: Dispatcher, request: StreamRequest): Promise<OpenAnswer> {
  const { label, method, headersMs, idleMs, signal } = request;
  signal?.throwIfAborted();
  try {
    const { statusCode, ...answer } = await requestOn(dispatcher, {
      ...firstHop(request),
      method,
      headersTimeout: headersMs,
      bodyTimeout: idleMs,
      signal,
    });
    const refusal = refusedByProxy(request, statusCode);
    if (refusal) {
      answer.body.on("error", () => undefined).destroy();
      throw refusal;
    }
    return { status: statusCode, headers: countedOnce(answer.headers), body: answer.body };
  } catch (cause) {
    signal?.throwIfAborted();
    const error = cause as Error;
    if (error instanceof CallError) throw error;
    if (error instanceof undici.InvalidArgumentError) throw unsendable(label, error);
    if (error instanceof undici.HeadersTimeoutError)
      throw new TimeoutError(label, "headers", headersMs, "unknown", { cause });
    if (isUnreached(error)) throw unreached(request, error);
    throw new ConnectionError(label, `got no answer (${reason(error)})`, "unknown", { cause });
  }
}

/** The value of `Last-Event-ID`: the bytes of an id, which may be any text. @throws ResponseShapeError for control characters. */ // L-5
export function cursorHeader(label: string, id: string): string {
  if (/[\0-\x08\x0a-\x1f\x7f]/.test(id))
    throw new ResponseShapeError(
      label,
      "gave an event id with control characters, which no header can carry, so the log can't continue after it",
    );
  return Buffer.from(id).toString("latin1");
}

/** Longest body of a refusal that is worth reading. */
const longestRefusal = 64 * 1_024;

/** The answer of a stream that was refused, as far as it comes within that time. */
export async function readRefusal({ status, headers, body }: OpenAnswer, withinMs: number): Promise<Answer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // eslint-disable-next-line no-restricted-globals -- a socket's time is real time
  const timer = setTimeout(() => body.destroy(), withinMs);
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > longestRefusal) break;
    }
  } catch {
    // The status says enough.
  } finally {
    clearTimeout(timer);
  }
  return { status, headers, body: Buffer.concat(chunks) };
}
