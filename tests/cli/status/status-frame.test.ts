import { describe, expect, it } from "@jest/globals";
import { visibleInLine } from "../../../client/errors/visible";
import { textOf } from "../../../cli/paint";
import type { Row, Status } from "../../../cli/documents/status";
import { scrolled } from "../../../cli/status/screen";
import { frame, shownStatus, whole } from "../../../cli/status/show";

const row = (name: string, more: Partial<Row> = {}): Row => ({
  urn: "urn:pulumi:dev::training::t::p",
  kind: "Pod",
  name,
  id: name,
  phase: "RUNNING",
  isWell: true,
  uptimeSeconds: 512,
  gpu: 71,
  gpuMemory: 40,
  cpu: 12,
  memory: 33,
  costPerHour: 1.72,
  spent: 0.24,
  ssh: "ssh root@203.0.113.17 -p 30412",
  log: { ts: null, line: "epoch 3, loss 0.21" },
  jobs: null,
  ...more,
});
const of = (...resources: Row[]): Status => ({
  stack: "dev",
  at: "2026-05-04T09:00:00.000Z",
  resources,
  costPerHour: 1.72,
  spent: 0.24,
  notes: [],
});
const draw = (status: Status, columns: number, rows: number, first = 0) =>
  frame(status, { columns, rows, footer: [["q: leave"]], first }).lines.map((line) => line.map(textOf).join(""));
const many = (count: number) => of(...Array.from({ length: count }, (_, at) => row(`p${at + 1}`)));
/** What is shown of so many resources on such a terminal, after keys. */
function after(keys: readonly string[], count: number, columns: number, rows: number): string[] {
  const size = { columns, rows, footer: [["q: leave"]] };
  let seen = frame(many(count), { ...size, first: 0 });
  for (const key of keys) seen = frame(many(count), { ...size, first: scrolled(key, seen) });
  return seen.lines.map((line) => line.map(textOf).join(""));
}
const names = (lines: readonly string[]) => lines.flatMap((line) => /^Pod (\S+)/.exec(line)?.[1] ?? []);

describe("the status on a terminal", () => {
  it("says nothing of what was spent where nothing tells it", () => {
    const unknown = { ...of(row("gone", { phase: "GONE" })), costPerHour: 0, spent: null };
    expect(draw(unknown, 140, 40)[0]).toBe("dev  09:00:00 UTC  1 resource, 0.00 USD/h");
  });

  it("at 140 columns: bars for GPU, its memory, CPU and memory", () => {
    expect(draw(of(row("trainer")), 140, 40)).toEqual([
      "dev  09:00:00 UTC  1 resource, 1.72 USD/h, 0.24 USD so far",
      "",
      "RESOURCE     PHASE    UPTIME      GPU              GPU MEM          CPU              MEM               USD/H    SO FAR",
      "Pod trainer  RUNNING  8 min 32 s  ███████▏░░  71%  ████░░░░░░  40%  █▎░░░░░░░░  12%  ███▎░░░░░░  33%    1.72      0.24",
      "    ssh root@203.0.113.17 -p 30412",
      "    epoch 3, loss 0.21",
      "",
      "q: leave",
    ]);
  });

  it("at 80 columns: shorter bars, then fewer, and never a wider line", () => {
    const at = (columns: number) => draw(of(row("trainer")), columns, 40);
    expect(at(80)[3]).toMatch(/^Pod trainer {2}RUNNING {2}8 min 32 s {2}███▌░ {2}71% {2}██░░░ {2}40% .*1\.72 .*0\.24$/);
    expect(at(60)[3]).toMatch(/^Pod trainer {2}RUNNING {2}8 min 32 s {3}71% .*1\.72 .*0\.24$/);
    for (const columns of [20, 40, 60, 80, 140])
      for (const line of at(columns)) expect(line.length).toBeLessThanOrEqual(columns);
  });

  it.each([
    [3, 24, 3, true],
    [10, 24, 10, false],
    [60, 24, 18, false],
    [2_000, 24, 18, false],
    [2_000, 6, 1, false],
  ])("%i resources in %i rows: shows %i of them, with SSH and log: %s", (count, rows, shown, hasDetails) => {
    const lines = draw(many(count), 100, rows);
    expect(lines.length).toBeLessThanOrEqual(rows);
    expect(lines.filter((line) => line.startsWith("Pod "))).toHaveLength(shown);
    expect(lines.some((line) => line.includes("epoch 3"))).toBe(hasDetails);
    const place = `1 to ${shown} of ${count}   ↑ ↓ PgUp PgDn Home End: scroll`;
    expect(lines.includes(place)).toBe(shown < count && rows > 6);
    expect(lines.at(-1)).toBe("q: leave");
  });

  it("shortens a long name in its middle rather than push figures off the screen", () => {
    const [line = ""] = draw(of(row("worker-12-with-a-rather-long-name-that-somebody-chose")), 80, 40).slice(3);
    expect(line).toMatch(/^Pod worker-12…\S*chose {2}RUNNING .*1\.72 .*0\.24$/);
  });

  it("shortens the stack and a long phase rather than push figures off the screen", () => {
    const phase = "2 RUNNING, 1 INITIALIZING, 3 THROTTLED, 12 jobs waiting";
    const status = { ...of(row("jobs", { phase }), row("p")), stack: `training/${"feature-".repeat(6)}branch` };
    const [head = "", , , line = ""] = draw(status, 80, 40);
    expect(head).toMatch(/^training\/fea.*….*branch {2}09:00:00 UTC {2}2 resources, 1\.72 USD\/h, 0\.24 USD so far$/);
    expect(line).toMatch(/^Pod jobs {2}2 RUNNING.*….*waiting {2}8 min 32 s .* 1\.72 {6}0\.24$/);
    expect([head.length, line.length]).toEqual([80, 80]);
  });

  it("puts what is not well first where not all resources fit", () => {
    const sixty = Array.from({ length: 60 }, (_, at) =>
      row(`p${at}`, at === 41 ? { phase: "ERROR", isWell: false } : {}),
    );
    const lines = draw(of(...sixty), 80, 24);
    expect(lines[3]).toMatch(/^Pod p41 +ERROR/);
    expect(lines).toContain("1 to 18 of 60, 1 in trouble first   ↑ ↓ PgUp PgDn Home End: scroll");
  });

  const [down, up, pageDown, pageUp] = ["down", "up", "pagedown", "pageup"];
  const [home, end] = ["home", "end"];
  it.each([
    { keys: [down], count: 60, first: 2, last: 19 },
    { keys: ["j", down, up], count: 60, first: 2, last: 19 },
    { keys: [up, "k", pageUp, home], count: 60, first: 1, last: 18 },
    { keys: [pageDown], count: 60, first: 18, last: 35 },
    { keys: [" ", pageDown, "b"], count: 60, first: 18, last: 35 },
    { keys: [end], count: 60, first: 43, last: 60 },
    { keys: ["G", down, pageDown], count: 60, first: 43, last: 60 },
    { keys: [end, home], count: 60, first: 1, last: 18 },
    { keys: ["G", pageUp], count: 2_000, first: 1_966, last: 1_983 },
    { keys: [end, "g"], count: 2_000, first: 1, last: 18 },
    { keys: ["x", "escape"], count: 60, first: 1, last: 18 },
  ])("of $count resources, $keys shows $first to $last, at 80 and 140 columns", ({ keys, count, first, last }) => {
    for (const columns of [80, 140]) {
      const lines = after(keys, count, columns, 24);
      expect([names(lines)[0], names(lines).at(-1)]).toEqual([`p${first}`, `p${last}`]);
      expect(lines).toContain(`${first} to ${last} of ${count}   ↑ ↓ PgUp PgDn Home End: scroll`);
      expect(lines).toHaveLength(24);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
    }
  });

  it("does not scroll where all fit, and stays within the list where it has become shorter or the terminal higher", () => {
    expect(names(after(["G", "j", " "], 10, 80, 24))).toHaveLength(10);
    expect(names(draw(many(30), 80, 24, 1_900)).at(-1)).toBe("p30");
    expect(names(draw(many(30), 80, 60, 12))).toHaveLength(30);
  });

  it("leaves out at 80 columns what no resource reports, so that pods without GPUs show CPU and memory", () => {
    const [head = "", line = ""] = draw(of(row("worker", { gpu: null, gpuMemory: null })), 80, 40).slice(2);
    expect(head).toMatch(/^RESOURCE +PHASE +UPTIME +CPU +MEM +USD\/H +SO FAR$/);
    expect(line).toMatch(/^Pod worker +RUNNING +8 min 32 s {2}▋░░░░ {2}12% {2}█▋░░░ {2}33% +1\.72 +0\.24$/);
  });

  it("says at 80 columns what has no room, and keeps an SSH line whole", () => {
    const ssh = `ssh ${"u".repeat(40)}@ssh.compute.example.com -p 30412 -o ServerAliveInterval=15`;
    const printed = whole(of(row("trainer", { ssh })), 80).map((line) => line.map(textOf).join(""));
    expect(printed[3]).toMatch(/1\.72 +0\.24$/);
    expect(printed).toContain(`    ${ssh}`);
    expect(printed.at(-1)).toBe("No room for CPU and MEM; --json has them.");
    expect(draw(of(row("trainer")), 80, 40).at(-2)).toBe("No room for CPU and MEM.");
    expect(draw(many(10), 140, 24).at(-2)).toBe("No room for SSH lines and log lines.");
    expect(draw(of(row("trainer")), 140, 40).at(-2)).toBe("");
  });

  it("shows - for what is not reported", () => {
    const unknown = { uptimeSeconds: null, gpu: null, gpuMemory: null, cpu: null, memory: null };
    const lines = draw(of(row("x", { ...unknown, costPerHour: null, spent: null, ssh: null, log: null })), 100, 24);
    expect(lines[3]?.split(/ +/)).toEqual(["Pod", "x", "RUNNING", "-", "-", "-", "-", "-", "-", "-"]);
    expect(lines[4]).toBe("");
  });

  it("makes control characters of names, phases, SSH lines and logs visible, each in one line", () => {
    const evil = "\u001b]0;owned\u0007\nx";
    const status = of(row(evil, { phase: evil, ssh: evil, log: { ts: null, line: evil } }));
    const text = draw(shownStatus(status, visibleInLine), 300, 24);
    expect(text.join("")).not.toMatch(/[\u0000-\u001f]/);
    expect(text.join("").match(/\\u001b\]0;owned/g)).toHaveLength(4);
  });
});
