import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "@jest/globals";
import { handOvers } from "../../proofs/hand-overs";
import { allLives } from "../../proofs/hand-overs/lives";
import { from, handOver, rename, set, up } from "../../proofs/histories/steps";
import { quickScrypt } from "../support/quick-scrypt";

quickScrypt();

describe.each([
  ["dynamic", 1],
  ["plugin", 400],
] as const)("With the %s provider", (mode, seed) => {
  it("the object of each of 40 lives stays with the resource that has it, and is lost by none", async () => {
    const { counts, failures } = await handOvers.run({ size: 40, seed, mode, progress: () => undefined });
    expect(failures).toEqual([]);
    expect(counts).toMatchObject({ lives: 40 });
  }, 120_000);
});

it("the full size is that of all lives, no two of them are the same, and a life can be found again by its number", () => {
  const lives = [...allLives()];
  expect(lives).toHaveLength(handOvers.fullSize);
  expect(lives.map(({ seed }) => seed)).toEqual(lives.map((_, index) => index + 1));
  expect(new Set(lives.map(({ program, steps }) => JSON.stringify([program, steps]))).size).toBe(lives.length);
});

it("among them is one that cost a volume: it came back to the name that it was made under from one that another machine had given", () => {
  const alone = { ...up, target: ["a"] };
  const dropped = { ...up, target: ["b"] };
  const renamed = [from("there"), rename("a", "b"), set("b", { size: 110 }), up];
  const steps = [up, ...renamed, from("here"), handOver("b", "a"), alone, dropped, up];
  const kinds = [...allLives()]
    .filter((life) => isDeepStrictEqual(life.steps, steps))
    .map((life) => life.program[0]?.kind);
  expect(kinds).toEqual(["networkVolume"]);
});
