import { describe, expect, it } from "@jest/globals";
import { hostile } from "../../proofs/hostile";
import { largeAnswers, largeInputs, refused } from "../../proofs/hostile/large-inputs";
import { mostOfLarge, yardsticksOf } from "../support/cpu-time";

const size = 200;
const options = { size, seed: 20_260_504, progress: () => undefined };

describe("bytes of strangers", () => {
  it("every parser takes or refuses 200 broken inputs: none hangs, and nothing but errors for the user comes out", async () => {
    const { counts, failures } = await hostile.run({ ...options, only: "parsers" });
    expect(failures).toEqual([]);
    const names = ["SSE", "problem bodies", "success bodies", "rate headers", "state files", "YAML", "journal lines"];
    expect(counts).toMatchObject(Object.fromEntries(names.map((name) => [`${name}: inputs`, size])));
    expect(counts["state files: seen"]).toMatch(/taken.*refused|refused.*taken/);
  }, 120_000);

  it("the emulator's own routes refuse or take 200 broken requests, and the platform answers as ever", async () => {
    const { counts, failures } = await hostile.run({ ...options, only: "routes" });
    expect(failures).toEqual([]);
    expect(counts["control routes: seen"]).toMatch(/ 200.* 422|422.* 200/);
  }, 120_000);

  it.each(Object.entries(largeInputs))("%s is read in a time that grows with its size", async (_name, read) => {
    expect(await yardsticksOf(read, mostOfLarge)).toBeLessThan(mostOfLarge);
  });

  it.each(Object.entries(largeAnswers))("%s is refused in a time that grows with its size", async (_name, made) => {
    const answer = Buffer.from(made());
    expect(await yardsticksOf(() => refused(answer), mostOfLarge)).toBeLessThan(mostOfLarge);
  });
});
