import type { LocalStack, OperationResult } from "../../engine/index";
import { timeLimit } from "../../client/time-limit";
import { unknownCost } from "../../provider/cost/cost-line";
import { planLine, plannedOf } from "../cost/plan";
import type { Io, Output } from "../io";
import { writeSentences } from "../io";

/** A preview must not hang on a platform that does not answer. */
const patienceMs = 3_000;

/**
 * Ends a preview with what it does to the cost of the stack. A preview in which nothing changes asks the platform nothing, and
 * none fails over a price.
 */
export async function showCost(
  io: Io,
  stack: LocalStack,
  { result, steps }: OperationResult,
  output: Output,
  isOfSome: boolean,
): Promise<void> {
  const planned = result === "succeeded" ? plannedOf(steps, isOfSome) : [];
  if (planned.length === 0) return;
  try {
    const [{ catalogFor }, { createClient }, { resolveSettings }] = await Promise.all([
      import("../../provider/cost/pricing.js"),
      import("../../client/index.js"),
      import("../../client/settings/settings.js"),
    ]);
    const config = await stack.config({ showSecrets: true });
    const { catalog } = createClient(resolveSettings((name) => config[`compute:${name}`], io.env));
    const options = { signal: timeLimit(patienceMs, io.signal) };
    const inputs = planned.flatMap(({ before, after }) => [before ?? {}, after ?? {}]);
    const lists = { gpus: () => catalog.gpus(options), cpus: () => catalog.cpus(options) };
    writeSentences(output, [planLine(planned, await catalogFor(inputs, lists))]);
  } catch (error) {
    writeSentences(output, [unknownCost(error)]);
  }
}
