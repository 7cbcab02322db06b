import { checkCpu, checkDataCenters } from "../pods/hardware-rules";
import { badRequest, Refusal } from "../kernel/refusal";
import type { Store } from "../store/store";
import type { StoredTemplate } from "../templates/record";
import { visibleTemplate } from "../templates/rules";
import { typesOf } from "./placement";
import type { EndpointSettings } from "./record";

/** The cross-field rules an endpoint must obey however it came about, on create and after every update; 400 each. */
export function checkSettings(settings: EndpointSettings, store: Store): void {
  checkWorkers(settings);
  checkGpu(settings, store);
  for (const cpu of settings.cpu ?? []) checkCpu(store, cpu); // M-61, E-47
  checkPlaces(settings, store);
  const { registry } = settings;
  if (registry !== null && !store.registries.get(registry)) throw badRequest("registry does not exist"); // M-12
}

/** E-24. */
function checkWorkers({ workers }: EndpointSettings): void {
  if (workers.min > workers.max) throw badRequest("workers.min must not be greater than workers.max");
}

/** E-29, E-30, E-47. */
function checkGpu({ gpu }: EndpointSettings, { catalog }: Store): void {
  if (!gpu) return;
  const pools = new Set(catalog.gpus.map(({ pool }) => pool));
  const unknownPool = gpu.pools.find((pool) => !pools.has(pool));
  if (unknownPool !== undefined) throw badRequest(`unknown GPU pool '${unknownPool}'`);
  for (const id of gpu.excludedTypes ?? []) {
    const type = catalog.gpus.find((each) => each.id === id);
    if (!type) throw badRequest(`unknown GPU type '${id}'`);
    if (type.pool === null || !gpu.pools.includes(type.pool)) {
      throw badRequest(`excluded GPU type '${id}' is not in the listed pools`);
    }
  }
  if (typesOf(gpu, catalog).length === 0) throw badRequest("the selection leaves no GPU type");
  if (gpu.allowedCudaVersions.length > 0 && gpu.minCudaVersion !== null) {
    throw badRequest("allowedCudaVersions and minCudaVersion exclude each other");
  }
}

/** At most one volume per data center (E-42). */
function checkPlaces({ dataCenterIds, networkVolumes }: EndpointSettings, store: Store): void {
  checkDataCenters(store, dataCenterIds);
  const taken = new Set<string>();
  for (const id of networkVolumes) {
    const volume = store.volumes.get(id);
    if (!volume) throw badRequest(`network volume '${id}' does not exist`);
    if (taken.has(volume.dataCenter)) throw badRequest("at most one network volume per data center can be listed");
    taken.add(volume.dataCenter);
  }
}

/** The template an endpoint names: own or public, else 404; a serverless one, else 422 (E-33). */
export function serverlessTemplate(store: Store, id: string): StoredTemplate {
  const template = visibleTemplate(store, id);
  if (!template.serverless) throw new Refusal(422, "a pod template can't make an endpoint");
  return template;
}
