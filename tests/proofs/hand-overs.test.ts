import { describe, expect, it } from "@jest/globals";
import { handOvers } from "../../proofs/hand-overs";
import { livesOfHandOvers } from "../../proofs/hand-overs/lives";
import { quickScrypt } from "../support/quick-scrypt";

quickScrypt();

// Each of them once, half of them with either form of the package.
describe.each([
  ["dynamic", 1],
  ["plugin", 137],
] as const)("With the %s provider", (mode, seed) => {
  it("the object of each life of one move stays with the resource that has it, and is lost by none", async () => {
    const { counts, failures } = await handOvers.run({ size: 136, seed, mode, progress: () => undefined });
    expect(failures).toEqual([]);
    expect(counts).toMatchObject({ lives: 136 });
  }, 120_000);
});

it("the full size is that of all lives of two moves, and a life can be found again by its number", () => {
  const lives = [...livesOfHandOvers(2)];
  expect(lives).toHaveLength(handOvers.fullSize);
  expect(lives.map(({ number }) => number)).toEqual(lives.map((_, index) => index + 1));
  expect(new Set(lives.map(({ said }) => said)).size).toBe(lives.length);
});

it("among them is one that cost a volume: it came back to the name that it was made under from one that another machine had given", () => {
  const said = [...livesOfHandOvers(2)].map((life) => life.said);
  expect(said).toContain(
    "networkVolume; there renames and changes; here hands over alone; here drops what is left, and runs up",
  );
});
