import { enginesHere } from "./engines";
import { calmLifeOf, lifeOf } from "./histories/generate";
import { knownLives } from "./histories/known-lives";
import type { Life, Step } from "./histories/life";
import { drawnFrom, playAll } from "./histories";
import { Sentences } from "./histories/previews/sentences";
import { livesOfRareSentences } from "./histories/rare-sentences";
import type { Outcome, Part, Proof, ProofOptions } from "./proof";

/** From so many lives on, a sentence that was never said shows that nothing was held against it. */
const enoughToMeetAll = 2_000;
/** Lives of the local engine for each one of the CLI, which runs in real time. */
const livesForOneOfCli = 200;

export const previews: Proof = {
  claim: "every sentence of a preview comes true, and nothing happens that none has told",
  unit: "lives",
  fullSize: 20_000,
  isSplittable: true,
  hasModes: true,
  stretchesBriefly: true,
  variants: ["local", "cli"],
  async run({ size, seed, only, ...options }: ProofOptions): Promise<Outcome> {
    const sentences = new Sentences();
    const none: Part = { counts: {}, failures: [] };
    const { counts, failures } = only === "cli" ? none : await playAll(drawn(seed, size), { ...options, sentences });
    const unmet = size >= enoughToMeetAll && only !== "cli" ? sentences.unmet(options.mode ?? "dynamic") : [];
    const byCli = only === "local" ? none : await livesOfCli(seed, Math.ceil(size / livesForOneOfCli), options);
    return {
      counts: { lives: counts["lives"] ?? 0, ...sentences.counts, ...byCli.counts },
      failures: [...failures, ...unmet, ...byCli.failures.map((failure) => `by the CLI: ${failure}`)],
    };
  },
};

/** Lives in which the Pulumi CLI previews and carries out. */
async function livesOfCli(
  seed: number,
  size: number,
  options: Pick<ProofOptions, "progress" | "mode">,
): Promise<Outcome> {
  if (!enginesHere().includes("cli"))
    return { counts: { "lives of the CLI": "NOT TRIED: there is no `pulumi` on the PATH" }, failures: [] };
  const sentences = new Sentences();
  const { failures } = await playAll(drawnFrom(seed, size, lifeOfCli), { ...options, sentences, engine: "cli" });
  const told = Object.values(sentences.counts).reduce((sum, count) => sum + count, 0);
  return { counts: { "lives of the CLI": size, "sentences of the CLI": told }, failures };
}

/**
 * The CLI's configuration is the stack's, so the key is in the environment. Nothing strikes it: it would wait for ever for
 * the answer of a provider that is killed in this process.
 */
function lifeOfCli(seed: number): Life {
  const life = calmLifeOf(seed);
  const steps = life.steps.map((step) => ({ ...step, strike: undefined }) as Step);
  return { ...life, steps, world: { ...life.world, keyFrom: "environment" } };
}

/** Two of three lives are calm. At full size with those of rare sentences, and all in which something once went wrong. */
function* drawn(seed: number, size: number): Generator<Life> {
  if (size >= enoughToMeetAll) yield* Object.values({ ...knownLives, ...livesOfRareSentences });
  yield* drawnFrom(seed, size, (each) => (each % 3 === 0 ? lifeOf(each) : calmLifeOf(each)));
}
