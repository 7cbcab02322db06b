import * as z from "zod";
import { parseUrn } from "../../plugin/names";
import { kinds } from "../../provider/kinds";
import { dataIn } from "../../provider/table/data-loss";
import type { Resource } from "../../provider/table/resource";
import { CommandFailure } from "../io";
import { kindOfToken } from "../state/deployment";
import { unwrap } from "../state/secret-values";
import type { Diagnostic, StepReport } from "../../engine/index";
import { textOf } from "../paint";
import { foldedMessages } from "./messages";
import { kindName } from "./step-line";

const State = z.looseObject({
  ...{ type: z.string(), id: z.string().optional(), inputs: z.unknown().optional(), outputs: z.unknown().optional() },
  pendingReplacement: z.boolean().optional(),
});
const Step = z.looseObject({
  op: z.string(),
  urn: z.string(),
  oldState: State.nullish(),
  newState: State.nullish(),
  diffReasons: z.array(z.string()).nullish(),
  replaceReasons: z.array(z.string()).nullish(),
});
/** What a plan in Markdown is made of: the output of `compute preview --json` or `pulumi preview --json`. */
export const PreviewDocument = z.looseObject({
  result: z.string().optional(),
  steps: z.array(Step),
  changeSummary: z.record(z.string(), z.number()).nullish(),
  diagnostics: z
    .array(z.looseObject({ severity: z.string(), message: z.string(), urn: z.string().optional() }))
    .nullish(),
});
export type PreviewDocument = z.output<typeof PreviewDocument>;

/** Fits the largest comment of the code hosts, with room for what is around it. */
const mostCharacters = 60_000;
/** More rows than this are folded. */
const shownRows = 20;

const signs: Readonly<Record<string, string>> = {
  ...{ create: "➕ create", update: "✏️ update", replace: "♻️ replace", delete: "🗑️ delete", import: "📥 import" },
  ...{ read: "🔍 read", refresh: "🔄 refresh" },
};

/** @throws CommandFailure for what is no such output. */
export function readDocument(text: string, where: string): PreviewDocument {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  const parsed = PreviewDocument.safeParse(json);
  if (!parsed.success)
    throw new CommandFailure(`${where} is not a preview. Give it the output of \`pulumi preview --json\`.`);
  return parsed.data;
}

/**
 * A plan as a comment on a change: warnings first, then what is lost, what changes and why, and what it does to the cost. Holds no
 * value of any property, so no secret.
 *
 * @param title such as the name of the stack.
 * @param cost a sentence, where there is one.
 */
export function planInMarkdown(title: string, document: PreviewDocument, cost?: string): string {
  const steps = document.steps.filter(({ op }) => op in signs);
  const said = (document.diagnostics ?? []).map((one) => ({ ...one, message: trimmed(one.message) }));
  const alerts = said.filter((one): one is Diagnostic => one.severity === "error" || one.severity === "warning");
  const isFailed = document.result === "failed" || alerts.some(({ severity }) => severity === "error");
  const idOf = (of: string) => document.steps.find(({ urn }) => urn === of)?.oldState?.id;
  const rows = steps.map((step) => {
    const { name } = parseUrn(step.urn);
    const reasons = said.filter(({ urn, severity }) => urn === step.urn && severity.startsWith("info"));
    const changed = [...new Set([...(step.replaceReasons ?? []), ...(step.diffReasons ?? [])])].filter(isOfProgram);
    const why = reasons.length > 0 ? reasons.map(({ message }) => message).join(" ") : changed.join(", ");
    const kind = kindName((step.newState ?? step.oldState)?.type ?? "");
    return `| ${[signs[step.op]!, name, kind, why].map(cell).join(" | ")} |`;
  });
  const lost = steps.flatMap((step) => lossOf(step) ?? []);
  const counts = Object.entries(countOf(steps)).map(([op, many]) => `${many} to ${op}`);
  const found = counts.length === 0 ? "Nothing changes." : `${counts.join(", ")}.`;
  const soFar =
    counts.length === 0 ? "before it found what would change" : `and may have found a part only: ${counts.join(", ")}`;
  const summary = isFailed ? `The preview failed ${soFar}.` : found;
  const table = ["| | resource | kind | why |", "| --- | --- | --- | --- |", ...rows].join("\n");
  const folded = `<details><summary>${rows.length} resources</summary>\n\n${table}\n\n</details>`;
  const body = rows.length > shownRows ? folded : table;
  const parts = [
    `### ${cell(title)}`,
    ...foldedMessages(alerts, idOf).map((line) => {
      const [severity = "", ...text] = line.map(textOf);
      return `> **${severity === "error:" ? "Error" : "Warning"}** ${cell(text.join("").trim())}`;
    }),
    ...lost.map((what) => `> **Data** ${cell(what)}`),
    summary,
    ...(rows.length > 0 ? [body] : []),
    ...(cost === undefined ? [] : [cell(cost)]),
  ];
  const text = parts.join("\n\n");
  return text.length <= mostCharacters ? text : `${shortened(parts, summary)}\n`;
}

/** The steps as the engine reports them, as far as what they cost goes. */
export function reportsOf({ steps }: PreviewDocument): StepReport[] {
  return steps.flatMap(({ op, urn, oldState, newState, diffReasons }): StepReport[] => {
    const { type = "" } = newState ?? oldState ?? {};
    const report: StepReport = {
      ...{ op: op as StepReport["op"], urn, type, name: parseUrn(urn).name, logical: true },
      ...(oldState && { old: stateOf(oldState) }),
      ...(newState && { new: stateOf(newState) }),
      ...{ diffKeys: diffReasons ?? [], replaceKeys: [], changes: [], deleteBeforeReplace: false },
    };
    // The CLI tells of a replacement by this one step, which stands for the end of the old object too, unless that is over.
    const isWhole = op === "replace" && oldState?.pendingReplacement !== true;
    return isWhole ? [report, { ...report, op: "delete-replaced", logical: false }] : [report];
  });
}

/** Whether it tells of some of what stays the same only, as the CLI's does. */
export function isOfSome({ steps, changeSummary }: PreviewDocument): boolean {
  return steps.filter(({ op }) => op === "same").length < (changeSummary?.["same"] ?? 0);
}

type StepState = NonNullable<StepReport["old"]>;

const stateOf = ({ id, inputs, outputs }: z.output<typeof State>) => ({
  ...(id !== undefined && { id }),
  ...{ inputs: plain(inputs), outputs: plain(outputs) },
});
const plain = (props: unknown) => unwrap(props ?? {}).value as StepState["inputs"];

/** Without the table, which is the longest, and with as many alerts as fit. */
function shortened(parts: readonly string[], summary: string): string {
  const note = "The table is left out because it does not fit: run `compute preview`.";
  const kept: string[] = [];
  let length = summary.length + note.length;
  for (const part of parts) {
    if (part === summary || /^(\| \||<details>)/.test(part)) continue;
    length += part.length + 2;
    if (length < mostCharacters) kept.push(part);
  }
  return [...kept, summary, note].join("\n\n");
}

function countOf(steps: PreviewDocument["steps"]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { op } of steps) counts[op] = (counts[op] ?? 0) + 1;
  return counts;
}

/** The data that goes with a resource, in words. */
function lossOf({ op, urn, oldState }: PreviewDocument["steps"][number]): string | undefined {
  const kind = op === "delete" || op === "replace" ? kindOfToken(oldState?.type) : undefined;
  if (kind === undefined) return undefined;
  const table: Resource = kinds[kind].resource;
  const outputs = unwrap(oldState?.outputs ?? {}).value as Record<string, unknown>;
  const data = dataIn(table, outputs);
  return (
    data && `${kind} ${parseUrn(urn).name}: this ${op === "delete" ? "deletion" : "replacement"} destroys ${data}.`
  );
}

const isOfProgram = (name: string): boolean => !name.startsWith("__");

/** As the engine has it, without the empty lines around it and the colours of the CLI. */
const trimmed = (message: string): string => message.replace(/<\{%[^%]*%\}>/g, "").trim();

/** Text of a program in one cell of a table, in which nothing is markup. */
const cell = (text: string): string =>
  text
    .replace(/[\r\n]+/g, " ")
    .replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]!)
    .replace(/[\\|*_[\]#@]/g, "\\$&");
