import { expect, it } from "@jest/globals";
import { creates } from "../../proofs/creates";
import { quickScrypt } from "../support/quick-scrypt";

quickScrypt();

it("A-31: of 500 creates over faults and kills each has one object, and no error is shown", async () => {
  const { counts, failures } = await creates.run({ size: 450, seed: 20_260_504, progress: () => undefined });
  expect(failures).toEqual([]);
  expect(Number(counts.creates)).toBeGreaterThanOrEqual(500);
  expect(Number(counts["engines killed"])).toBeGreaterThan(5);
  expect(Number(counts["hosts killed"])).toBeGreaterThan(5);
  expect(Number(counts.strangers)).toBeGreaterThan(15);
}, 300_000);
