import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StackReport } from "../../../cli/documents/keep";
import { CommandFailure } from "../../../cli/io";
import { pod as podTable } from "../../../provider/kinds/pod/fields";
import { kinds } from "../../../provider/kinds";
import { toOutputs } from "../../../provider/state/outputs";
import { type Bench, openBench } from "../commands/run-command";
import { entryOf, exportOf } from "../commands/states";
import { startProxy } from "../../support/proxy";
import { startScriptedServer } from "../../support/scripted-server";
import { until } from "../../support/until";

const hour = 3_600_000;
let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  bench.io.now = () => bench.emulator.clock.now();
  bench.io.env["XDG_STATE_HOME"] = join(bench.io.cwd, "state");
});
afterEach(() => bench.close());

/** A running pod and its entry in the state. */
async function deploy(name: string, asked: object, percent = 80) {
  const inputs = { name, image: "registry.example.com/public/web:1.0", gpu: { id: "NVIDIA L40S", count: 1 } };
  const { id } = await bench.client.pods.create(inputs);
  bench.emulator.scripts.add({ match: { id }, load: [{ afterMs: 0, percent }] });
  await bench.emulator.clock.advance(60_000);
  const known = { ...inputs, ...asked, desiredStatus: "RUNNING" };
  const outputs = toOutputs(podTable, id, known, kinds.Pod.operations.observe(await bench.client.pods.get(id), known));
  return { id, entry: entryOf({ kind: "Pod", name, id, inputs: known, outputs }) };
}

/** Runs `keep --once` over these entries; answers its exit code and what it wrote. */
async function keep(entries: readonly object[], ...flags: string[]) {
  bench.forget();
  let code = 0;
  try {
    await bench.run("keep", "--once", "--file", bench.file(exportOf(entries)), ...flags);
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    code = error.exitCode;
  }
  return { code, out: bench.io.written.out };
}

const statusOf = async (id: string) => (await bench.client.pods.get(id)).status;
const stops = () => bench.asked().filter((request) => request.startsWith("POST"));

describe("a pass", () => {
  it("counts in the cost what was replaced and is not deleted yet, which is billed, and stops only what took its place", async () => {
    // Today begins at midnight UTC, and no hour of this test is to be yesterday's.
    const { clock } = bench.emulator;
    await clock.advance(24 * hour - (clock.now() % (24 * hour)));
    const old = await deploy("trainer", { stopAfter: "1h" });
    const { entry } = await deploy("trainer", { stopAfter: "1h" });
    const both = [entry, { ...old.entry, delete: true }];
    expect((await keep(both)).out).toMatch(/: 1 pod, .* 1\.72 USD\/h from now on/);
    await bench.emulator.clock.advance(hour);
    const { spent, costPerHour, spentToday } = JSON.parse((await keep(both, "--json")).out) as StackReport;
    expect(costPerHour).toBe(0.86);
    expect(spent).toHaveLength(2);
    expect(spentToday).toBeCloseTo(1.72, 0);
    expect(await statusOf(old.id)).toBe("RUNNING");
  });

  it("P-43: stops a pod whose time is over, says why, and ends with 2", async () => {
    const { id, entry } = await deploy("trainer", { stopAfter: "8h" });
    expect(await keep([entry])).toMatchObject({ code: 0 });
    await bench.emulator.clock.advance(8 * hour);
    const { code, out } = await keep([entry]);
    expect(code).toBe(2);
    expect(out).toContain(`Stopped Pod trainer (${id}): it has run for 8 h, and stopAfter is 8h.`);
    // What is said of it and of the cost is as it is after the stop.
    expect(out).toMatch(/^trainer +EXITED +- +0\.00$/m);
    expect(out).toContain("0.00 USD/h from now on");
    expect(await statusOf(id)).toBe("EXITED");
    expect(await keep([entry])).toMatchObject({ code: 0 });
    expect(stops()).toEqual([]);
  });

  it("stops a pod that idled through all passes, and not one that worked in between", async () => {
    const idle = await deploy("idle", { stopWhenIdle: { after: "30m" } }, 1);
    const busy = await deploy("busy", { stopWhenIdle: { after: "30m" } }, 1);
    const both = [idle.entry, busy.entry];
    for (let minute = 0; minute < 30; minute += 10) {
      expect(await keep(both)).toMatchObject({ code: 0 });
      await bench.emulator.clock.advance(600_000);
      if (minute === 10) bench.emulator.scripts.add({ match: { id: busy.id }, load: [{ afterMs: 0, percent: 90 }] });
    }
    expect(await keep(both)).toMatchObject({ code: 2 });
    expect([await statusOf(idle.id), await statusOf(busy.id)]).toEqual(["EXITED", "RUNNING"]);
  });

  it("with --dry-run says the same and stops nothing", async () => {
    const { id, entry } = await deploy("trainer", { stopAfter: "1h" });
    await bench.emulator.clock.advance(hour);
    const { code, out } = await keep([entry], "--dry-run");
    expect(code).toBe(2);
    expect(out).toContain("Would stop Pod trainer");
    expect(out).toContain("1 pod, 1 to stop,");
    expect(await statusOf(id)).toBe("RUNNING");
  });

  it("leaves alone what is in no state, and what may not be stopped", async () => {
    const { id, entry } = await deploy("server", {});
    const other = await deploy("other", { stopAfter: "1h" });
    await bench.emulator.clock.advance(24 * hour);
    expect(await keep([entry])).toMatchObject({ code: 0 });
    expect([await statusOf(id), await statusOf(other.id)]).toEqual(["RUNNING", "RUNNING"]);
  });

  it("A-24: stops what is due, and says what could not be found out, where another pod was last seen with another key and is not to be seen", async () => {
    const due = await deploy("trainer", { stopAfter: "1h" });
    const { inputs, outputs } = due.entry as unknown as Readonly<Record<"inputs" | "outputs", Record<string, unknown>>>;
    const seen = { ...outputs, __seen: `00000@${bench.emulator.apiUrl}` };
    const unseen = entryOf({ kind: "Pod", name: "elsewhere", id: "p-0", inputs, outputs: seen });
    await bench.emulator.clock.advance(hour);
    const { code, out } = await keep([due.entry, unseen]);
    expect({ code, out }).toMatchObject({
      code: 1,
      out: expect.stringContaining("Could not find out how Pod elsewhere is"),
    });
    expect(out).not.toContain("is gone");
    expect(await statusOf(due.id)).toBe("EXITED");
  });

  it("counts from the last start", async () => {
    const { id, entry } = await deploy("trainer", { stopAfter: "8h" });
    await bench.emulator.clock.advance(7 * hour);
    await bench.client.pods.restart(id);
    await bench.emulator.clock.advance(7 * hour);
    expect(await keep([entry])).toMatchObject({ code: 0 });
    expect(await statusOf(id)).toBe("RUNNING");
  });

  it("reports drift, without mending it", async () => {
    const { id, entry } = await deploy("server", {});
    await bench.client.pods.stop(id);
    const { code, out } = await keep([entry], "--json");
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ drift: [{ name: "server", class: "stopped" }], stopped: [] });
    expect(stops()).toEqual([]);
  });

  it("takes at most 6 requests for 1,000 pods", async () => {
    const { entry, id } = await deploy("pod-0", { stopAfter: "1h" });
    const { pods } = bench.emulator.store;
    const entries: object[] = [entry];
    for (let nth = 1; nth < 1_000; nth++) {
      const [own, name] = [`copy${nth}`, `pod-${nth}`];
      pods.set({ ...pods.get(id)!, id: own, name });
      const { inputs, outputs } = entry as unknown as Readonly<Record<"inputs" | "outputs", Record<string, unknown>>>;
      entries.push(entryOf({ kind: "Pod", name, id: own, inputs, outputs: { ...outputs, name } }));
    }
    await keep(entries, "--json");
    expect(bench.asked().length).toBeLessThanOrEqual(6);
    const { pods: seen } = JSON.parse(bench.io.written.out) as { pods: readonly { status: string }[] };
    expect(seen.filter(({ status }) => status === "RUNNING")).toHaveLength(1_000);
  });

  it("past compute:maxDailyCost reports, and with --cap stops what may be stopped", async () => {
    writeFileSync(join(bench.io.cwd, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
    writeFileSync(join(bench.io.cwd, "Pulumi.dev.yaml"), 'config:\n  compute:maxDailyCost: "0.01"\n');
    const may = await deploy("may", { stopAfter: "100h" });
    const must = await deploy("must", {});
    const both = [may.entry, must.entry];
    const { code, out } = await keep(both, "--stack", "dev");
    expect(code).toBe(2);
    expect(out).toContain("more than compute:maxDailyCost (0.01 USD)");
    expect(await statusOf(may.id)).toBe("RUNNING");
    await keep(both, "--stack", "dev", "--cap");
    expect([await statusOf(may.id), await statusOf(must.id)]).toEqual(["EXITED", "RUNNING"]);
  });
});

it("passes again and again until it is told to stop, and goes on after a pass that failed", async () => {
  const { id, entry } = await deploy("trainer", { stopAfter: "1h" });
  const file = bench.file(exportOf([entry]));
  const passes = () => bench.io.written.out.split("\n").filter((line) => line.includes("differences")).length;
  const running = bench.run("keep", "--every", "5m", "--file", file);
  await until(() => passes() === 1);
  bench.emulator.faults.add({ method: "GET", path: "/v2/pods", phase: "before", status: 403, times: 1 });
  await bench.emulator.clock.advance(hour);
  bench.io.pass(300);
  await until(() => bench.io.written.err.includes("error: "));
  bench.io.pass(300);
  await until(() => passes() === 3);
  bench.io.stop();
  await running;
  expect(await statusOf(id)).toBe("EXITED");
});

it("lets keepers of two stacks that pass at once remember both", async () => {
  const stacks = [
    await deploy("notebook", { stopWhenIdle: { after: "30m" } }, 1),
    await deploy("other", { stopWhenIdle: { after: "30m" } }, 1),
  ];
  for (const minutes of [10, 10, 10, 0]) {
    await Promise.all(stacks.map(({ entry }) => keep([entry])));
    await bench.emulator.clock.advance(minutes * 60_000);
  }
  expect(await Promise.all(stacks.map(({ id }) => statusOf(id)))).toEqual(["EXITED", "EXITED"]);
});

it("lets two keepers and a person stop the same pod, once", async () => {
  const { id, entry } = await deploy("trainer", { stopAfter: "1h" });
  await bench.emulator.clock.advance(hour);
  const codes = await Promise.all([keep([entry]), keep([entry])]);
  expect(codes.map(({ code }) => code)).toContain(2);
  expect(await statusOf(id)).toBe("EXITED");
});

describe("what a pass says", () => {
  it("in Markdown, with names that can't break the table", async () => {
    const { entry } = await deploy("a|b", {});
    const { out } = await keep([entry], "--markdown");
    expect(out).toContain("| a&#124;b | RUNNING | 80 % |");
  });

  it("in metrics, for Prometheus", async () => {
    const { id, entry } = await deploy("trainer", { stopAfter: "1h" });
    const file = join(bench.io.cwd, "keep.prom");
    await keep([entry], "--metrics", file);
    const text = readFileSync(file, "utf8");
    expect(text).toContain("# TYPE compute_pod_busy_percent gauge");
    expect(text).toMatch(new RegExp(`compute_pod_busy_percent\\{stack="[^"]+",name="trainer",id="${id}"\\} 80`));
    expect(text).toMatch(
      new RegExp(`compute_resource_spent_today_usd\\{stack="[^"]+",kind="Pod",name="trainer",id="${id}"\\} 0\\.\\d`),
    );
    expect(text).not.toMatch(/^compute_resource_drift\{/m);
    expect(text).toMatch(/compute_rate_limit_requests_left\{stack="[^"]+",window="minute"\} 5\d\n/);
  });

  it("in metrics counts what differs by resource, and nothing as stopped that would be", async () => {
    const differing = await deploy("server", {});
    const due = await deploy("trainer", { stopAfter: "1h" });
    await bench.client.pods.stop(differing.id);
    await bench.emulator.clock.advance(hour);
    const file = join(bench.io.cwd, "keep.prom");
    const entries = [differing.entry, due.entry];
    await keep(entries, "--metrics", file, "--dry-run");
    expect(readFileSync(file, "utf8")).toMatch(/^compute_pass_stopped_pods\{.*\} 0$/m);
    await keep(entries, "--metrics", file);
    const text = readFileSync(file, "utf8");
    expect(text).toMatch(/^compute_pass_stopped_pods\{.*\} 1$/m);
    expect(text).toMatch(
      new RegExp(`^compute_resource_drift\\{.*kind="Pod",name="server",id="${differing.id}"\\} 1$`, "m"),
    );
  });

  it("is posted until somebody took it, also where a pass without an address came first", async () => {
    const { id, entry } = await deploy("server", {});
    await bench.client.pods.stop(id);
    await keep([entry]);
    const server = await startScriptedServer([{ status: 503 }, { status: 200 }]);
    const notify = ["--notify", `${server.url}/hook`];
    expect(await keep([entry], ...notify)).toMatchObject({ code: 1 });
    expect(await keep([entry], ...notify)).toMatchObject({ code: 2 });
    expect(await keep([entry], ...notify)).toMatchObject({ code: 2 });
    expect(server.lines).toEqual(["POST /hook", "POST /hook"]);
    await server.close();
  });

  it("is posted when it is news, and not again", async () => {
    const { id, entry } = await deploy("server", {});
    const server = await startScriptedServer([{ status: 200 }]);
    const file = bench.file(exportOf([entry]));
    const pass = () =>
      bench.run("keep", "--once", "--file", file, "--notify", `${server.url}/hook`).catch((error: unknown) => {
        if (!(error instanceof CommandFailure)) throw error;
      });
    await pass();
    expect(server.lines).toEqual([]);
    await bench.client.pods.stop(id);
    await pass();
    await pass();
    expect(server.lines).toEqual(["POST /hook"]);
    expect(JSON.parse(server.asked[0]!.body)).toMatchObject({
      text: expect.stringContaining("server"),
      drift: [{ class: "stopped" }],
    });
    await server.close();
  });

  it("is posted through the proxy that the environment names", async () => {
    const { id, entry } = await deploy("server", {});
    await bench.client.pods.stop(id);
    const server = await startScriptedServer([{ status: 200 }]);
    const proxy = await startProxy({ hosts: { "hooks.test": Number(new URL(server.url).port) } });
    bench.io.env["HTTP_PROXY"] = proxy.url;
    expect(await keep([entry], "--notify", "http://hooks.test/hook?token=1")).toMatchObject({ code: 2 });
    expect(server.lines).toEqual(["POST /hook?token=1"]);
    await Promise.all([proxy.close(), server.close()]);
  });

  it("keeps an address that holds a token out of errors", async () => {
    const { id, entry } = await deploy("server", {});
    await bench.client.pods.stop(id);
    const { code } = await keep([entry], "--notify", "http://127.0.0.1:1/canary");
    expect(code).toBe(1);
    expect(bench.io.written.err).toMatch(/could not be reached/);
    expect(bench.io.written.err).not.toContain("canary");
    const wrong = bench.run("keep", "--once", "--file", bench.file(exportOf([entry])), "--notify", "ftp://canary");
    await expect(wrong).rejects.toThrow(/begins with http/);
    await wrong.catch((error: Error) => expect(error.message).not.toContain("canary"));
  });

  it("is remembered in a file for its owner only", async () => {
    const { entry } = await deploy("idle", { stopWhenIdle: { after: "30m" } }, 0);
    await keep([entry]);
    const path = join(bench.io.env["XDG_STATE_HOME"]!, "pulumi-compute-platform", "keep.json");
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});
