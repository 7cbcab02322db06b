import type { Pod } from "../../api/pods";
import { choices } from "../kernel/choices";
import { timestampOf } from "../store/clock";
import type { Store } from "../store/store";
import { decodeArgs } from "../../api/command";
import type { StoredCluster } from "../clusters/record";
import { hashOf, hostIp, podMembers, publicPort, type StoredPod } from "./record";
import { cpuMemoryGb } from "./hardware-rules";
import { actionsIn, holdsCompute, advance, loadOf } from "./lifecycle";

/** A pod as the platform reports it now (P-30). */
export function toPod(store: Store, stored: StoredPod): Pod {
  const pod = advance(store, stored);
  const stock = store.capacity.stock(pod.stockId);
  const { entrypoint, cmd } = decodeArgs(pod.args);
  const isRunning = pod.status === "RUNNING";
  // The spread comes last: V8 takes fifty times as long to add members to a copy.
  return {
    id: pod.id,
    status: pod.status,
    actions: [...actionsIn[pod.status]],
    args: pod.args,
    cmd: [...cmd],
    entrypoint: [...entrypoint],
    mounts: pod.mounts,
    dataCenterId: pod.isPlaced ? stock.dataCenter : null,
    cudaVersion: pod.isPlaced ? stock.cuda : null,
    ssh: sshOf(pod),
    template: pod.template,
    cost: holdsCompute(pod.status) ? pod.ratePerHourUsd : 0,
    globalNetworking: networkingOf(pod),
    runtime: isRunning ? runtimeOf(pod, store.now(), loadOf(store, pod)) : null,
    createdAt: timestampOf(pod.createdAt),
    startedAt: pod.startedAt === null ? null : timestampOf(pod.startedAt),
    ...(pod.gpu && {
      gpu: { ...pod.gpu, vcpuCount: stock.vcpuPerGpu * pod.gpu.count, memory: stock.ramGbPerGpu * pod.gpu.count },
    }),
    ...(pod.cpu && { cpu: { ...pod.cpu, memory: cpuMemoryGb(store.catalog, pod.cpu) } }),
    ...(pod.cluster && { cluster: clusterOf(store, pod) }),
    ...podMembers.shown(pod),
  };
}

/** The proxy needs a machine only; the direct way a running pod that lists `22/tcp` (P-55). */
function sshOf(pod: StoredPod): Pod["ssh"] {
  const host = choices.sshProxyHost;
  const username = `${pod.id}-${hashOf(pod.id).toString(16).padStart(8, "0")}`;
  const proxy = { host, port: 22, username, command: `ssh ${username}@${host}` };
  return { proxy: pod.isPlaced ? proxy : null, direct: directSsh(pod) };
}

function directSsh(pod: StoredPod) {
  if (pod.status !== "RUNNING" || !pod.ports.includes("22/tcp")) return null;
  const host = hostIp(pod.id);
  const port = publicPort(pod.id, 22, pod.boots);
  return { host, port, username: "root", command: `ssh root@${host} -p ${port}` };
}

/** `host:port` of a pod that can be reached directly (C-28). */
export function sshEndpointOf(pod: StoredPod): string | undefined {
  const direct = directSsh(pod);
  return direct ? `${direct.host}:${direct.port}` : undefined;
}

function networkingOf({ id, networkIp }: StoredPod): Pod["globalNetworking"] {
  if (!networkIp) return { enabled: false };
  return { enabled: true, ip: networkIp, internalDns: `${id}.${choices.internalDnsSuffix}` };
}

function runtimeOf(pod: StoredPod, now: number, load: number | undefined): Pod["runtime"] {
  const byChance = (what: string) => hashOf(`${pod.id}/${what}/${Math.floor(now / 10_000)}`) % 101;
  const gpus = Array.from({ length: pod.gpu?.count ?? 0 }, (_, i) => ({
    util: load ?? byChance(`gpu${i}`),
    memoryUtil: byChance(`gpu-memory${i}`),
  }));
  return {
    uptime: Math.floor((now - pod.since) / 1000),
    gpus,
    cpu: { util: load ?? byChance("cpu") },
    memory: { util: byChance("memory") },
    ports: pod.ports.map((port) => mappingOf(pod, port)),
  };
}

/** HTTP ports go through the platform's proxy. Numbers from 70000 ask for the same number inside and outside (M-10). */
function mappingOf(pod: StoredPod, spec: string) {
  const [number, type = "tcp"] = spec.split("/");
  const port = Number(number);
  if (type === "http") return { private: port, public: null, type, ip: null };
  const outside = publicPort(pod.id, port, pod.boots);
  return { private: port >= 70_000 ? outside : port, public: outside, type, ip: hostIp(pod.id) };
}

function clusterOf(store: Store, { cluster, isPlaced }: StoredPod): NonNullable<Pod["cluster"]> {
  const { id: clusterId = "", rank = 0 } = cluster ?? {};
  const role = roleOf(store.clusters.get(clusterId)?.type, rank);
  const named = role && { role };
  // Rank and address are assigned with the machine; the role is there from the start (P-31).
  if (!isPlaced) return { id: clusterId, rank: null, ...named };
  return { id: clusterId, rank, ...named, ip: memberIp(clusterId, rank) };
}

/** Rank 0 leads (C-27, CH-28). */
function roleOf(type: StoredCluster["type"] | undefined, rank: number): string | undefined {
  switch (type) {
    case "SLURM":
      return rank === 0 ? "SLURM_CONTROLLER" : "SLURM_COMPUTE";
    case "RAY":
      return rank === 0 ? "RAY_HEAD" : "RAY_WORKER";
    case "APPLICATION":
    case "TRAINING":
    case undefined:
      return undefined;
  }
}

/** Address of a member in its cluster's own network. */
export function memberIp(clusterId: string, rank: number): string {
  return `10.${77 + (hashOf(clusterId) % 100)}.0.${2 + rank}`;
}
