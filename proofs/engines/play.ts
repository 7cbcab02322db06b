import type { EngineName } from "../engines";
import type { Mode } from "../plugin";
import { differencesBetween, isChance, isParted } from "./compare";
import type { Life } from "./life";
import { Side } from "./side";

const bothEngines: readonly [EngineName, EngineName] = ["local", "cli"];

export interface Played {
  /** How many operations succeeded, failed, and how many steps they had. */
  readonly counts: Readonly<Record<string, number>>;
  /** The first operation, counted from 1, in which the engines differ, and how. */
  readonly differing?: { readonly step: number; readonly differences: readonly string[] };
}

/** Lives a life twice, each time with the other engine, and stops where the two are no longer the same. */
export async function play(life: Life, mode: Mode, engines = bothEngines): Promise<Played> {
  const counts: Record<string, number> = {};
  const count = (what: string, by = 1) => {
    counts[what] = (counts[what] ?? 0) + by;
  };
  const sides = await Promise.all(engines.map((engine) => Side.open(life, mode, engine)));
  // On which the first engine works now, and on which the second.
  let [first, second] = sides as [Side, Side];
  let before: readonly string[] = [];
  try {
    for (const [index, step] of life.steps.entries()) {
      if (step.handOver) {
        [first, second] = [second, first];
        first.handOver(engines[0]);
        second.handOver(engines[1]);
        count("hand-overs");
      }
      const [mine, its] = [await first.run(step), await second.run(step)];
      count(`${step.do}, ${its.result}`);
      count("steps", its.steps.length);
      count("requests", its.requests.length);
      const differences = differencesBetween(mine, its, step, before);
      before = its.state;
      if (differences.length > 0 && isParted(differences, [mine, its], step)) {
        count("lives ended by a difference that is listed");
        return { counts };
      }
      if (differences.length > 0 && isChance(differences, [mine, its], life, step)) {
        count("lives ended by a failure after which chance decides");
        return { counts };
      }
      if (differences.length > 0) return { counts, differing: { step: index + 1, differences } };
    }
    return { counts };
  } finally {
    await Promise.all(sides.map((side) => side.close()));
  }
}
