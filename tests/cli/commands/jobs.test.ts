import { afterEach, describe, expect, it } from "@jest/globals";
import { until } from "../../support/until";
import { type Bench, openBench } from "./run-command";

let bench: Bench;
afterEach(() => bench.close());
const image = "registry.example.com/public/web:1.0";

describe("compute jobs", () => {
  const endpoint = async (): Promise<string> => {
    const { id } = await bench.client.serverless.create({
      name: "echo",
      type: "QUEUE",
      image,
      gpu: { pools: ["ADA_48_PRO"] },
      scaling: { type: "QUEUE_DELAY", queueDelay: 1 },
      workers: { min: 1, max: 1 },
    });
    return id;
  };
  const json = async (...args: string[]): Promise<unknown> => JSON.parse(await bench.run("jobs", ...args));

  it("J-1, J-3: runs a job and answers its result", async () => {
    bench = await openBench(1_000);
    const id = await endpoint();
    expect(await json("run", id, "--input", '{"prompt":"ping"}', "--wait", "--timeout", "30")).toMatchObject({
      status: "COMPLETED",
      output: { prompt: "ping" },
    });
  });

  it("prints what a job answers as it is, also text that holds a command", async () => {
    bench = await openBench(1_000);
    bench.io.env["PULUMI_STACK"] = "dev";
    const input = { prompt: "Explain `compute up`." };
    const id = await endpoint();
    expect(await json("run", id, "--input", JSON.stringify(input), "--wait", "--timeout", "30")).toMatchObject({
      output: input,
    });
  });

  it("says of a wait that Ctrl-C ends that the job goes on, and of a submission that it may be in the queue", async () => {
    bench = await openBench();
    const id = await endpoint();
    const waiting = bench.run("jobs", "run", id, "--input", "{}", "--wait");
    await until(() => bench.io.written.err.includes("Submitted job"));
    bench.io.stop();
    await expect(waiting).rejects.toMatchObject({
      message: expect.stringMatching(
        /^Stopped waiting; job \S+ goes on\. `compute jobs result \S+ \S+` waits again\.$/,
      ),
      exitCode: 130,
    });
    const submitting = bench.run("jobs", "run", id, "--input", "{}");
    await expect(submitting).rejects.toMatchObject({
      message: expect.stringMatching(/^Stopped while the job was submitted, so that it may be in the queue/),
      exitCode: 130,
    });
  });

  it("submits nothing where it is told how long to wait and not to wait", async () => {
    bench = await openBench();
    const run = bench.run("jobs", "run", await endpoint(), "--input", "{}", "--timeout", "30");
    await expect(run).rejects.toThrow("--timeout is how long to wait: pass --wait with it. Nothing was submitted.");
  });

  it("J-6, J-8, J-9: submits, looks, waits, cancels, purges", async () => {
    bench = await openBench();
    const id = await endpoint();
    const job = (await json("run", id, "--input-file", bench.file('{"n":1}'))) as { id: string };
    expect(await json("status", id, job.id)).toMatchObject({ id: job.id, status: "IN_QUEUE" });
    await expect(json("result", id, job.id, "--timeout", "0.01")).rejects.toThrow(`${id} ${job.id}\` waits again`);
    expect(await json("cancel", id, job.id)).toMatchObject({ status: "CANCELLED" });
    expect(await json("purge", id)).toMatchObject({ removed: 0 });
    expect(await json("health", id)).toMatchObject({ jobs: { inQueue: 0 } });
  });

  it("J-5, J-7: streams, and retries only what failed", async () => {
    bench = await openBench(1_000);
    const id = await endpoint();
    const job = (await json("run", id, "--input", '{"$emulate":{"chunks":3}}')) as { id: string };
    expect((await bench.run("jobs", "stream", id, job.id)).trim().split("\n")).toHaveLength(3);
    await expect(bench.run("jobs", "retry", id, job.id)).rejects.toMatchObject({ code: "bad_request" });
  });

  it("J-27: a job that fails is a failure of the command, which prints what the worker said", async () => {
    bench = await openBench(1_000);
    const id = await endpoint();
    const run = bench.run("jobs", "run", id, "--input", '{"$emulate":{"fail":"out of memory"}}', "--wait");
    await expect(run).rejects.toThrow(new RegExp(`The job ended with status FAILED\\. .compute jobs retry ${id} `));
    const job = JSON.parse(bench.io.written.out) as { id: string };
    expect(job).toMatchObject({ status: "FAILED", error: expect.stringContaining("out of memory") });
    expect(bench.io.written.err).toContain(`Submitted job ${job.id}.`);
    await expect(bench.run("jobs", "result", id, job.id)).rejects.toMatchObject({ exitCode: 1 });
    await expect(bench.run("jobs", "stream", id, job.id)).rejects.toThrow(
      `The job ended with status FAILED. \`compute jobs status ${id} ${job.id}\` shows what the worker said. \`compute jobs retry`,
    );
  });

  it("names what there is where the endpoint, the job or the worker is unknown, and finds an endpoint by its name", async () => {
    bench = await openBench();
    const id = await endpoint();
    const none = "None of the account's endpoints has the id or the name ehco. The account has: echo.";
    for (const args of [["health"], ["purge"], ["run", "--input", "{}"], ["run", "--input", "{}", "--wait"]])
      await expect(bench.run("jobs", args[0]!, "ehco", ...args.slice(1))).rejects.toThrow(none);
    for (const verb of ["status", "result", "stream", "cancel", "retry"]) {
      await expect(bench.run("jobs", verb, "ehco", "j1")).rejects.toThrow(none);
      await expect(bench.run("jobs", verb, id, "j1")).rejects.toThrow(
        `Endpoint ${id} has no job j1: it was not submitted there, or its result has expired.`,
      );
    }
    for (const args of [
      ["--endpoint", "ehco"],
      ["ehco", "--worker", "w1"],
    ])
      await expect(bench.run("logs", ...args)).rejects.toThrow(none);
    await expect(bench.run("logs", "echo", "--worker", "w1")).rejects.toThrow(
      /^Endpoint echo has no worker w1\. It has: \w+\.$/,
    );
    expect(await json("health", "echo")).toMatchObject({ jobs: { inQueue: 0 } });
  });

  it("J-16: asks for an input that is an object, and sends nothing without", async () => {
    bench = await openBench();
    await expect(bench.run("jobs", "run", "any", "--input", "[1]")).rejects.toThrow(/JSON object/);
    await expect(bench.run("jobs", "run", "any")).rejects.toThrow(/Nothing was sent/);
    expect(bench.asked()).toEqual([]);
  });
});
