import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import { requestOn, errors as undici } from "./undici";
import type { Clock } from "./clock";
import { ConnectionError, TimeoutError } from "./errors";
import { reason, type Answer, type Exchange } from "./exchange";

/** An answer whose body is still coming. */
export interface OpenAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Leaving the loop over it closes the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

export type StreamExchange = Pick<
  Exchange,
  "label" | "origin" | "path" | "method" | "headers" | "headersMs" | "signal"
> & {
  /** Silence after which the body fails. */
  readonly idleMs: number;
};

/** Opens a stream: answers when its head has come. @throws ConnectionError, TimeoutError; the signal's reason. */
export async function openExchange(dispatcher: Dispatcher, request: StreamExchange): Promise<OpenAnswer> {
  const { label, origin, path, method, headers, headersMs, idleMs, signal } = request;
  signal?.throwIfAborted();
  try {
    const { statusCode, ...answer } = await requestOn(dispatcher, {
      origin,
      path,
      method,
      headers,
      headersTimeout: headersMs,
      bodyTimeout: idleMs,
      signal,
    });
    return { status: statusCode, headers: answer.headers, body: answer.body };
  } catch (cause) {
    signal?.throwIfAborted();
    const error = cause as Error;
    if (error instanceof undici.HeadersTimeoutError)
      throw new TimeoutError(label, "headers", headersMs, "unknown", { cause });
    throw new ConnectionError(label, `got no answer (${reason(error)})`, "unknown", { cause });
  }
}

/** Longest body of a refusal that is worth reading. */
const longestRefusal = 64 * 1_024;

/** The answer of a stream that was refused, as far as it comes within that time. */
export async function readRefusal(
  { status, headers, body }: OpenAnswer,
  clock: Clock,
  withinMs: number,
): Promise<Answer> {
  const deadline = clock.now() + withinMs;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > longestRefusal || clock.now() > deadline) break;
    }
  } catch {
    // The status says enough.
  }
  return { status, headers, body: Buffer.concat(chunks) };
}
