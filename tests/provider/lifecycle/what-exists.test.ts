import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Props } from "../../../provider/table/props";
import { gpuEndpoint, gpuPod, trainingCluster, volume } from "../fixtures";
import { type Declared, type Rig, startRig, wire } from "../rig";

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(async () => {
  await rig.close();
});

const resource = (kind: Declared["kind"], inputs: Props): Declared => ({
  kind,
  inputs: { ...inputs, __key: "key-of-it" },
});
const requests = (path: RegExp) => rig.emulator.requests.list().filter((request) => path.test(request.path));
const settings = { disk: 70, ports: ["22/tcp"], cmd: ["train"], env: { TOKEN: "t0ken" } };
const disks = { persistent: { size: 20, path: "/data" } };
const imported = async (kind: Declared["kind"], id: string) => {
  const { props, inputs } = await rig.provider(kind).import(id, { __key: "key-of-it" });
  return { props: wire(props), inputs: wire(inputs) };
};

describe("a cluster that exists", () => {
  const make = (over: Props = {}) =>
    rig.platform.clusters.create({ ...trainingCluster, ...settings, ...over } as never);

  it("C-6, C-24: is imported with what one of its pods shows, by one request more", async () => {
    const { id } = await make({ mounts: disks });
    rig.emulator.requests.clear();
    const { props, inputs } = await imported("Cluster", id);
    expect(requests(/clusters/)).toHaveLength(2);
    const { disk, ports } = settings;
    expect(inputs).toEqual({ ...trainingCluster, disk, ports, mounts: disks });
    expect(props).toMatchObject({ ...trainingCluster, disk, ports, mounts: disks });
    expect(JSON.stringify([props, inputs])).not.toContain("t0ken");
    expect(rig.informed).toEqual([expect.stringMatching(/args, cmd, env \(.*TOKEN.*\) may hold secrets/)]);
    const asked = { ...inputs, ...settings, __key: "key-of-it" };
    expect(await rig.provider("Cluster").diff(id, props, asked)).toMatchObject({ changes: true, replaces: [] });
    const other = { ...asked, env: { TOKEN: "another" } };
    expect(await rig.provider("Cluster").diff(id, props, other)).toMatchObject({ replaces: ["env"] });
  });

  it("C-21: is imported with its template and none of what comes with that", async () => {
    const base = await rig.platform.templates.create({ name: "base", image: "x:1", mounts: disks });
    const { image: _, ...hardware } = trainingCluster;
    const { id } = await rig.platform.clusters.create({ ...hardware, templateId: base.id } as never);
    const { props, inputs } = await imported("Cluster", id);
    expect(inputs).toEqual({ ...hardware, templateId: base.id });
    expect(props).toMatchObject({ image: "x:1", mounts: disks });
    expect((await rig.provider("Cluster").check(inputs, inputs)).failures).toEqual([]);
    expect(await rig.provider("Cluster").diff(id, props, inputs)).toMatchObject({ changes: false });
  });

  it.each([
    { name: "image", over: { image: "another:1" } },
    { name: "disk", over: { disk: 80 } },
    { name: "ports", over: { ports: ["80/http"] } },
    { name: "cmd", over: { cmd: ["serve"] } },
    { name: "env", over: { env: { TOKEN: "another" } } },
    { name: "mounts", over: { mounts: { persistent: { size: 30, path: "/data" } } } },
    { name: "templateId", over: { image: undefined, templateId: "another" } },
  ])("C-20: is not adopted by a program that says another $name", async ({ name, over }) => {
    const { id } = await make({ mounts: disks });
    const same = { ...trainingCluster, ...settings, mounts: disks, adopt: { id } };
    const asked = name === "templateId" ? { ...trainingCluster, adopt: { id }, ...over } : { ...same, ...over };
    await expect(rig.up({ it: resource("Cluster", asked) })).rejects.toThrow(`${name}: the object to adopt`);
    expect(await rig.up({ it: resource("Cluster", same) })).toEqual({ it: "create" });
  });

  it("is read by one request more at a refresh, and nothing drifts", async () => {
    await rig.up({ it: resource("Cluster", { ...trainingCluster, ...settings }) });
    rig.emulator.requests.clear();
    expect(await rig.refresh()).toEqual([]);
    expect(requests(/clusters/)).toHaveLength(2);
    expect(await rig.up({ it: resource("Cluster", { ...trainingCluster, ...settings }) })).toEqual({ it: "same" });
  });
});

it("M-56: an imported pod takes the program's word for the filters of its GPUs, which no read shows", async () => {
  const { desiredStatus: _, ...asked } = gpuPod;
  const gpu = { id: "NVIDIA L40S", count: 2, minCudaVersion: "12.4" };
  const { id } = await rig.platform.pods.create({ ...asked, gpu } as never);
  const { props, inputs } = await imported("Pod", id);
  const provider = rig.provider("Pod");
  const news = (other: Props) => ({ ...inputs, ...other, __key: "key-of-it" });
  expect(await provider.diff(id, props, news({}))).toMatchObject({ changes: false });
  expect(await provider.diff(id, props, news({ gpu: { ...gpu, count: 1 } }))).toMatchObject({ replaces: ["gpu"] });
  expect(await provider.diff(id, props, news({ gpu }))).toMatchObject({ changes: true, replaces: [] });
  rig.emulator.requests.clear();
  const { outs } = await provider.update(id, props, news({ gpu }));
  expect(requests(/pods/).filter(({ method }) => method !== "GET")).toEqual([]);
  expect(outs).toMatchObject({ gpu });
  expect(await provider.diff(id, wire(outs), news({ gpu }))).toMatchObject({ changes: false });
  const other = { ...gpu, minCudaVersion: "12.8" };
  expect(await provider.diff(id, wire(outs), news({ gpu: other }))).toMatchObject({ replaces: ["gpu"] });
  expect(rig.informed).toEqual([expect.stringContaining("templateId, ")]);
  expect(rig.informed).toEqual([expect.stringContaining("all of gpu")]);
});

describe("global networking", () => {
  const networked = { ...gpuPod, globalNetworking: true };

  it("P-15, P-56: is imported as the pod has it", async () => {
    await rig.up({ it: resource("Pod", networked) });
    const { id } = rig.entry("it");
    const { props, inputs } = await imported("Pod", id);
    expect(inputs).toMatchObject({ globalNetworking: true });
    expect(props).toMatchObject({ globalNetworking: true });
  });

  it.each([
    { has: false, wants: true },
    { has: true, wants: false },
  ])("P-15, P-56: is set to $wants where a pod is adopted that has $has", async ({ has, wants }) => {
    const { desiredStatus: _, ...asked } = gpuPod;
    const { id } = await rig.platform.pods.create({ ...asked, globalNetworking: has } as never);
    await rig.platform.waits.pod(id, { isDone: ({ status }) => status === "RUNNING", withinMs: 600_000 });
    rig.emulator.requests.clear();
    const adopting = { it: { kind: "Pod", inputs: { ...gpuPod, globalNetworking: wants, adopt: { id } } } as const };
    await rig.up(adopting);
    expect(requests(/pods/).filter(({ method }) => method === "PATCH")).toHaveLength(1);
    expect(await rig.up(adopting)).toEqual({ it: "same" });
    expect(await rig.refresh()).toEqual([]);
  });

  it("P-15, P-51: is set where a stopped pod is adopted that has none, and no look tells", async () => {
    const { desiredStatus: _, ...asked } = gpuPod;
    const { id } = await rig.platform.pods.create(asked as never);
    await rig.platform.pods.stop(id);
    const inputs = { ...networked, desiredStatus: "EXITED", adopt: { id } };
    await rig.up({ it: { kind: "Pod", inputs } });
    await rig.platform.pods.start(id);
    await rig.platform.waits.pod(id, { isDone: ({ status }) => status === "RUNNING", withinMs: 600_000 });
    expect(await rig.platform.pods.get(id)).toMatchObject({ globalNetworking: { enabled: true } });
  });

  it("P-51: stays as asked for from an update on until the next start", async () => {
    await rig.up({ it: resource("Pod", gpuPod) });
    await rig.up({ it: resource("Pod", networked) });
    expect(rig.entry("it").outputs).toMatchObject({ globalNetworking: true, networking: { enabled: false } });
    expect(await rig.up({ it: resource("Pod", networked) })).toEqual({ it: "same" });
  });
});

describe("what an object has is valid, whatever the limits for a new one are", () => {
  /** One from before the limit. */
  const small = async () => {
    const { id } = await rig.platform.networkVolumes.create(volume as never);
    rig.emulator.store.volumes.get(id)!.size = 5;
    return { id, asked: { ...volume, size: 5 } };
  };

  it("V-11: a volume below today's minimum is imported and renamed", async () => {
    const { id } = await small();
    const { props, inputs } = await imported("NetworkVolume", id);
    const news = { ...inputs, name: "renamed" };
    const provider = rig.provider("NetworkVolume");
    expect((await provider.check(inputs, news)).failures).toEqual([]);
    expect(await provider.diff(id, props, news)).toMatchObject({ replaces: [] });
    expect((await provider.check(inputs, { ...inputs, size: 6 })).failures).toMatchObject([{ property: "size" }]);
  });

  it("V-11: a volume below today's minimum is adopted", async () => {
    const { id, asked } = await small();
    expect(await rig.up({ it: resource("NetworkVolume", { ...asked, adopt: { id } }) })).toEqual({ it: "create" });
    expect(await rig.up({ it: resource("NetworkVolume", { ...asked, adopt: { id } }) })).toEqual({ it: "same" });
  });

  it("V-11: neither a new volume nor the replacement of one is below it", async () => {
    const { asked } = await small();
    const provider = rig.provider("NetworkVolume");
    expect((await provider.check({}, asked)).failures).toMatchObject([{ property: "size" }]);
  });

  it.each<{ rule: string; kind: Declared["kind"]; asked: Props; other: Props; path: string }>([
    {
      rule: "E-11",
      kind: "Endpoint",
      asked: { ...gpuEndpoint, workers: { idleTimeout: 9_999 } },
      other: { ...gpuEndpoint, workers: { idleTimeout: 9_998 } },
      path: "workers.idleTimeout",
    },
    {
      rule: "E-24, a rule between two members",
      kind: "Endpoint",
      asked: { ...gpuEndpoint, workers: { min: 4, max: 2 } },
      other: { ...gpuEndpoint, workers: { min: 5, max: 2 } },
      path: "workers.min",
    },
    {
      rule: "M-11",
      kind: "Pod",
      asked: { ...gpuPod, ports: Array.from({ length: 11 }, (_, at) => `${8000 + at}/http`) },
      other: { ...gpuPod, ports: Array.from({ length: 12 }, (_, at) => `${8000 + at}/http`) },
      path: "ports",
    },
    {
      rule: "M-20",
      kind: "Pod",
      asked: { ...gpuPod, mounts: { persistent: { size: 5, path: "/data" } } },
      other: { ...gpuPod, mounts: { persistent: { size: 6, path: "/data" } } },
      path: "mounts.persistent.size",
    },
    {
      rule: "C-10",
      kind: "Cluster",
      asked: { ...trainingCluster, compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 300 } },
      other: { ...trainingCluster, compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 301 } },
      path: "compute.podCount",
    },
  ])("$rule: a $kind is held against it only where $path changes", async ({ kind, asked, other, path }) => {
    const provider = rig.provider(kind);
    expect((await provider.check(asked, { ...asked, name: "renamed" })).failures).toEqual([]);
    for (const refused of [await provider.check(asked, other), await provider.check({}, asked)])
      expect(refused.failures).toMatchObject([{ property: path }]);
  });

  it("E-24: more workers at least than at most, which the program declares first of all for an endpoint that has them, pass", async () => {
    await rig.up({ it: resource("Endpoint", gpuEndpoint) });
    const { id, inputs, outputs } = rig.entry("it");
    const state = { ...outputs, workers: { min: 4, max: 2 } };
    const provider = rig.provider("Endpoint");
    const asked = async (workers: Props) => {
      const news = { ...inputs, workers };
      expect((await provider.check(inputs, news)).failures).toEqual([]);
      return provider.diff(id, state, news);
    };
    expect(await asked({ min: 4, max: 2 })).toMatchObject({ replaces: [] });
    await expect(asked({ min: 5, max: 2 })).rejects.toMatchObject({ code: "over_limit" });
  });

  describe.each([
    {
      rule: "M-20",
      name: "mounts",
      path: "mounts.persistent.size",
      of: (size: number) => ({ persistent: { size, path: "/data" } }),
      has: 5,
      other: 6,
    },
    {
      rule: "M-11",
      name: "ports",
      path: "ports",
      of: (count: number) => Array.from({ length: count }, (_, at) => `${8000 + at}/http`),
      has: 11,
      other: 12,
    },
  ])("$rule: the limit of $name, which the program sets for the first time on an adopted pod", (row) => {
    let adopting: Props;
    beforeEach(async () => {
      const { desiredStatus: _, ...asked } = gpuPod;
      const { id } = await rig.platform.pods.create({ ...asked, mounts: disks } as never);
      await rig.platform.waits.pod(id, { isDone: ({ status }) => status === "RUNNING", withinMs: 600_000 });
      Object.assign(rig.emulator.store.pods.get(id)!, { [row.name]: row.of(row.has) });
      adopting = { ...gpuPod, adopt: { id } };
      await rig.up({ it: resource("Pod", adopting) });
    });
    const declaring = (count: number) => ({ it: resource("Pod", { ...adopting, [row.name]: row.of(count) }) });

    it("is not held against what the pod has", async () => {
      await rig.up(declaring(row.has));
      expect(await rig.up(declaring(row.has))).toEqual({ it: "same" });
    });

    it("is held against another value, before anything is sent", async () => {
      rig.emulator.requests.clear();
      const refused = { code: "over_limit", message: expect.stringContaining(row.path) };
      await expect(rig.up(declaring(row.other))).rejects.toMatchObject(refused);
      expect(requests(/./).filter(({ method }) => method !== "GET")).toEqual([]);
    });
  });
});
