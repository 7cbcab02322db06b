import type { Surface } from "../../api/endpoint";
import type { Store } from "../store/store";
import { choices } from "./choices";
import { Refusal } from "./refusal";
import { refusalAnswer, type Answer } from "./answer";
import { ClientGone } from "./body";
import type { Exchange } from "./exchange";
import { deliverFault, refuseByFault } from "./fault-delivery";
import type { Target } from "./route";
import { answerCall } from "./pipeline";

/** One request from wire to wire: fault, checks and handler, log, saved state, answer. */
export async function serveCall(
  store: Store,
  surface: Surface,
  target: Target,
  params: Readonly<Record<string, string>>,
  exchange: Exchange,
): Promise<void> {
  const log = (status: number) => {
    const at = new Date(store.clock.now()).toISOString();
    store.requests.add({ method: exchange.method, path: exchange.path, status, at });
  };
  const fault = store.faults.strike(exchange.method, exchange.path);
  if (fault?.phase === "reset") {
    log(0);
    return exchange.reset();
  }
  let answer: Answer;
  if (fault?.phase === "before") {
    await exchange.readBody(choices.maxBodyBytes).catch(() => undefined);
    answer = refuseByFault(surface, fault);
  } else {
    const given = await answerOrRefuse(store, surface, target, params, exchange);
    if (!given) return log(0);
    // The answer is on disk before the client gets it.
    answer = exchange.method !== "GET" && given.status < 300 ? await whenSaved(store, surface, given) : given;
  }
  if (fault && fault.phase !== "before") return deliverFault(store, surface, fault, answer, exchange, log);
  log(answer.status);
  await exchange.send(answer);
}

/** The answer once its data is on disk; 500 if it can't be written. */
async function whenSaved(store: Store, surface: Surface, answer: Answer): Promise<Answer> {
  try {
    await store.saved();
    return answer;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`emulator: the state file could not be written: ${reason}\n`);
    return refusalAnswer(surface, new Refusal(500, "internal error"));
  }
}

/** Nothing when the client went away before it had asked. */
async function answerOrRefuse(...call: Parameters<typeof answerCall>): Promise<Answer | undefined> {
  const [store, surface] = call;
  try {
    return await answerCall(...call);
  } catch (error) {
    if (error instanceof Refusal) return refusalAnswer(surface, error);
    if (error instanceof ClientGone) return undefined;
    store.reportDefect(error);
    return refusalAnswer(surface, new Refusal(500, "internal error"));
  }
}
