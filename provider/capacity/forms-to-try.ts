import { BadRequestError } from "../../client";
import { redact, secretsIn } from "../../client/errors/redact";
import { alternativesOf, choiceAt, namesOf } from "../table/alternatives";
import { usd, usdPerHour } from "../cost/money";
import { durationOr } from "../table/duration";
import { pick, type Props } from "../table/props";
import type { Resource } from "../table/resource";
import type { Session } from "../host/session";
import { NothingFitsError } from "./errors";
import { stockFor } from "./choose";
import { type Chosen, withChoices } from "./choices";
import { type Hardware, notAsked } from "./stock";
import { type Asked, failureOf, mayComeFree, type Refusal } from "./refused";

const firstPauseMs = 10_000;
const longestPauseMs = 60_000;

interface Callbacks {
  /** The wrong reference in the program, if that is the reason for a refusal. */
  readonly whyWrong: (refusal: BadRequestError) => Promise<Error | undefined>;
  /** Tells a predicate of the resource. */
  readonly tell: (what: string) => Promise<void>;
  /** USD per hour. */
  readonly priceOf: (form: Props) => Promise<number | undefined>;
}

interface FormToTry {
  /** The inputs with one alternative. */
  readonly form?: Props;
  /** The reason why there is none to ask for: what an earlier run made is taken over all the same. */
  readonly nothing?: Error;
}

/**
 * Yields the alternatives in the program's order, and again in rounds until the deadline of `waitForCapacity`. The caller
 * passes back the platform's refusal, or undefined after a success. An answer does not tell whether the refusal is for lack
 * of capacity (A-20), so the catalog is read. The next alternative follows only if the previous one certainly made nothing.
 *
 * @throws NoCapacityError, HardwareForbiddenError, AlternativesRefusedError, or what `whyWrong` answers.
 */
export async function* formsToTry(
  session: Session,
  resource: Resource,
  inputs: Props,
  hardware: Hardware,
  { whyWrong, tell, priceOf }: Callbacks,
): AsyncGenerator<FormToTry, void, Refusal | undefined> {
  const { clock, calledOff } = session;
  const startedAt = clock.now();
  const deadline = startedAt + durationOr(inputs.waitForCapacity, 0);
  /** By form: its outcome so far. */
  const known = new Map<string, Asked>();
  /** An alternative has the same key in each round. */
  const keyOf = (form: Props) => JSON.stringify(pick(form, namesOf(resource)));
  let chosen: Chosen | undefined;

  for (let round = 0; ; round++) {
    chosen = await withChoices(session, resource, inputs, hardware).catch((error: unknown) => {
      // An unreachable catalog does not end the wait.
      if (chosen) return chosen;
      throw error;
    });
    if (chosen.nothing.length > 0) {
      yield { nothing: new NothingFitsError(resource, inputs, chosen.nothing) };
      return;
    }
    const forms = alternativesOf(resource, chosen.inputs);
    const isOpen = (form: Props) => mayComeFree(known.get(keyOf(form)));
    const refusals: { form: Props; what: string; refusal: Refusal }[] = [];
    for (const [at, form] of forms.entries()) {
      if (!isOpen(form)) continue;
      calledOff?.throwIfAborted();
      const refusal = yield { form };
      const label = hardware.label(form);
      if (!refusal) {
        if (at > 0) await tell(`got the ${choiceAt(at)}, ${label}${await insteadOf(forms[0]!, form, priceOf)}`);
        return;
      }
      refusals.push({ form, what: `${forms.length > 1 ? `${at + 1}. ` : ""}${label}`, refusal });
    }
    for (const { form, what, refusal } of refusals) {
      // Stock does not matter for a forbidden alternative.
      const isAsked = refusal instanceof BadRequestError;
      const stock = isAsked ? await stockFor(session, hardware, form).catch(() => notAsked) : undefined;
      const despiteStock = stock?.verdict === "some" ? (known.get(keyOf(form))?.despiteStock ?? 0) + 1 : 0;
      known.set(keyOf(form), { what, refusal, despiteStock, ...(stock && { stock }) });
    }
    const wrong = refusals.map(({ refusal }) => refusal).find((refusal) => refusal instanceof BadRequestError);
    const why = wrong && (await whyWrong(wrong));
    if (why) throw why;
    const now = clock.now();
    if (!forms.some(isOpen) || now >= deadline) {
      const secrets = secretsIn(inputs);
      const effort = {
        kind: resource.kind,
        name: String(inputs.name),
        waitedMs: now - startedAt,
        list: hardware.asked(forms[0]!).form.list,
      };
      throw failureOf({ ...effort, redact: (text) => redact(text, secrets) }, [...known.values()]);
    }
    if (round === 0) await tell(`finds no capacity yet; trying until ${new Date(deadline).toISOString()}`);
    await clock.sleep(Math.min(deadline - now, longestPauseMs, firstPauseMs * 2 ** round), calledOff);
  }
}

/** `, for 0.86 USD/h instead of 0.40`, as far as there are prices. */
async function insteadOf(first: Props, got: Props, priceOf: Callbacks["priceOf"]): Promise<string> {
  const [before, now] = [await priceOf(first), await priceOf(got)];
  if (now === undefined) return "";
  return `, for ${usdPerHour(now)}${before === undefined || before === now ? "" : ` instead of ${usd(before)}`}`;
}
