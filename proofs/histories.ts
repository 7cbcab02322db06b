import { inspect } from "node:util";
import type { EngineName } from "./engines";
import { lifeOf } from "./histories/generate";
import { type Life, strikeKinds } from "./histories/life";
import { play, type Violation } from "./histories/play";
import { Sentences } from "./histories/previews/sentences";
import { shrink, sort } from "./histories/shrink";
import type { Mode } from "./plugin";
import type { Outcome, Proof, ProofOptions } from "./proof";

/** The number of violations of one sort that are shrunk and reported. */
const toldOfEach = 1;

export const histories: Proof = {
  claim: "whatever people do to a stack, nothing is deleted unasked, hidden, doubled or shown",
  unit: "lives",
  fullSize: 20_000,
  isSplittable: true,
  hasModes: true,
  stretchesBriefly: true,
  async run({ size, seed, ...options }: ProofOptions): Promise<Outcome> {
    const { counts, failures } = await playAll(drawnFrom(seed, size), options);
    return { counts, failures: size >= enoughToTell ? [...failures, ...idle(counts)] : failures };
  },
};

/** @param draw makes a life of a seed. */
export function* drawnFrom(seed: number, size: number, draw: (seed: number) => Life = lifeOf): Generator<Life> {
  for (let lives = 0; lives < size; lives++) yield draw(seed + lives);
}

/** How lives are played. */
interface How {
  readonly mode?: Mode | undefined;
  /** Compares the sentences of previews with the outcome. */
  readonly sentences?: Sentences | undefined;
  readonly engine?: EngineName | undefined;
}

/** Plays these lives. The first violation of each sort is shrunk and reported. */
export async function playAll(
  all: Iterable<Life>,
  { progress, mode, sentences, engine }: How & Pick<ProofOptions, "progress">,
): Promise<Outcome & { readonly counts: Readonly<Record<string, number>> }> {
  const counts: Record<string, number> = { lives: 0, steps: 0 };
  const failures: string[] = [];
  const sorts = new Map<string, number>();
  for (const life of all) {
    const played = await play(life, mode, sentences, engine);
    for (const [what, count] of Object.entries({ lives: 1, steps: life.steps.length, ...played.counts }))
      counts[what] = (counts[what] ?? 0) + count;
    for (const violation of played.violations) {
      const seen = (sorts.get(sort(violation)) ?? 0) + 1;
      sorts.set(sort(violation), seen);
      const head = `seed ${life.seed}, step ${violation.step}: ${violation.what}`;
      const failure = seen > toldOfEach ? head : `${head}\n${await told(life, violation, { mode, sentences, engine })}`;
      progress(failure);
      failures.push(failure);
    }
    if (counts.lives! % 1_000 === 0) progress(`${counts.lives} lives, ${failures.length} failures`);
  }
  return { counts: inOrder(counts), failures };
}

async function told(life: Life, violation: Violation, { mode, sentences, engine }: How): Promise<string> {
  // The CLI takes a second for each operation.
  if (engine === "cli") return storyOf(life, [violation]);
  const shortest = await shrink(life, violation, (each) => play(each, mode, sentences && new Sentences()));
  return storyOf(shortest.life, shortest.found);
}

/** The events without most of which a proof shows nothing. */
const needed = ["up, succeeded", "up --refresh, succeeded", "refresh, succeeded", "destroy, succeeded", "faults"];
const enoughToTell = 100;

function idle(counts: Readonly<Record<string, number>>): string[] {
  const wanted = [...needed, ...strikeKinds];
  const least = (counts.lives ?? 0) / 50;
  return wanted.flatMap((what) =>
    (counts[what] ?? 0) >= least ? [] : [`too little happened: ${what}, ${counts[what] ?? 0} times`],
  );
}

const inOrder = ({ lives = 0, steps = 0, ...counts }: Record<string, number>): Record<string, number> => ({
  lives,
  steps,
  ...Object.fromEntries(Object.entries(counts).sort(([a], [b]) => a.localeCompare(b))),
});

/** A life as code, with its violations as comments, ready to paste into `known-lives.ts`. */
function storyOf({ seed, world, program, steps }: Life, violations: readonly Violation[] = []): string {
  const wrong = (step: number) => violations.filter((each) => each.step === step).map(({ what }) => `    // ${what}`);
  return [
    "{",
    `  seed: ${seed},`,
    `  world: ${code(world)},`,
    "  program: [",
    ...program.map((resource) => `    ${code(resource)},`),
    "  ],",
    "  steps: [",
    ...steps.flatMap((step, index) => [`    ${code(step)},`, ...wrong(index + 1)]),
    "  ],",
    "}",
  ].join("\n");
}

/** A value in TypeScript, on one line. */
const code = (value: unknown): string => inspect(value, { depth: null, compact: true, breakLength: Infinity });
