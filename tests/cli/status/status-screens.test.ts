import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { runProgram } from "../../../cli/program";
import { VirtualTerminal } from "../../../scripts/docs/screens/virtual-terminal";
import { type Bench, openBench } from "../commands/run-command";
import { entryOf, exportOf } from "../commands/states";
import { until } from "../../support/until";

let bench: Bench;
beforeEach(async () => void (bench = await openBench()));
afterEach(() => bench.close());

const image = "registry.example.com/public/web:1.0";
const gpu = { id: "NVIDIA L40S", count: 2 };
const pod = (name: string, id: string) => entryOf({ kind: "Pod", name, id });

/** Pods that run, the first with a name of ideograms, and others that nobody has made. */
async function stackOf(count: number, unborn = 1): Promise<string> {
  const made = await Promise.all(
    Array.from({ length: count }, (_, at) => bench.client.pods.create({ name: `w${at}`, image, gpu })),
  );
  await bench.emulator.clock.advance(3_600_000);
  const names = (at: number) => (at === 0 ? "訓練" : `worker-${at}`);
  const absent = Array.from({ length: unborn }, (_, at) => pod(`unborn-${at}`, ""));
  return bench.file(exportOf([...made.map(({ id }, at) => pod(names(at), id)), ...absent]));
}

/** A command on a terminal, whose seconds pass when told. */
function start(columns: number, rows: number, ...words: string[]) {
  let time = 0;
  const calls = new Set<() => void>();
  const everySecond = (call: () => void) => {
    calls.add(call);
    return () => void calls.delete(call);
  };
  const { env, cwd } = bench.io;
  const terminal = new VirtualTerminal({ columns, rows, env, cwd, now: () => time, everySecond });
  const pass = (seconds: number) => {
    for (let at = 0; at < seconds; at += 1) {
      time += 1_000;
      for (const call of calls) call();
    }
  };
  const ended = runProgram(terminal.io, ["node", "compute", "status", ...words]);
  /** Drawn from the beginning, a screen holds its last line. */
  const shows = (text: RegExp) => until(() => text.test(terminal.writes.join("")));
  return { terminal, pass, ended, shows };
}

const workers = ["訓練", "worker-1", "worker-2", "worker-3", "worker-4", "worker-5"];
const namesIn = (lines: readonly string[]) => lines.map((line) => /^Pod (\S+)/.exec(line)?.[1]);

/** In which column each word begins: an ideogram takes two. */
const columnOf = (line: string, word: string) => {
  const before = line.slice(0, line.indexOf(word));
  return before.length + [...before].filter((letter) => letter > "\u2e80" && letter < "\ua000").length;
};

function expectTable(lines: readonly string[], columns: number): void {
  const head = lines[2]!;
  expect(head).toMatch(/^RESOURCE +PHASE +UPTIME .* USD\/H +SO FAR$/);
  for (const line of lines.filter((text) => /^Pod .* RUNNING/.test(text)))
    expect([columnOf(line, "RUNNING"), columnOf(line, "59 min")]).toEqual([
      columnOf(head, "PHASE"),
      columnOf(head, "UPTIME"),
    ]);
  const ends = lines.filter((text) => /^(RESOURCE|Pod )/.test(text)).map((text) => columnOf(`${text}|`, "|"));
  expect(new Set(ends).size).toBe(1);
  expect(Math.max(...lines.map((line) => columnOf(`${line}|`, "|")))).toBeLessThanOrEqual(columns);
}

describe.each([
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
])("the status on a terminal of $columns × $rows", ({ columns, rows }) => {
  it("stands in columns, what is not well first, between a line with the stack and the time and one with the sums", async () => {
    const { terminal, ended } = start(columns, rows, "--file", await stackOf(6));
    expect(await ended).toBe(0);
    const lines = await terminal.scrolled();
    const below = columns === 80 ? ["No room for CPU and MEM; --json has them."] : [];
    const table = lines.slice(0, -2 - below.length);
    expect(lines.slice(0, 2)).toEqual(["shop/dev  00:00:00 UTC", ""]);
    expect(namesIn(table.slice(3))).toEqual(["unborn-0", ...workers]);
    expectTable(table, columns);
    expect(lines.slice(table.length)).toEqual([
      "",
      expect.stringMatching(/^7 resources, 10\.32 USD\/h, \d+\.\d\d USD so far, 1 in trouble$/),
      ...below,
    ]);
  });

  it("--watch fills the screen from the header to the keys, and says which rows there are", async () => {
    const { terminal, ended, shows } = start(columns, rows, "--watch", "--file", await stackOf(6, 40));
    await shows(/q or Ctrl-C/);
    const screen = await terminal.screen();
    expect(screen).toHaveLength(rows);
    expect(screen[0]).toMatch(/^shop\/dev  00:00:00 UTC  46 resources, 10\.32 USD\/h, \d+\.\d\d USD so far$/);
    expect(screen[3]).toMatch(/^Pod unborn-0 +NOT CREATED/);
    expect(screen.slice(-3)).toEqual([
      `1 to ${rows - 6} of 46, 40 in trouble first   ↑ ↓ PgUp PgDn Home End: scroll`,
      columns === 80 ? "No room for CPU and MEM." : "",
      "q or Ctrl-C: leave",
    ]);
    expectTable(screen, columns);
    terminal.press("G");
    const end = await terminal.screen();
    expect(namesIn(end.slice(-9, -3))).toEqual(workers);
    expectTable(end, columns);
    terminal.press("q");
    expect(await ended).toBe(0);
  });

  it("--watch writes no line again that has not changed, and all of them where the terminal gets another size", async () => {
    const { terminal, pass, ended, shows } = start(columns, rows, "--watch", "--file", await stackOf(6));
    await shows(/q or Ctrl-C/);
    const [head, , ...rest] = await terminal.screen();
    const before = terminal.writes.length;
    pass(1);
    const written = terminal.writes.slice(before).join("");
    expect(written).toContain("00:00:01 UTC");
    expect(written).not.toMatch(/RESOURCE|worker|Ctrl-C/);
    const [later, , ...still] = await terminal.screen();
    expect([later, still]).toEqual([head!.replace("00:00:00", "00:00:01"), rest]);
    terminal.resize(columns - 20, rows - 2);
    const narrow = await terminal.screen();
    expect(narrow.join("\n")).toMatch(/worker-5[^]*q or Ctrl-C: leave/);
    expectTable(narrow, columns - 20);
    terminal.press("q");
    await ended;
  });

  it.each(["q", "\u0003", "a signal"])("--watch gives back the page and the cursor at %j", async (key) => {
    const { terminal, ended, shows } = start(columns, rows, "--watch", "--file", await stackOf(1));
    await shows(/q or Ctrl-C/);
    expect(await terminal.state()).toEqual({ page: "alternate", hasCursor: false, isWrapping: false });
    if (key === "a signal") terminal.interrupt();
    else terminal.press(key);
    expect(await ended).toBe(0);
    expect(await terminal.state()).toEqual({ page: "normal", hasCursor: true, isWrapping: true });
    expect((await terminal.scrolled()).join("").replace("^C", "")).toBe("");
  });

  it("--watch tells in full, above the keys, what a look failed with", async () => {
    const { terminal, pass, ended, shows } = start(columns, rows, "--watch", "--file", await stackOf(6, 40));
    await shows(/q or Ctrl-C/);
    bench.emulator.faults.add({ path: "/v2/pods", phase: "before", status: 403, times: "always" });
    pass(5);
    await shows(/403/);
    const screen = await terminal.screen();
    expect(screen.length).toBeLessThanOrEqual(rows);
    expect(screen.join("\n")).not.toContain("…");
    expect(screen.findLast((line) => line !== "")).toBe("q or Ctrl-C: leave");
    expect(screen[0]).toMatch(/^shop\/dev/);
    terminal.press("q");
    await ended;
  });
});
