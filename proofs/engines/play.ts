import type { Mode } from "../plugin";
import { differencesBetween } from "./compare";
import type { Life } from "./life";
import { Side } from "./side";

export interface Played {
  /** How many operations succeeded, failed, and how many steps they had. */
  readonly counts: Readonly<Record<string, number>>;
  /** The first operation, counted from 1, in which the engines differ, and how. */
  readonly differing?: { readonly step: number; readonly differences: readonly string[] };
}

/** Lives a life twice, each time with the other engine, and stops where the two are no longer the same. */
export async function play(life: Life, mode: Mode): Promise<Played> {
  const counts: Record<string, number> = {};
  const count = (what: string, by = 1) => {
    counts[what] = (counts[what] ?? 0) + by;
  };
  const local = await Side.open(life, mode, "local");
  const cli = await Side.open(life, mode, "cli");
  // The sides that are worked on by the local engine and by the CLI.
  let [first, second] = [local, cli];
  try {
    for (const [index, step] of life.steps.entries()) {
      if (step.handOver) {
        local.handOver();
        cli.handOver();
        [first, second] = [second, first];
        count("hand-overs");
      }
      const [mine, its] = [await first.run(step), await second.run(step)];
      count(`${step.do}, ${its.result}`);
      count("steps", its.steps.length);
      count("requests", its.requests.length);
      const differences = differencesBetween(mine, its, step);
      if (differences.length > 0) return { counts, differing: { step: index + 1, differences } };
    }
    return { counts };
  } finally {
    await local.close();
    await cli.close();
  }
}
