import { isDeepStrictEqual } from "node:util";
import type { LocalStack, OperationResult, StepReport } from "../../engine/index";
import { timeLimit } from "../../client/time-limit";
import { amountText, unknownCost } from "../../provider/cost/money";
import type { Catalog } from "../../provider/cost/pricing";
import { choiceAt } from "../../provider/table/alternatives";
import { isObject } from "../../provider/table/props";
import { billOf, runsOf } from "../cost/bill";
import { lineOf, type PlannedCost, plannedCost, plannedOf } from "../cost/plan";
import type { Io } from "../io";
import { sayingWaits } from "../platform";
import { readDeployment } from "../state/deployment";

/** A preview must not hang on a platform that does not answer. */
const patienceMs = 3_000;

/** What a preview does to the cost of a stack. */
export interface CostOfPlan {
  /** A sentence. */
  readonly line: string;
  readonly planned?: PlannedCost;
  readonly catalog?: Catalog;
}

/**
 * What a preview does to the cost of the stack. A preview in which nothing changes asks the platform nothing, and none fails
 * over a price.
 */
export async function costOfPlan(
  io: Io,
  stack: LocalStack,
  { result, steps }: OperationResult,
  isOfSome: boolean,
): Promise<CostOfPlan | undefined> {
  const planned = result === "succeeded" ? plannedOf(steps, isOfSome) : [];
  if (planned.length === 0) return undefined;
  try {
    const [{ catalogFor }, { createClient }, { resolveSettings }] = await Promise.all([
      import("../../provider/cost/pricing.js"),
      import("../../client/index.js"),
      import("../../client/settings/settings.js"),
    ]);
    const config = await stack.config({ showSecrets: true });
    const { catalog } = createClient({
      ...resolveSettings((name) => config[`compute:${name}`], io.env),
      hooks: sayingWaits(io),
    });
    const options = { signal: timeLimit(patienceMs, io.signal) };
    const inputs = planned.flatMap(({ before, after }) => [before ?? {}, after ?? {}]);
    const lists = { gpus: () => catalog.gpus(options), cpus: () => catalog.cpus(options) };
    const prices = await catalogFor(inputs, lists);
    const cost = plannedCost(planned, prices);
    return { line: lineOf(cost), planned: cost, catalog: prices };
  } catch {
    return { line: unknownCost };
  }
}

/**
 * What the stack costs after an operation, beside what the preview said: `Now running: 18.32 USD/h, preview said 13.72 USD/h: 12 pods
 * got their second choice.` Undefined where nothing has a price.
 *
 * @param priced the preview, or the operation itself if there was none.
 */
export async function costAfter(
  stack: LocalStack,
  priced: CostOfPlan | undefined,
  { steps, result }: OperationResult,
  isPreviewed: boolean,
): Promise<string | undefined> {
  if (!priced?.planned?.isPriced || !priced.catalog) return undefined;
  const state = await stack.exportState().catch(() => undefined);
  if (!state) return undefined;
  const { resources } = readDeployment(JSON.stringify(state), stack.name);
  const { perHour } = billOf(resources.filter(runsOf), priced.catalog);
  const said = priced.planned.after;
  const now = `Now running: ${amountText({ perHour })}`;
  if (!isPreviewed) return `${now}.`;
  if (said.perHour?.toFixed(2) === perHour.toFixed(2)) return `${now}, as the preview said.`;
  const why = [...choices(steps), ...(result === "failed" ? ["not everything is as planned"] : [])];
  return `${now}, preview said ${amountText(said)}${why.length > 0 ? `: ${why.join(", ")}` : ""}.`;
}

/** `12 pods got their second choice`: of alternatives, which one it came to be. */
function choices(steps: readonly StepReport[]): string[] {
  const counts = new Map<number, number>();
  for (const { op, new: next } of steps) {
    if (op !== "create" && op !== "create-replacement") continue;
    for (const [property, listed] of Object.entries(next?.inputs ?? {})) {
      const chosen = next?.outputs[property];
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
  Object.entries(some).every(([name, value]) => value === null || isDeepStrictEqual(of[name], value));
