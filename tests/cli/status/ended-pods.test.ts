import { afterEach, beforeEach, expect, it } from "@jest/globals";
import type { Status } from "../../../cli/documents/status";
import { type Bench, openBench } from "../commands/run-command";
import { entryOf, exportOf } from "../commands/states";

let bench: Bench;
beforeEach(async () => void (bench = await openBench()));
afterEach(() => bench.close());
const image = "registry.example.com/public/web:1.0";

it("P-44: takes a pod that has ended as its program lets it for well, and another stopped pod for in trouble", async () => {
  const { id } = await bench.client.pods.create({ name: "trainer", image, gpu: { id: "NVIDIA L40S", count: 1 } });
  await bench.emulator.clock.advance(60_000);
  await bench.client.pods.stop(id);
  const isWell = async (inputs: Record<string, unknown>) => {
    const file = bench.file(exportOf([entryOf({ kind: "Pod", name: "trainer", id, inputs })]));
    return (JSON.parse(await bench.run("status", "--json", "--file", file)) as Status).resources[0]!.isWell;
  };
  for (const inputs of [{ stopAfter: "2h" }, { runToCompletion: true }, { desiredStatus: "EXITED" }])
    expect(await isWell(inputs)).toBe(true);
  expect(await isWell({})).toBe(false);
});
