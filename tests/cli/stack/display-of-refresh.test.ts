import { describe, expect, it } from "@jest/globals";
import type { EngineEvent, OperationResult, StepReport } from "../../../engine/index";
import { FakeIo } from "../fake-io";
import { opened, shownOn } from "./opened";
import { stepOf as step } from "./step-of";

const done = (s: StepReport): EngineEvent => ({ kind: "step-done", step: s });

/** The lines of a preview in which this happens. */
function linesOf(...events: readonly EngineEvent[]): string[] {
  const io = new FakeIo();
  const display = shownOn(io, io.stdout, { isPlan: true });
  for (const event of events) display.onEvent(event);
  display.close();
  return io.screen();
}

describe("the display of a refresh before a preview", () => {
  const found: StepReport = { ...step("update", "a", ["image"]), found: true };
  const updated = step("update", "a", ["image"]);

  it("signs what a refresh has found as the platform has it, where the provider tells paths", () => {
    const detailedDiff = { "env.NEW": "delete", "env.OLD": "add", image: "update" } as const;
    expect(linesOf(done({ ...found, detailedDiff }), done({ ...updated, detailedDiff })).slice(0, 2)).toEqual([
      " ~  t:Pod a changed on the platform [diff: +env.NEW,-env.OLD,~image]",
      " ~  t:Pod a update [diff: -env.NEW,+env.OLD,~image]",
    ]);
  });

  it("tells what a refresh has found from what the operation does", () => {
    const gone = { ...step("delete", "b"), found: true };
    expect(linesOf(done(found), done(gone), done(updated)).slice(0, 3)).toEqual([
      " ~  t:Pod a changed on the platform [diff: ~image]",
      " -  t:Pod b gone from the platform",
      " ~  t:Pod a update [diff: ~image]",
    ]);
  });

  it("shows what is said of a resource below what the run does to it, rather than below what the refresh found", () => {
    const message = "image changes in place.";
    const said: EngineEvent = { kind: "diagnostic", diagnostic: { severity: "info", message, urn: found.urn } };
    expect(linesOf(done(found), said, done(updated)).slice(0, 3)).toEqual([
      " ~  t:Pod a changed on the platform [diff: ~image]",
      " ~  t:Pod a update [diff: ~image]",
      "      image changes in place.",
    ]);
  });
});

describe("the tree of a run on a terminal, without a preview", () => {
  const whole = (s: StepReport): EngineEvent[] => [{ kind: "step-start", step: s }, done(s)];

  /** The lines of the tree at the end, without columns. */
  async function treeOf(...events: readonly EngineEvent[]): Promise<string[]> {
    const { terminal, display } = opened(80, 24, { isPlan: false });
    for (const event of events) display.onEvent(event);
    const result: OperationResult = { result: "succeeded", summary: {}, steps: [], diagnostics: [], outputs: {} };
    display.finish(result, { command: "compute up" });
    return (await terminal.scrolled()).slice(1, -1).map((line) => line.trim().replace(/ +/g, " "));
  }

  it("calls a replacement replaced in the end, rather than half of one", async () => {
    const halves = (["create-replacement", "replace", "delete-replaced"] as const).map((op) => step(op, "a"));
    expect((await treeOf(...halves.flatMap(whole)))[0]).toBe("+- t:Pod a replaced");
  });

  it("lists what a refresh has found before what corrects it", async () => {
    const update = step("update", "a", ["image"]);
    const tree = await treeOf({ kind: "step-start", step: update }, done({ ...update, found: true }), done(update));
    expect(tree.slice(0, 2)).toEqual(["~ t:Pod a changed on the platform", "~ t:Pod a updated"]);
  });
});
