import { describe, expect, it } from "@jest/globals";
import { Display } from "../../cli/stack/display";
import type { EngineEvent, OperationResult, StepReport } from "../../engine/index";
import { FakeIo } from "./fake-io";

function step(op: StepReport["op"], name: string, diffKeys: string[] = []): StepReport {
  const urn = `urn:pulumi:dev::p::t:Pod::${name}`;
  return { op, urn, type: "t:Pod", name, diffKeys, replaceKeys: [], deleteBeforeReplace: false, logical: true };
}

const start = (s: StepReport): EngineEvent => ({ kind: "step-start", step: s });
const done = (s: StepReport): EngineEvent => ({ kind: "step-done", step: s });
const result: OperationResult = {
  result: "succeeded",
  summary: { create: 1, same: 2 },
  steps: [],
  diagnostics: [],
  outputs: { podId: "p1" },
};

describe("the display of an operation", () => {
  it("without a terminal: one line when a step starts, one when it ends, then the counts", () => {
    const io = new FakeIo();
    const display = new Display(io, io.stdout, false);
    display.onEvent(start(step("create", "a")));
    display.onEvent(done(step("create", "a")));
    display.finish(result);
    expect(io.written.out.split("\n")).toEqual([
      " +  t:Pod a creating",
      " +  t:Pod a created",
      "Outputs:",
      '    podId: "p1"',
      "Resources:",
      "    + 1 created",
      "    2 unchanged",
      "",
    ]);
    expect(io.written.err).toBe("");
  });

  it("in a preview: what would be done, with the keys that differ", () => {
    const io = new FakeIo();
    const display = new Display(io, io.stdout, true);
    display.onEvent(start(step("update", "a", ["image", "env"])));
    display.onEvent(done(step("update", "a", ["image", "env"])));
    display.finish(result);
    expect(io.screen()[0]).toBe(" ~  t:Pod a update [diff: ~image,~env]");
    expect(io.screen()).toContain("    + 1 to create");
  });

  it("tells by path what is added, deleted and changed, where the provider says so", () => {
    const io = new FakeIo();
    const display = new Display(io, io.stdout, true);
    const detailedDiff = { "env.MODE": "add", "ports[1]": "delete", image: "update", gpu: "update-replace" } as const;
    display.onEvent(done({ ...step("replace", "a", ["env", "gpu", "image", "ports"]), detailedDiff }));
    expect(io.screen()[0]).toBe(" +- t:Pod a replace [diff: +env.MODE,-ports[1],~image,~gpu]");
  });

  it("leaves out keys that are not the program's, as the CLI does", () => {
    const io = new FakeIo();
    const display = new Display(io, io.stdout, true);
    display.onEvent(done(step("update", "a", ["__replaceOnChanges", "image"])));
    display.onEvent(done(step("update", "b", ["__provider"])));
    expect(io.screen().slice(0, 2)).toEqual([" ~  t:Pod a update [diff: ~image]", " ~  t:Pod b update"]);
  });

  it("says nothing of what stays the same", () => {
    const io = new FakeIo();
    const display = new Display(io, io.stdout, false);
    display.onEvent(start(step("same", "a")));
    display.onEvent(done(step("same", "a")));
    expect(io.written.out).toBe("");
  });

  it("on a terminal: running steps stand below the finished ones and count the seconds", () => {
    const io = new FakeIo({ isTTY: true });
    const display = new Display(io, io.stdout, false);
    display.onEvent(start(step("create", "a")));
    display.onEvent(start(step("create", "b")));
    io.pass(3);
    expect(io.screen()).toEqual([" +  t:Pod a creating (3 s)", " +  t:Pod b creating (3 s)"]);
    display.onEvent(done(step("create", "b")));
    io.pass(1);
    expect(io.screen()).toEqual([" +  t:Pod b created", " +  t:Pod a creating (4 s)"]);
  });

  it("on a terminal: stops redrawing when it has finished", () => {
    const io = new FakeIo({ isTTY: true });
    const display = new Display(io, io.stdout, false);
    display.onEvent(start(step("create", "a")));
    display.finish(result);
    const before = io.written.out;
    io.pass(5);
    expect(io.written.out).toBe(before);
    expect(io.screen()[0]).toBe("Outputs:");
  });

  it("shows failures, messages and what the program prints, each as it comes", () => {
    const io = new FakeIo();
    const display = new Display(io, io.stdout, false);
    display.onEvent({ kind: "step-failed", step: step("update", "a"), message: "no" });
    display.onEvent({ kind: "diagnostic", diagnostic: { severity: "error", message: "400: no\n" } });
    display.onEvent({ kind: "stdout", line: "hello", from: "stdout" });
    display.finish({ ...result, result: "failed", outputs: {} });
    expect(io.screen().slice(0, 3)).toEqual([" ~  t:Pod a **updating failed**", "error: 400: no", "hello"]);
    expect(io.screen().at(-1)).toContain("failed");
  });
});
