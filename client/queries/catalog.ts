import type { CpuType, DataCenter, DataCenterQuery, GpuQuery, GpuType } from "../../api/catalog";
import type { Client } from "../client";
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
  if (!available && dataCenterId === undefined)
    return ask(once, "gpus", {}, (client, query) => client.catalog.gpus(query));
  const stock: GpuQuery = { include: ["AVAILABILITY"], product: ["POD"] };
  const query: GpuQuery = { ...stock, ...(cloud ? { cloud } : {}), ...(count === undefined ? {} : { count }) };
  const types = await ask(once, "gpus", query, (client, asked) => client.catalog.gpus(asked));
  return types.filter((type) => isInStock(type, dataCenterId));
}

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
  if (!available && dataCenterId === undefined)
    return ask(once, "cpus", {}, (client, query) => client.catalog.cpus(query));
  const query = {
    include: ["AVAILABILITY" as const],
    product: ["POD" as const],
    ...(vcpuCount === undefined ? {} : { vcpuCount }),
  };
  const types = await ask(once, "cpus", query, (client, asked) => client.catalog.cpus(asked));
  return types.filter((type) => isInStock(type, dataCenterId));
}

/** Filters combine with AND. */ // K-5
export type GetDataCentersArgs = Omit<DataCenterQuery, "include">;

export const dataCenters = (once: Ask, args: GetDataCentersArgs): Promise<DataCenter[]> =>
  ask(once, "data centers", args, (client, query) => client.catalog.dataCenters(query));

const ask = <Q extends object, T>(
  once: Ask,
  what: string,
  query: Q,
  read: (client: Client, query: Q) => Promise<T>,
): Promise<T> => once(`${what} ${JSON.stringify(query)}`, (client) => read(client, query));

interface Stocked {
  readonly availability?: string | undefined;
  readonly dataCenters?: readonly { readonly id: string; readonly availability: string }[] | undefined;
}

function isInStock({ availability, dataCenters = [] }: Stocked, dataCenterId: string | undefined): boolean {
  if (dataCenterId === undefined) return availability !== undefined && availability !== "NONE";
  return dataCenters.some((site) => site.id === dataCenterId && site.availability !== "NONE");
}
