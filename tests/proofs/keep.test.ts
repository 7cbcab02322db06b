import { expect, it } from "@jest/globals";
import { keep } from "../../proofs/keep";

it("stops what is due and nothing else, with two keepers, faults and kills, in half a day of 12 pods", async () => {
  const { counts, failures } = await keep.run({ size: 12, seed: 1, progress: () => undefined });
  expect(failures).toEqual([]);
  expect(counts.stopped).toBeGreaterThan(5);
}, 60_000);
