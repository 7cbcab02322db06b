import { describe, expect, it } from "@jest/globals";
import { consentAndPerform } from "../../../cli/stack/operate";
import type { LocalStack, OperationCallOptions, OperationResult, StepReport } from "../../../engine/index";
import { FakeIo } from "../fake-io";

const stack = {
  whileLocked: <R>(_kind: string, body: () => Promise<R>) => body(),
  name: "dev",
  project: { name: "p", programDir: "." },
  exportState: () => Promise.resolve(undefined),
} as unknown as LocalStack;

function operation(result: OperationResult["result"] = "succeeded") {
  const ran: string[] = [];
  const run = (name: string) => async () => {
    ran.push(name);
    return { result, summary: {}, steps: [], diagnostics: [], outputs: {} };
  };
  return { ran, verb: "update" as const, preview: run("preview"), perform: run("perform") };
}

describe("consent before an operation", () => {
  it.each([
    { what: "--yes", flags: { yes: true }, answers: [], ran: ["preview", "perform"] },
    { what: "--yes --skip-preview", flags: { yes: true, skipPreview: true }, answers: [], ran: ["perform"] },
    { what: "the answer yes", flags: {}, answers: ["yes"], ran: ["preview", "perform"] },
    { what: "the answer y", flags: {}, answers: [" Y "], ran: ["preview", "perform"] },
  ])("is given by $what", async ({ flags, answers, ran }) => {
    const io = Object.assign(new FakeIo({ answers }), { isInteractive: true });
    const todo = operation();
    await consentAndPerform(io, stack, flags, todo);
    expect(todo.ran).toEqual(ran);
  });

  it.each(["no", "", "yesterday"])("is not given by the answer %j", async (answer) => {
    const io = Object.assign(new FakeIo({ answers: [answer] }), { isInteractive: true });
    const todo = operation();
    await expect(consentAndPerform(io, stack, {}, todo)).rejects.toThrow("Nothing was changed");
    expect(todo.ran).toEqual(["preview"]);
  });

  it("shows the preview with everything that changes for the answer details, and asks again", async () => {
    const io = Object.assign(new FakeIo({ answers: ["details", "yes"] }), { isInteractive: true });
    const image = { path: "image", kind: "update", replaces: false, inputDiff: true, old: "a:1", new: "a:2" } as const;
    const step: StepReport = {
      op: "update",
      urn: "urn:pulumi:dev::p::t:Pod::a",
      type: "t:Pod",
      name: "a",
      diffKeys: ["image"],
      replaceKeys: [],
      changes: [image],
      deleteBeforeReplace: false,
      counted: true,
    };
    const info = { severity: "info", urn: step.urn, message: "image changes in place." } as const;
    const planned: OperationResult = {
      result: "succeeded",
      summary: {},
      outputs: {},
      steps: [step],
      diagnostics: [info],
    };
    const todo = operation();
    await consentAndPerform(io, stack, {}, { ...todo, preview: async () => planned });
    expect(io.questions).toEqual([
      "Do you want to perform this update? (yes/no/details) ",
      "Do you want to perform this update? (yes/no/details) ",
    ]);
    expect(io.written.out).toContain(
      ' ~  t:Pod a update [diff: ~image]\n      ~ image: "a:1" → "a:2"\n      image changes in place.\n',
    );
    expect(todo.ran).toEqual(["perform"]);
  });

  it("cannot be asked for without a terminal: fails before anything is run", async () => {
    const todo = operation();
    await expect(consentAndPerform(new FakeIo(), stack, {}, todo)).rejects.toThrow("--yes");
    expect(todo.ran).toEqual([]);
  });

  it("does not help a preview that failed: nothing is performed", async () => {
    const todo = operation("failed");
    await expect(consentAndPerform(new FakeIo(), stack, { yes: true }, todo)).rejects.toThrow("failed");
    expect(todo.ran).toEqual(["preview"]);
  });

  it("is followed by the display on stdout, as with the CLI", async () => {
    const io = new FakeIo();
    await consentAndPerform(io, stack, { yes: true }, operation());
    expect(io.written.out).toMatch(/^Previewing update \(dev\):[^]*\nPerforming update \(dev\):\n/);
    expect(io.written.err).toBe("");
  });

  it("with --json prints one document on stdout, that of the operation, and the display on stderr", async () => {
    const io = new FakeIo();
    await consentAndPerform(io, stack, { yes: true, json: true }, operation());
    expect(JSON.parse(io.written.out)).toMatchObject({ result: "succeeded", steps: [], changeSummary: {} });
    expect(io.written.err).toMatch(/^Previewing update \(dev\):[^]*\nPerforming update \(dev\):\n/);
  });

  it("Ctrl-C once asks the operation to stop and says how to give up; twice gives up, with the CLI's exit code", async () => {
    const io = new FakeIo();
    const pressed: string[] = [];
    const perform = (options: OperationCallOptions) =>
      new Promise<OperationResult>((_, reject) => {
        options.signal?.addEventListener("abort", () => pressed.push("once"));
        options.terminate?.addEventListener("abort", () => {
          pressed.push("twice");
          reject(new Error("update terminated"));
        });
        io.stop();
        expect(io.written.out).toContain("Press Ctrl-C again");
        io.stop();
      });
    const ending = consentAndPerform(io, stack, { yes: true, skipPreview: true }, { ...operation(), perform });
    await expect(ending).rejects.toMatchObject({ message: "update terminated", exitCode: 8 });
    expect(pressed).toEqual(["once", "twice"]);
  });
});
