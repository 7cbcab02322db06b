import { hardwareOf, needsOf, type Resource } from "./resource";

export interface CostLimit {
  /** USD per hour for the whole stack. */
  readonly maxHourlyCost: number;
  /** USD per hour of one GPU, or of one vCPU, by the id in the catalog: see `npx compute catalog gpus` and `cpus`. */
  readonly prices: Readonly<Record<string, number>>;
}

/** What is wrong with the cost of a stack, in sentences. Of alternatives the most expensive one counts. */
export function costProblems(resources: readonly Resource[], { maxHourlyCost, prices }: CostLimit): string[] {
  const running = resources.filter(({ props }) => props.desiredStatus !== "EXITED");
  const unpriced = new Set<string>();
  const uncapped: string[] = [];
  let total = 0;
  for (const resource of running) {
    const costs = hardwareOf(resource).map(({ id, units }) => {
      const price = prices[id];
      if (price === undefined) unpriced.add(id);
      return (price ?? 0) * units;
    });
    const capped = needsOf(resource).map(({ maxHourlyCost: most }) => {
      if (most === undefined) uncapped.push(resource.name);
      return most ?? 0;
    });
    total += Math.max(0, ...costs, ...capped);
  }
  const problems = [...unpriced].map(
    (id) => `${id} has no price in this policy's "prices", so its cost can't be checked.`,
  );
  for (const name of new Set(uncapped))
    problems.push(
      `${name} takes any hardware that has the memory and sets no maxHourlyCost, so its cost can't be checked.`,
    );
  if (total > maxHourlyCost + 1e-9)
    problems.push(
      `The stack would cost ${total.toFixed(2)} USD/h, more than the limit of ${maxHourlyCost.toFixed(2)} USD/h.`,
    );
  return problems;
}
