import type { CpuQuery, CpuType, DataCenter, DataCenterQuery, GpuQuery, GpuType } from "../../api/catalog";
import type { Ask } from "./questions";

export interface GetGpuTypesArgs {
  /** Only types in stock now for pods, with their data centers. Advisory: a create may still find none. */ // K-21
  readonly available?: boolean | undefined;
  /** Only types in stock in this data center. Implies `available`. */
  readonly dataCenterId?: string | undefined;
  /** Pool of hardware that stock is looked up in. Default `SECURE`. Needs `available`. */
  readonly cloud?: "SECURE" | "COMMUNITY" | undefined;
  /** GPUs in one pod, at least 1. Default 1. Needs `available`. */
  readonly count?: number | undefined;
}

export async function gpuTypes(once: Ask, args: GetGpuTypesArgs): Promise<GpuType[]> {
  const { available, dataCenterId, cloud, count } = args;
  if (!available && dataCenterId === undefined) return gpus(once, {});
  const stock: GpuQuery = { include: ["AVAILABILITY"], product: ["POD"] };
  const query: GpuQuery = { ...stock, ...(cloud ? { cloud } : {}), ...(count === undefined ? {} : { count }) };
  return (await gpus(once, query)).filter((type) => isInStock(type, dataCenterId));
}

const gpus = (once: Ask, query: GpuQuery) =>
  once(`gpus ${JSON.stringify(query)}`, (client) => client.catalog.gpus(query));

export interface GetCpuTypesArgs {
  /** Only flavors in stock now for pods. Advisory. */ // K-21
  readonly available?: boolean | undefined;
  /** Only flavors in stock in this data center. Implies `available`. */
  readonly dataCenterId?: string | undefined;
  /** vCPUs in one pod: a power of two, at least 2. Needs `available`. */
  readonly vcpuCount?: number | undefined;
}

/** CPU flavors of the catalog. */
export async function cpuTypes(once: Ask, args: GetCpuTypesArgs): Promise<CpuType[]> {
  const { available, dataCenterId, vcpuCount } = args;
  if (!available && dataCenterId === undefined) return cpus(once, {});
  const stock: CpuQuery = { include: ["AVAILABILITY"], product: ["POD"] };
  const query: CpuQuery = { ...stock, ...(vcpuCount === undefined ? {} : { vcpuCount }) };
  return (await cpus(once, query)).filter((type) => isInStock(type, dataCenterId));
}

const cpus = (once: Ask, query: CpuQuery) =>
  once(`cpus ${JSON.stringify(query)}`, (client) => client.catalog.cpus(query));

/** Filters combine with AND. */ // K-5
export type GetDataCentersArgs = Omit<DataCenterQuery, "include">;

export const dataCenters = (once: Ask, args: GetDataCentersArgs): Promise<DataCenter[]> =>
  once(`data centers ${JSON.stringify(args)}`, (client) => client.catalog.dataCenters(args));

interface Stocked {
  readonly availability?: string | undefined;
  readonly dataCenters?: readonly { readonly id: string; readonly availability: string }[] | undefined;
}

function isInStock({ availability, dataCenters = [] }: Stocked, dataCenterId: string | undefined): boolean {
  if (dataCenterId === undefined) return availability !== undefined && availability !== "NONE";
  return dataCenters.some((site) => site.id === dataCenterId && site.availability !== "NONE");
}
