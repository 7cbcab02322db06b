import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createClient } from "../../client";
import { type Emulator, startEmulator } from "../../emulator";
import { openProject } from "../support/project";

let emulator: Emulator;
let endpointId: string;
beforeEach(async () => {
  const handlers = {
    hanging: async (input: Record<string, unknown>, { sleep }: { sleep: (ms: number) => Promise<void> }) => {
      await sleep(Number(input["forMs"]));
      return input;
    },
  };
  emulator = await startEmulator({ speed: 500, rateLimit: false, handlers });
  const platform = createClient(emulator);
  const [scaling, workers] = [
    { type: "REQUEST_COUNT" as const, requestCount: 1 },
    { min: 1, max: 1 },
  ];
  const body = { name: "hanging", type: "QUEUE" as const, image: "x:1", gpu: { pools: ["ADA_24"] }, scaling, workers };
  endpointId = (await platform.serverless.create(body)).id;
  await platform.close();
});
afterEach(() => emulator.close());

describe.each(["dynamic", "plugin"] as const)("a job of an endpoint with one worker, in the form %s", (mode) => {
  it("J-38: is cancelled before what replaces it on request is submitted", async () => {
    const { up } = await openProject(emulator, mode);
    const job = (forMs: number, seconds: number) =>
      `new compute.JobRun("job", { endpointId: "${endpointId}", input: { forMs: ${forMs} }, ` +
      `policy: { executionTimeout: 604800000 }, timeouts: { create: ${seconds}, update: ${seconds} } });`;
    expect(await up(job(400_000_000, 2))).toMatchObject({ result: "failed" });
    expect(await up(job(400_000_000, 2))).toMatchObject({ result: "failed" });
    emulator.requests.clear();
    expect(await up(job(1, 600), { replace: ["**JobRun::job"] })).toMatchObject({ result: "succeeded" });
    const order = emulator.requests.list().map(({ path }) => /\/(run|cancel)/.exec(path)?.[1]);
    expect(order.filter(Boolean)).toEqual(["cancel", "run"]);
  }, 60_000);
});
