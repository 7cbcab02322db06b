import type { OperationResult, StepReport } from "../../engine/index";
import { type Effect, ownOf } from "../../provider/effects/effect";
import type { Part, Style } from "../paint";

export type StepOp = StepReport["op"];

/** What a step does: the engine's operation, unless the provider makes or deletes nothing. */
export type StepDeed = StepOp | "adopt" | "take over" | "keep";

interface Words {
  readonly sign: string;
  /** Before, during and after the step. */
  readonly planned: string;
  readonly running: string;
  readonly done: string;
}

/** The words and signs of the Pulumi CLI, and ours. */
export const words: Readonly<Record<StepDeed, Words>> = {
  adopt: { sign: "= ", planned: "adopt", running: "adopting", done: "adopted" },
  "take over": { sign: "= ", planned: "take over", running: "taking over", done: "taken over" },
  keep: { sign: "- ", planned: "let go", running: "letting go", done: "let go" },
  same: { sign: "  ", planned: "", running: "", done: "" },
  create: { sign: "+ ", planned: "create", running: "creating", done: "created" },
  update: { sign: "~ ", planned: "update", running: "updating", done: "updated" },
  delete: { sign: "- ", planned: "delete", running: "deleting", done: "deleted" },
  replace: { sign: "+-", planned: "replace", running: "replacing", done: "replaced" },
  "create-replacement": {
    sign: "++",
    planned: "create replacement",
    running: "creating replacement",
    done: "created replacement",
  },
  "delete-replaced": { sign: "--", planned: "delete original", running: "deleting original", done: "deleted original" },
  "remove-pending-replace": {
    sign: "~ ",
    planned: "complete replacement",
    running: "completing replacement",
    done: "completed replacement",
  },
  read: { sign: "> ", planned: "read", running: "reading", done: "read" },
  "read-replacement": {
    sign: ">>",
    planned: "read replacement",
    running: "reading replacement",
    done: "read replacement",
  },
  discard: { sign: "< ", planned: "discard", running: "discarding", done: "discarded" },
  "discard-replaced": {
    sign: "<<",
    planned: "discard original",
    running: "discarding original",
    done: "discarded original",
  },
  refresh: { sign: "~ ", planned: "refresh", running: "refreshing", done: "refreshed" },
  import: { sign: "= ", planned: "import", running: "importing", done: "imported" },
  "import-replacement": {
    sign: "=>",
    planned: "import replacement",
    running: "importing replacement",
    done: "imported replacement",
  },
};

export function deedOf({ op }: Pick<StepReport, "op">, effects: readonly Effect[]): StepDeed {
  const { does } = (op === "delete-replaced" ? effects[0] : ownOf(effects)) ?? {};
  const isOther = op === "create" || op === "delete" || op === "delete-replaced";
  return isOther && (does === "adopt" || does === "take over" || does === "keep") ? does : op;
}

/** Findings of a refresh have their own words, because the operation did not cause them. */
const foundWords: Readonly<Partial<Record<StepOp, string>>> = {
  update: "changed on the platform",
  delete: "gone from the platform",
};

export type Tense = "planned" | "running" | "done" | "failed" | "not started";

const styles: Readonly<Partial<Record<StepDeed, Style>>> = {
  create: "green",
  adopt: "green",
  "take over": "green",
  "create-replacement": "green",
  update: "yellow",
  refresh: "yellow",
  replace: "magenta",
  delete: "red",
  "delete-replaced": "red",
  keep: "red",
  read: "cyan",
};

/** The kind of a resource or component of this package, in either form; the type of any other. */
export const kindName = (type: string): string =>
  type
    .replace(/^(pulumi-nodejs:dynamic\/compute|compute:index|compute:fleet|pulumi:pulumi):/, "")
    .replace(/^pulumi:providers:compute$/, "Provider");

export function styleOf(op: StepOp, tense?: Tense): Style {
  if (tense === "failed") return "red";
  return tense === "not started" ? "dim" : (styles[op] ?? "dim");
}

/** ` +-`: the sign before the resource. */
export const signOf = (step: StepReport, effects: readonly Effect[]): string => ` ${words[deedOf(step, effects)].sign}`;

/** `create`, `creating`, `created`, `creating failed`. */
export function wordOf(step: Pick<StepReport, "op" | "found">, tense: Tense, effects: readonly Effect[]): string {
  if (tense === "not started") return tense;
  const { planned, running, done } = words[deedOf(step, effects)];
  const isRetained = step.op === "replace" && effects.some(({ why }) => why === "retained");
  const told = (step.found ? foundWords[step.op] : undefined) ?? (tense === "planned" ? planned : done);
  const word = tense === "failed" ? `${running} failed` : tense === "running" ? running : told;
  return isRetained && word ? `${word}[retain]` : word;
}

/** ` +- Pod trainer replaced [diff: ~gpu]`: the line of a step. */
export function stepLine(step: StepReport, tense: Tense, effects: readonly Effect[]): Part[] {
  const said = wordOf(step, tense, effects);
  const word = tense === "failed" ? `**${said}**` : said;
  const style = styleOf(step.op, tense);
  const changes = changesOf(step);
  const diff: Part[] = changes.length > 0 ? [["dim", ` [diff: ${changes.join(",")}]`]] : [];
  return [
    [style, signOf(step, effects)],
    ` ${kindName(step.type)} `,
    ["bold", step.name],
    ...(word ? [" ", [style, word] as const] : []),
    ...diff,
  ];
}

/** Keys with this prefix pass between the SDK and its provider; as in the CLI, they are hidden. */
export const isOfProgram = (key: string): boolean => !key.startsWith("__");

/** `+env.MODE`, `-ports[1]`, `~image` if the provider names paths; otherwise the changed keys. */
export function changesOf({ detailedDiff, diffKeys, found }: StepReport): string[] {
  if (!detailedDiff) return diffKeys.filter(isOfProgram).map((key) => `~${key}`);
  // A refresh compares in the other direction: an update would remove what the platform has in addition.
  const [more, less] = found ? ["-", "+"] : ["+", "-"];
  const sign = (change: string) => (change.startsWith("add") ? more : change.startsWith("delete") ? less : "~");
  return Object.entries(detailedDiff).map(([path, change]) => `${sign(change)}${path}`);
}

interface CountLine {
  readonly deed: StepDeed;
  readonly text: string;
  readonly style: Style | undefined;
}

/** `+ 4 created`, `2 unchanged`: a count of the steps with the same words, in the order of the summary. */
export function countLines(
  { summary, steps }: Pick<OperationResult, "summary" | "steps">,
  effectsOf: (step: StepReport) => readonly Effect[],
  isPlanned: boolean,
): CountLine[] {
  const counts = new Map<StepDeed, number>();
  const add = (deed: StepDeed, count: number) => counts.set(deed, (counts.get(deed) ?? 0) + count);
  for (const [op, count] of Object.entries(summary) as [StepOp, number][]) add(op, count);
  for (const step of steps) {
    const { op, leftOver, counted, found } = step;
    const deed = deedOf(step, effectsOf(step));
    if (leftOver && !found) add(deed, 1);
    else if (counted && deed !== op) {
      add(op, -1);
      add(deed, 1);
    }
  }
  return [...counts].flatMap(([deed, count]): CountLine[] => {
    if (count === 0) return [];
    if (deed === "same") return [{ deed, text: `${count} unchanged`, style: undefined }];
    const { sign, planned, done } = words[deed];
    return [{ deed, text: `${sign.trim()} ${count} ${isPlanned ? `to ${planned}` : done}`, style: styles[deed] }];
  });
}
