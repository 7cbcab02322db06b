import { afterEach, beforeEach, expect, it } from "@jest/globals";
import type { DriftReport } from "../../../cli/documents/drift";
import { type Bench, found, openBench } from "../commands/run-command";
import { entryOf, exportOf } from "../commands/states";

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

it("J-39: a job that was cancelled before anybody saw it end is gone, and one that was seen to end is not", async () => {
  const endpoint = await bench.client.serverless.create({
    name: "echo",
    type: "QUEUE",
    image: "registry.example.com/public/web:1.0",
    gpu: { pools: ["ADA_48_PRO"] },
    scaling: { type: "QUEUE_DELAY", queueDelay: 1 },
  });
  const queue = bench.client.queue(endpoint.id);
  const job = await queue.run({ forMs: 60_000 });
  await queue.cancel(job.id);
  const entry = (name: string, outputs: object) =>
    entryOf({
      kind: "JobRun",
      name,
      id: `${endpoint.id}/${job.id}`,
      inputs: { endpointId: endpoint.id, input: {} },
      outputs: { endpointId: endpoint.id, input: {}, ...outputs },
    });
  const file = bench.file(exportOf([entry("cancelled", { __unready: true }), entry("ended", { status: "COMPLETED" })]));
  const { drift } = JSON.parse(await found(bench.io, "drift", "--json", "--file", file)) as DriftReport;
  expect(drift).toMatchObject([{ name: "cancelled", class: "terminated" }]);
});
