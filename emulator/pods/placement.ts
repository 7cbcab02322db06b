import { compareVersions, type PodGpu } from "../../api/compute";
import type { Stock } from "../catalog/capacity";
import { badRequest } from "../kernel/refusal";
import type { Store } from "../store/store";
import type { Cloud } from "./record";

export interface PlacementRequest {
  /** GPU type id or CPU flavor id; never substituted (M-54). */
  readonly type: string;
  readonly cloud: Cloud;
  /** Constraints of GPU hosts; filters only, never echoed (M-56). */
  readonly gpu?: PodGpu | undefined;
  /** Any of these, the first preferred; empty means all (P-14). */
  readonly dataCenterIds: readonly string[];
  readonly globalNetworking?: boolean;
  /** Data center of the mounted volume (M-32). */
  readonly volumeDataCenter?: string | undefined;
}

/** Stocks that fit, in order of preference, whether or not something is free there. */
export function fittingStocks(store: Store, request: PlacementRequest): Stock[] {
  const { dataCenterIds, volumeDataCenter } = request;
  if (volumeDataCenter && dataCenterIds.length > 0 && !dataCenterIds.includes(volumeDataCenter)) {
    throw badRequest("the network volume is in another data center");
  }
  const asked = dataCenterIds.length > 0 ? dataCenterIds : store.catalog.dataCenters.map(({ id }) => id);
  const eligible = asked.filter((id) => !request.globalNetworking || hasGlobalNetwork(store, id));
  if (eligible.length === 0) throw badRequest("global networking is not available in these data centers");
  const places = volumeDataCenter ? eligible.filter((id) => id === volumeDataCenter) : eligible;
  const stocks = store.capacity
    .of(request.type)
    .filter((stock) => stock.cloud === request.cloud && suits(stock, request.gpu));
  return [...new Set(places)].flatMap((place) => stocks.filter(({ dataCenter }) => dataCenter === place));
}

/** A stock with so many GPUs or vCPUs free; 400 when there is none (A-20, P-14, M-53). */
export function place(store: Store, stocks: readonly Stock[], units: number): Stock {
  const found = stocks.find(({ id }) => store.capacity.free(id) >= units);
  if (!found) throw noCapacity();
  return found;
}

export const noCapacity = () => badRequest("no capacity for this hardware in the data centers that fit");

export function hasGlobalNetwork(store: Store, dataCenterId: string): boolean {
  return store.catalog.dataCenters.some(({ id, globalNetwork }) => id === dataCenterId && globalNetwork);
}

function suits({ cuda, vcpuPerGpu, ramGbPerGpu }: Stock, gpu: PodGpu | undefined): boolean {
  if (!gpu) return true;
  const { minRamPerGpu = 0, minVcpuCountPerGpu = 0 } = gpu;
  return hasCuda(cuda, gpu) && ramGbPerGpu >= minRamPerGpu && vcpuPerGpu >= minVcpuCountPerGpu;
}

/** Whether a host has one of the versions asked for, and at least the one asked for; empty and absent ask for none. */
export function hasCuda(
  cuda: string | null,
  {
    allowedCudaVersions = [],
    minCudaVersion,
  }: { allowedCudaVersions?: readonly string[]; minCudaVersion?: string | null },
): boolean {
  if (allowedCudaVersions.length > 0 && (cuda === null || !allowedCudaVersions.includes(cuda))) return false;
  return minCudaVersion == null || (cuda !== null && compareVersions(cuda, minCudaVersion) >= 0);
}
