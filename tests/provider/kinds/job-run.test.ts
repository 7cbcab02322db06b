import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Client, createClient, systemClock } from "../../../client";
import { type Emulator, type HandlerContext, startEmulator } from "../../../emulator";
import { decide, misfit } from "../../../provider/create/decide";
import type { Session } from "../../../provider/host/session";
import { kinds } from "../../../provider/kinds";
import type { Props } from "../../../provider/table/props";
import { type Program, Stack } from "../rig";
import { until } from "../../support/until";

/** A job that is run once for its arguments. */
let emulator: Emulator;
let platform: Client;
let stack: Stack;
let endpointId: string;
let handed: HandlerContext["s3Config"];

function openStack(): Stack {
  const connect = (given: Parameters<typeof createClient>[0]) =>
    createClient({ ...given, limiter: false, random: () => 0, timeouts: { logQuietMs: 50 } });
  const { apiKey, apiUrl, queueUrl } = emulator;
  return new Stack(systemClock, connect, {
    "compute:apiKey": apiKey,
    "compute:apiUrl": apiUrl,
    "compute:queueUrl": queueUrl,
  });
}

/** Takes as long as it is told, and can't do everything. */
async function paint(input: Record<string, unknown>, { log, sleep, s3Config }: HandlerContext): Promise<unknown> {
  handed = s3Config;
  if (s3Config) log(`stores as ${s3Config.accessId} with ${s3Config.accessSecret}`);
  log(`loading ${String(input.prompt)}`);
  if (input.prompt === failing.prompt) throw new Error(`no ${failing.prompt} today`);
  await sleep(Number(input.forMs ?? 1));
  return input;
}

beforeEach(async () => {
  // Not so fast that a log is kept alive before it counts as silent.
  emulator = await startEmulator({ speed: 100, rateLimit: false, handlers: { "img-gen": paint } });
  platform = createClient(emulator);
  const image = "registry.example.com/acme/gen-worker:3.1";
  const scaling = { type: "REQUEST_COUNT" as const, requestCount: 1 };
  const workers = { min: 1 };
  const body = { name: "img-gen", type: "QUEUE" as const, image, gpu: { pools: ["ADA_24"] }, scaling, workers };
  endpointId = (await platform.serverless.create(body)).id;
  emulator.requests.clear();
  stack = openStack();
});
afterEach(async () => {
  await platform.close();
  await emulator.close();
});

const program = (inputs: Props = {}): Program => ({
  it: { kind: "JobRun", inputs: { endpointId, input: { prompt: "ping" }, ...inputs } },
});
const asked = (end: string) => emulator.requests.list().filter(({ path }) => path.replace(/\?.*/, "").includes(end));
const jobId = () => stack.entry("it").id.split("/")[1]!;
const failing = { prompt: "hush-hush" };

describe("a job run", () => {
  it("has an output that engines can read, where the worker cut its text within a character", async () => {
    await stack.up(program({ input: { prompt: "a \ud83d", "\ude00": "\\ud83d \ud83d\ude00" } }));
    expect(stack.entry("it").outputs.output).toEqual({ prompt: "a \ufffd", "\ufffd": "\\ud83d \ud83d\ude00" });
  });

  it("J-1, J-4: is submitted once, and its output is an output", async () => {
    expect(await stack.up(program())).toEqual({ it: "create" });
    expect(stack.entry("it")).toMatchObject({
      id: `${endpointId}/${jobId()}`,
      outputs: { status: "COMPLETED", output: { prompt: "ping" }, jobId: jobId() },
    });
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up(program())).toEqual({ it: "same" });
    expect(asked("/run")).toHaveLength(1);
  });

  it("E-15: needs no setting for the queue's address: its endpoint reports it", async () => {
    const { apiKey, apiUrl } = emulator;
    const connect = (given: Parameters<typeof createClient>[0]) => createClient({ ...given, limiter: false });
    stack = new Stack(systemClock, connect, { "compute:apiKey": apiKey, "compute:apiUrl": apiUrl });
    await stack.up(program());
    expect(stack.entry("it").outputs).toMatchObject({ status: "COMPLETED" });
  });

  it("E-15: is submitted by the next run where this one could not find out where the queue is", async () => {
    const { apiKey, apiUrl } = emulator;
    const connect = (given: Parameters<typeof createClient>[0]) =>
      createClient({ ...given, limiter: false, retry: { attempts: 1 } });
    stack = new Stack(systemClock, connect, { "compute:apiKey": apiKey, "compute:apiUrl": apiUrl });
    emulator.faults.add({ method: "GET", path: "/v2/serverless/:id", phase: "after" });
    await expect(stack.up(program())).rejects.toThrow(`GET /v2/serverless/${endpointId}`);
    expect(await stack.up(program())).toEqual({ it: "create" });
    expect(asked("/run")).toHaveLength(1);
  });

  it("J-14: is refused before it is submitted where it is larger than the platform takes", async () => {
    const large = program({ input: { prompt: "x".repeat(10 * 1_048_576) } });
    await expect(stack.up(large)).rejects.toThrow(
      /a request of \d+ bytes, and the platform accepts at most 10485760; put large/,
    );
    expect(asked("/run")).toEqual([]);
  });

  it("is run anew for other arguments, and for other triggers", async () => {
    await stack.up(program());
    expect(await stack.up(program({ input: { prompt: "pong" } }))).toEqual({ it: "replace" });
    expect(stack.entry("it").outputs).toMatchObject({ output: { prompt: "pong" } });
    expect(await stack.up(program({ input: { prompt: "pong" }, triggers: [1] }))).toEqual({ it: "replace" });
    expect(asked("/run")).toHaveLength(3);
  });

  it("J-35: keeps its result when the platform has dropped it, and is not run again", async () => {
    await stack.up(program());
    await emulator.clock.advance(3_600_000);
    expect(await stack.refresh()).toEqual([]);
    expect(stack.entry("it").outputs).toMatchObject({ status: "COMPLETED", output: { prompt: "ping" } });
    expect(await stack.up(program())).toEqual({ it: "same" });
    await stack.destroy();
    expect([asked("/run").length, asked("/cancel").length]).toEqual([1, 0]);
  });

  it("J-35: that the platform dropped before anybody saw it end is submitted again, after a preview that says so", async () => {
    const slow = program({ input: { prompt: "slow", forMs: 5_000_000 }, timeouts: { create: 0.2 } });
    await expect(stack.up(slow)).rejects.toMatchObject({ code: "initialization" });
    await emulator.clock.advance(48 * 3_600_000);
    const { id, outputs, inputs } = stack.entry("it");
    const { replaces, reasons } = await stack.provider("JobRun").diff(id, outputs, inputs);
    expect(replaces).toEqual(["endpointId"]);
    expect(reasons).toEqual(["It no longer exists on the platform, so a new one is created."]);
    expect(asked("/run")).toHaveLength(1);
    const quick = program({ input: { prompt: "slow", forMs: 5_000_000 }, timeouts: { create: 0.2 } });
    await expect(stack.up(quick)).rejects.toMatchObject({ code: "initialization" });
    expect(asked("/run")).toHaveLength(2);
    await emulator.clock.advance(48 * 3_600_000);
    expect(await stack.refresh()).toEqual(["it"]);
    expect(stack.state.size).toBe(0);
  });

  it("is imported by the ids of its endpoint and of itself, as long as the platform keeps it", async () => {
    await stack.up(program());
    const { id } = stack.entry("it");
    // Of another process, whose program does not have it.
    const other = openStack();
    const imported = (which: string) => other.provider("JobRun").import(which, {});
    expect((await imported(id)).props).toMatchObject({ jobId: jobId(), status: "COMPLETED" });
    for (const wrong of ["nope", `${id}/more`, `${endpointId}/`])
      await expect(imported(wrong)).rejects.toThrow(
        `the JobRun ${wrong} can't be imported: no JobRun has such an id. Nothing was changed. What to do: give it as ENDPOINT/JOB, the ids of the endpoint and of the job.`,
      );
    const unknown = /can't be imported: there is none with this id, or the platform has forgotten it\./;
    await expect(imported(`${endpointId}/nope`)).rejects.toThrow(unknown);
    await emulator.clock.advance(3_600_000);
    await expect(imported(id)).rejects.toThrow(unknown);
  });

  it("A-24: that another key does not see is not taken for dropped, nor submitted again", async () => {
    const slow = program({ input: { prompt: "slow", forMs: 5_000_000 }, timeouts: { create: 0.2 } });
    await expect(stack.up(slow)).rejects.toMatchObject({ code: "initialization" });
    const entry = stack.entry("it");
    stack.state.set("it", { ...entry, outputs: { ...entry.outputs, __seen: "aaaaa@https://elsewhere.test" } });
    await emulator.clock.advance(48 * 3_600_000);
    await expect(stack.up(slow)).rejects.toMatchObject({ code: "not_visible" });
    await expect(stack.refresh()).rejects.toMatchObject({ code: "not_visible" });
    expect(asked("/run")).toHaveLength(1);
  });

  it("J-27: that fails says why, with its worker's log and without its input, and the next up runs it", async () => {
    const error = (await stack.up(program({ input: failing })).catch((caught: unknown) => caught)) as Error;
    expect(error).toMatchObject({ code: "spent" });
    expect(error.message).toMatch(/ended FAILED.*\n {2}error: no \[redacted\] today\n.*loading \[redacted\]\n/s);
    expect(error.message).not.toContain("hush-hush");
    // A program has neither: they are the client's.
    expect(error.message).not.toMatch(/retry\(\)|job\.error/);
    expect(stack.state.size).toBe(0);
    expect(await stack.up(program())).toEqual({ it: "create" });
    expect(asked("/run")).toHaveLength(2);
  });

  it("J-31: is waited for again by the next up where the time was up, and cancelled by a destroy", async () => {
    const hanging = { input: { forMs: 100_000_000 }, policy: { executionTimeout: 604_800_000 } };
    await expect(stack.up(program({ ...hanging, timeouts: { create: 0.2 } }))).rejects.toMatchObject({
      code: "initialization",
    });
    await expect(stack.up(program({ ...hanging, timeouts: { update: 0.2 } }))).rejects.toMatchObject({
      code: "initialization",
    });
    const job = platform.queue(endpointId).job(jobId());
    await stack.destroy();
    expect(await job.status()).toMatchObject({ status: "CANCELLED" });
    expect(asked("/run")).toHaveLength(1);
  });

  it("J-39: that somebody cancelled while nobody waited, or while an update did, is submitted again by an up that says so", async () => {
    const hanging = (time: object) => program({ input: { forMs: 100_000_000 }, timeouts: time });
    const short = { create: 0.2, update: 0.2 };
    await expect(stack.up(hanging(short))).rejects.toMatchObject({ code: "initialization" });
    await platform.queue(endpointId).job(jobId()).cancel();
    await expect(stack.up(hanging(short))).rejects.toMatchObject({ code: "initialization" });
    expect(asked("/run")).toHaveLength(2);
    const looks = asked("/status").length;
    const waiting = stack.up(hanging({ create: 0.2, update: 60 })).catch((caught: unknown) => caught as Error);
    await until(() => asked("/status").length > looks + 1);
    await platform.queue(endpointId).job(jobId()).cancel();
    const error = (await waiting) as Error;
    expect(error.message).toMatch(/ended CANCELLED\. Somebody cancelled it/);
    expect(error.message).not.toMatch(/Submit it again|retry\(\)/);
    await expect(stack.up(hanging(short))).rejects.toMatchObject({ code: "initialization" });
    expect(asked("/run")).toHaveLength(3);
    await platform.queue(endpointId).job(jobId()).cancel();
    expect(await stack.refresh()).toEqual(["it"]);
    expect(stack.state.size).toBe(0);
  });

  it("J-38: that has not ended is cancelled before its replacement is submitted, so that one worker is enough", async () => {
    const hanging = { input: { forMs: 100_000_000 }, policy: { executionTimeout: 604_800_000 } };
    await expect(stack.up(program({ ...hanging, timeouts: { create: 0.2 } }))).rejects.toMatchObject({
      code: "initialization",
    });
    const before = platform.queue(endpointId).job(jobId());
    const { id, outputs } = stack.entry("it");
    const next = { input: { prompt: "quick" } };
    const { reasons } = await stack.provider("JobRun").diff(id, outputs, { endpointId, ...next, __provider: "JobRun" });
    expect(reasons.join()).toMatch(/where it still runs, it is cancelled before the new one is submitted/);
    expect(await stack.up(program(next))).toEqual({ it: "replace" });
    expect(await before.status()).toMatchObject({ status: "CANCELLED" });
    const order = emulator.requests.list().map(({ path }) => /\/(run|cancel)/.exec(path)?.[1]);
    expect(order.filter(Boolean)).toEqual(["run", "cancel", "run"]);
  });

  it("J-38: that has ended stays in the state until its replacement is there", async () => {
    await stack.up(program());
    const { id, outputs } = stack.entry("it");
    const inputs = { endpointId, input: { prompt: "pong" }, __provider: "JobRun" };
    expect(await stack.provider("JobRun").diff(id, outputs, inputs)).toMatchObject({
      replaces: ["input"],
      deleteBeforeReplace: false,
    });
  });

  it("A-3: tells a preview where it lacks a form of authorization that there is", async () => {
    const { apiKey, apiUrl } = emulator;
    const settings = { "compute:apiKey": apiKey, "compute:apiUrl": apiUrl, "compute:queueAuth": "basic" };
    const connect = (given: Parameters<typeof createClient>[0]) => createClient({ ...given, limiter: false });
    const provider = new Stack(systemClock, connect, settings).provider("JobRun");
    const { failures } = await provider.check({}, { endpointId, input: {}, __logicalName: "it" });
    expect(failures.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("must be bearer (the default) or bare"),
    ]);
  });

  it("is never submitted by a check or a diff", async () => {
    const provider = stack.provider("JobRun");
    const { inputs } = await provider.check({}, { endpointId, input: {}, __logicalName: "it" });
    await provider.diff("e/j", { ...inputs, __declared: ["endpointId", "input"] }, { ...inputs, input: { a: 1 } });
    expect(emulator.requests.list()).toEqual([]);
  });
});

describe("a job's webhook and bucket", () => {
  const s3Config = {
    accessId: "AK-canary",
    accessSecret: "s3-canary",
    bucketName: "results",
    endpointUrl: "https://s3.example.org",
  };
  const webhook = "https://hooks.example.org/jobs?token=hook-canary";
  let server: Server | undefined;
  afterEach(() => void server?.close());
  const sent = () => emulator.requests.list().filter(({ path }) => path.endsWith("/run"));

  it("J-1, J-40: are submitted with it: the worker is handed the bucket, and the address is told", async () => {
    const told = new Promise<unknown>((resolve) => {
      server = createServer((request, response) => {
        request.on("data", (text) => resolve(JSON.parse(String(text))));
        request.on("end", () => response.end());
      });
    });
    await new Promise<void>((listening) => server!.listen(0, "127.0.0.1", listening));
    const { port } = server!.address() as AddressInfo;
    await stack.up(program({ s3Config, webhook: `http://127.0.0.1:${port}/done` }));
    expect(handed).toEqual(s3Config);
    expect(await told).toMatchObject({ id: jobId(), status: "COMPLETED" });
  });

  it("are in no output and no error, not even where the worker logs them", async () => {
    await stack.up(program({ s3Config, webhook }));
    expect(JSON.stringify(stack.entry("it").outputs)).not.toContain("canary");
    expect(stack.entry("it").outputs).not.toHaveProperty("s3Config");
    const error = (await stack.up(program({ s3Config, webhook, input: failing })).catch((e: unknown) => e)) as Error;
    expect(error.message).toMatch(/stores as \[redacted\] with \[redacted\]/);
    expect(error.message).not.toContain("canary");
  });

  it("J-60: are refused without being quoted", async () => {
    const wrong = { endpointId, input: {}, webhook: "ftp://canary", s3Config: { ...s3Config, accessSecret: "" } };
    const { failures } = await stack.provider("JobRun").check({}, { ...wrong, __logicalName: "it" });
    const reasons = failures.map(({ reason }) => reason).sort();
    expect(reasons).toEqual([expect.stringContaining("s3Config.accessSecret"), expect.stringContaining("webhook")]);
    expect(JSON.stringify(failures)).not.toContain("canary");
  });

  it("run another job for another bucket, and none for other keys or another address", async () => {
    await stack.up(program({ s3Config, webhook }));
    const rotated = { ...s3Config, accessId: "AK-second", accessSecret: "s3-second" };
    const told = "https://hooks.example.org/other";
    expect(await stack.up(program({ s3Config: rotated, webhook: told }))).toEqual({ it: "same" });
    const elsewhere = { ...rotated, bucketName: "archive" };
    expect(await stack.up(program({ s3Config: elsewhere, webhook: told }))).toEqual({ it: "replace" });
    expect(sent()).toHaveLength(2);
    expect(handed).toEqual(elsewhere);
  });
});

describe("a submission whose answer is lost", () => {
  const lose = (phase: "after" | "before") =>
    emulator.faults.add({ method: "POST", path: "/queue/v2/:id/run", phase, status: 504 });

  it.each(["after", "before"] as const)(
    "A-31: is told, and not repeated for the same arguments (%s)",
    async (phase) => {
      lose(phase);
      await expect(stack.up(program())).rejects.toMatchObject({ code: "run_unclear" });
      await expect(stack.up(program())).rejects.toThrow(/nobody can tell whether it runs.*compute doctor --delete/s);
      expect(asked("/run")).toHaveLength(1);
    },
  );

  it("A-31: is not repeated for other keys of the same bucket, or another webhook", async () => {
    const s3Config = { accessId: "a", accessSecret: "first", bucketName: "b", endpointUrl: "https://s3.example.org" };
    lose("after");
    await expect(stack.up(program({ s3Config, webhook: "https://a.example.org" }))).rejects.toMatchObject({
      code: "run_unclear",
    });
    const rotated = program({ s3Config: { ...s3Config, accessSecret: "second" }, webhook: "https://b.example.org" });
    await expect(stack.up(rotated)).rejects.toMatchObject({ code: "run_unclear" });
    expect(asked("/run")).toHaveLength(1);
    expect(await stack.up(program({ s3Config: { ...s3Config, bucketName: "c" } }))).toEqual({ it: "create" });
  });

  it("A-31: is superseded by a run for other arguments", async () => {
    lose("after");
    await expect(stack.up(program())).rejects.toMatchObject({ code: "run_unclear" });
    expect(await stack.up(program({ triggers: ["again"] }))).toEqual({ it: "create" });
    expect(asked("/run")).toHaveLength(2);
  });

  it("A-31: and that was refused was not made", async () => {
    emulator.faults.add({ method: "POST", path: "/queue/v2/:id/run", phase: "before", status: 400 });
    await expect(stack.up(program())).rejects.toMatchObject({ code: "bad_request" });
    expect(await stack.up(program())).toEqual({ it: "create" });
  });

  it("A-31: leaves a job that fits the attempt of a run that was killed, so that the next one goes on with it", async () => {
    const session = { client: platform } as unknown as Session;
    const inputs = { endpointId, input: { prompt: "ping" } };
    const name = (await kinds.JobRun.operations.platformName?.(session, inputs)) ?? "";
    const { id } = await kinds.JobRun.operations.create(session, inputs, name);
    const attempt = { id: "a-1", kind: "JobRun", key: "k", name, made: id, isMarked: true, startedAt: 0 };
    expect(misfit(attempt, await kinds.JobRun.operations.get(session, id))).toBeUndefined();
  });

  it("is left alone, whatever a list says", () => {
    const facts = { lostAt: 0, listLagMs: 30_000, patienceMs: 300_000, mustExist: false, isClaimed: () => false };
    const list = { startedAt: 1_000_000, objects: [] };
    expect(decide({ ...facts, attempt: { name: "it", isMarked: true }, list, isUnlisted: true })).toEqual({
      do: "leave",
    });
  });
});
