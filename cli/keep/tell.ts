import { counted } from "../../values/many";
import { usd, usdPerHour } from "../../provider/cost/money";
import type { KeepDocument, Mending, StackReport, Stop } from "../documents/keep";
import { type Output, widthOf } from "../io";
import { sentence } from "../drift/report";
import { inMarkdownLine } from "../escaped";
import { tableFor } from "../table";
import { wrapped } from "../terminal/text";
import { isOverBudget } from "./pass";

export const isNoteworthy = (report: StackReport): boolean =>
  report.stopped.length + report.notStopped.length + report.drift.length + report.unknown.length > 0 ||
  isOverBudget(report);

/** The parts of a report whose change is news, without constantly changing figures; a stop is always news. */
export const newsOf = (report: KeepDocument): unknown => [
  report.isDryRun,
  [...(report.isDryRun ? report.stopped : []), ...report.notStopped].map(({ id }) => id),
  report.drift,
  isOverBudget(report),
  report.unknown,
];

/** The results of a pass in sentences, the most urgent one first. */
export function sentences(report: KeepDocument): string[] {
  const { stopped, unknown, drift, maxDailyCost, isDryRun, at } = report;
  const over = isOverBudget(report)
    ? [`${report.stack} comes to ${money(report)}, more than compute:maxDailyCost (${usd(maxDailyCost ?? 0)} USD).`]
    : [];
  return [
    ...failedStops(report),
    ...stopped.map((stop) => `${isDryRun ? "Would stop" : "Stopped"} ${whatOf(stop, at)}.`),
    ...over,
    ...unknown,
    ...drift.map((one) => `${sentence(one)}.`),
  ];
}

export const failedStops = ({ notStopped, at }: StackReport): string[] =>
  notStopped.map((stop) => `Could not stop ${whatOf(stop, at)}.`);

const whatOf = ({ name, id, why, at }: Stop, now: string): string => `Pod ${name} (${id})${since(at, now)}: ${why}`;

/** The time of a deed of an earlier pass. */
const since = (at: string, now: string): string => (Date.parse(at) < Date.parse(now) - 60_000 ? ` at ${at}` : "");

function money({ costPerHour, spentToday }: StackReport): string {
  const today = spentToday === null ? "an unknown amount today" : `${usd(spentToday)} USD today`;
  return `${today}, and ${usdPerHour(costPerHour)} from now on`;
}

/** The last line of a pass: the pods and stacks that it read. */
export const summary = (report: KeepDocument): string => {
  const { stack, pods, drift, stopped, requests, isDryRun } = report;
  return `${stack}: ${counted(pods.length, "pod")}, ${stopped.length} ${isDryRun ? "to stop" : "stopped"}, ${counted(drift.length, "difference")}; ${money(report)}; ${counted(requests, "request")}.`;
};

/** The result of `--mend`, or the reason why it did nothing or not all, in sentences. */
export const sentencesOfMending = ({ stack, at: now, mended, refused }: Mending): string[] => [
  ...(refused.length > 0
    ? [`${stack} was ${mended.some(({ at }) => at === now) ? "mended only in part" : "not mended"}.`, ...refused]
    : []),
  ...mended.map(({ kind, name, op, paths, at }) => {
    const what = `${kind} ${name}`;
    if (op === "create") return `Made ${what} again${since(at, now)}.`;
    const did = op === "update" ? `Changed ${paths.join(", ")} of ${what} back` : `Did ${op} ${what}`;
    return `${did}${since(at, now)}.`;
  }),
];

const head = ["POD", "STATUS", "BUSY", "USD/H"];
const cells = ({ pods }: StackReport): string[][] =>
  pods.map((pod) => [pod.name, pod.status, pod.busy === null ? "-" : `${pod.busy} %`, usd(pod.costPerHour)]);

export const inLines = (lines: readonly string[], output: Output): string =>
  lines.flatMap((line) => wrapped(output.inLine(line), widthOf(output))).join("\n");

/** A table of the pods, the actions, and the last line. */
export function inText(report: KeepDocument, output: Output): string {
  const rows = cells(report);
  const table = rows.length > 0 ? [tableFor(output, head, rows), ""] : [];
  return [...table, inLines([...sentences(report), summary(report)], output)].join("\n");
}

export function inMarkdown(report: KeepDocument): string {
  const row = (values: readonly string[]) => `| ${values.map(inMarkdownLine).join(" | ")} |`;
  const table = [row(head), `|${" --- |".repeat(head.length)}`, ...cells(report).map(row)];
  const said = listed(sentences(report));
  const above = [`### ${inMarkdownLine(report.stack)}`, "", ...said, ...(said.length > 0 ? [""] : [])];
  return [...above, ...table, "", inMarkdownLine(summary(report))].join("\n");
}

export const listed = (lines: readonly string[]): string[] => lines.map((line) => `- ${inMarkdownLine(line)}`);
