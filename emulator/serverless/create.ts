import { isRecord } from "../../values/json";
import type { Cpu } from "../../api/compute";
import type { EndpointCreate, Scaling, Workers } from "../../api/serverless";
import type { Catalog } from "../catalog/fixtures/catalog";
import { badRequest } from "../kernel/refusal";
import { hasCommand, storedArgs } from "../pods/container-rules";
import { cpuMemoryGb } from "../pods/hardware-rules";
import type { StoredTemplate } from "../templates/record";
import { type EndpointSettings, endpointMembers } from "./record";
import { hasIdleTimeout } from "./scaling";
import { defaults } from "./timing";

/** The request of a create, with its template and the defaults filled in (E-2, E-31, E-33). No link to the template is kept. */
export function settingsFrom(
  body: EndpointCreate,
  template: StoredTemplate | undefined,
  catalog: Catalog,
): EndpointSettings {
  checkCompute(body);
  return {
    ...endpointMembers.created(body),
    gpu: body.gpu && gpuOf(body.gpu, template),
    cpu: body.cpu && cpusOf(body.cpu, catalog),
    workers: workersOf(body.type, body.scaling, body.workers),
    image: body.image ?? template?.image ?? "",
    args: storedArgs(body, hasCommand(body) ? "" : (template?.args ?? "")),
    disk: body.disk ?? template?.disk ?? defaults.disk,
    env: { ...template?.env, ...body.env },
    ports: [...(body.ports ?? template?.ports ?? [])],
    registry: body.registry === undefined ? (template?.registry ?? null) : body.registry,
  };
}

/** A load balancer counts requests; on create that is a matter of the schema (E-21). */
export function scalingTypeRule({ type, scaling }: Readonly<Record<string, unknown>>): readonly string[] {
  const isByDelay = isRecord(scaling) && scaling.type === "QUEUE_DELAY";
  return type === "LOAD_BALANCER" && isByDelay ? ["$.scaling.type: value must be one of 'REQUEST_COUNT'"] : [];
}

/** E-20, E-22. */
function checkCompute(body: EndpointCreate): void {
  if ((body.gpu === undefined) === (body.cpu === undefined)) throw badRequest("exactly one of gpu and cpu is required");
  refuseIdleTimeout(body.type, body.scaling, body.workers);
}

/** `idleTimeout` does not apply to a queue that counts requests (E-22). */
export function refuseIdleTimeout(type: EndpointSettings["type"], scaling: Scaling, workers?: Workers): void {
  if (workers?.idleTimeout !== undefined && !hasIdleTimeout(type, scaling)) {
    throw badRequest("workers.idleTimeout does not apply to a QUEUE endpoint that scales by REQUEST_COUNT");
  }
}

function workersOf(
  type: EndpointSettings["type"],
  scaling: Scaling,
  workers: Workers = {},
): EndpointSettings["workers"] {
  const { min = defaults.min, max = defaults.max, idleTimeout = defaults.idleTimeout } = workers;
  return hasIdleTimeout(type, scaling) ? { min, max, idleTimeout } : { min, max };
}

/** The template's CUDA list counts only when the body sends neither CUDA field (E-33). */
function gpuOf(gpu: NonNullable<EndpointCreate["gpu"]>, template: StoredTemplate | undefined): EndpointSettings["gpu"] {
  const { pools, excludedTypes, count = 1, allowedCudaVersions, minCudaVersion } = gpu;
  const isSilent = allowedCudaVersions === undefined && minCudaVersion === undefined;
  return {
    pools,
    ...(excludedTypes ? { excludedTypes: trimmed(excludedTypes) } : {}),
    count,
    allowedCudaVersions: isSilent ? [...(template?.allowedCudaVersions ?? [])] : (allowedCudaVersions ?? []),
    minCudaVersion: minCudaVersion ?? null,
  };
}

/** E-13: excluded types are trimmed, and unique after that too. */
export const trimmed = (types: readonly string[]): string[] => [...new Set(types.map((type) => type.trim()))];

/** Memory follows from the flavor, rounded down (M-62, M-63). */
export const cpusOf = (cpus: readonly Cpu[], catalog: Catalog): EndpointSettings["cpu"] =>
  cpus.map(({ id, vcpuCount }) => ({ id, vcpuCount, memory: cpuMemoryGb(catalog, { id, vcpuCount }) }));
