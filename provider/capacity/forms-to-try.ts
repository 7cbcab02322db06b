import { BadRequestError } from "../../client";
import { redact, secretsIn } from "../../client/errors/redact";
import { alternativesOf, choiceAt, namesOf } from "../table/alternatives";
import { durationMs } from "../table/duration";
import { pick, type Props } from "../table/props";
import type { Resource } from "../table/resource";
import type { Session } from "../host/session";
import { NothingFitsError } from "./errors";
import { type Chosen, withChoices } from "./needs";
import { type Hardware, notAsked, type Stock } from "./stock";
import { type Asked, failureOf, mayComeFree, type Refusal } from "./refused";

const firstPauseMs = 10_000;
const longestPauseMs = 60_000;

/**
 * Yields the alternatives in the program's order, and again in rounds until the deadline of `waitForCapacity`. The caller
 * passes back the platform's refusal, or undefined after a success. An answer does not tell whether the refusal is for lack
 * of capacity (A-20), so the catalog is read. The next alternative follows only if the previous one certainly made nothing.
 *
 * @param whyWrong the wrong reference in the program, if that is the reason for a refusal.
 * @throws NoCapacityError, HardwareForbiddenError, AlternativesRefusedError, or what `whyWrong` answers.
 */
export async function* formsToTry(
  session: Session,
  resource: Resource,
  inputs: Props,
  hardware: Hardware,
  whyWrong: (refusal: BadRequestError) => Promise<Error | undefined>,
): AsyncGenerator<Props, void, Refusal | undefined> {
  const { clock, notify, calledOff } = session;
  const startedAt = clock.now();
  const deadline = startedAt + capacityMs(inputs);
  const who = `${resource.kind} ${String(inputs.name)}`;
  /** By form: its outcome so far. */
  const known = new Map<string, Asked>();
  /** An alternative has the same key in each round. */
  const keyOf = (form: Props) => JSON.stringify(pick(form, namesOf(resource)));
  let chosen: Chosen | undefined;

  for (let round = 0; ; round++) {
    chosen = await withChoices(session, resource, inputs, hardware).catch(orAsBefore(chosen));
    if (chosen.isEmpty) throw new NothingFitsError(who, chosen.nothing);
    const forms = alternativesOf(resource, chosen.inputs);
    const isOpen = (form: Props) => mayComeFree(known.get(keyOf(form)));
    const refusals: { form: Props; what: string; refusal: Refusal }[] = [];
    for (const [at, form] of forms.entries()) {
      if (!isOpen(form)) continue;
      calledOff?.throwIfAborted();
      const refusal = yield form;
      const label = hardware.label(form);
      if (!refusal) {
        if (at > 0) await notify.info(`${who} got the ${choiceAt(at)}, ${label}`);
        return;
      }
      refusals.push({ form, what: `${forms.length > 1 ? `${at + 1}. ` : ""}${label}`, refusal });
    }
    for (const { form, what, refusal } of refusals) {
      const stock = await stockAfter(refusal, () => hardware.stock(session, form));
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
        list: hardware.list(forms[0]!),
      };
      throw failureOf({ ...effort, redact: (text) => redact(text, secrets) }, [...known.values()]);
    }
    if (round === 0)
      await notify.info(`${who} finds no capacity yet; trying until ${new Date(deadline).toISOString()}`);
    await clock.sleep(Math.min(deadline - now, longestPauseMs, firstPauseMs * 2 ** round), calledOff);
  }
}

/** An unreachable catalog does not end the wait. */
const orAsBefore =
  (before: Chosen | undefined) =>
  (error: unknown): Chosen => {
    if (before) return before;
    throw error;
  };

/**
 * The stock after a refusal. Stock does not matter for a forbidden alternative, and without the catalog the platform's
 * answer has to suffice.
 */
async function stockAfter(refusal: Refusal, ask: () => Promise<Stock>): Promise<Stock | undefined> {
  if (!(refusal instanceof BadRequestError)) return undefined;
  try {
    return await ask();
  } catch {
    return notAsked;
  }
}

/** How long a create may retry; 0 means one try. */
function capacityMs({ waitForCapacity: given }: Props): number {
  return typeof given === "number" || typeof given === "string" ? durationMs(given) : 0;
}
