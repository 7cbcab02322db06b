import { ownMember } from "../../values/own-member";
import { isDeepStrictEqual } from "node:util";
import { timeLimit } from "../../client/clock";
import { type Client, createClient } from "../../client/index";
import { resolveSettings } from "../../client/settings/settings";
import type { LocalStack, OperationResult, StepReport } from "../../engine/index";
import { amountText, unknownCost } from "../../provider/cost/money";
import { type Catalog, catalogFor } from "../../provider/cost/pricing";
import type { Effect } from "../../provider/effects/effect";
import { costLine, priced, sumOf } from "../../provider/effects/sums";
import { choiceAt } from "../../provider/table/alternatives";
import { isObject } from "../../provider/table/props";
import { standingOf } from "../commands/cost-bill";
import type { Io } from "../io";
import { sayingWaits } from "../platform";
import { running } from "../state/deployment";
import { stateOf } from "../state/load-stack";
import type { StackPlan } from "./plan";

/** The limit for what a preview asks the platform itself, so that it does not hang where that does not answer. */
export const patienceMs = 3_000;

type Open = () => Promise<Pick<Client, "catalog">>;

/** Prices a plan. @returns its effect on the cost in a sentence; undefined if nothing changes or nothing has a price. */
export async function costOfPlan(io: Io, plan: StackPlan, open: Open): Promise<string | undefined> {
  const { effects } = plan;
  const isAsBefore = effects.every(({ does }) => does === "stay");
  if (isAsBefore || !effects.some(({ before, after }) => before ?? after)) return undefined;
  try {
    plan.catalog = await pricesOf(io, effects, open);
    return costLine(plan.effects);
  } catch {
    return unknownCost;
  }
}

/** The prices for these effects. @throws if they can't be read in time. */
export async function pricesOf(io: Io, effects: readonly Effect[], open: Open): Promise<Catalog> {
  const { catalog } = await open();
  const sides = effects.flatMap(({ before, after }) => [before ?? {}, after ?? {}]);
  const options = { signal: timeLimit(patienceMs, io.signal) };
  return catalogFor(sides, { gpus: () => catalog.gpus(options), cpus: () => catalog.cpus(options) });
}

/** Opens the platform with the settings of a stack that runs here. */
export const platformOf =
  (io: Io, stack: LocalStack): Open =>
  async () => {
    const config = await stack.config({ showSecrets: true });
    const settings = resolveSettings((name) => ownMember(config, `compute:${name}`), io.env);
    return createClient({ ...settings, hooks: sayingWaits(io) });
  };

/**
 * The cost after an operation compared with its preview: `Now running: 18.32 USD/h, preview said 13.72 USD/h: 12 pods got
 * their second choice.` It covers the objects in the state, and those that the operation removed from the state but left on
 * the platform. Undefined if nothing has a price.
 */
export async function costAfter(
  stack: Parameters<typeof stateOf>[0],
  planned: StackPlan | undefined,
  done: StackPlan,
  { steps, result }: OperationResult,
): Promise<string | undefined> {
  const { catalog } = done;
  const state = await stateOf(stack).catch(() => undefined);
  if (!state || !catalog) return undefined;
  const kept = done.effects.filter(({ does }) => does === "keep");
  // The preview may know more than the state about unchanged objects.
  const staying = planned?.effects.filter(({ does }) => does === "stay") ?? [];
  const standing = running(state.stack.resources)
    .map(standingOf)
    .map((one) => staying.find(({ kind, id }) => one.kind === kind && one.id === id) ?? one);
  const { after: now, isPriced } = sumOf([...kept, ...priced(standing, catalog)]);
  const said = planned && sumOf(planned.effects);
  if (!isPriced && !said?.isPriced && !sumOf(done.effects).isPriced) return undefined;
  const sum = `Now running: ${amountText(now)}`;
  if (!said) return `${sum}.`;
  if (said.after.perHour?.toFixed(2) === now.perHour?.toFixed(2))
    return `${sum}, ${result === "failed" ? "by the state" : "as the preview said"}.`;
  const why = [...choices(steps), ...(result === "failed" ? ["not everything is as planned"] : [])];
  return `${sum}, preview said ${amountText(said.after)}${why.length > 0 ? `: ${why.join(", ")}` : ""}.`;
}
/** `12 pods got their second choice`: the chosen alternatives. */
function choices(steps: readonly StepReport[]): string[] {
  const counts = new Map<number, number>();
  for (const { op, new: next } of steps) {
    if (op !== "create" && op !== "create-replacement") continue;
    for (const [property, listed] of Object.entries(next?.inputs ?? {})) {
      const chosen = next && ownMember(next.outputs, property);
      if (!Array.isArray(listed) || !isObject(chosen)) continue;
      const at = listed.findIndex((each) => isObject(each) && isPart(each, chosen));
      if (at > 0) counts.set(at, (counts.get(at) ?? 0) + 1);
    }
  }
  return [...counts].map(([at, count]) => {
    const [who, whose] = count === 1 ? ["resource", "its"] : ["resources", "their"];
    return `${count} ${who} got ${whose} ${choiceAt(at)}`;
  });
}

const isPart = (some: Readonly<Record<string, unknown>>, of: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(some).every(([name, value]) => value === null || isDeepStrictEqual(ownMember(of, name), value));
