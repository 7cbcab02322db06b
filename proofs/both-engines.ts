import { enginesHere } from "./engines";
import { known } from "./engines/compare";
import { lifeOf } from "./engines/generate";
import { type Played, play } from "./engines/play";
import { shrink, sort } from "./engines/shrink";
import { storyOf } from "./engines/story";
import type { Life } from "./engines/life";
import type { Mode } from "./plugin";
import type { Outcome, Proof, ProofOptions } from "./proof";

export const engines: Proof = {
  claim: "the local engine does what the CLI does: steps, requests, state",
  unit: "lives",
  fullSize: 1_000,
  isSplittable: true,
  hasModes: true,
  async run({ size, seed, progress, mode = "dynamic" }: ProofOptions): Promise<Outcome> {
    if (!enginesHere().includes("cli"))
      return { counts: { "NOT TRIED": "there is no `pulumi` on the PATH" }, failures: [] };
    const counts: Record<string, number> = { lives: 0 };
    const failures: string[] = [];
    const sorts = new Set<string>();
    for (let lives = 0; lives < size; lives++) {
      const life = lifeOf(seed + lives);
      const played = await play(life, mode).catch((error: unknown): Played => {
        // What becomes of one life says nothing of the others.
        failures.push(`seed ${life.seed}: ${String(error)}`);
        progress(failures.at(-1)!);
        return { counts: { "lives broken off": 1 } };
      });
      for (const [what, count] of Object.entries({ lives: 1, ...played.counts }))
        counts[what] = (counts[what] ?? 0) + count;
      if (played.differing) {
        const isNew = !sorts.has(sort(played.differing));
        sorts.add(sort(played.differing));
        const head = `seed ${life.seed}, step ${played.differing.step}: ${played.differing.differences[0]}`;
        failures.push(isNew ? `${head}\n${await told(life, played.differing, mode)}` : head);
        progress(failures.at(-1)!);
      }
      if (lives % 20 === 19) progress(`${lives + 1} lives, ${failures.length} failures`);
    }
    return { counts: { ...counts, "differences listed by name": known.length }, failures };
  },
};

async function told(life: Life, differing: NonNullable<Played["differing"]>, mode: Mode): Promise<string> {
  const shortest = await shrink(life, differing, mode);
  return storyOf(shortest.life, shortest.found);
}
