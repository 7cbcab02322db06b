import assert from "node:assert/strict";
import { dataCenter, gpuType, type PodChange, type PodRequest } from "./model";
import type { Caller } from "./model-caller";
import type { Operation } from "./model-steps";

export type PodOperation = Extract<Operation, { readonly on: "pods" }>;

/** Pods, clusters, volumes, credentials, time and money, on both sides. */
export async function podStep(caller: Caller, operation: PodOperation): Promise<void> {
  const { model, platform } = caller;
  switch (operation.op) {
    case "advance":
      model.now += operation.ms;
      return platform.advance(operation.ms);
    case "money":
      model.isBroke = operation.isBroke;
      await platform.post("/_emulator/settings", { creditUsd: operation.isBroke ? -1e6 : 1e6 });
      return;
    case "create pod": {
      const { registry, volume, template, ...rest } = operation.request;
      const request: PodRequest = {
        ...rest,
        registry: caller.pick("registries", registry),
        volume: caller.pick("volumes", volume),
        template: caller.pick("templates", template),
      };
      const expected = () => model.canCreate(request, 1);
      return caller.call("POST", "/v2/pods", bodyOf(request), expected, "pods", (id) =>
        model.addPod(id, request, "pod"),
      );
    }
    case "patch pod": {
      const id = caller.pick("pods", operation.what);
      const { disk, ...rest }: PodChange = operation.change;
      const body = disk === undefined ? rest : { ...rest, mounts: { persistent: { size: disk, path: "/d" } } };
      return caller.call("PATCH", `/v2/pods/${id}`, body, () => model.patch(id, operation.change));
    }
    case "act": {
      const id = caller.pick("pods", operation.what);
      const { action } = operation;
      return caller.call("POST", `/v2/pods/${id}/action`, { action }, () => model.act(id, action));
    }
    case "delete pod": {
      const id = caller.pick("pods", operation.what);
      return caller.call("DELETE", `/v2/pods/${id}`, undefined, () => model.deletePod(id));
    }
    case "create cluster":
      return createCluster(caller, operation);
    case "delete cluster": {
      const id = caller.pick("clusters", operation.what);
      return caller.call("DELETE", `/v2/clusters/${id}`, undefined, () => model.deleteCluster(id));
    }
    case "create volume": {
      const { size } = operation;
      const body = { name: "volume", size, dataCenter };
      return caller.call(
        "POST",
        "/v2/network-volumes",
        body,
        () => (size < 10 ? 422 : 201),
        "volumes",
        (id) => model.volumes.set(id, { name: "volume", size }),
      );
    }
    case "resize volume": {
      const id = caller.pick("volumes", operation.what);
      const { size } = operation;
      return caller.call("PATCH", `/v2/network-volumes/${id}`, { size }, () => model.resize(id, size));
    }
    case "delete volume": {
      const id = caller.pick("volumes", operation.what);
      return caller.call("DELETE", `/v2/network-volumes/${id}`, undefined, () => model.deleteVolume(id));
    }
    case "create registry": {
      const { name } = operation;
      const body = { name, username: "u", password: "p" };
      const expected = () => ([...model.registries.values()].includes(name) ? 400 : 201);
      return caller.call("POST", "/v2/registries", body, expected, "registries", (id) =>
        model.registries.set(id, name),
      );
    }
    case "delete registry": {
      const id = caller.pick("registries", operation.what);
      return caller.call("DELETE", `/v2/registries/${id}`, undefined, () => model.deleteRegistry(id));
    }
  }
}

async function createCluster(
  caller: Caller,
  { podCount, gpus, template: index }: Extract<PodOperation, { op: "create cluster" }>,
): Promise<void> {
  const { model, platform } = caller;
  const template = caller.pick("templates", index);
  const none = { registry: undefined, volume: undefined, disk: undefined };
  const request: PodRequest = { ...none, image: "i", env: {}, gpus, template };
  const compute = { gpuTypeId: gpuType, gpuCountPerPod: gpus, podCount };
  const from = template === undefined ? { image: "i" } : { templateId: template };
  const body = { name: "cluster", type: "APPLICATION", compute, dataCenterIds: [dataCenter], ...from };
  const expected = () => (podCount < 2 ? 422 : model.canCreate(request, podCount));
  let created: string | undefined;
  await caller.call("POST", "/v2/clusters", body, expected, "clusters", (id) => (created = id));
  if (created === undefined) return;
  const id: string = created;
  const { pods } = (await platform.get(`/v2/clusters/${id}/pods`)).body;
  const members = pods.map((pod: { id: string }) => pod.id) as string[];
  members.forEach((member, rank) => model.addPod(member, request, `cluster-${rank}`, id));
  caller.seen.pods.push(...members);
  model.clusters.set(id, { name: "cluster", members, template });
}

/** Everything there is, on both sides. */
export async function comparePods(caller: Caller): Promise<void> {
  const { model, platform } = caller;
  const [pods, volumes, registries, clusters] = await Promise.all([
    platform.get("/v2/pods?includeClusterPods=true"),
    caller.listed("volumes"),
    caller.listed("registries"),
    caller.listed("clusters"),
  ]);
  const podView = pods.body.pods.map((pod: any) => [
    pod.id,
    {
      name: pod.name,
      image: pod.image,
      // Members of clusters find each other through theirs.
      env: pod.cluster ? {} : pod.env,
      registry: pod.registry,
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
    const { name, image, locked, disk, cluster } = pod;
    const env = cluster === undefined ? pod.env : {};
    const registry = pod.registry ?? null;
    const [isFree, hasRuntime] = [status === "EXITED", status === "RUNNING"];
    return [id, { name, image, env, registry, locked, status, isFree, hasRuntime, disk, cluster }];
  });
  assert.deepEqual(Object.fromEntries(podView), Object.fromEntries(podModel));
  const ids = (things: readonly { id: string }[]) => things.map(({ id }) => id).sort();
  assert.deepEqual(
    volumes.map(({ id, size }) => [id, size]).sort(),
    [...model.volumes].map(([id, { size }]) => [id, size]).sort(),
  );
  assert.deepEqual(ids(registries), [...model.registries.keys()].sort());
  assert.deepEqual(
    Object.fromEntries(clusters.map(({ id, template }) => [id, template])),
    Object.fromEntries([...model.clusters].map(([id, { template }]) => [id, template])),
  );
}

function bodyOf({ image, env, gpus, registry, volume, template, disk }: PodRequest) {
  const mounts = {
    ...(disk !== undefined && { persistent: { size: disk, path: "/d" } }),
    ...(volume !== undefined && { network: [{ volumeId: volume, path: "/d" }] }),
  };
  return {
    name: "pod",
    env,
    gpu: { id: gpuType, count: gpus },
    mounts,
    dataCenterIds: [dataCenter],
    ...(template === undefined ? { image } : { templateId: template }),
    ...(registry !== undefined && { registry }),
  };
}
