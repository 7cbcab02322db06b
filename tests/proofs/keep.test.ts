import { expect, it } from "@jest/globals";
import { keep } from "../../proofs/keep";

it("stops what is due and nothing else, and tells it, with two keepers, faults, kills and outages, in six hours of 18 pods", async () => {
  const { counts, failures } = await keep.run({ size: 18, seed: 1, progress: () => undefined });
  expect(failures).toEqual([]);
  expect(counts.stopped).toBeGreaterThan(5);
}, 60_000);
