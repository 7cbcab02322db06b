import { describe, expect, it } from "@jest/globals";
import { histories } from "../../proofs/histories";
import { knownLives } from "../../proofs/histories/known-lives";
import { play } from "../../proofs/histories/play";
import { quickScrypt } from "../support/quick-scrypt";

quickScrypt();

it("whatever people do in 25 lives of stacks, nothing is deleted unasked, hidden, doubled or shown", async () => {
  const { counts, failures } = await histories.run({ size: 25, seed: 20_260_504, progress: () => undefined });
  expect(failures).toEqual([]);
  expect(counts).toMatchObject({ lives: 25 });
}, 300_000);

describe.each(["dynamic", "plugin"] as const)("With the %s provider it does not happen again that", (mode) => {
  it.each(Object.entries(knownLives))("%s", async (_, life) => {
    expect((await play(life, mode)).violations).toEqual([]);
  });
});
