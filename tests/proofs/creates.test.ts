import { expect, it } from "@jest/globals";
import { creates } from "../../proofs/creates";
import { quickScrypt } from "../support/quick-scrypt";

quickScrypt();

it("A-31: of 1,000 creates over faults and kills each has one object, and no error is shown", async () => {
  const { counts, failures } = await creates.run({ size: 900, seed: 20_260_504, progress: () => undefined });
  expect(failures).toEqual([]);
  expect(Number(counts.creates)).toBeGreaterThanOrEqual(1_000);
  expect(Number(counts["engines killed"])).toBeGreaterThan(5);
  expect(Number(counts["hosts killed"])).toBeGreaterThan(5);
  expect(Number(counts.strangers)).toBeGreaterThan(30);
}, 300_000);
