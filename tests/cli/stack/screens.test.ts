import { describe, expect, it } from "@jest/globals";
import type { EngineEvent, OperationResult, StepReport } from "../../../engine/index";
import { catalogFixture } from "../../../emulator/catalog/fixtures/catalog";
import { opened } from "./opened";
import { type About, fleetUrn, stackUrn, step } from "./steps";

const fleet: StepReport = { ...step("workers", { parent: stackUrn, type: "compute:fleet:Fleet" }), urn: fleetUrn };
const a40 = { gpu: { id: "NVIDIA A40", count: 1 } };
const catalog = { gpus: catalogFixture.gpus, cpus: [] };
const pods = Array.from({ length: 30 }, (_, at) =>
  step(`workers-${at}`, { inputs: { env: { RANK: String(at) }, ...a40 } }),
);
const alone = (name: string, about: About = {}) => step(name, { parent: stackUrn, inputs: a40, ...about });

const start = (of: StepReport): EngineEvent => ({ kind: "step-start", step: of });
const done = (of: StepReport): EngineEvent => ({ kind: "step-done", step: of });
const failed = (of: StepReport): EngineEvent => ({ kind: "step-failed", step: of, message: "" });
const said = (severity: "info" | "warning" | "error", message: string, urn?: string): EngineEvent => ({
  kind: "diagnostic",
  diagnostic: { severity, message, ...(urn === undefined ? {} : { urn }) },
});

const succeeded: OperationResult = { result: "succeeded", summary: {}, steps: [], diagnostics: [], outputs: {} };
const resultOf = (over: Partial<OperationResult> = {}): OperationResult => ({ ...succeeded, ...over });
const ending = { command: "compute up" };

const sizes = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
];

const withinWidth = (lines: readonly string[], columns: number) =>
  expect(lines.filter((line) => line.length > columns)).toEqual([]);

describe.each(sizes)("on a terminal of $columns × $rows", ({ columns, rows }) => {
  describe("a preview", () => {
    it("is a tree with columns, and what is alike is one line", async () => {
      const { terminal, display } = opened(columns, rows, { isPlan: true, catalog });
      for (const each of [fleet, ...pods, alone("trainer")]) display.onEvent(done(each));
      display.finish(resultOf({ summary: { create: 32 } }), { ...ending, cost: "Cost: 0.00 USD/h → 12.40 USD/h." });
      const screen = await terminal.screen();
      expect(screen[0]).toMatch(/^ {4}Kind +Name +Plan +Cost$/);
      expect(screen[1]).toMatch(/^ \+ {2}Fleet +workers +create$/);
      expect(screen[2]).toMatch(/^ \+ {2}└─ Pod +workers-0 … workers-29 \(30\) +create +\+12\.00 USD\/h$/);
      expect(screen[3]).toMatch(/^ \+ {2}Pod +trainer +create +\+0\.40 USD\/h$/);
      for (const word of ["Name", "Plan"]) {
        const at = screen[0]!.indexOf(word);
        expect(screen.slice(1, 4).map((line) => line.slice(at - 1, at + 1))).toEqual(
          [" w", " w", " t"].map((text) => (word === "Name" ? text : " c")),
        );
      }
      expect(new Set([0, 2, 3].map((at) => screen[at]!.length)).size).toBe(1);
      expect(screen.slice(4, 8)).toEqual(["", "Resources:", "    + 32 to create", "Cost: 0.00 USD/h → 12.40 USD/h."]);
      withinWidth(screen, columns);
    });

    it("has a line for each with --all, and for what differs in more than its number", async () => {
      const other = step("workers-3", { inputs: { env: { RANK: "3" }, image: "worker:2" } });
      const steps = pods.map((pod) => (pod.name === other.name ? other : pod));
      const { terminal, display } = opened(columns, rows, { isPlan: true });
      for (const each of [fleet, ...steps]) display.onEvent(done(each));
      display.finish(resultOf(), ending);
      const screen = await terminal.screen();
      expect(screen[2]).toMatch(/^ \+ {2}├─ Pod +workers-0 … workers-2, workers-4 … workers-29 \(29\) +create$/);
      expect(screen[3]).toMatch(/^ \+ {2}└─ Pod +workers-3 +create$/);
      const all = opened(columns, rows, { isPlan: true, isAll: true });
      for (const each of [fleet, ...pods]) all.display.onEvent(done(each));
      all.display.finish(resultOf(), ending);
      const lines = await all.terminal.scrolled();
      expect(lines.filter((line) => /[├└]─ Pod +workers-\d+ +create$/.test(line))).toHaveLength(30);
    });

    it("has what changes, why, and what is said of it below the line of what changes, which alone names it", async () => {
      const { terminal, display, pass } = opened(columns, rows, { isPlan: true });
      const image = {
        path: "image",
        kind: "update",
        replaces: false,
        inputDiff: true,
        old: "a:1",
        new: "a:2",
      } as const;
      const changed = alone("trainer", { op: "update", over: { changes: [image], diffKeys: ["image"] } });
      display.onEvent(said("info", "image changes in place.", changed.urn));
      display.onEvent(said("warning", "Pod trainer: nobody could log in", changed.urn));
      display.onEvent(said("warning", "Pod trainer: it may be stopped", changed.urn));
      display.onEvent(done(changed));
      display.onEvent(
        done(
          alone("data", {
            op: "delete",
            type: "compute:index:NetworkVolume",
            over: { old: { id: "v1", inputs: {}, outputs: {} } },
          }),
        ),
      );
      pass(3);
      expect((await terminal.screen())[0]).toBe("    previewing, 3 s, 2 changes so far");
      display.finish(resultOf({ summary: { update: 1, delete: 1 } }), ending);
      expect((await terminal.screen()).slice(1, 8)).toEqual([
        " ~  Pod            trainer  update",
        '      ~ image: "a:1" → "a:2"',
        "      image changes in place.",
        "      warning: nobody could log in",
        "      warning: it may be stopped",
        " -  NetworkVolume  data     delete",
        "      This destroys everything on the volume.",
      ]);
    });
  });

  describe("an operation", () => {
    const planned = resultOf({ steps: [fleet, ...pods] });

    it("shows how it goes in place, with what the provider says of what it waits for", async () => {
      const { terminal, display, pass } = opened(columns, rows, { isPlan: false, planned });
      display.onEvent(start(fleet));
      display.onEvent(done(fleet));
      for (const pod of pods.slice(0, 8)) display.onEvent(start(pod));
      for (const pod of pods.slice(0, 3))
        display.onEvent({ kind: "status", urn: pod.urn, message: "pulling the image" });
      pass(2);
      for (const pod of pods.slice(3, 5)) display.onEvent(done(pod));
      pass(70);
      const screen = await terminal.screen();
      expect(screen[2]).toMatch(/^ \+ {2}└─ Pod +workers-.*29 \(30\) +2 created, 6 creating: pulling/);
      expect(screen[3]).toBe("    3 of 31 steps done, 1 min 12 s");
      withinWidth(screen, columns);
    });

    it("keeps its columns while phases come and go", async () => {
      const volume = alone("data", { type: "pulumi-nodejs:dynamic/compute:NetworkVolume" });
      const planned = resultOf({ steps: [fleet, ...pods, volume] });
      const { terminal, display, pass } = opened(columns, rows, { isPlan: false, planned, catalog });
      const heads = new Set<string>();
      const look = async () => void heads.add((await terminal.screen())[0]!);
      display.onEvent(start(fleet));
      await look();
      for (const pod of pods) display.onEvent(start(pod));
      pass(1);
      await look();
      for (const pod of pods) display.onEvent({ kind: "status", urn: pod.urn, message: "pulling the image" });
      pass(2);
      await look();
      expect([...heads]).toHaveLength(1);
    });

    it("gives the names, at the end, the room that phases took", async () => {
      const { terminal, display, pass } = opened(columns, rows, { isPlan: false, planned });
      for (const each of [fleet, ...pods]) display.onEvent(start(each));
      const message = "waiting for capacity in one of the data centers that have this hardware at times";
      for (const pod of pods) display.onEvent({ kind: "status", urn: pod.urn, message });
      pass(2);
      expect((await terminal.screen()).join("\n")).not.toContain("workers-0 … workers-29");
      for (const each of [fleet, ...pods]) display.onEvent(done(each));
      display.finish(resultOf({ summary: { create: 31 } }), ending);
      const lines = await terminal.scrolled();
      expect(lines.slice(0, 3)).toEqual([
        "    Kind    Name                         Plan",
        " +  Fleet   workers                      created (2 s)",
        " +  └─ Pod  workers-0 … workers-29 (30)  created (2 s)",
      ]);
    });

    it("leaves no gap, at the end, between what was done and what it costs", async () => {
      const planned = resultOf({ steps: [alone("trainer")] });
      const { terminal, display, pass } = opened(columns, rows, { isPlan: false, planned, catalog });
      display.onEvent(start(alone("trainer")));
      display.onEvent({ kind: "status", urn: alone("trainer").urn, message: "pulling the image" });
      pass(2);
      expect((await terminal.screen()).join("\n")).toContain("creating: pulling the image");
      display.onEvent(done(alone("trainer")));
      display.finish(resultOf({ summary: { create: 1 } }), ending);
      expect((await terminal.scrolled())[1]).toBe(" +  Pod   trainer  created (2 s)  +0.40 USD/h");
    });

    it("that ended early tells what was done has saved, and no saving of what was not started or has failed", async () => {
      const old = { id: "p", inputs: a40, outputs: { status: "RUNNING" } };
      const [gone, broken, left] = ["a", "b", "c"].map((name) => alone(name, { op: "delete", over: { old } }));
      const planned = resultOf({ steps: [gone!, broken!, left!] });
      const { terminal, display } = opened(columns, rows, { isPlan: false, isAll: true, planned, catalog });
      for (const each of [gone!, broken!]) display.onEvent(start(each));
      display.onEvent(done(gone!));
      display.onEvent(failed(broken!));
      display.finish(resultOf({ result: "failed", summary: { delete: 1 } }), ending);
      const lines = (await terminal.scrolled()).slice(1, 4).map((line) => line.replace(/ +/g, " "));
      expect(lines).toEqual([" - Pod a deleted -0.40 USD/h", " - Pod b deleting failed", " - Pod c not started"]);
    });

    it("tells of one resource its phase and its time", async () => {
      const { terminal, display, pass } = opened(columns, rows, { isPlan: false });
      const trainer = alone("trainer");
      display.onEvent(start(trainer));
      display.onEvent({ kind: "status", urn: trainer.urn, message: "pulling the image" });
      pass(72);
      expect((await terminal.screen())[1]).toBe(" +  Pod   trainer  creating: pulling the image (1 min 12 s)");
      display.onEvent(done(trainer));
      pass(1);
      expect((await terminal.screen())[1]).toBe(" +  Pod   trainer  created (1 min 12 s)");
    });

    it("writes no line again that has not changed", async () => {
      const { terminal, display, pass } = opened(columns, rows, { isPlan: false });
      const some = ["a", "b", "c"].map((name) => alone(`pod-${name}`, { inputs: { command: name } }));
      for (const each of some) display.onEvent(start(each));
      pass(1);
      display.onEvent(done(some[0]!));
      pass(1);
      const before = terminal.writes.length;
      pass(5);
      expect(terminal.writes.slice(before).join("")).not.toContain("pod-a");
      display.onEvent({ kind: "stdout", line: "a line of the program", from: "stdout" });
      expect(terminal.writes.slice(before).join("")).not.toContain("pod-");
      expect((await terminal.screen()).slice(0, 5)).toEqual([
        "a line of the program",
        "    Kind  Name   Plan",
        " +  Pod   pod-a  created (1 s)",
        " +  Pod   pod-b  creating (7 s)",
        " +  Pod   pod-c  creating (7 s)",
      ]);
    });

    it("stays within the height of the terminal, the running ones first, and ends with all of the tree", async () => {
      const many = Array.from({ length: 60 }, (_, at) => alone(`p${at}x`, { inputs: { size: at } }));
      const { terminal, display, pass } = opened(columns, rows, { isPlan: false, planned: resultOf({ steps: many }) });
      for (const each of many.slice(0, 20)) display.onEvent(start(each));
      for (const each of many.slice(0, 15)) display.onEvent(done(each));
      pass(3);
      const screen = await terminal.screen();
      expect(screen.filter((line) => line.includes("creating"))).toHaveLength(5);
      expect(screen.filter((line) => line !== "").at(-1)).toBe("    15 of 60 steps done, 3 s, 55 lines more");
      for (const each of many.slice(20)) display.onEvent(start(each));
      for (const each of many.slice(15)) display.onEvent(done(each));
      display.finish(resultOf({ summary: { create: 60 } }), ending);
      const lines = await terminal.scrolled();
      expect(lines).toHaveLength(1 + 60 + 4);
      expect(lines.filter((line) => line.includes("creating"))).toEqual([]);
    });

    it("is not torn by Ctrl-C: the notice has lines of its own, and the end does not call it a failure of a resource", async () => {
      const { terminal, display, pass } = opened(columns, rows, { isPlan: false, planned });
      for (const pod of pods.slice(0, 6)) display.onEvent(start(pod));
      pass(1);
      terminal.interrupt();
      const notice = "Stopping. Steps that are running finish and are saved; no other step starts. Press Ctrl-C again.";
      display.say(notice);
      for (const pod of pods.slice(0, 4)) display.onEvent(done(pod));
      pass(2);
      const during = await terminal.screen();
      expect(during.join(" ").replace(/ +/g, " ")).toContain(notice);
      expect(during.join("\n")).not.toContain("^C");
      expect(during.filter((line) => line.includes("creating"))).toHaveLength(1);
      display.finish(resultOf({ result: "failed", summary: { create: 4 } }), { ...ending, stopped: "by you" });
      const end = (await terminal.scrolled()).slice(-4);
      expect(end[0]).toBe("    + 4 created");
      expect(end[1]).toMatch(/^ {4}25 not started: /);
      expect(end[3]).toBe("Stopped by you: 4 created, 25 not started. Run `compute up` to go on.");
      withinWidth(await terminal.scrolled(), columns);
    });

    it("says once what failed alike, and how to go on", async () => {
      const { terminal, display } = opened(columns, rows, { isPlan: false, planned });
      for (const pod of pods) display.onEvent(start(pod));
      for (const pod of pods.slice(0, 25)) display.onEvent(done(pod));
      for (const [index, pod] of pods.slice(25).entries()) {
        display.onEvent(failed(pod));
        // Only what took a second or more says how long.
        const within = [" within 3 s", " within 2 s", ""][index % 3];
        const text = `the Pod "${pod.name}-0a1b2c3" found no capacity${within}. Tried 1 × NVIDIA L40S: 409.`;
        display.onEvent(said("error", text, pod.urn));
      }
      const cost = "Now running: 10.00 USD/h, preview said 12.00 USD/h: not everything is as planned.";
      display.finish(resultOf({ result: "failed", summary: { create: 25 } }), { ...ending, cost });
      const text = (await terminal.scrolled()).map((line) => line.trim()).join(" ");
      expect(text).toContain(
        "error: 5 pods found no capacity within 3 s (workers-25 … workers-29). Tried 1 × NVIDIA L40S: 409.",
      );
      expect(text.match(/found no capacity/g)).toHaveLength(1);
      expect(text).toContain("+ 25 created ! 5 failed: pods workers-25 … workers-29");
      expect(text).toMatch(/25 created, 5 failed/);
      expect(text).toContain(cost);
      expect(text).toMatch(/Run `compute up` to go on once the errors are mended\.$/);
      withinWidth(await terminal.scrolled(), columns);
    });

    it("tells the halves of a replacement in the line of the replacement", async () => {
      const replace = alone("trainer", { op: "replace" });
      const half = (op: StepReport["op"]) => ({ ...replace, op, counted: false });
      const { terminal, display, pass } = opened(columns, rows, {
        isPlan: false,
        planned: resultOf({ steps: [replace] }),
      });
      const lines: string[] = [];
      const look = async () => lines.push((await terminal.screen()).find((line) => line.includes("trainer")) ?? "");
      display.onEvent(start(half("create-replacement")));
      pass(1);
      await look();
      display.onEvent(done(half("create-replacement")));
      display.onEvent(start(replace));
      display.onEvent(done(replace));
      pass(1);
      await look();
      display.onEvent(start(half("delete-replaced")));
      pass(1);
      await look();
      display.onEvent(done(half("delete-replaced")));
      pass(1);
      await look();
      expect(lines.map((line) => line.replace(/ +/g, " "))).toEqual([
        " +- Pod trainer creating replacement (1 s)",
        " +- Pod trainer replaced (1 s)",
        " +- Pod trainer deleting original (3 s)",
        " +- Pod trainer replaced (3 s)",
      ]);
    });
  });

  it("keeps what it shows in one piece when the terminal becomes narrower", async () => {
    const { terminal, display, pass } = opened(columns, rows, { isPlan: false });
    display.onEvent(start(alone("trainer")));
    pass(1);
    terminal.resize(columns - 30, rows);
    pass(2);
    const lines = await terminal.scrolled();
    expect(lines.filter((line) => line.includes("trainer"))).toEqual([" +  Pod   trainer  creating (3 s)"]);
  });
});

describe("names and widths", () => {
  it("a run of names that has no room says the second time only its number", async () => {
    const { terminal, display } = opened(80, 24, { isPlan: true, catalog });
    const gpu = [a40.gpu, { id: "NVIDIA L40S", count: 1 }];
    const workbench = alone("bench", { type: "acme:index:Workbench" });
    display.onEvent(done(workbench));
    for (const pod of pods) display.onEvent(done({ ...step(pod.name, { inputs: { gpu } }), parent: workbench.urn }));
    display.finish(resultOf(), ending);
    expect((await terminal.screen()).join("\n")).toMatch(
      /workers-0…29 \(30\) {2,}create {2}\+12\.00 to \+25\.80 USD\/h/,
    );
  });

  it("says of several what is wrong with them as one says it of several", async () => {
    const { terminal, display } = opened(80, 24, { isPlan: true });
    for (const { urn } of pods.slice(0, 3))
      display.onEvent(said("error", `${urn} has a problem: the API key is not set`, urn));
    display.finish(resultOf({ result: "failed" }), ending);
    expect((await terminal.screen())[0]).toBe(
      "error: 3 pods have a problem (workers-0 … workers-2): the API key is not set",
    );
  });

  it("says once what several resources got", async () => {
    const { terminal, display } = opened(80, 24, { isPlan: false });
    const got = "got the second choice, 1 × NVIDIA A40, for 0.40 USD/h instead of 1.60";
    for (const pod of pods.slice(8, 14)) {
      display.onEvent(start(pod));
      display.onEvent(said("info", `Pod ${pod.name} ${got}.`, pod.urn));
    }
    display.finish(resultOf(), ending);
    const text = (await terminal.screen()).map((line) => line.trim()).join(" ");
    expect(text).toContain(`info: 6 pods ${got} (workers-8 … workers-13).`);
  });

  it("tells of a resource that did not get ready its reason alone, and repeats no letter where the line is broken", async () => {
    const { terminal, display } = opened(80, 24, { isPlan: false });
    const reason = 'the Pod "a-0a1b2c3" was created but did not become ready within 600 s: it is STARTING.';
    display.onEvent(said("error", `1 error occurred:\n\t* ${reason}\n\n`, alone("a").urn));
    display.onEvent(said("error", `2 errors occurred:\n\t* ${reason}\n\t* ${reason}\n\n`));
    display.finish(resultOf({ result: "failed" }), ending);
    expect((await terminal.screen()).slice(0, 7)).toEqual([
      'error: the Pod "a-0a1b2c3" was created but did not become ready within 600 s: it',
      "  is STARTING.",
      "error: 2 errors occurred:",
      '    * the Pod "a-0a1b2c3" was created but did not become ready within 600 s: it',
      "      is STARTING.",
      '    * the Pod "a-0a1b2c3" was created but did not become ready within 600 s: it',
      "      is STARTING.",
    ]);
  });

  it("an ideogram takes two columns, so that the columns stay in line", async () => {
    const { terminal, display } = opened(80, 24, { isPlan: true });
    for (const name of ["訓練", "trainer"]) display.onEvent(done(alone(name)));
    display.finish(resultOf(), ending);
    const screen = await terminal.screen();
    expect(screen[1]).toMatch(/^ \+ {2}Pod {3}訓練 {5}create$/);
    expect(screen[2]).toMatch(/^ \+ {2}Pod {3}trainer {2}create$/);
  });

  it("a name that is too long keeps its beginning and its end", async () => {
    const { terminal, display } = opened(80, 24, { isPlan: true });
    display.onEvent(done(alone(`begin-${"x".repeat(100)}-end`)));
    display.finish(resultOf(), ending);
    const [, line = ""] = await terminal.screen();
    expect(line).toMatch(/begin-x+…x+-end {2}create$/);
    expect(line.length).toBeLessThan(80);
  });
});
