import { play } from "./histories/play";
import { storyOf } from "./histories/story";
import { livesOfHandOvers } from "./hand-overs/lives";
import type { Outcome, Proof, ProofOptions } from "./proof";

/** Between the first `up` and the ending. */
const moves = 2;

/**
 * Where `histories` draws lives by chance, this plays every one of a small world: one object, which goes from resource to resource, and two
 * machines with one backend. A life is told by its number, which is the seed.
 */
export const handOvers: Proof = {
  claim:
    "however an object goes from resource to resource on two machines, nobody deletes it for the one that has it, and nobody loses it",
  unit: "lives",
  fullSize: 63_434,
  isSplittable: true,
  hasModes: true,
  stretchesBriefly: true,
  async run({ size, seed, progress, mode }: ProofOptions): Promise<Outcome> {
    const counts = { lives: 0, steps: 0 };
    const failures: string[] = [];
    for (const { number, said, life } of livesOfHandOvers(moves)) {
      if (number < seed) continue;
      if (number >= seed + size) break;
      const { violations } = await play(life, mode);
      counts.lives += 1;
      counts.steps += life.steps.length;
      if (violations.length > 0) {
        failures.push(`seed ${number}: ${said}\n${storyOf(life, violations)}`);
        progress(failures.at(-1)!);
      }
      if (counts.lives % 1_000 === 0) progress(`${counts.lives} lives, ${failures.length} failures`);
    }
    return { counts, failures };
  },
};
