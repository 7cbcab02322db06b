import type { CpuQuery, CpuType, DataCenter, DataCenterQuery, GpuQuery, GpuType } from "../../api/catalog";
import { badRequest } from "../kernel/refusal";
import { compareVersions } from "../../api/compute";
import { hasCuda } from "../pods/placement";
import type { Store } from "../store/store";
import type { Stock } from "./capacity";

type Availability = "NONE" | "LOW" | "MEDIUM" | "HIGH";

/** The level of free hardware: below a quarter LOW, below two thirds MEDIUM. Advisory (K-21). */
function levelOf(store: Store, stocks: readonly Stock[], units: number): Availability {
  const free = stocks.filter(({ id }) => store.capacity.free(id) >= units);
  if (free.length === 0) return "NONE";
  const total = stocks.reduce((sum, stock) => sum + stock.total, 0);
  const share = free.reduce((sum, { id }) => sum + store.capacity.free(id), 0) / total;
  if (share < 0.25) return "LOW";
  return share < 0.66 ? "MEDIUM" : "HIGH";
}

/** Data centers where something is free, each with its level. */
function sitesOf(store: Store, stocks: readonly Stock[], units: number) {
  return store.catalog.dataCenters.flatMap(({ id, name }) => {
    const here = stocks.filter((stock) => stock.dataCenter === id);
    const availability = levelOf(store, here, units);
    return availability === "NONE" ? [] : [{ id, name, availability }];
  });
}

/** `include=AVAILABILITY` needs `product`; every other parameter needs `include=AVAILABILITY` (K-1). */
function checkCoupling(query: { readonly include?: unknown; readonly product?: unknown }): void {
  const { include, ...others } = query;
  if (include) {
    if (!query.product) throw badRequest("include=AVAILABILITY needs product");
    return;
  }
  for (const [name, value] of Object.entries(others)) {
    if (value !== undefined) throw badRequest(`${name} needs include=AVAILABILITY`);
  }
}

export function checkGpuQuery(query: GpuQuery): void {
  checkCoupling(query);
  if (query.cudaVersions && query.minCudaVersion !== undefined) {
    throw badRequest("cudaVersions and minCudaVersion exclude each other");
  }
}

export function checkCpuQuery(query: CpuQuery): void {
  checkCoupling(query);
  if (query.vcpuCount !== undefined && !Number.isInteger(Math.log2(query.vcpuCount))) {
    throw badRequest("vcpuCount is not a power of two");
  }
}

/** Stocks of a type that the query's filters leave. */
function gpuStocks(store: Store, type: string, query: GpuQuery): Stock[] {
  const { cloud = "SECURE", countryCodes, cudaVersions, minCudaVersion } = query;
  const countryOf = (dataCenter: string) =>
    store.catalog.dataCenters.find(({ id }) => id === dataCenter)?.country ?? "";
  return store.capacity.of(type).filter((stock) => {
    if (stock.cloud !== cloud) return false;
    if (countryCodes && !countryCodes.includes(countryOf(stock.dataCenter))) return false;
    return hasCuda(stock.cuda, { allowedCudaVersions: cudaVersions, minCudaVersion });
  });
}

/** A GPU type, with availability where asked for (K-10); `NONE` and no sites where nothing fits (K-20). */
export function gpuTypeOf(store: Store, type: GpuType, query: GpuQuery): GpuType {
  if (!query.include) return type;
  const units = query.count ?? 1;
  const stocks = gpuStocks(store, type.id, query);
  const dataCenters = sitesOf(store, stocks, units);
  // Absent means hardware without CUDA: a type without stock after the filters exists, but is not available.
  const versions = [...new Set(store.capacity.of(type.id).flatMap(({ cuda }) => cuda ?? []))].sort(compareVersions);
  const cudaVersions = versions.map((version) => {
    const available = stocks.some(({ id, cuda }) => cuda === version && store.capacity.free(id) >= units);
    return { version, available };
  });
  return {
    ...type,
    availability: levelOf(store, stocks, units),
    ...(dataCenters.length > 0 && { dataCenters }),
    ...(cudaVersions.length > 0 && { cudaVersions }),
  };
}

/** With `countryCodes` the list leaves out types that have no site there (K-20). */
export function gpuTypes(store: Store, query: GpuQuery): GpuType[] {
  return store.catalog.gpus
    .filter(
      ({ id }) =>
        !query.countryCodes ||
        gpuStocks(store, id, { countryCodes: query.countryCodes, cloud: query.cloud }).length > 0,
    )
    .map((type) => gpuTypeOf(store, type, query));
}

/** A CPU flavor, with availability where asked for (K-11). */
export function cpuTypeOf(store: Store, type: CpuType, query: CpuQuery): CpuType {
  if (!query.include) return type;
  const stocks = store.capacity.of(type.id);
  const units = query.vcpuCount ?? type.vcpu.min;
  const dataCenters = sitesOf(store, stocks, units);
  return { ...type, availability: levelOf(store, stocks, units), ...(dataCenters.length > 0 && { dataCenters }) };
}

/** Data centers that fit all filters (K-5). */
export function dataCentersOf(store: Store, query: DataCenterQuery): DataCenter[] {
  const { regions, networkVolumeTypes = [], compliance = [], globalNetwork } = query;
  return store.catalog.dataCenters
    .filter((site) => {
      if (regions && !regions.some((region) => region === site.region)) return false;
      if (!networkVolumeTypes.every((type) => site.networkVolumeTypes.includes(type))) return false;
      if (!compliance.every((mark) => site.compliance.includes(mark))) return false;
      return globalNetwork === undefined || site.globalNetwork === globalNetwork;
    })
    .map((site) => dataCenterOf(store, site, query.include));
}

/** A data center, with its availability if requested; absent when the site has none (K-12). */
export function dataCenterOf(
  store: Store,
  { country: _, ...site }: DataCenter & { readonly country?: unknown },
  include: DataCenterQuery["include"] = [],
): DataCenter {
  const available = (kind: Stock["kind"], types: readonly { readonly id: string; readonly name: string }[]) =>
    types.flatMap(({ id, name }) => {
      const stocks = store.capacity.of(id).filter((stock) => stock.dataCenter === site.id && stock.kind === kind);
      return stocks.length === 0 ? [] : [{ id, name, availability: levelOf(store, stocks, 1) }];
    });
  const gpuAvailability = include.includes("GPU_AVAILABILITY") ? available("gpu", store.catalog.gpus) : [];
  const cpuAvailability = include.includes("CPU_AVAILABILITY") ? available("cpu", store.catalog.cpus) : [];
  return {
    ...site,
    ...(gpuAvailability.length > 0 && { gpuAvailability }),
    ...(cpuAvailability.length > 0 && { cpuAvailability }),
  };
}
