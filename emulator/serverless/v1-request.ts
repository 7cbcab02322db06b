import type { EndpointCreate, EndpointUpdate, Scaling } from "../../api/serverless";
import type { V1EndpointCreate, V1EndpointUpdate } from "../../api/v1/others";
import type { Catalog } from "../catalog/fixtures/catalog";
import { badRequest } from "../kernel/refusal";
import type { EndpointSettings } from "./record";
import { defined } from "../kernel/v1-compat";

/** Defaults of a v1 create (O-40); the rest is v2's (DF-17). */
const defaults = { idleTimeout: 5, scalerType: "QUEUE_DELAY", scalerValue: 4, vcpuCount: 2 } as const;

/** A v1 create in v2's words (section 14.6). The endpoint is named after its template unless it says otherwise. */
export function toEndpointCreate(body: V1EndpointCreate, templateName: string, catalog: Catalog): EndpointCreate {
  const scaling = scalingOf(body.scalerType ?? defaults.scalerType, body.scalerValue ?? defaults.scalerValue);
  const { workersMin: min, workersMax: max, idleTimeout = defaults.idleTimeout } = body;
  const isCpu = body.cpuFlavorIds !== undefined && body.gpuTypeIds === undefined;
  const { allowedCudaVersions, minCudaVersion, gpuCount: count } = body;
  return {
    name: body.name ?? templateName,
    type: "QUEUE",
    templateId: body.templateId,
    scaling,
    workers: defined({ min, max, idleTimeout: scaling.type === "QUEUE_DELAY" ? idleTimeout : undefined }),
    ...(isCpu
      ? { cpu: cpusOf(body) }
      : {
          gpu: { ...gpuTypesOf(body.gpuTypeIds, catalog), ...defined({ count, allowedCudaVersions, minCudaVersion }) },
        }),
    ...shared(body),
  };
}

/** A v1 update in v2's words; what v1 keeps in two flat members is taken from the endpoint where one is missing. */
export function toEndpointUpdate(body: V1EndpointUpdate, old: EndpointSettings, catalog: Catalog): EndpointUpdate {
  const { workersMin: min, workersMax: max, scalerType, scalerValue, templateId, name } = body;
  const changesScaler = scalerType !== undefined || scalerValue !== undefined;
  const oldValue = old.scaling.type === "QUEUE_DELAY" ? old.scaling.queueDelay : old.scaling.requestCount;
  const scaling = changesScaler ? scalingOf(scalerType ?? old.scaling.type, scalerValue ?? oldValue) : undefined;
  const hasIdle = (scaling ?? old.scaling).type === "QUEUE_DELAY";
  const workers = defined({ min, max, idleTimeout: hasIdle ? body.idleTimeout : undefined });
  const { allowedCudaVersions, minCudaVersion, gpuCount: count } = body;
  const gpu = {
    ...(body.gpuTypeIds ? gpuTypesOf(body.gpuTypeIds, catalog) : {}),
    ...defined({ count, allowedCudaVersions, minCudaVersion }),
  };
  return {
    ...defined({ name, templateId, scaling }),
    ...(Object.keys(workers).length > 0 ? { workers } : {}),
    ...(Object.keys(gpu).length > 0 ? { gpu } : {}),
    ...(body.cpuFlavorIds ? { cpu: cpusOf(body) } : {}),
    ...shared(body),
  };
}

function shared(body: V1EndpointUpdate) {
  const { executionTimeoutMs: timeout, dataCenterIds, flashboot, networkVolumeId, networkVolumeIds } = body;
  const one = networkVolumeId === undefined ? undefined : networkVolumeId === "" ? [] : [networkVolumeId];
  return defined({
    timeout,
    dataCenterIds,
    networkVolumes: networkVolumeIds ?? one,
    flashboot: flashboot === undefined ? undefined : flashboot ? ("FLASHBOOT" as const) : ("OFF" as const),
  });
}

function scalingOf(type: Scaling["type"], value: number): Scaling {
  if (type === "QUEUE_DELAY") return { type, queueDelay: value };
  return { type, requestCount: Math.max(1, Math.round(value)) };
}

function cpusOf({ cpuFlavorIds = [], vcpuCount = defaults.vcpuCount }: V1EndpointUpdate) {
  return cpuFlavorIds.map((id) => ({ id, vcpuCount }));
}

/** v1 lists GPU types, v2 pools with exclusions (K-23); no list means any type that is in a pool. */
function gpuTypesOf(types: readonly string[] | undefined, { gpus }: Catalog) {
  const pooled = gpus.filter(({ pool }) => pool !== null);
  const unknown = types?.find((id) => !pooled.some((type) => type.id === id));
  if (unknown !== undefined) throw badRequest(`GPU type '${unknown}' is not available for endpoints`);
  const chosen = pooled.filter(({ id }) => types?.includes(id) ?? true);
  const pools = [...new Set(chosen.map(({ pool }) => pool as string))];
  const others = pooled.filter((type) => pools.includes(type.pool as string) && !chosen.includes(type));
  return { pools, ...(others.length > 0 ? { excludedTypes: others.map(({ id }) => id) } : {}) };
}
