import type { StepOp, StepReport } from "../../engine/index";
import { type Effect, ownOf } from "../../provider/effects/effect";
import type { Part, Style } from "../paint";

/** What a step does: the engine's operation, unless the provider makes or deletes nothing. */
export type StepDeed = StepOp | "adopt" | "take over" | "keep";

/** @param emoji for steps with a row in Markdown. */
const said = (sign: string, planned: string, running: string, done: string, style?: Style, emoji?: string) => ({
  sign,
  planned,
  running,
  done,
  style,
  emoji,
});

/** The words and signs of the Pulumi CLI, and ours. */
export const words: Readonly<Record<StepDeed, ReturnType<typeof said>>> = {
  adopt: said("= ", "adopt", "adopting", "adopted", "green", "📥"),
  "take over": said("= ", "take over", "taking over", "taken over", "green", "📥"),
  keep: said("- ", "let go", "letting go", "let go", "red", "📤"),
  same: said("  ", "", "", "unchanged"),
  create: said("+ ", "create", "creating", "created", "green", "➕"),
  update: said("~ ", "update", "updating", "updated", "yellow", "✏️"),
  delete: said("- ", "delete", "deleting", "deleted", "red", "🗑️"),
  replace: said("+-", "replace", "replacing", "replaced", "magenta", "♻️"),
  "create-replacement": said("++", "create replacement", "creating replacement", "created replacement", "green"),
  "delete-replaced": said("--", "delete original", "deleting original", "deleted original", "red", "🗑️"),
  "remove-pending-replace": said("~ ", "complete replacement", "completing replacement", "completed replacement"),
  read: said("> ", "read", "reading", "read", "cyan", "🔍"),
  "read-replacement": said(">>", "read replacement", "reading replacement", "read replacement"),
  discard: said("< ", "discard", "discarding", "discarded"),
  "discard-replaced": said("<<", "discard original", "discarding original", "discarded original"),
  refresh: said("~ ", "refresh", "refreshing", "refreshed", "yellow", "🔄"),
  import: said("= ", "import", "importing", "imported", undefined, "📥"),
  "import-replacement": said("=>", "import replacement", "importing replacement", "imported replacement"),
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

/** The kind of a resource or component of this package, in either form; the type of any other. */
export const kindName = (type: string): string =>
  type
    .replace(/^(pulumi-nodejs:dynamic\/compute|compute:index|compute:fleet|pulumi:pulumi):/, "")
    .replace(/^pulumi:providers:compute$/, "Provider");

export function styleOf(op: StepOp, tense?: Tense): Style {
  if (tense === "failed") return "red";
  return tense === "not started" ? "dim" : (words[op].style ?? "dim");
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
  const plain = wordOf(step, tense, effects);
  const word = tense === "failed" ? `**${plain}**` : plain;
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
function changesOf({ detailedDiff, diffKeys, found }: StepReport): string[] {
  if (!detailedDiff) return diffKeys.filter(isOfProgram).map((key) => `~${key}`);
  // A refresh compares in the other direction: an update would remove what the platform has in addition.
  const [more, less] = found ? ["-", "+"] : ["+", "-"];
  const sign = (change: string) => (change.startsWith("add") ? more : change.startsWith("delete") ? less : "~");
  return Object.entries(detailedDiff).map(([path, change]) => `${sign(change)}${path}`);
}
