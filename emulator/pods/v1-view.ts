import type { V1Pod, V1PodQuery } from "../../api/v1/pods";
import { decodeArgs } from "../../api/command";
import { hashOf, hostIp, publicPort, type StoredPod } from "./record";
import { holdsCompute, advance } from "./lifecycle";
import { toTemplate } from "../templates/record";
import type { EndpointState, WorkerState } from "../serverless/record";
import type { Store } from "../store/store";

/** v1 timestamps carry milliseconds (A-72). */
const stamp = (ms: number) => new Date(ms).toISOString();

type Include = Pick<V1PodQuery, "includeMachine" | "includeNetworkVolume" | "includeSavingsPlans" | "includeTemplate">;

/** A pod in v1's flat words (O-27, section 14.6). */
export function toV1Pod(store: Store, stored: StoredPod, include: Include = {}): V1Pod {
  const pod = advance(store, stored);
  const { entrypoint, cmd } = decodeArgs(pod.args);
  const { persistent, network = [] } = pod.mounts;
  const [volume] = network;
  return {
    id: pod.id,
    name: pod.name,
    desiredStatus: pod.status === "EXITED" || pod.status === "TERMINATED" ? pod.status : "RUNNING",
    image: pod.image,
    costPerHr: holdsCompute(pod.status) ? pod.ratePerHourUsd : 0,
    ...(pod.gpu ? { gpu: { ...pod.gpu } } : {}),
    ...(pod.cpu ? { cpuFlavorId: pod.cpu.id, vcpuCount: pod.cpu.vcpuCount } : {}),
    machineId: pod.isPlaced ? machineIdOf(pod) : null,
    ...networkingOf(pod),
    templateId: pod.template,
    lastStartedAt: pod.startedAt === null ? null : stamp(pod.startedAt),
    locked: pod.locked,
    env: pod.env,
    ports: [...pod.ports],
    dockerEntrypoint: [...entrypoint],
    dockerStartCmd: [...cmd],
    containerDiskInGb: pod.disk,
    containerRegistryAuthId: pod.registry,
    volumeInGb: persistent?.size ?? 0,
    ...(persistent || volume ? { volumeMountPath: persistent?.path ?? volume?.path } : {}),
    ...(volume ? { networkVolumeId: volume.volumeId } : {}),
    ...included(store, pod, include),
  };
}

const machineIdOf = ({ stockId, id }: StoredPod) => `m${hashOf(`${stockId}/${id}`).toString(36)}`;

/** Public TCP ports, while the pod runs and lists any. */
function networkingOf(pod: StoredPod): Pick<V1Pod, "publicIp" | "portMappings"> {
  const tcp = pod.ports.filter((port) => port.endsWith("/tcp")).map((port) => Number.parseInt(port, 10));
  if (pod.status !== "RUNNING" || tcp.length === 0) return { publicIp: null, portMappings: null };
  const portMappings = Object.fromEntries(tcp.map((port) => [String(port), publicPort(pod.id, port, pod.boots)]));
  return { publicIp: hostIp(pod.id), portMappings };
}

function included(store: Store, pod: StoredPod, include: Include): Record<string, unknown> {
  const [volume] = pod.mounts.network ?? [];
  const stored = volume && store.volumes.get(volume.volumeId);
  const template = pod.template === null ? undefined : store.templates.get(pod.template);
  return {
    ...(include.includeMachine ? { machine: machineOf(store, pod) } : {}),
    ...(include.includeNetworkVolume && stored
      ? { networkVolume: { id: stored.id, name: stored.name, size: stored.size, dataCenterId: stored.dataCenter } }
      : {}),
    ...(include.includeSavingsPlans ? { savingsPlans: [] } : {}),
    ...(include.includeTemplate && template ? { template: toTemplate(template) } : {}),
  };
}

function machineOf(store: Store, pod: StoredPod): Record<string, unknown> | null {
  if (!pod.isPlaced) return null;
  const { dataCenter, type, cloud } = store.capacity.stock(pod.stockId);
  return { dataCenterId: dataCenter, gpuTypeId: pod.gpu ? type : null, secureCloud: cloud === "SECURE" };
}

/** A serverless worker among the pods, shown only on request (`includeWorkers`, O-27). */
export function workerAsV1Pod({ id: endpointId, settings }: EndpointState, worker: WorkerState): V1Pod {
  const { place, startedAt, image } = worker;
  return {
    id: worker.id,
    name: settings.name,
    desiredStatus: "RUNNING",
    image,
    costPerHr: Object.values(place?.rates ?? {}).reduce((sum, usd) => sum + usd, 0),
    ...(place?.gpuTypeId ? { gpu: { id: place.gpuTypeId, count: worker.gpuCount } } : {}),
    machineId: place ? `m${hashOf(place.stockId).toString(36)}` : null,
    publicIp: null,
    portMappings: null,
    lastStartedAt: startedAt === undefined ? null : stamp(startedAt),
    endpointId,
    locked: false,
  };
}
