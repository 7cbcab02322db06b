import { expect, it } from "@jest/globals";
import { kill } from "../../proofs/kill";

const options = { seed: 20_260_504, only: "local", serves: true, progress: () => undefined } as const;

it("A-31: after kill -9 at any of 3 points, one more run reaches exactly what the program declares", async () => {
  const { counts, failures } = await kill.run({ ...options, size: 3 });
  expect(failures).toEqual([]);
  expect(counts).toMatchObject({ "local: operations": 9, "local: points tried": 3 });
  expect(Number(counts["local: points"])).toBeGreaterThanOrEqual(200);
  expect(Number(counts["local: kills"])).toBeGreaterThanOrEqual(2);
}, 600_000);

it("A-31: it does so after kill -9 of the plugin at each of two points", async () => {
  // At the end of an operation chance decides whether an exchange comes at all: so there are two points.
  const { counts, failures } = await kill.run({ ...options, mode: "plugin", size: 2 });
  expect(failures).toEqual([]);
  expect(Number(counts["local: kills"])).toBeGreaterThanOrEqual(1);
}, 300_000);
