import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../../../cli/program";
import { Lookout } from "../../../cli/status/lookout";
import type { Status } from "../../../cli/documents/status";
import { FakeIo } from "../fake-io";
import { type Bench, openBench } from "./run-command";
import { entryOf, exportOf } from "./states";
import { until } from "../../support/until";

let bench: Bench;
beforeEach(async () => void (bench = await openBench()));
afterEach(() => bench.close());

const image = "registry.example.com/public/web:1.0";
const gpu = { id: "NVIDIA L40S", count: 2 };
const scaling = { type: "QUEUE_DELAY", queueDelay: 3 } as const;
const queue = { type: "QUEUE" as const, image, gpu: { pools: ["ADA_24"] }, scaling };

const key = "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ops@example.org";

async function running(startSsh = true): Promise<string> {
  if (startSsh) await bench.client.account.sshKeys.replace([key]);
  const body = { name: "trainer-0a1b2c3", image, gpu, ports: ["22/tcp"], startSsh };
  const { id } = await bench.client.pods.create(body);
  await bench.emulator.clock.advance(60_000);
  return id;
}

const pod = (name: string, id: string) => entryOf({ kind: "Pod", name, id });
const stateOf = (...entries: object[]) => bench.file(exportOf(entries));

/** Logs end the wait for their last line by themselves, so that no second has to pass. */
const status = async (...args: string[]) => bench.run("status", ...args);
const json = async (...args: string[]) => JSON.parse(await status("--json", ...args)) as Status;

describe("compute status", () => {
  it("P-30, P-57: tells phase, uptime, utilisation, cost, SSH and the last line of the log", async () => {
    const id = await running();
    await bench.emulator.clock.advance(3_600_000);
    const { costPerHour, spent, resources } = await json("--logs", "--file", stateOf(pod("trainer", id)));
    const [row] = resources;
    const { runtime, ssh } = await bench.client.pods.get(id);
    const mean = (values: (number | undefined)[]) =>
      Math.round(values.reduce<number>((sum, v) => sum + (v ?? 0), 0) / 2);
    expect(row).toMatchObject({
      kind: "Pod",
      name: "trainer",
      id,
      phase: "RUNNING",
      costPerHour: 1.72,
      uptimeSeconds: runtime?.uptime,
      gpu: mean(runtime?.gpus?.map(({ util }) => util) ?? []),
      gpuMemory: mean(runtime?.gpus?.map(({ memoryUtil }) => memoryUtil) ?? []),
      cpu: runtime?.cpu?.util,
      memory: runtime?.memory?.util,
      ssh: ssh.direct?.command,
      log: { line: expect.any(String), ts: expect.stringMatching(/^20/) },
    });
    expect(costPerHour).toBe(1.72);
    expect(row!.spent).toBeGreaterThan(1.72);
    expect(spent).toBe(row!.spent);
  });

  it("P-55: shows no SSH line of a pod that was made without SSH, although the platform reports an address", async () => {
    const id = await running(false);
    expect((await bench.client.pods.get(id)).ssh.direct).not.toBeNull();
    const [row] = (await json("--file", stateOf(pod("trainer", id)))).resources;
    expect(row).toMatchObject({ phase: "RUNNING", ssh: null });
  });

  it("U-4, P-44: shows no SSH line of a pod whose account had no key when it was created, nor of one that is stopped", async () => {
    const startSsh = async () =>
      (await bench.client.pods.create({ name: "t", image, gpu, ports: ["22/tcp"], startSsh: true })).id;
    const early = await startSsh();
    const stopped = await running();
    await bench.client.pods.stop(stopped);
    expect((await bench.client.pods.get(early)).ssh.direct).not.toBeNull();
    const { resources } = await json("--file", stateOf(pod("early", early), pod("stopped", stopped)));
    expect(resources).toMatchObject([
      { phase: "RUNNING", ssh: null },
      { phase: "EXITED", ssh: null },
    ]);
  });

  it("asks one list of each kind that runs, whatever the number of resources, and bills and logs beside", async () => {
    const ids = [await running(), await running(), await running()];
    const file = stateOf(
      ...ids.map((id, at) => pod(`p${at}`, id)),
      entryOf({ kind: "NetworkVolume", name: "v", id: "v1" }),
    );
    bench.forget();
    expect((await json("--file", file)).resources).toHaveLength(3);
    expect(bench.asked()).toEqual([
      expect.stringMatching(/^GET \/v2\/pods\b(?!\/)/),
      expect.stringMatching(/^GET \/v2\/billing\/pods/),
    ]);
  });

  it("E-15: knows from the list where the queue of an endpoint is", async () => {
    const { id } = await bench.client.serverless.create({ ...queue, name: "jobs", workers: { max: 0 } });
    bench.io.env["COMPUTE_QUEUE_URL"] = undefined;
    bench.forget();
    await json("--file", stateOf(entryOf({ kind: "Endpoint", name: "jobs", id })));
    const asked = ["/v2/serverless", `/v2/serverless/${id}/workers`, `/queue/v2/${id}/health`];
    expect(bench.asked().slice(0, 3)).toEqual(asked.map((path) => `GET ${path}`));
  });

  it("is titled by the stack that it looked at, also where the state is empty and can't say which one it is", async () => {
    const { cwd, env } = bench.io;
    const stacks = join(cwd, ".pulumi", "stacks", "shop");
    mkdirSync(stacks, { recursive: true });
    writeFileSync(join(cwd, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
    writeFileSync(join(stacks, "dev.json"), JSON.stringify({ version: 3, checkpoint: { latest: {} } }));
    Object.assign(env, { PULUMI_BACKEND_URL: `file://${cwd}`, PULUMI_CONFIG_PASSPHRASE: "x" });
    expect((await json()).stack).toBe("dev");
  });

  it("A-50: sends at most 6 requests, however much there is to look at, and says what it has left out", async () => {
    const { client } = bench;
    const endpoints = await Promise.all(
      Array.from({ length: 16 }, (_, at) =>
        client.serverless.create({ ...queue, name: `jobs-${at}`, workers: { max: 0 } }),
      ),
    );
    const ids = await Promise.all(Array.from({ length: 14 }, () => client.pods.create({ name: "x", image, gpu })));
    const file = stateOf(
      ...ids.map(({ id }, at) => pod(`p${at}`, id)),
      ...["gone-1", "gone-2"].map((name) => pod(name, name)),
      ...endpoints.map(({ id }, at) => entryOf({ kind: "Endpoint", name: `jobs-${at}`, id })),
    );
    bench.forget();
    const { resources, notes } = await json("--file", file);
    expect(resources).toHaveLength(32);
    expect(bench.asked()).toHaveLength(6);
    expect(resources.filter(({ phase }) => phase === "NOT LOOKED AT")).toHaveLength(16);
    expect(notes).toEqual([expect.stringMatching(/^16 resources were not looked at, since a look sends at most 6/)]);
    expect(resources.filter(({ phase }) => phase === "GONE")).toHaveLength(2);
  });

  it("A-50: says how the endpoint of a stack with pods and clusters is before what it has cost, which the next look reads", async () => {
    const { client, emulator, io } = bench;
    const cluster = await client.clusters.create({
      name: "c",
      type: "TRAINING",
      image,
      compute: { gpuTypeId: "NVIDIA H200", gpuCountPerPod: 8, podCount: 2 },
    });
    const { id } = await client.serverless.create({ ...queue, name: "jobs", workers: { min: 1, max: 1 } });
    const of = (kind: "Cluster" | "Endpoint", name: string, id: string) => entryOf({ kind, name, id });
    const file = stateOf(pod("p", await running()), of("Cluster", "c", cluster.id), of("Endpoint", "jobs", id));
    await emulator.clock.advance(600_000);
    bench.forget();
    const { resources, notes } = await json("--file", file);
    expect(bench.asked()).toHaveLength(6);
    expect(resources.map(({ phase }) => phase)).toEqual(["RUNNING", "RUNNING", "1 IDLE"]);
    expect(resources.map(({ spent }) => spent !== null)).toEqual([true, true, false]);
    expect(notes).toEqual([expect.stringMatching(/^1 bill was not read, since a look sends at most 6 requests/)]);

    const lookout = new Lookout(io.shown(), { file });
    await lookout.look();
    bench.forget();
    const second = (await lookout.look())();
    lookout.close();
    expect(second.resources.map(({ spent }) => spent !== null)).toEqual([true, true, true]);
    expect(second.notes).toEqual([]);
    expect(bench.asked().filter((call) => call.includes("billing"))).toEqual([expect.stringContaining("serverless")]);
  });

  it("is headed by the project and the stack", async () => {
    expect((await json("--file", stateOf(pod("unborn", "")))).stack).toBe("shop/dev");
  });

  it("C-30: shows of a cluster how its pods are, what they use and cost together, and the SSH of its entry node", async () => {
    await bench.client.account.sshKeys.replace([key]);
    const cluster = await bench.client.clusters.create({
      name: "c",
      type: "TRAINING",
      image,
      ports: ["22/tcp"],
      startSsh: true,
      compute: { gpuTypeId: "NVIDIA H200", gpuCountPerPod: 8, podCount: 2 },
    });
    const inputs = { startSsh: true };
    const file = stateOf(entryOf({ kind: "Cluster", name: "ring", id: cluster.id, inputs }));
    const [starting] = (await json("--file", file)).resources;
    expect(starting).toMatchObject({ phase: "2 PROVISIONING", isWell: false, gpu: null, uptimeSeconds: null });
    await bench.emulator.clock.advance(600_000);
    bench.forget();
    const [row] = (await json("--logs", "--file", file)).resources;
    expect(row).toMatchObject({
      kind: "Cluster",
      name: "ring",
      phase: "RUNNING",
      isWell: true,
      costPerHour: 25.6,
      gpu: expect.any(Number),
      ssh: expect.stringMatching(/^ssh root@/),
      log: { line: expect.any(String) },
    });
    expect(bench.asked().filter((call) => !/billing|logs/.test(call))).toHaveLength(2);
  });

  it("E-6, J-9: tells of an endpoint its workers, the jobs that wait and what it has cost", async () => {
    const { client, emulator } = bench;
    const { id } = await client.serverless.create({ ...queue, name: "jobs", workers: { min: 1, max: 1 } });
    await emulator.clock.advance(600_000);
    const file = stateOf(entryOf({ kind: "Endpoint", name: "jobs", id }));
    const [idle] = (await json("--file", file)).resources;
    expect(idle).toMatchObject({
      kind: "Endpoint",
      phase: "1 IDLE",
      isWell: true,
      costPerHour: null,
      spent: expect.any(Number),
      jobs: { waiting: 0, running: 0 },
    });
    await client.serverless.update(id, { workers: { min: 0, max: 0 } });
    await emulator.clock.advance(600_000);
    await client.queue(id).run({ input: {} });
    bench.forget();
    const [waiting] = (await json("--file", file)).resources;
    expect(waiting).toMatchObject({ phase: "no workers, 1 job waiting", isWell: false, jobs: { waiting: 1 } });
    expect(bench.asked()).toHaveLength(4);
  });

  it("E-15: tells of an endpoint its jobs without a setting for the queue's address, which the endpoint reports", async () => {
    const { id } = await bench.client.serverless.create({ ...queue, name: "jobs", workers: { max: 0 } });
    delete bench.io.env["COMPUTE_QUEUE_URL"];
    const [row] = (await json("--file", stateOf(entryOf({ kind: "Endpoint", name: "jobs", id })))).resources;
    expect(row).toMatchObject({ phase: "no workers", jobs: { waiting: 0, running: 0 } });
  });

  it("shows - for what the platform does not report, and says what is not created or gone", async () => {
    const { id } = await bench.client.pods.create({ name: "x", image, cpu: { id: "cpu3c", vcpuCount: 2 } });
    const file = stateOf(pod("young", id), pod("gone", "nowhere"), pod("unborn", ""));
    const [head, ...rows] = (await status("--file", file)).trimEnd().split("\n");
    const cells = (line: string | undefined) => (line ?? "").trim().split(/ {2,}/);
    expect(cells(head)).toEqual(
      "RESOURCE|ID|PHASE|UPTIME|GPU|GPU MEM|CPU|MEM|USD/H|USD SO FAR|SSH|LAST LOG LINE".split("|"),
    );
    expect(cells(rows[0])).toEqual(["Pod young", id, "PROVISIONING", "-", "-", "-", "-", "-", "0.06", "-", "-", "-"]);
    expect(cells(rows[1])).toEqual(["Pod gone", "nowhere", "GONE", ...Array<string>(9).fill("-")]);
    expect(cells(rows[2])).toEqual(["Pod unborn", "-", "NOT CREATED", ...Array<string>(9).fill("-")]);
  });

  it("says, as the cost does, that an interrupted create may have left something that bills", async () => {
    const resource = entryOf({ kind: "Cluster", name: "train", inputs: { name: "train" } });
    const file = bench.file(exportOf([], [{ type: "creating", resource }]));
    const said =
      /^An operation was interrupted while it created Cluster train\. .* may exist and bill.*`compute doctor`/;
    expect((await json("--file", file)).notes).toEqual([expect.stringMatching(said)]);
    await bench.run("cost", "--file", file);
    expect(bench.io.written.err).toMatch(/warning: An operation was interrupted while it created Cluster train\./);
  });

  it("names the address that cannot be reached, and why", async () => {
    const { apiUrl } = bench.emulator;
    await bench.emulator.close();
    await expect(status("--file", stateOf(pod("trainer", "p1")))).rejects.toThrow(
      `could not reach ${apiUrl} (connection refused)`,
    );
  });

  it("does without bills where the key may not see them", async () => {
    const id = await running();
    bench.emulator.faults.add({ path: "/v2/billing/pods", phase: "before", status: 403 });
    expect((await json("--file", stateOf(pod("trainer", id)))).resources[0]).toMatchObject({
      phase: "RUNNING",
      spent: null,
      costPerHour: 1.72,
    });
  });

  it("--watch looks every five seconds, and without a terminal prints again each time until it is stopped", async () => {
    const id = await running();
    const file = stateOf(pod("trainer", id));
    bench.forget();
    const printed = bench.run("status", "--file", file, "--watch", "--json");
    const documents = () => bench.io.written.out.trim().split("\n").filter(Boolean);
    await until(() => documents().length === 1);
    bench.io.pass(4);
    await bench.client.pods.stop(id);
    bench.io.pass(1);
    await until(() => documents().length === 2);
    bench.io.stop();
    await printed;
    expect(documents().map((text) => (JSON.parse(text) as Status).resources[0]?.phase)).toEqual(["RUNNING", "EXITED"]);
    expect(bench.asked().filter((call) => /billing/.test(call))).toHaveLength(1);
  });
});

describe("compute status --watch into a file", () => {
  it("says once that the platform does not answer, and goes on when it does", async () => {
    const id = await running();
    const file = stateOf(pod("trainer", id));
    const printed = bench.run("status", "--file", file, "--watch", "--json");
    const documents = () => bench.io.written.out.trim().split("\n").filter(Boolean);
    await until(() => documents().length === 1);
    bench.emulator.faults.add({ path: "/v2/pods", phase: "before", status: 403, times: "always" });
    for (let look = 0; look < 2; look += 1) {
      bench.forget();
      bench.io.pass(5);
      await until(() => bench.asked().length > 0 && bench.io.written.err !== "");
    }
    bench.emulator.faults.clear();
    await until(() => {
      bench.io.pass(5);
      return documents().length >= 2;
    });
    bench.io.stop();
    await printed;
    expect(bench.io.written.err.match(/warning: /g)).toHaveLength(1);
    expect(bench.io.written.err).toMatch(/^warning: GET \/v2\/pods failed with 403/);
  });

  it("ends where the first look fails", async () => {
    bench.emulator.faults.add({ path: "/v2/pods", phase: "before", status: 403, times: "always" });
    const file = stateOf(pod("trainer", "p-1"));
    await expect(bench.run("status", "--file", file, "--watch")).rejects.toThrow("403");
  });
});

describe("compute status --watch in a terminal", () => {
  const terminal = () => {
    const io = new FakeIo({ isTTY: true });
    io.isInteractive = true;
    Object.assign(io.env, bench.io.env);
    io.cwd = bench.io.cwd;
    return io;
  };
  const start = (io: FakeIo, file: string) => runProgram(io, ["node", "compute", "status", "--watch", "--file", file]);

  it.each(["q", "\u0003"])("takes the screen, draws what changes, and gives it back at %j", async (key) => {
    const id = await running();
    const io = terminal();
    const ended = start(io, stateOf(pod("trainer", id)));
    await until(() => /q or Ctrl-C/.test(io.drawn?.join("\n") ?? ""));
    expect(io.drawn?.join("\n")).toMatch(/Pod trainer +RUNNING .*\d+%[^]*ssh root@[^]*q or Ctrl-C: leave/);
    await bench.client.pods.stop(id);
    io.pass(5);
    await until(() => /EXITED/.test(io.drawn?.join("\n") ?? ""));
    io.press("x");
    io.press(key);
    expect(await ended).toBe(0);
    expect(io.drawn).toBeUndefined();
    expect(io.written).toEqual({ out: "", err: "" });
  });

  it("scrolls with the keys where the terminal is too low for all, and stays where it is when the platform is looked at again", async () => {
    const io = terminal();
    const ended = start(io, stateOf(...Array.from({ length: 60 }, (_, at) => pod(`p${at + 1}`, ""))));
    await until(() => /q or Ctrl-C/.test(io.drawn?.join("\n") ?? ""));
    expect(io.drawn).toHaveLength(24);
    expect(io.drawn?.join("\n")).toMatch(/Pod p1 +NOT CREATED[^]*1 to 18 of 60, 60 in trouble first/);
    io.press("pagedown");
    io.press("j");
    expect(io.drawn?.join("\n")).toMatch(/\nPod p19 [^]*Pod p36 [^]*19 to 36 of 60/);
    io.pass(5);
    expect(io.drawn?.join("\n")).toContain("19 to 36 of 60");
    io.press("q");
    expect(await ended).toBe(0);
  });

  it("takes the screen before the platform has answered, and says there which stack it looks at", async () => {
    const io = terminal();
    const ended = start(io, stateOf(pod("trainer", await running())));
    await until(() => /trainer/.test(io.drawn?.join("\n") ?? ""));
    expect(io.firstDrawn?.join("\n")).toBe("shop/dev\n\nlooking …");
    io.press("q");
    expect(await ended).toBe(0);
  });

  it("keeps what it saw last when the platform fails, and says so below", async () => {
    const id = await running();
    const io = terminal();
    const ended = start(io, stateOf(pod("trainer", id)));
    await until(() => /q or Ctrl-C/.test(io.drawn?.join("\n") ?? ""));
    bench.emulator.faults.add({ path: "/v2/pods", phase: "before", status: 401, times: "always" });
    io.pass(5);
    await until(() => /401/.test(io.drawn?.join("\n") ?? ""));
    expect(io.drawn?.join("\n")).toMatch(/Pod trainer +RUNNING/);
    io.stop();
    expect(await ended).toBe(0);
    expect(io.drawn).toBeUndefined();
  });

  it("gives the screen back where the first look fails, and ends with an error", async () => {
    const io = terminal();
    io.env["COMPUTE_API_KEY"] = "wrong-key";
    expect(await start(io, stateOf(pod("trainer", "p1")))).toBe(1);
    expect(io.drawn).toBeUndefined();
    expect(io.written.err).toMatch(/401/);
  });
});
