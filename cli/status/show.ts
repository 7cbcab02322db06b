import { counted, largest } from "../../values/many";
import { usd as plainUsd } from "../../provider/cost/money";
import { durationText } from "../shown";
import { cut, type Part, type Style, textOf } from "../paint";
import { columnsOf, shortened } from "../terminal/text";
import { listed } from "../../provider/table/spelling";
import type { Row, Status } from "../documents/status";

const unreported = "-";
const usd = (value: number | null): string => (value === null ? unreported : plainUsd(value));
const uptime = ({ uptimeSeconds }: Row): string =>
  uptimeSeconds === null ? unreported : durationText(uptimeSeconds * 1_000);
const percent = (value: number | null): string => (value === null ? unreported : `${Math.round(value)}%`);

/** One line a resource, for scripts: these columns, in this order. */
export const plainHead = [
  "RESOURCE",
  "ID",
  "PHASE",
  "UPTIME",
  "GPU",
  "GPU MEM",
  "CPU",
  "MEM",
  "USD/H",
  "USD SO FAR",
  "SSH",
  "LAST LOG LINE",
] as const;

export const plainRow = (row: Row): string[] => [
  `${row.kind} ${row.name}`,
  row.id || unreported,
  row.phase,
  uptime(row),
  ...[row.gpu, row.gpuMemory, row.cpu, row.memory].map(percent),
  usd(row.costPerHour),
  usd(row.spent),
  row.ssh ?? unreported,
  row.log?.line ?? unreported,
];

/** The status without control sequences. */
export const shownStatus = (status: Status, safe: (text: string) => string): Status => ({
  ...status,
  notes: status.notes.map(safe),
  resources: status.resources.map((row) => ({
    ...row,
    name: safe(row.name),
    id: safe(row.id),
    phase: safe(row.phase),
    ssh: row.ssh === null ? null : safe(row.ssh),
    log: row.log === null ? null : { ...row.log, line: safe(row.log.line) },
  })),
});

export type Line = readonly Part[];

export interface Frame {
  readonly columns: number;
  readonly rows: number;
  /** The lines below it: keys, or an error. */
  readonly footer: readonly Line[];
  /** The number of resources above the visible ones, if not all fit. */
  readonly first: number;
}

type Metric = "gpu" | "gpuMemory" | "cpu" | "memory";
interface Layout {
  readonly bar: number;
  readonly metrics: readonly Metric[];
}

const heads: Readonly<Record<Metric, string>> = { gpu: "GPU", gpuMemory: "GPU MEM", cpu: "CPU", memory: "MEM" };
const everyMetric: readonly Metric[] = ["gpu", "gpuMemory", "cpu", "memory"];
/** The layouts from widest to narrowest, which omit the least important columns first. */
const layouts: readonly Layout[] = [
  { bar: 10, metrics: everyMetric },
  { bar: 5, metrics: everyMetric },
  { bar: 5, metrics: ["gpu", "gpuMemory"] },
  { bar: 0, metrics: ["gpu", "gpuMemory"] },
  { bar: 0, metrics: ["gpu"] },
  { bar: 0, metrics: [] },
];

/** The whole status for a scrolling terminal: unhealthy resources first, and the sums in the last line. */
export function whole(status: Status, columns: number): Line[] {
  const { resources } = status;
  const urgent = urgentFirst(resources);
  const { head, rows, omitted } = tableIn(urgent, columns);
  const troubled = resources.filter(({ isWell }) => !isWell).length;
  const sums: Part[] = [["bold", sumsOf(status)], ...(troubled === 0 ? [] : [`, ${troubled} in trouble`])];
  const title = shortened(status.stack, Math.max(narrowestName, columns - columnsOf(timeOf(status))));
  const fitting = (lines: readonly Line[]) => lines.map((line) => cut(line, columns));
  // An SSH line is copied, so it stays whole.
  const body = rows.flatMap((line, at): Line[] => [
    ...fitting([line]),
    ...sshLine(urgent[at]),
    ...fitting(logLine(urgent[at])),
  ]);
  const top: Line = [["bold", title] as const, ["dim", timeOf(status)] as const];
  const more: Line[] =
    omitted.length === 0
      ? []
      : [[["dim", `${noRoomFor(omitted)}; --json has ${omitted.length === 1 ? "it" : "them"}.`]]];
  return [...fitting([top, [""], head]), ...body, ...fitting([[""], sums, ...more])];
}

const noRoomFor = (what: readonly string[]): string => `No room for ${listed(what, "and")}`;

/** Unhealthy resources before the others, each group in the order of the state. */
export const urgentFirst = (resources: readonly Row[]): Row[] => [
  ...resources.filter(({ isWell }) => !isWell),
  ...resources.filter(({ isWell }) => isWell),
];

const timeOf = ({ at }: Status): string => `  ${at.slice(11, 19)} UTC`;

const sumsOf = ({ resources: { length }, costPerHour, spent }: Status): string =>
  `${counted(length, "resource")}, ${usd(costPerHour)} USD/h${spent === null ? "" : `, ${usd(spent)} USD so far`}`;

/**
 * The status in the size of a terminal, and a line that says what has no room. If the height does not allow each resource's
 * SSH and log lines, they are omitted. If it does not allow all resources either, unhealthy ones come first, and a line says
 * which part is shown.
 */
export function frame(status: Status, size: Frame) {
  const { resources } = status;
  const sums: Line = [["dim", `${timeOf(status)}  `], sumsOf(status)];
  const title = shortened(status.stack, Math.max(narrowestName, size.columns - widthOf(sums)));
  const above: Line[] = [[["bold", title], ...sums], [""]];
  const room = Math.max(1, size.rows - above.length - 1 - (size.footer.length + 1));
  const { head, rows, omitted } = tableIn(resources, size.columns);
  const full = rows.flatMap((line, at) => [line, ...sshLine(resources[at]), ...logLine(resources[at])]);
  const fits = rows.length <= room;
  const { body, first, shown } = fits
    ? { body: full.length <= room ? full : rows, first: 0, shown: rows.length }
    : part(resources, rows, room, size.first);
  const hidden = [...omitted, ...(body === full ? [] : detailsIn(resources))];
  const more: Line = hidden.length === 0 ? [""] : [["dim", `${noRoomFor(hidden)}.`]];
  const lines = [...above, head, ...body, more, ...size.footer].map((line) => cut(line, size.columns));
  return { lines, count: resources.length, shown, first };
}

/** The rows that fit, from the wanted one on, and a line that says which they are. */
function part(resources: readonly Row[], rows: readonly Line[], room: number, wanted: number) {
  const isWell = (at: number) => resources[at]?.isWell ?? true;
  const troubled = rows.filter((_, at) => !isWell(at));
  const urgent = [...troubled, ...rows.filter((_, at) => isWell(at))];
  const shown = Math.max(1, room - 1);
  const first = Math.max(0, Math.min(wanted, rows.length - shown));
  const body = urgent.slice(first, first + shown);
  const which = shown === 1 ? `${first + 1}` : `${first + 1} to ${first + shown}`;
  const order = troubled.length === 0 ? "" : `, ${troubled.length} in trouble first`;
  const place: Line = [`${which} of ${rows.length}${order}`, ["dim", "   ↑ ↓ PgUp PgDn Home End: scroll"]];
  return { body: room > shown ? [...body, place] : body, first, shown };
}

const sshLine = (row: Row | undefined): Line[] => (row?.ssh ? [["    ", ["cyan", row.ssh]]] : []);
const logLine = (row: Row | undefined): Line[] => (row?.log ? [["    ", ["dim", row.log.line]]] : []);

/** The lines below the resources, in words. */
const detailsIn = (resources: readonly Row[]): string[] => [
  ...(resources.some(({ ssh }) => ssh !== null) ? ["SSH lines"] : []),
  ...(resources.some(({ log }) => log !== null) ? ["log lines"] : []),
];

const narrowestName = 12;
/** The width for the longest name of a running kind. */
const roomForKind = 13;
const narrowestPhase = 8;

/** A head and one line for each resource, in the widest layout that fits. A phase that fits in none is shortened in favour of the costs. */
function tableIn(resources: readonly Row[], columns: number) {
  const widestName = Math.max(narrowestName, Math.floor(columns * 0.4) - roomForKind);
  const named = resources.map((row) => ({ ...row, name: shortened(row.name, widestName) }));
  // Columns without any reported value are omitted.
  const reported = everyMetric.filter((metric) => named.some((row) => row[metric] !== null));
  const drawnIn = ({ bar, metrics }: Layout, shown: readonly Row[]) => {
    const kept = reported.length === 0 ? metrics : metrics.filter((metric) => reported.includes(metric));
    const omitted = reported.filter((metric) => !kept.includes(metric)).map((metric) => heads[metric]);
    const [head = [], ...rows] = linesIn({ bar, metrics: kept }, shown);
    return { head, rows, omitted, excess: largest([head, ...rows].map(widthOf)) - columns };
  };
  let excess = 0;
  for (const layout of layouts) {
    const drawn = drawnIn(layout, named);
    if (drawn.excess <= 0) return drawn;
    ({ excess } = drawn);
  }
  const room = Math.max(narrowestPhase, largest(named.map(({ phase }) => columnsOf(phase))) - excess);
  const brief = named.map((row) => ({ ...row, phase: shortened(row.phase, room) }));
  return drawnIn(layouts.at(-1)!, brief);
}

const widthOf = (line: Line): number => line.reduce((sum, part) => sum + columnsOf(textOf(part)), 0);

function linesIn({ bar, metrics }: Layout, resources: readonly Row[]): Line[] {
  const cells = resources.map((row): Line[] => [
    [`${row.kind} `, ["bold", row.name]],
    [[phaseStyle(row), row.phase]],
    [uptime(row)],
    ...metrics.map((metric) => meter(row[metric], bar)),
    [usd(row.costPerHour).padStart(6)],
    [usd(row.spent).padStart(8)],
  ]);
  const head = ["RESOURCE", "PHASE", "UPTIME", ...metrics.map((metric) => heads[metric]), " USD/H", "  SO FAR"];
  const table = [head.map((text): Line => [["dim", text]]), ...cells];
  const widths = head.map((_, at) => largest(table.map((row) => widthOf(row[at] ?? []))));
  return table.map((row) =>
    row.flatMap((cell, at): Part[] => {
      const isLast = at === row.length - 1;
      return isLast ? [...cell] : [...cell, " ".repeat((widths[at] ?? 0) - widthOf(cell) + 2)];
    }),
  );
}

const phaseStyle = ({ phase, isWell }: Row): Style =>
  isWell ? "green" : /ERROR|GONE|TERMINATED/.test(phase) ? "red" : "yellow";

const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** `███▌░  71%` */
function meter(value: number | null, width: number): Line {
  if (value === null) return [unreported];
  const share = Math.min(100, Math.max(0, value));
  const filled = Math.round((share / 100) * width * 8);
  const bar = `${"█".repeat(Math.floor(filled / 8))}${eighths[filled % 8] ?? ""}`;
  const text = percent(value).padStart(4);
  if (width === 0) return [text];
  return [["green", bar], ["dim", "░".repeat(width - bar.length)], ` ${text}`];
}
