import { expect, it } from "@jest/globals";
import { calls } from "../../proofs/calls";

it("A-50, A-57: refreshing 30 pods, waiting for 100 and creating 100 stays within the limits announced", async () => {
  const { counts, failures } = await calls.run({
    size: 30,
    seed: 1,
    only: "local",
    serves: true,
    progress: () => undefined,
  });
  expect(failures).toEqual([]);
  expect(counts).toMatchObject({
    "pods refreshed": 30,
    "requests of a no-change up": 0,
    "local: requests of an up without changes": 0,
    "local: requests of a preview without changes": 0,
  });
  expect(counts["local: requests of an up that creates 30 pods"]).toBeGreaterThanOrEqual(30);
}, 120_000);
