import type { Mode } from "../plugin";
import type { Declared, Life, Step } from "./life";
import { type Played, play } from "./play";

type Differing = NonNullable<Played["differing"]>;

/** How often a shrunk life is lived at most. */
const patience = 60;

/** What a difference is about, without names and values of one life. */
export const sort = ({ differences }: Differing): string =>
  differences[0]!
    .replace(/[a-zA-Z]+-\d+/g, "…")
    .replace(/"[^"]*"/g, "…")
    .replace(/\d+/g, "…")
    .slice(0, 60);

/** The shortest life found in which the engines differ in the same way. */
export async function shrink(
  life: Life,
  differing: Differing,
  mode: Mode,
): Promise<{ life: Life; differing: Differing }> {
  const wanted = sort(differing);
  let best = { life: { ...life, steps: life.steps.slice(0, differing.step) }, differing };
  let tries = 0;
  const isWorse = async (candidate: Life): Promise<boolean> => {
    if (tries++ >= patience) return false;
    const { differing: now } = await play(candidate, mode);
    if (!now || sort(now) !== wanted) return false;
    best = { life: { ...candidate, steps: candidate.steps.slice(0, now.step) }, differing: now };
    return true;
  };
  for (let isShorter = true; isShorter && tries < patience; ) {
    isShorter = false;
    for (const smaller of smallerThan) {
      for (let index = 0; ; index++) {
        const candidate = smaller(best.life)[index];
        if (!candidate) break;
        if (await isWorse(candidate)) {
          isShorter = true;
          index -= 1;
        }
      }
    }
  }
  return best;
}

type Smaller = (life: Life) => Life[];

const smallerThan: readonly Smaller[] = [
  (life) =>
    life.steps.slice(0, -1).map((_, at) => ({ ...life, steps: life.steps.filter((__, index) => index !== at) })),
  (life) => namesIn(life).map((name) => changed(life, (declared) => (declared.name === name ? [] : [declared]))),
  (life) =>
    life.steps.flatMap((step, at) =>
      simpler(step).map((each) => ({
        ...life,
        steps: life.steps.map((other, index) => (index === at ? each : other)),
      })),
    ),
  (life) =>
    namesIn(life).flatMap((name) =>
      membersOf(life, name, "options").map((option) => changed(life, without(name, "options", option))),
    ),
  (life) =>
    namesIn(life).flatMap((name) =>
      membersOf(life, name, "args").map((argument) => changed(life, without(name, "args", argument))),
    ),
];

const namesIn = ({ steps }: Life): string[] => [
  ...new Set(steps.flatMap(({ program }) => program.map(({ name }) => name))),
];

const membersOf = ({ steps }: Life, name: string, of: "options" | "args"): string[] => [
  ...new Set(
    steps.flatMap(({ program }) =>
      program.filter((each) => each.name === name).flatMap((each) => Object.keys(each[of])),
    ),
  ),
];

const changed = (life: Life, change: (declared: Declared) => Declared[]): Life => ({
  ...life,
  steps: life.steps.map((step) => ({ ...step, program: step.program.flatMap(change) })),
});

const without =
  (name: string, of: "options" | "args", member: string) =>
  (declared: Declared): Declared[] => [
    declared.name === name ? { ...declared, [of]: lacking(declared[of], member) } : declared,
  ];

function simpler(step: Step): Step[] {
  const { do: verb, program, ...more } = step;
  return Object.keys(more).map((member) => ({ do: verb, program, ...lacking(more, member) }));
}

const lacking = <T extends object>(from: T, name: string): T =>
  Object.fromEntries(Object.entries(from).filter(([key]) => key !== name)) as T;
