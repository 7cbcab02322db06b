import { expect, it } from "@jest/globals";
import { calls } from "../../scripts/prove/calls";

it("A-50, A-57: refreshing 500 pods, waiting for 100 and creating 100 stays within the limits announced", async () => {
  const { counts, failures } = await calls.run({ size: 500, seed: 1, progress: () => undefined });
  expect(failures).toEqual([]);
  expect(counts).toMatchObject({ "pods refreshed": 500, "requests of a no-change up": 0 });
}, 60_000);
