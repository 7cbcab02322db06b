import type { Mode } from "../plugin";
import { type Failing, shortest } from "../shrink";
import type { Life } from "./life";
import { type Played, play } from "./play";

type Differing = NonNullable<Played["differing"]>;

/** The greatest number of replays while shrinking. */
const patience = 60;

/** Members that say what a part of a life is. */
const needed = [
  ...["seed", "parallel", "oneByOne", "steps", "do", "program", "kind", "name", "args", "options"],
  ...["method", "nth", "times", "body", "of", "$secret", "$id"],
];

/** The kind of a difference, without the names and values of one life. */
export const sort = ({ differences }: Differing): string =>
  differences[0]!
    .replace(/[a-zA-Z]+-\d+/g, "…")
    .replace(/"[^"]*"/g, "…")
    .replace(/\d+/g, "…")
    .slice(0, 60);

/** The shortest life found in which the engines differ in the same way. */
export function shrink(life: Life, differing: Differing, mode: Mode): Promise<Failing<Life, Differing>> {
  const wanted = sort(differing);
  const upTo = (whole: Life, found: Differing) => ({
    life: { ...whole, steps: whole.steps.slice(0, found.step) },
    found,
  });
  const replay = async (candidate: Life) => {
    // The rest of a program may be invalid.
    const { differing: now } = await play(candidate, mode).catch((): Partial<Played> => ({}));
    return now && sort(now) === wanted ? upTo(candidate, now) : undefined;
  };
  return shortest(upTo(life, differing), needed, replay, patience);
}
