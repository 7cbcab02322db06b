import { expect, it } from "@jest/globals";
import { creates } from "../../scripts/prove/creates";

it("A-31: of 10,000 creates over faults and kills each has one object, and no error is shown", async () => {
  const { counts, failures } = await creates.run({ size: 10_000, seed: 20_260_504, progress: () => undefined });
  expect(failures).toEqual([]);
  expect(counts).toMatchObject({ creates: 10_000 });
  expect(Number(counts.faults)).toBeGreaterThan(2_000);
  expect(Number(counts.kills)).toBeGreaterThan(20);
}, 300_000);
