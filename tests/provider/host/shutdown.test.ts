import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";

const shutdown = join(__dirname, "../../../dist/provider/host/shutdown.js");
/** A process as the engine's, whose journal says when it was brought to its end. */
const host = (listeners: string) => `
  const { endOnInterrupt } = require(${JSON.stringify(shutdown)});
  endOnInterrupt(
    {
      end: async (graceMs) => { await null; process.stdout.write("ended within " + graceMs); },
      creates: { openAttempts: async () => [{ id: "a-1", kind: "Pod", name: "x-1", startedAt: 0, isVouched: true }] },
      closingWarnings: async () => ["and another ends with a word."],
    },
    { warn: async (text) => void process.stdout.write(", " + text.replace(/^.*x-1.*Z\\./, "x-1.")) },
  );
  ${listeners}
  setInterval(() => undefined, 60_000);
  process.stdout.write("ready ");
`;

async function interrupt(program: string) {
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    if (output === "") child.kill("SIGINT");
    output += text;
  });
  await once(child, "close");
  return { output, code: child.exitCode, signal: child.signalCode };
}

const told =
  "ready ended within 4000, x-1. It may exist and bill. An `up` of a program that still has the resource takes it over. `compute doctor` tells what became of it, and how to end it., and another ends with a word.";

describe("A provider host that the engine interrupts", () => {
  it("brings its journal to an end, tells what is left open, and dies of the signal at once, without taking its heap apart", async () => {
    expect(await interrupt(host(""))).toEqual({ output: told, code: null, signal: "SIGINT" });
  });

  it("ends all the same where somebody else listens to the signal", async () => {
    const program = host('process.on("SIGINT", () => undefined);');
    expect(await interrupt(program)).toEqual({ output: told, code: 130, signal: null });
  });
});
