import { expect, it } from "@jest/globals";
import { drift } from "../../scripts/prove/drift";

it("A-80: of 300 programs no up leaves drift, and what is changed behind our back shows at its path and is mended", async () => {
  const { counts, failures } = await drift.run({ size: 300, seed: 20_260_504, progress: () => undefined });
  expect(failures).toEqual([]);
  expect(counts).toMatchObject({ programs: 300 });
  expect(Number(counts.drifts)).toBeGreaterThan(1_000);
}, 120_000);
