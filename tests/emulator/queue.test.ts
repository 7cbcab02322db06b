import { describe, expect, it } from "@jest/globals";
import { usePlatform } from "./support/platform";
import { bootMs, newQueue } from "./support/serverless";

const platform = usePlatform();

describe("submitting", () => {
  it("J-1, J-11, J-23: run answers at once with an id and IN_QUEUE", async () => {
    const queue = await newQueue(platform);
    const { status, body } = await queue.post("run", { input: { prompt: "a red bicycle" } });
    expect(status).toBe(200);
    expect(body).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}-u1$/), status: "IN_QUEUE" });
  });

  it("J-10, J-25, J-26: the job goes from queue to worker to result, with its times", async () => {
    const queue = await newQueue(platform);
    const id = await queue.run({ prompt: "p", $emulate: { delayMs: 2_000 } });
    expect(await queue.status(id)).toEqual({ id, status: "IN_QUEUE" });
    await platform.advance(bootMs);
    const running = await queue.status(id);
    expect(running).toEqual({ id, status: "IN_PROGRESS", delayTime: bootMs, workerId: expect.any(String) });
    await platform.advance(2_000);
    expect(await queue.status(id)).toEqual({
      ...running,
      status: "COMPLETED",
      executionTime: 2_000,
      output: { prompt: "p", $emulate: { delayMs: 2_000 } },
    });
  });

  it("J-2, J-24: runsync holds the request until the job ended", async () => {
    const queue = await newQueue(platform);
    const answer = queue.post("runsync", { input: { a: 1 } });
    await untilQueued(queue);
    await platform.advance(10_000);
    const { status, body } = await answer;
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^sync-/),
      status: "COMPLETED",
      output: { a: 1 },
      executionTime: 100,
    });
  });
});

async function untilQueued(queue: Awaited<ReturnType<typeof newQueue>>): Promise<void> {
  for (;;) {
    const { jobs } = await queue.health();
    if (jobs.inQueue + jobs.inProgress > 0) return;
  }
}
