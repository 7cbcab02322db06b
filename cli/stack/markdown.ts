import * as z from "zod";
import { parseUrn } from "../../plugin/names";
import { kinds } from "../../provider/kinds";
import { dataIn } from "../../provider/table/data-loss";
import type { Resource } from "../../provider/table/resource";
import { CommandFailure } from "../io";
import { kindOfToken } from "../state/deployment";
import { unwrap } from "../state/secret-values";
import { kindName } from "./step-line";

const State = z.looseObject({ type: z.string(), outputs: z.unknown().optional() });
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
  steps: z.array(Step),
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
  const alerts = said.filter(({ severity }) => severity === "error" || severity === "warning");
  const rows = steps.map((step) => {
    const { name } = parseUrn(step.urn);
    const reasons = said.filter(({ urn, severity }) => urn === step.urn && severity.startsWith("info"));
    const changed = [...new Set([...(step.replaceReasons ?? []), ...(step.diffReasons ?? [])])].filter(isOfProgram);
    const why = reasons.length > 0 ? reasons.map(({ message }) => message).join(" ") : changed.join(", ");
    const kind = kindName((step.newState ?? step.oldState)?.type ?? "");
    return `| ${[signs[step.op]!, name, kind, why].map(cell).join(" | ")} |`;
  });
  const lost = steps.flatMap((step) => lossOf(step) ?? []);
  const counts = Object.entries(countOf(steps));
  const summary =
    counts.length === 0 ? "Nothing changes." : `${counts.map(([op, many]) => `${many} to ${op}`).join(", ")}.`;
  const table = ["| | resource | kind | why |", "| --- | --- | --- | --- |", ...rows].join("\n");
  const folded = `<details><summary>${rows.length} resources</summary>\n\n${table}\n\n</details>`;
  const body = rows.length > shownRows ? folded : table;
  const parts = [
    `### ${cell(title)}`,
    ...alerts.map(({ severity, message, urn }) => {
      const who = urn === undefined ? "" : `${cell(parseUrn(urn).name)}: `;
      return `> **${severity === "error" ? "Error" : "Warning"}** ${who}${cell(message)}`;
    }),
    ...lost.map((what) => `> **Data** ${cell(what)}`),
    summary,
    ...(rows.length > 0 ? [body] : []),
    ...(cost === undefined ? [] : [cell(cost)]),
  ];
  const text = parts.join("\n\n");
  return text.length <= mostCharacters ? text : `${shortened(parts, summary)}\n`;
}

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
