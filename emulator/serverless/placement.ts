import type { GpuType } from "../../api/catalog";
import type { Catalog } from "../catalog/fixtures/catalog";
import { usdTimes } from "../pods/create";
import { hasCuda } from "../pods/placement";
import type { Store } from "../store/store";
import type { EndpointSettings } from "./record";

/** GPU types an endpoint's workers may get: those of its pools less the excluded ones (E-13). */
export function typesOf(
  gpu: { pools: readonly string[]; excludedTypes?: readonly string[] },
  catalog: Catalog,
): GpuType[] {
  const excluded = gpu.excludedTypes ?? [];
  return catalog.gpus.filter(({ id, pool }) => pool !== null && gpu.pools.includes(pool) && !excluded.includes(id));
}

/** Where one more worker fits now; nothing when there is no capacity (THROTTLED). The caller's order is kept. */
export function findPlacement(settings: EndpointSettings, store: Store) {
  return optionsOf(settings, store.catalog)
    .map((option) => placeOption(option, settings, store))
    .find(Boolean);
}

interface Option {
  readonly type: string;
  /** GPUs or vCPUs of one worker. */
  readonly units: number;
  /** USD per hour of one worker by amount member. */
  readonly rates: Readonly<Record<string, number>>;
}

function optionsOf({ gpu, cpu }: EndpointSettings, catalog: Catalog): Option[] {
  if (gpu) {
    return typesOf(gpu, catalog).map(({ id, price }) => ({
      type: id,
      units: gpu.count,
      rates: { gpu: usdTimes(price.serverless ?? price.secure, gpu.count) },
    }));
  }
  return (cpu ?? []).map(({ id, vcpuCount }) => {
    const perVcpu = catalog.cpus.find((flavor) => flavor.id === id)?.price.serverlessPerVcpu ?? 0;
    return { type: id, units: vcpuCount, rates: { cpu: usdTimes(perVcpu, vcpuCount) } };
  });
}

function placeOption({ type, units, rates }: Option, settings: EndpointSettings, store: Store) {
  const places = allowedDataCenters(settings, store);
  const stock = store.capacity
    .of(type)
    .find(
      ({ id, cloud, dataCenter, cuda }) =>
        cloud === "SECURE" &&
        (places === undefined || places.includes(dataCenter)) &&
        hasCuda(cuda, settings.gpu ?? {}) &&
        store.capacity.free(id) >= units,
    );
  return stock && { stock, units, rates };
}

/** A worker needs a volume of its location when the endpoint lists any (E-42). */
function allowedDataCenters({ dataCenterIds, networkVolumes }: EndpointSettings, store: Store): string[] | undefined {
  const withVolume = networkVolumes.map((id) => store.volumes.get(id)?.dataCenter ?? "");
  if (withVolume.length === 0) return dataCenterIds.length === 0 ? undefined : dataCenterIds;
  return dataCenterIds.length === 0 ? withVolume : withVolume.filter((id) => dataCenterIds.includes(id));
}
