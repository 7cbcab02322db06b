import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { Metrics } from "../../../cli/keep/metrics";
import { until } from "../../support/until";
import { freePort } from "../../support/free-port";
import { CommandFailure } from "../../../cli/io";
import type { KeepDocument } from "../../../cli/documents/keep";
import { pod as podTable } from "../../../provider/kinds/pod/fields";
import { kinds } from "../../../provider/kinds";
import { toOutputs } from "../../../provider/state/outputs";
import { createProgram } from "../../../cli/program";
import { FakeIo } from "../fake-io";
import { type Bench, openBench } from "../commands/run-command";
import { entryOf, exportOf } from "../commands/states";
import { startScriptedServer } from "../../support/scripted-server";

/** A keeper is never silent: whatever fails beside a stop, the stop is told, and what failed is said at the end. */
const hour = 3_600_000;
let bench: Bench;
let entry: object;
let podId: string;
beforeEach(async () => {
  bench = await openBench();
  bench.io.now = () => bench.emulator.clock.now();
  bench.io.env["XDG_STATE_HOME"] = join(bench.io.cwd, "state");
  ({ id: podId, entry } = await runningPod("trainer"));
});
afterEach(() => bench.close());

async function runningPod(name: string): Promise<{ readonly id: string; readonly entry: object }> {
  const hardware = { gpu: { id: "NVIDIA L40S", count: 1 } };
  const inputs = { name, image: "registry.example.com/public/web:1.0", ...hardware };
  const { id } = await bench.client.pods.create(inputs);
  await bench.emulator.clock.advance(60_000);
  const known = { ...inputs, stopAfter: "1h", desiredStatus: "RUNNING" };
  const outputs = toOutputs(podTable, id, known, kinds.Pod.operations.observe(await bench.client.pods.get(id), known));
  return { id, entry: entryOf({ kind: "Pod", name, id, inputs: known, outputs }) };
}

async function keep(entries: readonly object[], ...flags: string[]) {
  let code = 0;
  bench.io.written.err = "";
  const file = bench.file(exportOf(entries));
  await bench.run("keep", "--once", "--file", file, ...flags).catch((error: unknown) => {
    if (!(error instanceof CommandFailure)) throw error;
    code = error.exitCode;
  });
  return { code, ...bench.io.written };
}
const volume = (name: string) => {
  const inputs = { name, size: 10, dataCenterId: "EU-XX-1" };
  return entryOf({ kind: "NetworkVolume", name, id: `v-${name}`, inputs, outputs: inputs });
};
const emptyReport: KeepDocument = {
  stack: "",
  at: "2026-01-01T00:00:00.000Z",
  pods: [],
  stopped: [],
  notStopped: [],
  unknown: [],
  drift: [],
  isDryRun: false,
  costPerHour: 0,
  spentToday: null,
  spent: [],
  maxDailyCost: null,
  requests: 0,
  requestsLeft: {},
};
const stops = (body: string) => (JSON.parse(body) as KeepDocument).stopped;

describe("a stop", () => {
  it("is told by the next pass where the address did not take it, and once", async () => {
    await bench.emulator.clock.advance(hour);
    const server = await startScriptedServer([{ status: 503 }, { status: 200 }]);
    const notify = ["--notify", `${server.url}/hook`];
    const first = await keep([entry], ...notify);
    expect(first).toMatchObject({ code: 1, out: expect.stringContaining("Stopped Pod trainer") });
    expect(first.err).toContain("error: The address of --notify answered 503.");
    const at = stops(server.asked[0]!.body)[0]!.at;
    await bench.emulator.clock.advance(hour);
    expect(await keep([entry], ...notify)).toMatchObject({ code: 0 });
    expect(stops(server.asked[1]!.body)).toMatchObject([{ id: podId, at }]);
    expect(server.asked[1]!.body).toContain(`Stopped Pod trainer (${podId}) at ${at}: `);
    expect(await keep([entry], ...notify)).toMatchObject({ code: 0 });
    expect(server.lines).toHaveLength(2);
    await server.close();
  });

  it("is noted before the next one, and one under way when the keeper is ended is told too", async () => {
    const second = await runningPod("server");
    await bench.emulator.clock.advance(hour);
    const remember = join(bench.io.cwd, "keep.json");
    bench.emulator.faults.add({ path: `/v2/pods/${second.id}/action`, phase: "slow", delayMs: hour });
    const ended = keep([entry, second.entry], "--remember", remember);
    await until(() => bench.emulator.faults.list()[0]!.struck > 0);
    // A process that is killed now has told nothing, and leaves this.
    expect(readFileSync(remember, "utf8")).toContain(podId);
    bench.io.stop();
    await bench.emulator.clock.advance(hour);
    await ended.catch(() => undefined);
    const server = await startScriptedServer([{ status: 200 }]);
    const { env, cwd } = bench.io;
    const next = createProgram(Object.assign(new FakeIo(), { env, cwd, now: () => bench.emulator.clock.now() }));
    const file = bench.file(exportOf([entry, second.entry]));
    const flags = ["--file", file, "--remember", remember, "--notify", `${server.url}/hook`];
    await next.parseAsync(["node", "compute", "keep", "--once", ...flags]);
    expect(stops(server.asked[0]!.body).map(({ id }) => id)).toEqual([podId, second.id]);
    await server.close();
  });

  it("is news each time, also the second one of the same pod", async () => {
    const server = await startScriptedServer([{ status: 200 }]);
    for (let times = 0; times < 2; times++) {
      await bench.emulator.clock.advance(hour);
      expect(await keep([entry], "--notify", `${server.url}/hook`)).toMatchObject({ code: 2 });
      await bench.client.pods.start(podId);
      await bench.emulator.clock.advance(60_000);
    }
    expect(server.asked.map(({ body }) => stops(body).length)).toEqual([1, 1]);
    await server.close();
  });

  it.each([
    ["the metrics", "--metrics", /Could not write the metrics: /],
    ["the memory", "--remember", /Could not write .*: /],
  ])("is written, and posted, where %s can't be", async (_, option, problem) => {
    await bench.emulator.clock.advance(hour);
    const server = await startScriptedServer([{ status: 200 }]);
    mkdirSync(join(bench.io.cwd, "taken"));
    const where = [option, option === "--metrics" ? join(bench.io.cwd, "taken") : "/proc/none/keep.json"];
    const { code, out, err } = await keep([entry], ...where, "--notify", `${server.url}/hook`, "--json");
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ stopped: [{ id: podId }] });
    expect(err).toMatch(problem);
    expect(server.lines).toHaveLength(1);
    await server.close();
  });
});

it("a stop that the platform refuses, as of a key that only reads, ends the pass with 1 each time", async () => {
  await bench.emulator.clock.advance(hour);
  bench.emulator.faults.add({ method: "POST", phase: "before", status: 403, times: "always" });
  for (let times = 0; times < 2; times++) {
    const { code, err } = await keep([entry]);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^error: Could not stop Pod trainer \(.*403/),
    });
  }
});

describe("what can't be found out", () => {
  it("keeps nothing from being stopped, and is said: a list that fails", async () => {
    await bench.emulator.clock.advance(hour);
    bench.emulator.faults.add({
      method: "GET",
      path: "/v2/network-volumes",
      phase: "before",
      status: 403,
      times: "always",
    });
    const { code, out } = await keep([entry, volume("data")], "--json");
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      stopped: [{ id: podId }],
      drift: [],
      unknown: [expect.stringMatching(/^Could not find out how its network volumes are: .*403/)],
    });
  });

  it("keeps nothing from being stopped, and is said: a provider whose key is revoked, and one whose key is sealed", async () => {
    await bench.emulator.clock.advance(hour);
    const providerOf = (name: string, apiKey: unknown) => ({
      urn: `urn:pulumi:dev::shop::pulumi:providers:compute::${name}`,
      custom: true,
      id: `${name}-1`,
      type: "pulumi:providers:compute",
      inputs: { apiKey, apiUrl: bench.emulator.apiUrl },
      outputs: {},
    });
    const sealed = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:a:b" };
    const entries = ["revoked", "sealed"].flatMap((name, at) => {
      const provider = providerOf(name, at === 0 ? "no-such-key" : sealed);
      return [provider, { ...volume(name), provider: `${provider.urn}::${provider.id}` }];
    });
    const { code, out } = await keep([entry, ...entries], "--json");
    const { stopped, unknown } = JSON.parse(out) as KeepDocument;
    expect({ code, stopped: stopped.map(({ id }) => id) }).toEqual({ code: 1, stopped: [podId] });
    expect(unknown.join("\n")).toMatch(/the provider revoked.*\n.*The key of the provider sealed/s);
  });
});

describe("a budget", () => {
  const limit = (usd: string) => {
    writeFileSync(join(bench.io.cwd, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
    writeFileSync(join(bench.io.cwd, "Pulumi.dev.yaml"), `config:\n  compute:maxDailyCost: "${usd}"\n`);
  };

  it("whose bills can't be read is said, and one that the readable bills exceed is exceeded", async () => {
    const denied = { method: "GET", phase: "before", status: 403, times: "always" } as const;
    bench.emulator.faults.add({ ...denied, path: "/v2/billing/*" });
    expect(await keep([entry], "--stack", "dev", "--json")).toMatchObject({ code: 0 });
    limit("100");
    const unknown = await keep([entry], "--stack", "dev", "--json");
    expect({ code: unknown.code, ...(JSON.parse(unknown.out) as KeepDocument) }).toMatchObject({
      code: 1,
      spentToday: null,
      unknown: [expect.stringMatching(/^Could not find out what its pods cost today: .*403/)],
    });
    bench.emulator.faults.clear();
    bench.emulator.faults.add({ ...denied, path: "/v2/billing/network-volumes" });
    limit("0.001");
    const { spentToday, unknown: others } = JSON.parse(
      (await keep([entry, volume("d")], "--stack", "dev", "--json")).out,
    ) as KeepDocument;
    expect(spentToday).toBeGreaterThan(0.001);
    expect(others).toContainEqual(expect.stringContaining("what its network volumes cost today"));
  });

  it("holds where all pods have a provider of the program", async () => {
    const urn = "urn:pulumi:dev::shop::pulumi:providers:compute::own";
    const { apiKey, apiUrl } = bench.emulator;
    const provider = { urn, custom: true, id: "1", type: "pulumi:providers:compute", inputs: { apiKey, apiUrl } };
    delete bench.io.env["COMPUTE_API_KEY"];
    limit("0.001");
    const { code, out } = await keep([provider, { ...entry, provider: `${urn}::1` }], "--stack", "dev", "--cap");
    expect({ code, out }).toEqual({ code: 2, out: expect.stringContaining("more than compute:maxDailyCost") });
    expect(out).toContain(`Stopped Pod trainer (${podId})`);
  });
});

it("what the state encrypts and nobody can compare is said", async () => {
  const sealed = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:a:b" };
  const { outputs } = entry as { outputs: object };
  const { code, out } = await keep([{ ...entry, outputs: { ...outputs, env: sealed } }], "--json");
  expect({ code, unknown: (JSON.parse(out) as KeepDocument).unknown }).toEqual({
    code: 1,
    unknown: ["Could not compare env of Pod trainer: it is encrypted in the state, and no passphrase is set."],
  });
});

it("a stop whose answer is lost is told as what it was", async () => {
  await bench.emulator.clock.advance(hour);
  const action = { method: "POST", path: "/v2/pods/:id/action", status: 502 } as const;
  bench.emulator.faults.add({ ...action, phase: "before" });
  const not = await keep([entry]);
  expect(not).toMatchObject({ code: 1, err: expect.stringMatching(/^error: Could not stop Pod trainer[^]*[^.]\.\n$/) });
  bench.emulator.faults.add({ ...action, phase: "after" });
  const done = await keep([entry]);
  expect(done).toEqual({ code: 2, out: expect.stringContaining("Stopped Pod trainer"), err: "" });
});

it("standard input, which can be read once, is refused for more than one pass", async () => {
  await expect(bench.run("keep", "--file", "-", "--every", "5m")).rejects.toThrow(/add --once, or name a file/);
});

describe("metrics", () => {
  it("are served at 127.0.0.1 for :PORT, and to no foreign Host; a stack that is gone leaves", async () => {
    const port = await freePort();
    const metrics = await Metrics.open(`:${port}`);
    const passes = { lookedAt: 1_000, failed: 0 };
    const report = { ...emptyReport, stack: "shop/dev" };
    await metrics.note("shop/dev", report, passes);
    await metrics.note("shop/old", { ...report, stack: "shop/old" }, passes);
    metrics.keepOnly(["shop/dev"]);
    const asked = (host: string) =>
      new Promise<{ status: number | undefined; text: string }>((resolve, reject) =>
        get({ host: "127.0.0.1", port, path: "/metrics", headers: { host } }, (answer) => {
          let text = "";
          answer.on("data", (piece: Buffer) => (text += piece.toString()));
          answer.on("end", () => resolve({ status: answer.statusCode, text }));
        }).on("error", reject),
      );
    expect(await asked("rebound.example:1")).toMatchObject({ status: 403 });
    const { status, text } = await asked(`localhost:${port}`);
    expect({ status, isGone: !text.includes("shop/old") }).toEqual({ status: 200, isGone: true });
    await expect(Metrics.open(`:${port}`)).rejects.toThrow(`127.0.0.1:${port}`);
    metrics.close();
  });

  it("show what a name hides from a terminal, in every label that bears it", async () => {
    const metrics = await Metrics.open(join(bench.io.cwd, "names.prom"));
    const one = { name: "tra\u001b[31mi\u202ener", kind: "Pod" as const, id: "p1" };
    const pod = { ...one, urn: "urn", status: "RUNNING", busy: 3, costPerHour: 0.4 };
    const report = { ...emptyReport, pods: [pod], spent: [{ ...one, usd: 1 }], drift: [{ ...one, urn: "urn" }] };
    await metrics.note("shop/dev", report as never, { lookedAt: 1_000, failed: 0 });
    const text = await metrics.text();
    expect(text).not.toMatch(/[\u001b\u202e]/);
    expect(text.match(/name="tra\\\\u001b\[31mi\\\\u202ener"/g)).toHaveLength(5);
  });

  it("count passes that failed, over runs, and keep when the last one looked", async () => {
    const metrics = join(bench.io.cwd, "keep.prom");
    const at = bench.emulator.clock.now() / 1_000;
    await keep([entry], "--metrics", metrics);
    expect(readFileSync(metrics, "utf8")).toMatch(/^compute_pass_failures_total\{stack="shop\/dev"\} 0$/m);
    bench.emulator.faults.add({ method: "GET", path: "/v2/pods", phase: "before", status: 403, times: "always" });
    for (let times = 0; times < 2; times++) await keep([entry], "--metrics", metrics);
    const text = readFileSync(metrics, "utf8");
    expect(text).toMatch(/^compute_pass_failures_total\{stack="shop\/dev"\} 2$/m);
    expect(text).toMatch(/^compute_pass_unknown\{stack="shop\/dev"\} 1$/m);
    expect(text).toContain(`compute_pass_timestamp_seconds{stack="shop/dev"} ${at}`);
  });
});

it("no stack is an error: an empty backend, one that is not there, and a stack that is gone", async () => {
  writeFileSync(join(bench.io.cwd, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
  for (const place of ["empty", "missing"]) {
    if (place === "empty") mkdirSync(join(bench.io.cwd, place));
    bench.io.env["PULUMI_BACKEND_URL"] = `file://${join(bench.io.cwd, place)}`;
    const all = bench.run("keep", "--once", "--all");
    await expect(all).rejects.toMatchObject({ exitCode: 1, message: expect.stringContaining(place) });
    await expect(bench.run("keep", "--once", "--stack", "dev")).rejects.toThrow();
  }
  // The daemon says it at each pass, and goes on.
  const running = bench.run("keep", "--all", "--every", "5m");
  await until(() => bench.io.written.err.includes("error: There is no stack"));
  bench.io.stop();
  await running;
});
