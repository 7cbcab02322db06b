import { calmLifeOf, lifeOf } from "./histories/generate";
import { knownLives } from "./histories/known-lives";
import type { Life } from "./histories/life";
import { drawnFrom, playAll } from "./histories";
import { Sentences } from "./histories/previews/sentences";
import type { Outcome, Proof, ProofOptions } from "./proof";

/** From so many lives on, a sentence that was never said shows that nothing was held against it. */
const enoughToMeetAll = 2_000;

export const previews: Proof = {
  claim: "every sentence of a preview comes true, and nothing happens that none has told",
  unit: "lives",
  fullSize: 20_000,
  isSplittable: true,
  hasModes: true,
  stretchesBriefly: true,
  async run({ size, seed, ...options }: ProofOptions): Promise<Outcome> {
    const sentences = new Sentences();
    const { counts, failures } = await playAll(drawn(seed, size), { ...options, sentences });
    const unmet = size >= enoughToMeetAll ? sentences.unmet() : [];
    return {
      counts: { lives: counts["lives"] ?? 0, ...sentences.counts },
      failures: [...failures, ...unmet.map((name) => `nothing was held against: ${name}`)],
    };
  },
};

/** Two of three lives are calm. At full size with all in which something once went wrong. */
function* drawn(seed: number, size: number): Generator<Life> {
  if (size >= enoughToMeetAll) yield* Object.values(knownLives);
  yield* drawnFrom(seed, size, (each) => (each % 3 === 0 ? lifeOf(each) : calmLifeOf(each)));
}
