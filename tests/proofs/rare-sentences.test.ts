import { describe, expect, it } from "@jest/globals";
import { modes } from "../../proofs/plugin";
import { play } from "../../proofs/histories/play";
import { onlyOf } from "../../proofs/histories/previews/rows";
import { Sentences } from "../../proofs/histories/previews/sentences";
import { livesOfRareSentences } from "../../proofs/histories/rare-sentences";
import { quickScrypt } from "../support/quick-scrypt";

quickScrypt();

const each = Object.entries(livesOfRareSentences).flatMap(([row, life]) =>
  modes.filter((mode) => (onlyOf[row] ?? mode) === mode).map((mode) => ({ row, life, mode })),
);

describe("a life says what drawn lives seldom say, and it comes true:", () => {
  it.each(each)("$row (with the $mode provider)", async ({ row, life, mode }) => {
    const sentences = new Sentences();
    expect((await play(life, mode, sentences)).violations).toEqual([]);
    expect(sentences.counts[row]).toBeGreaterThan(0);
  });
});
