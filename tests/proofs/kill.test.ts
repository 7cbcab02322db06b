import { expect, it } from "@jest/globals";
import { kill } from "../../proofs/kill";

it("A-31: after kill -9 at any of 3 points, one more run reaches exactly what the program declares", async () => {
  const { counts, failures } = await kill.run({
    size: 3,
    seed: 20_260_504,
    only: "local",
    serves: true,
    progress: () => undefined,
  });
  expect(failures).toEqual([]);
  expect(counts).toMatchObject({ "local: operations": 6, "local: points tried": 3 });
  expect(Number(counts["local: points"])).toBeGreaterThanOrEqual(200);
  expect(Number(counts["local: kills"])).toBeGreaterThanOrEqual(2);
}, 600_000);
