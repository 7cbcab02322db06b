import { describe, expect, it } from "@jest/globals";
import { consentAndPerform } from "../../cli/stack/operate";
import type { LocalStack, OperationResult } from "../../engine/index";
import { FakeIo } from "./fake-io";

const stack = { name: "dev" } as LocalStack;

function operation(result: OperationResult["result"] = "succeeded") {
  const ran: string[] = [];
  const run = (name: string) => async () => {
    ran.push(name);
    return { result, summary: {}, steps: [], diagnostics: [], outputs: {} };
  };
  return { ran, verb: "update", preview: run("preview"), perform: run("perform") };
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
    await expect(consentAndPerform(io, stack, {}, todo)).rejects.toThrow("nothing was done");
    expect(todo.ran).toEqual(["preview"]);
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

  it("with --json prints one document, that of the operation", async () => {
    const io = new FakeIo();
    await consentAndPerform(io, stack, { yes: true, json: true }, operation());
    expect(JSON.parse(io.written.out)).toMatchObject({ result: "succeeded", steps: [], changeSummary: {} });
  });
});
