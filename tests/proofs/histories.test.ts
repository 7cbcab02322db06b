import { describe, expect, it } from "@jest/globals";
import { knownLives } from "../../proofs/histories/known-lives";
import { previews } from "../../proofs/previews";
import { play } from "../../proofs/histories/play";
import { Sentences } from "../../proofs/histories/previews/sentences";
import type { Mode } from "../../proofs/plugin";
import { quickScrypt } from "../support/quick-scrypt";

quickScrypt();

it("whatever people do in 12 lives of stacks, nothing is deleted unasked, hidden, doubled or shown, and their previews are true", async () => {
  const { counts, failures } = await previews.run({ size: 12, seed: 14, progress: () => undefined });
  expect(failures).toEqual([]);
  expect(counts).toMatchObject({ lives: 12, "JSON: effects": expect.any(Number) });
}, 300_000);

/** Each in one of the two forms, in turns: `prove -- previews` plays them in both. */
const lives = Object.entries(knownLives).map(([what, life], at) => {
  const mode: Mode = at % 2 === 0 ? "dynamic" : "plugin";
  return { what, life, mode };
});

describe("it does not happen again that", () => {
  it.each(lives)("$what (with the $mode provider)", async ({ life, mode }) => {
    expect((await play(life, mode, new Sentences())).violations).toEqual([]);
  });
});
