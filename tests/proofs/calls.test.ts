import { expect, it } from "@jest/globals";
import { calls } from "../../proofs/calls";

it("A-50, A-57: refreshing 60 pods, waiting for 100 and creating 100 stays within the limits announced", async () => {
  const { counts, failures } = await calls.run({ size: 60, seed: 1, only: "local", progress: () => undefined });
  expect(failures).toEqual([]);
  expect(counts).toMatchObject({
    "pods refreshed": 60,
    "requests of a no-change up": 0,
    "local: requests of an up without changes": 0,
    "local: requests of a preview without changes": 0,
  });
  expect(counts["local: requests of an up that creates 60 pods"]).toBeGreaterThanOrEqual(60);
}, 120_000);
