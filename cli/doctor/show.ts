import { counted, groupedBy } from "../../values/many";
import { capital } from "../../client/text";
import { wrapped } from "../terminal/text";
import { type Output, painted, widthOf } from "../io";
import type { Part } from "../paint";
import { type Finding, problems } from "./finding";

/** Tells whether the finding has an existing object that runs created and no state contains. */
export const isInNoState = ({ problem, objects }: Finding): boolean =>
  problem === "left" || (problem === "lost-create" && objects.length > 0);

const kindOf = (finding: Finding) => problems[isInNoState(finding) ? "left" : finding.problem];

/** Findings as numbered entries with their next steps, and a final line with counts. Findings with the same next step share an entry. */
export function findingLines(findings: readonly Finding[], output: Output): string[] {
  const entries = [
    ...groupedBy(findings, (each) => JSON.stringify([each.problem, each.kind, withoutId(each)])).values(),
  ];
  const width = `${entries.length}. `.length;
  const room = widthOf(output) - width;
  const lines = entries.flatMap((entry, at) => {
    const [first] = entry;
    const said = entry.flatMap(({ what }) => wrapped(output.safe(`${capital(what)}.`), room));
    const next = wrapped(output.safe(`→ ${entry.length > 1 ? withoutId(first!) : first!.nextStep}`), room);
    return [...said, ...next].map((text, line): Part[] => {
      const number = line === 0 ? `${at + 1}. `.padStart(width) : " ".repeat(width);
      const isNext = line === said.length;
      return [[kindOf(first!).style, number], ...(isNext ? [["cyan", "→"] as const, text.slice(1)] : [text])];
    });
  });
  const byWords = groupedBy(findings, (each) => kindOf(each).counted);
  const sums = [...byWords].map(([words, { length }]) => `${length} ${words}`);
  const total = `${counted(findings.length, "finding")}: ${sums.join(", ")}`;
  const last = wrapped(total, widthOf(output)).map((line): Part[] => [["bold", line]]);
  return [...lines, [""], ...last].map((line) => painted(output, line));
}

/** The next step with `ID` in place of its only object's id. */
const withoutId = ({ objects, nextStep }: Finding): string =>
  objects.length === 1 ? nextStep.replaceAll(objects[0]!.id, "ID") : nextStep;
