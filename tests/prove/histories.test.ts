import { describe, expect, it } from "@jest/globals";
import { histories } from "../../scripts/prove/histories";
import { knownLives } from "../../scripts/prove/histories/known-lives";
import { play } from "../../scripts/prove/histories/play";

it("whatever people do in 400 lives of stacks, nothing is deleted unasked, hidden, doubled or shown", async () => {
  const { counts, failures } = await histories.run({ size: 400, seed: 20_260_504, progress: () => undefined });
  expect(failures).toEqual([]);
  expect(counts).toMatchObject({ lives: 400 });
}, 300_000);

describe("It does not happen again that", () => {
  it.each(Object.entries(knownLives))("%s", async (_, life) => {
    expect((await play(life)).violations).toEqual([]);
  });
});
