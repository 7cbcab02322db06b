import { describe, expect, it } from "@jest/globals";
import { displayOn } from "../../../cli/stack/display-on";
import type { EngineEvent, StepReport } from "../../../engine/index";
import { FakeIo } from "../fake-io";
import { stepOf as step } from "./step-of";

const done = (s: StepReport): EngineEvent => ({ kind: "step-done", step: s });

describe("the display of a refresh before a preview", () => {
  it("signs what a refresh has found as the platform has it, where the provider tells paths", () => {
    const io = new FakeIo();
    const display = displayOn(io, io.stdout, { isPlan: true });
    const detailedDiff = { "env.NEW": "delete", "env.OLD": "add", image: "update" } as const;
    display.onEvent(done({ ...step("update", "a"), detailedDiff, found: true }));
    display.onEvent(done({ ...step("update", "a"), detailedDiff }));
    display.close();
    expect(io.screen()[0]).toBe(" ~  t:Pod a changed on the platform [diff: +env.NEW,-env.OLD,~image]");
    expect(io.screen()[1]).toBe(" ~  t:Pod a update [diff: -env.NEW,+env.OLD,~image]");
  });

  it("tells what a refresh has found from what the operation does", () => {
    const io = new FakeIo();
    const display = displayOn(io, io.stdout, { isPlan: true });
    display.onEvent(done({ ...step("update", "a", ["image"]), found: true }));
    display.onEvent(done({ ...step("delete", "b"), found: true }));
    display.onEvent(done(step("update", "a", ["image"])));
    display.close();
    expect(io.screen().slice(0, 3)).toEqual([
      " ~  t:Pod a changed on the platform [diff: ~image]",
      " -  t:Pod b gone from the platform",
      " ~  t:Pod a update [diff: ~image]",
    ]);
  });

  it("shows what is said of a resource below what the run does to it, rather than below what the refresh found", () => {
    const io = new FakeIo();
    const display = displayOn(io, io.stdout, { isPlan: true });
    const found: StepReport = { ...step("update", "a", ["image"]), found: true };
    const { urn } = found;
    const say = (message: string) =>
      display.onEvent({ kind: "diagnostic", diagnostic: { severity: "info", message, urn } });
    display.onEvent(done(found));
    say("image changes in place.");
    display.onEvent(done(step("update", "a", ["image"])));
    display.close();
    expect(io.screen().slice(0, 3)).toEqual([
      " ~  t:Pod a changed on the platform [diff: ~image]",
      " ~  t:Pod a update [diff: ~image]",
      "      image changes in place.",
    ]);
  });
});
