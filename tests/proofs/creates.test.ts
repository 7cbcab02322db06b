import { expect, it } from "@jest/globals";
import { creates } from "../../proofs/creates";
import { quickScrypt } from "../support/quick-scrypt";

quickScrypt();

it("A-31: of 250 creates over faults and kills each has one object, and no error is shown", async () => {
  const { counts, failures } = await creates.run({ size: 300, seed: 20_260_516, progress: () => undefined });
  expect(failures).toEqual([]);
  expect(Number(counts.creates)).toBeGreaterThanOrEqual(250);
  expect(Number(counts["engines killed"])).toBeGreaterThan(2);
  expect(Number(counts["hosts killed"])).toBeGreaterThan(2);
  expect(Number(counts["other machines"])).toBeGreaterThan(1);
  expect(Number(counts["taken over"])).toBeGreaterThan(0);
  expect(Number(counts.strangers)).toBeGreaterThan(7);
}, 300_000);
