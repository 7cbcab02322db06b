import { describe, expect, it } from "@jest/globals";
import { knownLives } from "../../proofs/histories/known-lives";
import { previews } from "../../proofs/previews";
import { play } from "../../proofs/histories/play";
import { Sentences } from "../../proofs/histories/previews/sentences";
import type { Mode } from "../../proofs/plugin";
import { enginesHere } from "../../proofs/engines";
import { destroy, life, pod, set, up } from "../../proofs/histories/steps";
import { noCli, notTried } from "../support/not-tried";
import { quickScrypt } from "../support/quick-scrypt";

quickScrypt();

it("whatever people do in 12 lives of stacks, nothing is deleted unasked, hidden, doubled or shown, and their previews are true", async () => {
  const { counts, failures } = await previews.run({ size: 12, seed: 14, only: "local", progress: () => undefined });
  expect(failures).toEqual([]);
  expect(counts).toMatchObject({ lives: 12, "JSON: effects": expect.any(Number) });
}, 300_000);

it.each(["dynamic", "plugin"] as const)(
  "the CLI's previews are true (with the %s provider)",
  async (mode) => {
    if (!enginesHere().includes("cli")) return notTried("the CLI's previews held against what happens", noCli);
    const sentences = new Sentences();
    const change = set("pod", { image: "a:2" });
    const other = set("pod", { gpu: { id: "NVIDIA H200", count: 1 } });
    const first = { ...pod(), deleteBeforeReplace: true };
    const { violations } = await play(life([first], up, change, up, other, up, destroy), mode, sentences, "cli");
    expect(violations).toEqual([]);
    expect(sentences.counts).toMatchObject({ create: 1, restarts: 1, replace: 1, delete: 1 });
  },
  120_000,
);

/** Each in one of the two forms, in turns: `prove -- previews` plays them in both. */
const lives = Object.entries(knownLives).map(([what, known], at) => {
  const mode: Mode = at % 2 === 0 ? "dynamic" : "plugin";
  return { what, life: known, mode };
});

describe("it does not happen again that", () => {
  it.each(lives)("$what (with the $mode provider)", async ({ life: known, mode }) => {
    expect((await play(known, mode, new Sentences())).violations).toEqual([]);
  });
});
