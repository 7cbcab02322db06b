import { describe, expect, it } from "@jest/globals";
import { findingLines } from "../../../cli/doctor/show";
import type { Finding } from "../../../cli/doctor/finding";
import { exportOf, entryOf } from "./states";
import { found, openBench } from "./run-command";
import { FakeIo } from "../fake-io";

const finding = (id: string, over: Partial<Finding> = {}): Finding => ({
  problem: "left",
  kind: "Pod",
  name: id,
  urn: "",
  objects: [{ id, name: id }],
  what: `the platform has Pod ${id}, which no state has`,
  nextStep: `To leave it alone, run \`compute doctor --let-go ${id}\`. Delete it only if nobody needs it.`,
  ...over,
});
const gone = finding("p-9", { problem: "gone", what: "Pod web (p-9) is gone", nextStep: "Run `compute refresh`." });
const linesOf = (findings: Finding[], isTTY = true) => findingLines(findings, new FakeIo({ isTTY }).stdout);

describe("What doctor lists", () => {
  it("is one entry where the next step is the same but for the id, and is counted in the last line", () => {
    expect(linesOf([finding("p-1"), gone, finding("p-2")])).toEqual([
      "1. The platform has Pod p-1, which no state has.",
      "   The platform has Pod p-2, which no state has.",
      "   → To leave it alone, run `compute doctor --let-go ID`. Delete it only if",
      "     nobody needs it.",
      "2. Pod web (p-9) is gone.",
      "   → Run `compute refresh`.",
      "",
      "3 findings: 2 in no state, 1 gone",
    ]);
  });

  it("names the id in the next step of a single object, and is folded on a terminal only", () => {
    expect(linesOf([finding("p-1")], false)).toEqual([
      "1. The platform has Pod p-1, which no state has.",
      "   → To leave it alone, run `compute doctor --let-go p-1`. Delete it only if nobody needs it.",
      "",
      "1 finding: 1 in no state",
    ]);
  });

  it("ends the command with 2, and with --check only where something is in no state", async () => {
    const bench = await openBench();
    const state = exportOf([entryOf({ kind: "Pod", name: "web", id: "p-9", inputs: { name: "web" } })]);
    const file = bench.file(state);
    expect(await found(bench.io, "doctor", "--file", file)).toMatch(/\n1 finding: 1 gone\n$/);
    expect(await bench.run("doctor", "--file", file, "--check")).toMatch(/^Nothing to do: no run of this stack/);
    await bench.close();
  });
});
