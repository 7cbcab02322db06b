import { expect, it } from "@jest/globals";
import { creates } from "../../scripts/prove/creates";

it("A-31: of 10,000 creates over faults and kills each has one object, and no error is shown", async () => {
  const { counts, failures } = await creates.run({ size: 8_500, seed: 20_260_504, progress: () => undefined });
  expect(failures).toEqual([]);
  expect(Number(counts.creates)).toBeGreaterThanOrEqual(10_000);
  expect(Number(counts["engines killed"])).toBeGreaterThan(50);
  expect(Number(counts["hosts killed"])).toBeGreaterThan(50);
  expect(Number(counts.strangers)).toBeGreaterThan(100);
}, 300_000);
