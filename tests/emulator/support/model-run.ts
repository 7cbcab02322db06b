import assert from "node:assert/strict";
import { dataCenter, gpuType, gpusInAll, Model, type PodChange, type PodRequest } from "./model";
import { nothing, type Step } from "./model-steps";
import type { Platform } from "./platform";

/** Carries out the steps on both, and compares every answer and, every few steps and at the end, everything there is. */
export async function runAgainstModel(platform: Platform, steps: readonly Step[]): Promise<void> {
  platform.emulator.reset();
  await platform.post("/_emulator/capacity", { type: gpuType, free: gpusInAll });
  const run = new Run(platform);
  for (const [index, each] of steps.entries()) {
    await run.step(each);
    if (index % 4 === 3) await run.compare();
  }
  await run.compare();
}

class Run {
  private readonly model = new Model();
  /** Ids that were given out, dead ones included. */
  private readonly seen = {
    pods: [] as string[],
    volumes: [] as string[],
    registries: [] as string[],
    clusters: [] as string[],
  };

  constructor(private readonly platform: Platform) {}

  async step({ operation, fault }: Step): Promise<void> {
    const { model } = this;
    switch (operation.op) {
      case "advance":
        model.now += operation.ms;
        await this.platform.advance(operation.ms);
        break;
      case "money":
        model.isBroke = operation.isBroke;
        await this.platform.post("/_emulator/settings", { creditUsd: operation.isBroke ? -1e6 : 1e6 });
        break;
      case "create pod": {
        const { registry, volume, ...rest } = operation.request;
        const request: PodRequest = {
          ...rest,
          registry: this.pick("registries", registry),
          volume: this.pick("volumes", volume),
        };
        await this.call(
          fault,
          "POST",
          "/v2/pods",
          bodyOf(request),
          () => model.canCreate(request, 1),
          "pods",
          (id) => model.addPod(id, request, "pod"),
        );
        break;
      }
      case "patch pod": {
        const id = this.pick("pods", operation.what) ?? "none";
        const { disk, ...rest }: PodChange = operation.change;
        const body = disk === undefined ? rest : { ...rest, mounts: { persistent: { size: disk, path: "/d" } } };
        await this.call(fault, "PATCH", `/v2/pods/${id}`, body, () => model.patch(id, operation.change));
        break;
      }
      case "act": {
        const id = this.pick("pods", operation.what) ?? "none";
        const { action } = operation;
        await this.call(fault, "POST", `/v2/pods/${id}/action`, { action }, () => model.act(id, action));
        break;
      }
      case "delete pod": {
        const id = this.pick("pods", operation.what) ?? "none";
        await this.call(fault, "DELETE", `/v2/pods/${id}`, undefined, () => model.deletePod(id));
        break;
      }
      case "create cluster":
        await this.createCluster(fault, operation.podCount, operation.gpus);
        break;
      case "delete cluster": {
        const id = this.pick("clusters", operation.what) ?? "none";
        await this.call(fault, "DELETE", `/v2/clusters/${id}`, undefined, () => model.deleteCluster(id));
        break;
      }
      case "create volume": {
        const { size } = operation;
        const body = { name: "volume", size, dataCenter };
        await this.call(
          fault,
          "POST",
          "/v2/network-volumes",
          body,
          () => (size < 10 ? 422 : 201),
          "volumes",
          (id) => model.volumes.set(id, { name: "volume", size }),
        );
        break;
      }
      case "resize volume": {
        const id = this.pick("volumes", operation.what) ?? "none";
        const { size } = operation;
        await this.call(fault, "PATCH", `/v2/network-volumes/${id}`, { size }, () => model.resize(id, size));
        break;
      }
      case "delete volume": {
        const id = this.pick("volumes", operation.what) ?? "none";
        await this.call(fault, "DELETE", `/v2/network-volumes/${id}`, undefined, () => model.deleteVolume(id));
        break;
      }
      case "create registry": {
        const { name } = operation;
        const body = { name, username: "u", password: "p" };
        const expected = () => ([...model.registries.values()].includes(name) ? 400 : 201);
        await this.call(fault, "POST", "/v2/registries", body, expected, "registries", (id) =>
          model.registries.set(id, name),
        );
        break;
      }
      case "delete registry": {
        const id = this.pick("registries", operation.what) ?? "none";
        await this.call(fault, "DELETE", `/v2/registries/${id}`, undefined, () => model.deleteRegistry(id));
        break;
      }
    }
  }

  private async createCluster(fault: string, podCount: number, gpus: number): Promise<void> {
    const { model } = this;
    const request: PodRequest = { image: "i", env: {}, gpus, registry: undefined, volume: undefined, disk: undefined };
    const compute = { gpuTypeId: gpuType, gpuCountPerPod: gpus, podCount };
    const body = { name: "cluster", type: "APPLICATION", compute, image: "i", dataCenterIds: [dataCenter] };
    const expected = () => (podCount < 2 ? 422 : model.canCreate(request, podCount));
    let created: string | undefined;
    await this.call(fault, "POST", "/v2/clusters", body, expected, "clusters", (id) => (created = id));
    if (created === undefined) return;
    const id: string = created;
    const { pods } = (await this.platform.get(`/v2/clusters/${id}/pods`)).body;
    const members = pods.map((pod: { id: string }) => pod.id) as string[];
    members.forEach((member, rank) => model.addPod(member, request, `cluster-${rank}`, id));
    this.seen.pods.push(...members);
    model.clusters.set(id, { name: "cluster", members });
  }

  /** Sends a request under a fault; the model answers too, unless nothing was carried out. */
  private async call(
    fault: string,
    method: string,
    path: string,
    body: unknown,
    expected: () => number,
    kind?: keyof Run["seen"],
    created: (id: string) => unknown = () => undefined,
  ): Promise<void> {
    if (fault !== "none") this.platform.emulator.faults.add(faults[fault] ?? { phase: "reset" });
    const reply = await this.platform.call(method, path, body).catch(() => undefined);
    this.platform.emulator.faults.clear();
    if (fault === "before") return assert.equal(reply?.status, 503);
    if (fault === "reset") return assert.equal(reply, undefined);
    const status = expected();
    if (fault === "replaced") assert.equal(reply?.status, 502);
    else if (fault === "after" || fault === "mid-body") assert.equal(reply, undefined);
    else assert.equal(reply?.status, status, `${method} ${path}: ${JSON.stringify(reply?.body)}`);
    if (kind === undefined || status !== 201) return;
    const id = reply?.body?.id ?? (await this.newest(kind));
    this.seen[kind].push(id);
    created(id);
  }

  /** After a lost answer: the newest of its kind that nobody was told of. */
  private async newest(kind: keyof Run["seen"]): Promise<string> {
    const path = { pods: "pods", volumes: "network-volumes", registries: "registries", clusters: "clusters" }[kind];
    const key = kind === "volumes" ? "networkVolumes" : kind;
    const listed = (await this.platform.get(`/v2/${path}`)).body[key] as { id: string }[];
    const unknown = listed.filter(({ id }) => !this.seen[kind].includes(id));
    assert.equal(unknown.length, 1);
    return unknown[0]?.id ?? "";
  }

  private pick(kind: keyof Run["seen"], index: number | undefined): string | undefined {
    if (index === undefined) return undefined;
    const ids = this.seen[kind];
    return index === nothing ? "none" : (ids.at(-1 - (index % ids.length)) ?? "none");
  }

  /** Everything there is, on both sides. */
  async compare(): Promise<void> {
    const { model, platform } = this;
    const [pods, volumes, registries, clusters] = await Promise.all([
      platform.get("/v2/pods?includeClusterPods=true"),
      platform.get("/v2/network-volumes"),
      platform.get("/v2/registries"),
      platform.get("/v2/clusters"),
    ]);
    const podView = pods.body.pods.map((pod: any) => [
      pod.id,
      {
        name: pod.name,
        image: pod.image,
        env: pod.cluster ? {} : pod.env,
        locked: pod.locked,
        status: pod.status,
        isFree: pod.cost === 0,
        hasRuntime: pod.runtime !== null,
        disk: pod.mounts.persistent?.size,
        cluster: pod.cluster?.id,
      },
    ]);
    const podModel = [...model.pods].map(([id, pod]) => {
      const status = model.statusOf(pod);
      const { name, image, env, locked, disk, cluster } = pod;
      return [
        id,
        {
          name,
          image,
          env,
          locked,
          status,
          isFree: status === "EXITED",
          hasRuntime: status === "RUNNING",
          disk,
          cluster,
        },
      ];
    });
    assert.deepEqual(Object.fromEntries(podView), Object.fromEntries(podModel));
    const ids = (things: readonly { id: string }[]) => things.map(({ id }) => id).sort();
    assert.deepEqual(
      volumes.body.networkVolumes.map(({ id, size }: any) => [id, size]).sort(),
      [...model.volumes].map(([id, { size }]) => [id, size]).sort(),
    );
    assert.deepEqual(ids(registries.body.registries), [...model.registries.keys()].sort());
    assert.deepEqual(ids(clusters.body.clusters), [...model.clusters.keys()].sort());
    assert.deepEqual(platform.emulator.store.defects, []);
  }
}

const faults: Readonly<Record<string, { phase: "before" | "after" | "mid-body" | "reset"; status?: number }>> = {
  before: { phase: "before" },
  after: { phase: "after" },
  reset: { phase: "reset" },
  "mid-body": { phase: "mid-body" },
  replaced: { phase: "after", status: 502 },
};

function bodyOf({ image, env, gpus, registry, volume, disk }: PodRequest) {
  const mounts = {
    ...(disk !== undefined && { persistent: { size: disk, path: "/d" } }),
    ...(volume !== undefined && { network: [{ volumeId: volume, path: "/d" }] }),
  };
  const gpu = { id: gpuType, count: gpus };
  return {
    name: "pod",
    image,
    env,
    gpu,
    mounts,
    dataCenterIds: [dataCenter],
    ...(registry !== undefined && { registry }),
  };
}
