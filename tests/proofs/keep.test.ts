import { expect, it } from "@jest/globals";
import { keep } from "../../proofs/keep";

it("stops what is due and nothing else, and tells it, with two keepers, faults, kills and outages, in three hours of 12 pods", async () => {
  const { counts, failures } = await keep.run({ size: 12, seed: 1, progress: () => undefined });
  expect(failures).toEqual([]);
  expect(counts.stopped).toBeGreaterThan(5);
}, 60_000);
