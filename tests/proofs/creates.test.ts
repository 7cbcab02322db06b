import { expect, it } from "@jest/globals";
import { creates } from "../../proofs/creates";
import { quickScrypt } from "../support/quick-scrypt";

quickScrypt();

it("A-31: of 3,000 creates over faults and kills each has one object, and no error is shown", async () => {
  const { counts, failures } = await creates.run({ size: 2_600, seed: 20_260_504, progress: () => undefined });
  expect(failures).toEqual([]);
  expect(Number(counts.creates)).toBeGreaterThanOrEqual(3_000);
  expect(Number(counts["engines killed"])).toBeGreaterThan(15);
  expect(Number(counts["hosts killed"])).toBeGreaterThan(15);
  expect(Number(counts.strangers)).toBeGreaterThan(100);
}, 300_000);
