import { lifeOf } from "./histories/generate";
import { play } from "./histories/play";
import { shrink, sort } from "./histories/shrink";
import { storyOf } from "./histories/story";
import type { Outcome, Proof, ProofOptions } from "./proof";

/** Of violations of one sort, so many are shrunk and told. */
const toldOfEach = 1;

export const histories: Proof = {
  claim: "whatever people do to a stack, nothing is deleted unasked, hidden, doubled or shown",
  unit: "lives",
  fullSize: 100_000,
  isSplittable: true,
  async run({ size, seed, progress }: ProofOptions): Promise<Outcome> {
    const counts = { lives: 0, operations: 0, steps: 0 };
    const failures: string[] = [];
    const sorts = new Map<string, number>();
    for (; counts.lives < size; counts.lives++) {
      const life = lifeOf(seed + counts.lives);
      const { violations, operations } = await play(life);
      counts.operations += operations;
      counts.steps += life.steps.length;
      for (const violation of violations) {
        const seen = (sorts.get(sort(violation)) ?? 0) + 1;
        sorts.set(sort(violation), seen);
        const head = `seed ${life.seed}, step ${violation.step}: ${violation.what}`;
        if (seen > toldOfEach) {
          failures.push(head);
          continue;
        }
        const shortest = await shrink(life, violation);
        failures.push(`${head}\n${storyOf(shortest.life, shortest.violations)}`);
      }
      if (counts.lives % 1_000 === 999) progress(`${counts.lives + 1} lives, ${failures.length} failures`);
    }
    return { counts: { ...counts, ...Object.fromEntries(sorts) }, failures };
  },
};
