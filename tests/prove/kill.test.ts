import { expect, it } from "@jest/globals";
import { kill } from "../../scripts/prove/kill";

it("A-31: after kill -9 at any of 20 points, one more run reaches exactly the program's world", async () => {
  const { counts, failures } = await kill.run({ size: 20, seed: 20_260_504, progress: () => undefined });
  expect(failures).toEqual([]);
  expect(counts).toMatchObject({ stages: 3, "points tried": 20 });
  expect(Number(counts["points in all"])).toBeGreaterThanOrEqual(200);
  expect(Number(counts.kills)).toBeGreaterThanOrEqual(15);
}, 600_000);
