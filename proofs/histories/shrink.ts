import { type Failing, shortest } from "../shrink";
import type { Life } from "./life";
import type { Played, Violation } from "./play";

const patience = 800;

/** Members that say what a part of a life is. Arguments of resources are members too, and their names are others. */
const needed = [
  ...["seed", "world", "listLagMs", "keyFrom", "program", "steps", "mustSucceed", "do", "edit", "drift", "minutes"],
  ...["resource", "kind", "name", "args", "to", "by", "options", "back", "what", "body", "variable", "value"],
  ...["machine", "method", "from", "count", "fate", "how", "at", "moment", "atRequest", "$secret", "$id"],
];

/** The kind of a violation, without the ids and values of one life. */
export const sort = ({ what }: Violation): string =>
  what
    .split("\n")[0]!
    .replace(/named \S+,/g, "named …,")
    .replace(/\b[a-zA-Z]+-\d+\b/g, "…")
    .replace(/\b[a-z0-9]{8,}\b/g, "…")
    .replace(/"[^"]*"/g, "…")
    .replace(/\d+/g, "…")
    .replace(/(in order: .{0,250}).*/, "$1");

/** The shortest life found with a violation of the same kind. */
export function shrink(
  life: Life,
  violation: Violation,
  replayed: (life: Life) => Promise<Played>,
): Promise<Failing<Life, readonly Violation[]>> {
  const wanted = sort(violation);
  const upTo = (whole: Life, found: readonly Violation[]) => ({
    life: { ...whole, steps: whole.steps.slice(0, found[0]!.step) },
    found,
  });
  const replay = async (candidate: Life) => {
    const found = (await replayed(candidate)).violations.filter((each) => sort(each) === wanted);
    return found.length > 0 ? upTo(candidate, found) : undefined;
  };
  return shortest(upTo(life, [violation]), needed, replay, patience);
}
