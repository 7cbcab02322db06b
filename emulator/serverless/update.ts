import type { EndpointUpdate } from "../../api/serverless";
import type { Catalog } from "../catalog/fixtures/catalog";
import { badRequest } from "../kernel/refusal";
import { hasCommand, storedArgs } from "../pods/container-rules";
import type { StoredTemplate } from "../templates/record";
import { cpusOf, refuseIdleTimeout, trimmed } from "./create";
import { type EndpointSettings, endpointMembers } from "./record";
import { hasIdleTimeout } from "./scaling";
import { defaults } from "./timing";

/** The settings after a PATCH (E-4): members left out stay; a template counts as if its settings were sent (E-34). */
export function updatedSettings(
  old: EndpointSettings,
  body: EndpointUpdate,
  template: StoredTemplate | undefined,
  catalog: Catalog,
): EndpointSettings {
  checkFamily(old, body);
  const scaling = body.scaling ?? old.scaling;
  if (old.type === "LOAD_BALANCER" && scaling.type === "QUEUE_DELAY") {
    throw badRequest("a LOAD_BALANCER endpoint scales by REQUEST_COUNT"); // E-21
  }
  return {
    ...old,
    ...endpointMembers.changed(body),
    gpu: old.gpu && updatedGpu(old.gpu, body.gpu),
    cpu: body.cpu ? cpusOf(body.cpu, catalog) : old.cpu,
    workers: updatedWorkers(old, body),
    image: body.image ?? template?.image ?? old.image,
    // A template counts as sent with all three spellings; the body's command overrides it as one (P-41).
    args: storedArgs(body, template && !hasCommand(body) ? template.args : old.args),
    disk: body.disk ?? template?.disk ?? old.disk,
    env: updatedEnv(old.env, body.env, template?.env),
    ports: [...(body.ports ?? template?.ports ?? old.ports)],
    registry: body.registry === undefined ? (template ? template.registry : old.registry) : body.registry,
  };
}

/** The compute family never changes (E-25). */
function checkFamily(old: EndpointSettings, body: EndpointUpdate): void {
  if (body.gpu && body.cpu) throw badRequest("gpu and cpu exclude each other");
  if (body.gpu && !old.gpu) throw badRequest("gpu cannot be set on a CPU endpoint");
  if (body.cpu && !old.cpu) throw badRequest("cpu cannot be set on a GPU endpoint");
}

type Gpu = NonNullable<EndpointSettings["gpu"]>;

/** New pools without exclusions clear them (E-27); `[]` and `""` clear the CUDA constraints (E-13). */
function updatedGpu(old: Gpu, body: EndpointUpdate["gpu"]): Gpu {
  if (!body) return old;
  const { excludedTypes, ...rest } = old;
  const exclusions = body.pools ? body.excludedTypes : excludedTypes;
  return {
    ...rest,
    pools: body.pools ?? old.pools,
    ...(exclusions ? { excludedTypes: trimmed(exclusions) } : {}),
    count: body.count ?? old.count,
    allowedCudaVersions: body.allowedCudaVersions ?? old.allowedCudaVersions,
    minCudaVersion: body.minCudaVersion === undefined ? old.minCudaVersion : body.minCudaVersion || null,
  };
}

/** Each member by itself. The idle timeout goes and comes back with the way of scaling (E-22, E-23). */
function updatedWorkers(old: EndpointSettings, body: EndpointUpdate): EndpointSettings["workers"] {
  const scaling = body.scaling ?? old.scaling;
  refuseIdleTimeout(old.type, scaling, body.workers);
  const min = body.workers?.min ?? old.workers.min;
  const max = body.workers?.max ?? old.workers.max;
  if (!hasIdleTimeout(old.type, scaling)) return { min, max };
  return { min, max, idleTimeout: body.workers?.idleTimeout ?? old.workers.idleTimeout ?? defaults.idleTimeout };
}

/** A template's env and the body's are merged, then replace the endpoint's (E-34); the body's alone replaces it. */
function updatedEnv(
  old: Record<string, string>,
  body: Record<string, string> | undefined,
  template: Readonly<Record<string, string>> | undefined,
): Record<string, string> {
  return template ? { ...template, ...body } : (body ?? old);
}
