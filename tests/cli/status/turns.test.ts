import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { Lookout } from "../../../cli/status/lookout";
import { type Bench, openBench } from "../commands/run-command";
import { entryOf, exportOf } from "../commands/states";

let bench: Bench;
beforeEach(async () => void (bench = await openBench()));
afterEach(() => bench.close());

it("A-50: looks at the jobs of many endpoints in turn with their workers, so that every look has some and none waits for ever", async () => {
  const { client, io } = bench;
  const image = "registry.example.com/public/web:1.0";
  const body = { type: "QUEUE" as const, image, gpu: { pools: ["ADA_24"] }, workers: { max: 0 } };
  const scaling = { type: "QUEUE_DELAY", queueDelay: 3 } as const;
  const made = Array.from({ length: 6 }, (_, at) => client.serverless.create({ ...body, scaling, name: `jobs-${at}` }));
  const ids = (await Promise.all(made)).map(({ id }) => id);
  const file = bench.file(exportOf(ids.map((id, at) => entryOf({ kind: "Endpoint", name: `jobs-${at}`, id }))));
  const lookout = new Lookout(io.shown(), { file });
  const unseen: number[] = [];
  for (let look = 0; look < 3; look += 1) {
    bench.forget();
    const { resources } = (await lookout.look())();
    expect(bench.asked().length).toBeLessThanOrEqual(6);
    unseen.push(resources.filter(({ jobs }) => jobs === null).length);
    io.pass(5);
  }
  lookout.close();
  expect(unseen).toEqual([6, 3, 0]);
});
