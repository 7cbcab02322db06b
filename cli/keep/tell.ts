import { usd, usdPerHour } from "../../provider/cost/money";
import type { StackReport, Stop } from "../documents/keep";
import { type Output, widthOf } from "../io";
import { sentence } from "../drift/report";
import { tableFor } from "../table";
import { wrapped } from "../terminal/text";
import { isOverBudget } from "./pass";

/** Whether a pass did, or found, anything that somebody should hear of. */
export const isNoteworthy = (report: StackReport): boolean =>
  report.stopped.length + report.notStopped.length + report.drift.length > 0 || isOverBudget(report);

/** What makes one report news beside another: figures that change all the time do not. */
export const newsOf = (report: StackReport, isDryRun: boolean): unknown => [
  isDryRun,
  [...report.stopped, ...report.notStopped].map(({ id }) => id),
  report.drift,
  isOverBudget(report),
];

/** What a pass comes to, in sentences, the most urgent one first. */
export function sentences(report: StackReport, isDryRun: boolean): string[] {
  const { stopped, notStopped, drift, maxDailyCost } = report;
  const verb = isDryRun ? "would stop" : "stopped";
  const over = isOverBudget(report)
    ? [`${report.stack} comes to ${money(report)}, more than compute:maxDailyCost (${usd(maxDailyCost ?? 0)} USD).`]
    : [];
  return [
    ...notStopped.map((stop) => `Could not stop ${whatOf(stop)}.`),
    ...stopped.map((stop) => `${verb[0]!.toUpperCase()}${verb.slice(1)} ${whatOf(stop)}.`),
    ...over,
    ...drift.map((one) => `${sentence(one)}.`),
  ];
}

const whatOf = ({ name, id, why }: Stop): string => `Pod ${name} (${id}): ${why}`;

function money({ costPerHour, spentToday }: StackReport): string {
  const today = spentToday === null ? "an unknown amount today" : `${usd(spentToday)} USD today`;
  return `${today}, and ${usdPerHour(costPerHour)} from now on`;
}

/** One line at the end of a pass: what it looked at. */
export const summary = (report: StackReport, isDryRun: boolean): string => {
  const { stack, pods, drift, stopped, requests } = report;
  const count = (many: number, what: string) => `${many} ${what}${many === 1 ? "" : "s"}`;
  return `${stack}: ${count(pods.length, "pod")}, ${stopped.length} ${isDryRun ? "to stop" : "stopped"}, ${count(drift.length, "difference")}; ${money(report)}; ${count(requests, "request")}.`;
};

const head = ["POD", "STATUS", "BUSY", "USD/H"];
const cells = ({ pods }: StackReport): string[][] =>
  pods.map(({ name, status, busy, costPerHour }) => [
    name,
    status,
    busy === null ? "-" : `${busy} %`,
    usd(costPerHour),
  ]);

/** A table of the pods, what was done, and the line at the end. */
export function inText(report: StackReport, isDryRun: boolean, output: Output): string {
  const said = [...sentences(report, isDryRun), summary(report, isDryRun)].map((line) => output.inLine(line));
  const rows = cells(report);
  const table = rows.length > 0 ? [tableFor(output, head, rows), ""] : [];
  return [...table, ...said.flatMap((line) => wrapped(line, widthOf(output)))].join("\n");
}

/** The same for a page or a comment. */
export function inMarkdown(report: StackReport, isDryRun: boolean): string {
  const row = (values: readonly string[]) => `| ${values.map(escaped).join(" | ")} |`;
  const table = [row(head), row(head.map(() => "---")), ...cells(report).map(row)];
  const said = sentences(report, isDryRun).map((line) => `- ${escaped(line)}`);
  return [
    `### ${escaped(report.stack)}`,
    "",
    ...said,
    ...(said.length > 0 ? [""] : []),
    ...table,
    "",
    escaped(summary(report, isDryRun)),
  ].join("\n");
}

/** Names come from programs and may hold anything. */
const escaped = (text: string): string => text.replace(/[\\`*_[\]<>|#]/g, "\\$&").replace(/[\r\n]+/g, " ");
