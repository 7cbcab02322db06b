import type { Surface } from "../../api/endpoint";
import { defaultDetails, Refusal, titles } from "./refusal";
import type { Store } from "../store/store";
import { Answer, jsonAnswer, refusalAnswer } from "./answer";
import type { Exchange } from "./exchange";
import type { FaultSpec } from "./faults";
import { protection } from "./protection";

/** The answer of a fault in place of the platform's. */
export function refuseByFault(surface: Surface, { status = 503, body, headers = {} }: FaultSpec): Answer {
  if (body !== undefined) return jsonAnswer(status, body, headers);
  return refusalAnswer(
    surface,
    new Refusal(status, defaultDetails[status] ?? (titles[status] ?? "fault").toLowerCase(), undefined, headers),
  );
}

export async function deliverFault(
  store: Store,
  surface: Surface,
  fault: FaultSpec,
  answer: Answer,
  exchange: Exchange,
  log: (status: number) => void,
): Promise<void> {
  switch (fault.phase) {
    case "after": {
      const replaced = fault.status === undefined ? undefined : refuseByFault(surface, fault);
      log(replaced?.status ?? 0);
      return replaced ? exchange.send(replaced) : exchange.reset();
    }
    case "mid-body":
      log(answer.status);
      return cut(answer, fault, exchange);
    case "slow":
      await store.clock.sleep(fault.delayMs ?? 0, exchange.signal);
      log(answer.status);
      return exchange.send(
        fault.bytes && fault.everyMs ? drip(store, answer, fault.bytes, fault.everyMs, exchange) : answer,
      );
    case "before":
    case "reset":
      return undefined;
  }
}

/** Announces the whole body, sends a part, and ends the connection. A stream is cut after its first pieces. */
async function cut({ status, headers, body = "" }: Answer, { bytes }: FaultSpec, exchange: Exchange): Promise<void> {
  const { outgoing } = exchange;
  if (typeof body === "string" || body instanceof Uint8Array) {
    const all = Buffer.from(body);
    outgoing.writeHead(status, { ...protection, ...headers, "content-length": String(Math.max(all.length, 1)) });
    outgoing.flushHeaders();
    const part = all.subarray(0, bytes ?? all.length >> 1);
    if (part.length > 0) await new Promise<void>((written) => outgoing.write(part, () => written()));
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(status, { ...protection, ...headers });
  outgoing.flushHeaders();
  let left = bytes ?? 64;
  for await (const chunk of body) {
    const part = Buffer.from(chunk as string).subarray(0, left);
    await new Promise<void>((written) => outgoing.write(part, () => written()));
    left -= part.length;
    if (left <= 0 || outgoing.destroyed) break;
  }
  outgoing.destroy();
}

/** The answer with its body in small pieces, and pauses between them. */
function drip(store: Store, answer: Answer, bytes: number, everyMs: number, { signal }: Exchange): Answer {
  const { body } = answer;
  if (typeof body !== "string" && !(body instanceof Uint8Array)) return answer;
  const all = Buffer.from(body);
  async function* pieces() {
    for (let at = 0; at < all.length; at += bytes) {
      if (at > 0) await store.clock.sleep(everyMs, signal);
      if (signal.aborted) return;
      yield all.subarray(at, at + bytes);
    }
  }
  return new Answer(answer.status, { ...answer.headers, "content-length": String(all.length) }, pieces());
}
