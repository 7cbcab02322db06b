import type { V1Endpoint, V1Template } from "../../api/v1/others";
import { typesOf } from "./placement";
import type { EndpointState } from "./record";
import type { Store } from "../store/store";
import { workerAsV1Pod } from "../pods/v1-view";
import { toV1Template } from "../templates/v1-view";

interface Include {
  readonly includeTemplate?: boolean | undefined;
  readonly includeWorkers?: boolean | undefined;
}

/** Every endpoint has a template; one made through v2 has a hidden one of its own (T-25, E-5). */
export const templateIdOf = ({ id, templateId }: EndpointState): string => templateId ?? `t${id}`;

/** An endpoint in v1's flat words (O-40). */
export function toV1Endpoint(store: Store, endpoint: EndpointState, include: Include): V1Endpoint {
  const { settings, createdAt, version } = endpoint;
  const { gpu, cpu, workers, scaling } = settings;
  return {
    id: endpoint.id,
    name: settings.name,
    templateId: templateIdOf(endpoint),
    workersMin: workers.min,
    workersMax: workers.max,
    ...(workers.idleTimeout === undefined ? {} : { idleTimeout: workers.idleTimeout }),
    scalerType: scaling.type,
    scalerValue: scaling.type === "QUEUE_DELAY" ? scaling.queueDelay : scaling.requestCount,
    computeType: gpu ? "GPU" : "CPU",
    ...(gpu ? { gpuTypeIds: typesOf(gpu, store.catalog).map(({ id }) => id), gpuCount: gpu.count } : {}),
    ...(gpu ? { allowedCudaVersions: gpu.allowedCudaVersions } : {}),
    ...(gpu?.minCudaVersion ? { minCudaVersion: gpu.minCudaVersion } : {}),
    ...(cpu ? { cpuFlavorIds: [...new Set(cpu.map(({ id }) => id))], vcpuCount: cpu[0]?.vcpuCount } : {}),
    executionTimeoutMs: settings.timeout,
    flashboot: settings.flashboot !== "OFF",
    networkVolumeId: settings.networkVolumes[0] ?? null,
    networkVolumeIds: settings.networkVolumes,
    dataCenterIds: settings.dataCenterIds,
    createdAt: new Date(createdAt).toISOString(),
    version,
    ...(include.includeTemplate ? { template: templateOf(store, endpoint) } : {}),
    ...(include.includeWorkers ? { workers: endpoint.workers.map((worker) => workerAsV1Pod(endpoint, worker)) } : {}),
  };
}

function templateOf(store: Store, endpoint: EndpointState): V1Template {
  const own = endpoint.templateId === undefined ? undefined : store.templates.get(endpoint.templateId);
  return own ? toV1Template(own, undefined) : boundTemplate(endpoint);
}

/** The hidden template of an endpoint made through v2; it goes with it (E-5). */
export function boundTemplate(endpoint: EndpointState): V1Template {
  const { image, args, disk, env, ports, registry, name } = endpoint.settings;
  const settings = { image, args, disk, env, ports, registry, mounts: {}, public: false, serverless: true };
  return toV1Template(
    { ...settings, id: templateIdOf(endpoint), name: `${name}__template__${endpoint.id}` },
    undefined,
  );
}
