import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Cluster } from "../../../api/clusters";
import { createClient } from "../../../client";
import { misfit } from "../../../provider/create/decide";
import { UnresolvedCreateError } from "../../../provider/create/errors";
import type { Attempt } from "../../../provider/journal/attempt";
import { ResponseShapeError } from "../../../client/errors/errors";
import { kinds } from "../../../provider/kinds";
import { updateCalls } from "../../../provider/kinds/pod/update-calls";
import { observePod } from "../../../provider/kinds/pod/view";
import type { Operations } from "../../../provider/kinds/operations";
import { toOutputs } from "../../../provider/state/outputs";
import { differences } from "../../../provider/table/diff";
import type { Props } from "../../../provider/table/props";
import type { Resource } from "../../../provider/table/resource";
import { createdPod, podNamed } from "../../support/pod-samples";
import { gpuEndpoint, gpuPod, secret, trainingCluster } from "../fixtures";
import { type Program, startRig, type Rig } from "../rig";

describe("what a later platform adds to its answers", () => {
  it("A-44: a member inside a mount is no drift", () => {
    const mounts = {
      persistent: { size: 60, path: "/data", tier: "FAST" },
      network: [{ volumeId: "v1", path: "/n", tier: "FAST" }],
    };
    expect(observePod({ ...createdPod, mounts }, {})).toMatchObject({
      mounts: { persistent: { size: 60, path: "/data" }, network: [{ volumeId: "v1", path: "/n" }] },
    });
    expect(JSON.stringify(observePod({ ...createdPod, mounts }, {}).mounts)).not.toContain("tier");
  });

  it("A-44: a member inside a cluster's compute is no drift, which would replace the cluster", () => {
    const compute = { gpuTypeId: "NVIDIA H200", gpuCountPerPod: 8, podCount: 2, memory: 4_000 };
    const seen = kinds.Cluster.operations.observe(
      { compute, pods: { total: 2, byStatus: {} } } as unknown as Cluster,
      {},
    );
    expect(seen.compute).toEqual({ gpuTypeId: "NVIDIA H200", gpuCountPerPod: 8, podCount: 2 });
  });
});

describe("what an answer leaves out", () => {
  /** What differs after a look with this answer. */
  const drift = (kind: keyof typeof kinds, asked: Props, ...answers: Props[]) => {
    const { resource, operations } = kinds[kind] as unknown as { resource: Resource; operations: Operations };
    const look = (before: Props, one: Props) =>
      toOutputs(resource, "id-1", before, operations.observe(one as never, before));
    return differences(resource, "id-1", answers.reduce(look, asked), asked).map(({ name, effect }) => [name, effect]);
  };
  const answered: Props = { ...gpuEndpoint, workers: { min: 0, max: 3 }, flashboot: "OFF", timeout: 300_000 };
  const gpu = { pools: ["ADA_24"], count: 1, allowedCudaVersions: [], minCudaVersion: null };

  it("M-1, E-14: a container setting of an endpoint is no drift", () => {
    const { image: _, ...bare } = answered;
    const settings = { cmd: ["serve"], env: { A: "1" }, disk: 30, ports: ["80/http"], registry: "r-1" };
    expect(drift("Endpoint", { ...gpuEndpoint, ...settings }, { ...bare, gpu })).toEqual([]);
  });

  it("E-14, E-15: the type of an old endpoint replaces nothing", () => {
    const old = (requestUrls?: Props) => ({ ...answered, gpu, type: undefined, requestUrls });
    for (const urls of [undefined, { run: "https://q.example/run" }])
      expect(drift("Endpoint", gpuEndpoint, old(urls))).toEqual([]);
    expect(drift("Endpoint", gpuEndpoint, old({ base: "https://b.example" }))).toEqual([["type", "replace"]]);
    expect(kinds.Endpoint.operations.observe(old({ run: "https://q.example/run" }) as never, {})).toMatchObject({
      type: "QUEUE",
    });
  });

  it("M-1: variables of a template that an answer told later are no drift", () => {
    const asked = { ...gpuEndpoint, env: { A: "1" }, templateId: "t-1" };
    const later = { ...answered, gpu, env: { A: "1", BROUGHT: "x" } };
    expect(drift("Endpoint", asked, { ...answered, gpu }, later)).toEqual([]);
    const somebodys = { ...later, env: { ...later.env, B: "2" } };
    expect(drift("Endpoint", asked, { ...answered, gpu }, later, somebodys)).toEqual([["env", "update"]]);
  });

  it.each([null, undefined])("E-14: hardware that an endpoint tells as %p replaces nothing", (untold) => {
    expect(drift("Endpoint", gpuEndpoint, { ...answered, gpu: untold })).toEqual([]);
    const cpu = [{ id: "cpu3c", vcpuCount: 2 }];
    const onCpu = { ...gpuEndpoint, gpu: undefined, cpu };
    expect(drift("Endpoint", onCpu, { ...answered, gpu: untold })).toEqual([]);
    const told = drift("Endpoint", gpuEndpoint, { ...answered, gpu: untold, cpu: [{ ...cpu[0], memory: 8 }] });
    expect(told).toEqual([["gpu", "replace"]]);
  });

  it("P-60: variables that the platform puts into a pod later are no drift", () => {
    const asked = { ...gpuPod, env: { A: "1" } };
    const seen = (env: Props) => ({ ...createdPod, ...gpuPod, disk: 50, ports: [], mounts: {}, env });
    const injected = { A: "1", PUBLIC_KEY: "ssh-ed25519 AAAA", JUPYTER_PASSWORD: "p" };
    expect(drift("Pod", asked, seen({ A: "1" }), seen(injected))).toEqual([]);
    expect(drift("Pod", asked, seen({ A: "1" }), seen({ ...injected, B: "2" }))).toEqual([["env", "update"]]);
    const own = { ...asked, env: { A: "1", PUBLIC_KEY: "ssh-ed25519 OWN" } };
    expect(drift("Pod", own, seen(own.env), seen(injected))).toEqual([["env", "update"]]);
  });

  it("U-15: a description or a time is no drift", () => {
    const asked = { ...secret, description: "for all" };
    const told = { id: "id-1", name: secret.name, createdAt: "2026-05-04T09:00:00Z" };
    const first = { ...told, description: "for all", valueLastUpdatedAt: "2026-05-04T09:00:00.7Z" };
    for (const valueLastUpdatedAt of [undefined, null, "2026-05-04T09:00:00Z"])
      expect(drift("AccountSecret", asked, first, { ...told, valueLastUpdatedAt }, first)).toEqual([]);
    const later = { ...first, valueLastUpdatedAt: "2026-05-04T09:01:00Z" };
    expect(drift("AccountSecret", asked, first, told, later)).toEqual([["value", "update"]]);
    expect(drift("AccountSecret", asked, first, { ...told, description: null })).toEqual([["description", "update"]]);
  });

  it("A-72: an object is the one that a run made, whether or not its time has a fraction", () => {
    const attempt = { name: "p", madeAt: "2026-05-04T09:00:00.7Z" } as Attempt;
    expect(misfit(attempt, { id: "id-1", name: "p", createdAt: "2026-05-04T09:00:00Z" })).toBeUndefined();
    expect(misfit(attempt, { id: "id-1", name: "p", createdAt: "2026-05-04T09:01:00Z" })).toMatch(/created at/);
  });

  it("C-31: variables that the platform gives a cluster's pods later replace no cluster", () => {
    const asked = { ...trainingCluster, env: { A: "1" } };
    const seen = (env: Props) => ({
      ...trainingCluster,
      member: { ...createdPod, ...asked, disk: 50, ports: [], mounts: {}, env },
    });
    expect(drift("Cluster", asked, seen({ A: "1" }), seen({ A: "1", NODE_ADDR: "10.0.0.1" }))).toEqual([]);
    expect(drift("Cluster", asked, seen({ A: "1" }), seen({ A: "2", NODE_ADDR: "10.0.0.1" }))).toEqual([
      ["env", "replace"],
    ]);
  });
});

describe("the body of an update", () => {
  const bodies = (olds: Props, news: Props, changed: readonly string[]) =>
    updateCalls(podNamed("p", { status: "RUNNING" }), olds, { desiredStatus: "RUNNING", ...news }, new Set(changed));

  it("M-7: leaves out the one of cmd and entrypoint that stays", () => {
    const olds = { cmd: ["serve"], entrypoint: ["/bin/sh"] };
    expect(bodies(olds, { cmd: ["serve", "--fast"], entrypoint: ["/bin/sh"] }, ["cmd"])).toEqual([
      { patch: { cmd: ["serve", "--fast"] } },
    ]);
    expect(bodies(olds, { entrypoint: ["/bin/sh"] }, ["cmd"])).toEqual([{ patch: { cmd: [] } }]);
  });

  it("P-35: with a template says nothing of env where there is nothing to say", () => {
    const bare = podNamed("p", { status: "RUNNING", env: {} });
    const news = { desiredStatus: "RUNNING", templateId: "t1" };
    expect(updateCalls(bare, {}, news, new Set(["templateId"]))).toEqual([{ patch: { templateId: "t1" } }]);
  });
});

describe("an action whose answer is lost", () => {
  let rig: Rig;
  beforeEach(async () => {
    rig = await startRig();
  });
  afterEach(() => rig.emulator.close());
  const pod = (inputs: Props = {}): Program => ({ trainer: { kind: "Pod", inputs: { ...gpuPod, ...inputs } } });
  const actions = () => rig.emulator.requests.list().filter(({ path }) => path.endsWith("/action"));

  it.each([
    { phase: "before", sent: 2 },
    { phase: "after", sent: 1 },
  ] as const)("A-30: a fault $phase the $sent. stop or start does not fail the up", async ({ phase, sent }) => {
    await rig.up(pod());
    for (const [desiredStatus, status] of [
      ["EXITED", "EXITED"],
      ["RUNNING", "RUNNING"],
    ]) {
      const before = actions().length;
      rig.emulator.faults.add({ method: "POST", path: "/v2/pods/:id/action", phase, status: 503, times: 1 });
      expect(await rig.up(pod({ desiredStatus }))).toEqual({ trainer: "update" });
      expect(rig.entry("trainer").outputs).toMatchObject({ status });
      expect(actions().length - before).toBe(sent);
    }
  });

  it("P-58: a refusal is final, and told", async () => {
    await rig.up(pod({ desiredStatus: "EXITED" }));
    const fault = { status: 400, body: { title: "Bad Request", status: 400, detail: "no free GPU on the host" } };
    rig.emulator.faults.add({ method: "POST", path: "/v2/pods/:id/action", phase: "before", times: 1, ...fault });
    await expect(rig.up(pod())).rejects.toThrow(/^pod \w+ can't start: no free GPU on the host \(.*run `up` again/);
    expect(await rig.up(pod())).toEqual({ trainer: "update" });
    const client = createClient({ ...rig.emulator, clock: rig.clock, limiter: false });
    expect(await client.pods.get(rig.entry("trainer").id)).toMatchObject({ status: "RUNNING" });
  });
});

it("A-31: a create whose outcome stays open tells what came back", () => {
  const cause = new ResponseShapeError("POST /v2/pods", "has an unexpected shape: $.cost: expected number");
  const { message } = new UnresolvedCreateError("Pod", "trainer", "listing failed too", cause);
  expect(message).toMatch(
    /got no clear answer \(POST \/v2\/pods succeeded, .*\$\.cost: expected number\), and listing/,
  );
});

describe("a pod that was changed and finds no hardware to start on", () => {
  it("P-58: says what was set, and how to get it to run", async () => {
    const rig = await startRig();
    try {
      const pod = (image: string): Program => ({ it: { kind: "Pod", inputs: { ...gpuPod, image } } });
      await rig.up(pod("x:1"));
      const detail = "no free hardware on the pod's host.";
      const fault = { status: 400, body: { title: "Bad Request", status: 400, detail } };
      await rig.platform.pods.stop(rig.entry("it").id);
      rig.emulator.faults.add({ method: "POST", path: "/v2/pods/:id/action", phase: "before", times: 1, ...fault });
      const error = await rig.up(pod("x:2")).catch((thrown: Error) => thrown);
      expect(error).toMatchObject({ code: "initialization", cause: { code: "start_refused" } });
      const { message } = error as Error;
      expect(message).toMatch(
        /: image was set, but pod \w+ can't start: no free hardware on the pod's host \(POST [^ ]+ failed with 400\)\./,
      );
      expect(message).toMatch(/run `up` again later, or replace the pod.*`triggers`.*`pulumi up --replace URN`/);
      expect(message).not.toContain("Nothing was done");
      expect(await rig.up(pod("x:2"))).toEqual({ it: "update" });
      expect(rig.entry("it").outputs).toMatchObject({ status: "RUNNING", image: "x:2" });
    } finally {
      await rig.close();
    }
  });
});

describe("a credential that is replaced by name, for which the engine asks no diff", () => {
  it("R-15: takes another name on the platform while the old one holds its own", async () => {
    const rig = await startRig();
    try {
      const news = { name: "team", username: "u", password: "p", __provider: "x", __key: "stack/r" };
      const provider = rig.provider("RegistryCredential");
      const first = await provider.create((await provider.check({}, news)).inputs);
      await provider.read(first.id, first.outs);
      const { inputs } = await provider.check({}, news);
      const second = await provider.create((await provider.check({}, inputs)).inputs);
      expect(second.outs.platformName).toMatch(/^team-c[a-z2-7]{11}$/);
      await provider.delete(first.id, first.outs);
      expect(rig.emulator.store.registries.size).toBe(1);
    } finally {
      await rig.emulator.close();
    }
  });
});

describe("a refresh that shows drift", () => {
  let rig: Rig;
  beforeEach(async () => {
    rig = await startRig();
  });
  afterEach(() => rig.emulator.close());
  const ports = ["8888/http", "22/tcp"];
  const program: Program = { trainer: { kind: "Pod", inputs: { ...gpuPod, name: undefined, ports } } };
  const client = () => createClient({ ...rig.emulator, clock: rig.clock, limiter: false });

  it("M-1: keeps the program's order of ports, which says nothing", async () => {
    await rig.up(program);
    const { id } = rig.entry("trainer");
    await client().pods.update(id, { ports: [...ports].reverse(), name: "other" });
    rig.clock.advance(60_000);
    expect(await rig.refresh()).toEqual(["trainer"]);
    expect(rig.entry("trainer")).toMatchObject({ inputs: { ports }, outputs: { ports } });
  });

  it("P-10: shows a name that we made by its path, and goes back to it", async () => {
    await rig.up(program);
    const { id, inputs } = rig.entry("trainer");
    const { name } = inputs;
    await client().pods.update(id, { name: "other" });
    expect(await rig.refresh()).toEqual(["trainer"]);
    expect(rig.entry("trainer").inputs).toMatchObject({ name: "other" });
    expect(await rig.up(program)).toEqual({ trainer: "update" });
    expect(await client().pods.get(id)).toMatchObject({ name });
    expect(await rig.refresh()).toEqual([]);
    expect(rig.entry("trainer").inputs).toMatchObject({ name });
  });
});

describe("what a program sets that it left out before", () => {
  it.each([
    ["env", { env: {} }, { env: { Z: "z" } }],
    ["a command", { cmd: [] }, { args: "zz" }],
  ])("M-7, A-82: %s is compared with what is there", async (_what, news, elsewhere) => {
    const rig = await startRig();
    try {
      const program = (inputs: Props): Program => ({ trainer: { kind: "Pod", inputs: { ...gpuPod, ...inputs } } });
      await rig.up(program({}));
      const client = createClient({ ...rig.emulator, clock: rig.clock, limiter: false });
      const { id } = rig.entry("trainer");
      await client.pods.update(id, elsewhere);
      expect(await rig.up(program({ ...news, disk: 77 }))).toEqual({ trainer: "update" });
      expect(await client.pods.get(id)).toMatchObject({ env: {}, args: "", disk: 77 });
      expect(await rig.up(program({ ...news, disk: 77 }))).toEqual({ trainer: "same" });
    } finally {
      await rig.emulator.close();
    }
  });
});

describe("a change that the platform did not take", () => {
  it("P-35, P-51: is not believed to be done because a step before it was, even where it can't be read back", async () => {
    const rig = await startRig();
    try {
      const program = (inputs: Props): Program => ({ trainer: { kind: "Pod", inputs: { ...gpuPod, ...inputs } } });
      const client = createClient({ ...rig.emulator, clock: rig.clock, limiter: false });
      const template = await client.templates.create({ name: "t", image: "from-template", disk: 33 });
      await rig.up(program({}));
      const patches = () => rig.emulator.requests.list().filter(({ method }) => method === "PATCH").length;
      const fault = { method: "PATCH", path: "/v2/pods/:id", phase: "before", status: 400, times: 1 } as const;
      rig.emulator.faults.add(fault);
      rig.emulator.requests.clear();
      const stopped = { desiredStatus: "EXITED", templateId: template.id, globalNetworking: true };
      await expect(rig.up(program(stopped))).rejects.toMatchObject({ code: "initialization" });
      expect(rig.entry("trainer").outputs).toMatchObject({ status: "EXITED", globalNetworking: false });
      expect(rig.entry("trainer").outputs).not.toHaveProperty("templateId");
      expect(await rig.up(program(stopped))).toEqual({ trainer: "update" });
      expect(patches()).toBe(2);
      expect(await client.pods.get(rig.entry("trainer").id)).toMatchObject({ disk: 33 });
      expect(rig.entry("trainer").outputs).toMatchObject({ templateId: template.id, globalNetworking: true });
      expect(await rig.up(program(stopped))).toEqual({ trainer: "same" });
    } finally {
      await rig.emulator.close();
    }
  });
});
