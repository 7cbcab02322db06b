import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { HandlerContext } from "../../../emulator";
import { Platform, usePlatform } from "../support/platform";
import { aWhile, bootMs, newQueue, untilHeld } from "../support/serverless";

describe("streaming by the default worker", () => {
  const platform = usePlatform();

  it("J-5, J-13, J-42: each call takes what came since the last one, waits for the first chunk, and ends with []", async () => {
    const queue = await newQueue(platform);
    const id = await queue.started({ $emulate: { chunks: 3, chunkBytes: 4, delayMs: 4_000 } });
    const read = () => queue.get(`stream/${id}`).then(({ body }) => body);

    const waiting = read();
    await untilHeld(platform, queue);
    await platform.advance(1_000);
    expect(await waiting).toEqual([{ output: "0:xx" }]);
    await platform.advance(2_000);
    expect(await read()).toEqual([{ output: "1:xx" }, { output: "2:xx" }]);
    await platform.advance(2_000);
    expect((await queue.status(id)).status).toBe("COMPLETED");
    expect(await read()).toEqual([]);
  });

  it("J-42: after 10 s without a chunk the answer is []", async () => {
    const queue = await newQueue(platform);
    const id = await queue.started({ $emulate: { hang: true } });
    const answer = queue.get(`stream/${id}`);
    await untilHeld(platform, queue);
    let isAnswered = false;
    void answer.then(() => (isAnswered = true));
    await platform.advance(9_999);
    await aWhile();
    expect(isAnswered).toBe(false);
    await platform.advance(1);
    expect((await answer).body).toEqual([]);
  });

  it("J-41: an output above 1 MB arrives as several chunks", async () => {
    const queue = await newQueue(platform);
    const id = await queue.ended({ $emulate: { chunks: 1, chunkBytes: 2_500_000 } });
    const { body } = await queue.get(`stream/${id}`);
    expect(body.length).toBeGreaterThanOrEqual(3);
    for (const chunk of body) expect(Buffer.byteLength(JSON.stringify(chunk))).toBeLessThanOrEqual(1_048_576);
    expect(body.map(({ output }: any) => output).join("")).toHaveLength(2_500_000);
  });

  it("J-43: the object form, where it is asked for, carries the status too", async () => {
    await platform.post("/_emulator/settings", { streamForm: "object" });
    const queue = await newQueue(platform);
    const id = await queue.ended({ $emulate: { chunks: 1, chunkBytes: 3 } });
    expect((await queue.get(`stream/${id}`)).body).toEqual({ status: "COMPLETED", stream: [{ output: "0:x" }] });
    expect((await queue.get(`stream/${id}`)).body).toEqual({ status: "COMPLETED", stream: [] });
  });

  it("J-44: chunks become the output only when the worker aggregates them", async () => {
    const queue = await newQueue(platform);
    const wish = { chunks: 2, chunkBytes: 3 };
    const plain = await queue.ended({ $emulate: wish });
    expect(await queue.status(plain)).not.toHaveProperty("output");
    const whole = await queue.ended({ $emulate: { ...wish, aggregate: true } });
    expect((await queue.status(whole)).output).toEqual(["0:x", "1:x"]);
  });

  it("J-45: progress shows as output while the job runs, and gives way to the result", async () => {
    const queue = await newQueue(platform);
    const id = await queue.started({ $emulate: { delayMs: 3_000, progress: [{ percent: 33 }, { percent: 66 }] } });
    expect(await queue.status(id)).not.toHaveProperty("output");
    await platform.advance(1_000);
    expect((await queue.status(id)).output).toEqual({ percent: 33 });
    await platform.advance(1_000);
    expect((await queue.status(id)).output).toEqual({ percent: 66 });
    await platform.advance(1_000);
    expect((await queue.status(id)).output).toHaveProperty("$emulate");
  });
});

describe("programmed workers", () => {
  const seen: HandlerContext[] = [];
  const handlers = {
    adder: ({ a, b }: Record<string, unknown>) => ({ sum: Number(a) + Number(b) }),
    slow: async (_input: unknown, { sleep, progress }: HandlerContext) => {
      await sleep(1_000);
      progress("half");
      await sleep(1_000);
      return "done";
    },
    measured: (_input: unknown, { emit }: HandlerContext) => {
      emit("x", { note: "m".repeat(1_048_576) });
      return "done";
    },
    broken: () => {
      throw new Error("CUDA out of memory");
    },
    keeper: (_input: unknown, context: HandlerContext) => {
      seen.push(context);
      return new Promise(() => undefined);
    },
    counter: {
      aggregate: true,
      handler: async function* (_input: unknown, { sleep, emit, log }: HandlerContext) {
        log("counting");
        emit({ n: 0 }, { stream_index: 0, running: 1 });
        yield { n: 1 };
        await sleep(500);
        yield { n: 2 };
      },
    },
    filed: join(mkdtempSync(join(tmpdir(), "handler-")), "shout.cjs"),
  };
  const platform = usePlatform({ handlers });
  afterAll(() => rmSync(dirname(handlers.filed), { recursive: true }));
  const named = (name: string, body: object = {}) => newQueue(platform, { name, ...body });

  it("take the input and give the output", async () => {
    const queue = await named("adder");
    expect(await queue.status(await queue.ended({ a: 2, b: 3 }))).toMatchObject({
      status: "COMPLETED",
      output: { sum: 5 },
    });
  });

  it("can be modules", async () => {
    writeFileSync(handlers.filed, "module.exports.handler = ({ text }) => text.toUpperCase();\n");
    const queue = await named("filed");
    expect((await queue.status(await queue.ended({ text: "quiet" }))).output).toBe("QUIET");
  });

  it("J-27: fail by throwing", async () => {
    const queue = await named("broken");
    expect(await queue.status(await queue.ended())).toMatchObject({ status: "FAILED", error: "CUDA out of memory" });
  });

  it("J-41: fail with a sentence by metrics that are larger than a chunk may be", async () => {
    const queue = await named("measured");
    const { status, error } = await queue.status(await queue.ended());
    expect(status).toBe("FAILED");
    expect(error).toMatch(/^the metrics of a chunk take \d+ bytes; with its output they must fit into 1048576 bytes$/);
  });

  it("J-26, J-45: take their time on the emulator's clock and publish progress", async () => {
    const queue = await named("slow");
    const id = await queue.started();
    await platform.advance(1_000);
    expect(await queue.status(id)).toMatchObject({ status: "IN_PROGRESS", output: "half" });
    await platform.advance(1_000);
    expect(await queue.status(id)).toMatchObject({ status: "COMPLETED", output: "done", executionTime: 2_000 });
  });

  it("J-13, J-44: stream what they yield or emit, with metrics, and log", async () => {
    const queue = await named("counter", { workers: { min: 1 } });
    const id = await queue.ended();
    expect((await queue.get(`stream/${id}`)).body).toEqual([
      { output: { n: 0 }, metrics: { stream_index: 0, running: 1 } },
      { output: { n: 1 } },
      { output: { n: 2 } },
    ]);
    expect((await queue.status(id)).output).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it("J-28, J-31: are told to stop when their job timed out or was cancelled, and are not heard afterwards", async () => {
    const queue = await named("keeper", { timeout: 10_000 });
    const cancelled = await queue.started();
    const context = seen.at(-1) as HandlerContext;
    expect(context).toMatchObject({ jobId: cancelled, endpointId: queue.id, attempt: 1 });
    await queue.post(`cancel/${cancelled}`);
    expect(context.signal.aborted).toBe(true);
    context.progress("too late");
    expect(await queue.status(cancelled)).not.toHaveProperty("output");

    const stuck = await queue.started();
    await platform.advance(10_000);
    expect((await queue.status(stuck)).status).toBe("TIMED_OUT");
    expect(seen.at(-1)?.signal.aborted).toBe(true);
  });

  it("are told to stop, and not heard any more, when the emulator is reset", async () => {
    const queue = await named("slow");
    await queue.started();
    await platform.post("/_emulator/reset");
    const again = await named("slow");
    expect(again.id).toBe(queue.id);
    const id = await again.run();
    await platform.advance(bootMs + 1_000);
    expect((await again.status(id)).status).toBe("IN_PROGRESS");
    await platform.advance(1_000);
    expect(await again.status(id)).toMatchObject({ status: "COMPLETED", executionTime: 2_000 });
    expect((await again.health()).jobs).toMatchObject({ completed: 1, inProgress: 0 });
  });

  it("J-1: are handed s3Config, which is never returned", async () => {
    const queue = await named("keeper");
    const s3Config = { accessId: "id", accessSecret: "hidden", bucketName: "b", endpointUrl: "http://s3" };
    const id = await queue.started({}, { s3Config });
    expect(seen.at(-1)?.s3Config).toEqual(s3Config);
    expect(JSON.stringify(await queue.status(id))).not.toContain("hidden");
    expect(JSON.stringify((await platform.get("/_emulator/state")).body)).not.toContain("hidden");
  });
});

describe("webhooks", () => {
  const platform = usePlatform();
  let server: Server;
  let answers: number[];
  let received: { body: any; at: number }[];
  let url: string;

  beforeEach(async () => {
    [answers, received] = [[], []];
    server = createServer((request, response) => {
      let text = "";
      request.on("data", (chunk) => (text += String(chunk)));
      request.on("end", () => {
        received.push({ body: JSON.parse(text), at: platform.emulator.clock.now() });
        response.writeHead(answers.shift() ?? 200).end();
      });
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/done`;
  });
  afterEach(() => new Promise<void>((closed) => void server.close(() => closed())));

  const until = async (count: number) => {
    while (received.length < count) await aWhile();
  };

  it.each([
    { end: "COMPLETED", input: { a: 1 } },
    { end: "FAILED", input: { $emulate: { fail: "x" } } },
  ])("J-40: a job that ends $end is announced with the JSON of status", async ({ end, input }) => {
    const queue = await newQueue(platform);
    const id = await queue.ended(input, { webhook: url });
    await until(1);
    expect(received[0]?.body).toEqual(await queue.status(id));
    expect(received[0]?.body.status).toBe(end);
  });

  it("J-40: a timeout is announced too; answers other than 200 bring two more tries, 10 s apart", async () => {
    answers = [500, 204, 503, 200];
    const queue = await newQueue(platform, { timeout: 5_000 });
    await queue.started({ $emulate: { hang: true } }, { webhook: url });
    await platform.advance(5_000);
    while (received.length < 3) {
      await aWhile();
      await platform.advance(1_000);
    }
    await platform.advance(60_000);
    await aWhile();
    expect(received.map(({ body }) => body.status)).toEqual(["TIMED_OUT", "TIMED_OUT", "TIMED_OUT"]);
    expect((received[1]?.at ?? 0) - (received[0]?.at ?? 0)).toBeGreaterThanOrEqual(10_000);
  });

  it("J-29: nobody is told of a job that its ttl removed", async () => {
    const queue = await newQueue(platform, { workers: { max: 0 } });
    await queue.run({}, { webhook: url, policy: { ttl: 10_000 } });
    await platform.advance(60_000);
    await aWhile();
    expect(received).toEqual([]);
  });
});

describe("persistence", () => {
  it("keeps endpoints, queues and results in a dump, and goes on from there", async () => {
    const before = new Platform({});
    await before.start();
    const queue = await newQueue(before, { workers: { max: 1 } });
    const [done, running, queued] = [
      await queue.ended({ a: 1 }),
      await queue.run({ $emulate: { delayMs: 20_000 } }),
      await queue.run(),
    ];
    await before.advance(bootMs + 5_000);
    const dump = JSON.parse(JSON.stringify(before.emulator.dump())) as Record<string, unknown>;
    await before.stop();

    const after = new Platform({});
    await after.start();
    after.emulator.load(dump);
    const again = queue.on(after);
    expect(await again.status(done)).toMatchObject({ status: "COMPLETED", output: { a: 1 } });
    expect((await again.status(running)).status).toBe("IN_PROGRESS");
    await after.advance(20_000);
    expect((await again.status(running)).status).toBe("COMPLETED");
    expect((await again.status(queued)).status).toBe("COMPLETED");
    expect((await again.releases()).releases).toHaveLength(1);
    await after.stop();
  });
});
