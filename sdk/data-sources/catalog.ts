import * as pulumi from "@pulumi/pulumi";
import type {
  CpuType as ApiCpuType,
  DataCenter as ApiDataCenter,
  DataCenterQuery,
  GpuQuery,
  GpuType as ApiGpuType,
} from "../../api/catalog";
import type { Client } from "../../client";
import { once } from "./connection";
import type { Inputs, Known } from "./shape";

/** A GPU type (K-10): prices in USD per hour for one GPU, `memory` in GB. */
export type GpuTypeResult = Known<ApiGpuType>;
/** A CPU flavor (K-11): prices in USD per hour for one vCPU. */
export type CpuTypeResult = Known<ApiCpuType>;
/** A data center (K-12). */
export type DataCenterResult = Known<ApiDataCenter>;

export interface GetGpuTypesArgs {
  /** Only types in stock now for pods, with their data centers. Advisory: a create may still find none (K-21). */
  readonly available?: boolean;
  /** Only types in stock in this data center. Implies `available`. */
  readonly dataCenterId?: string;
  /** Pool of hardware that stock is looked up in. Default `SECURE`. Needs `available`. */
  readonly cloud?: "SECURE" | "COMMUNITY";
  /** GPUs in one pod, at least 1. Default 1. Needs `available`. */
  readonly count?: number;
}

/** GPU types of the catalog. One call for each different question, shared within a run. */
export async function getGpuTypes(args: GetGpuTypesArgs = {}): Promise<GpuTypeResult[]> {
  const { available, dataCenterId, cloud, count } = args;
  if (!available && dataCenterId === undefined) return ask("gpus", {}, (client, query) => client.catalog.gpus(query));
  const stock: GpuQuery = { include: ["AVAILABILITY"], product: ["POD"] };
  const query: GpuQuery = { ...stock, ...(cloud ? { cloud } : {}), ...(count === undefined ? {} : { count }) };
  const types = await ask("gpus", query, (client, asked) => client.catalog.gpus(asked));
  return types.filter((type) => isInStock(type, dataCenterId));
}

export const getGpuTypesOutput = (args: Inputs<GetGpuTypesArgs> = {}): pulumi.Output<GpuTypeResult[]> =>
  pulumi.output(args).apply((plain) => getGpuTypes(plain));

export interface GetCpuTypesArgs {
  /** Only flavors in stock now for pods. Advisory (K-21). */
  readonly available?: boolean;
  /** Only flavors in stock in this data center. Implies `available`. */
  readonly dataCenterId?: string;
  /** vCPUs in one pod: a power of two, at least 2. Needs `available`. */
  readonly vcpuCount?: number;
}

/** CPU flavors of the catalog. One call for each different question, shared within a run. */
export async function getCpuTypes({
  available,
  dataCenterId,
  vcpuCount,
}: GetCpuTypesArgs = {}): Promise<CpuTypeResult[]> {
  if (!available && dataCenterId === undefined) return ask("cpus", {}, (client, query) => client.catalog.cpus(query));
  const query = {
    include: ["AVAILABILITY" as const],
    product: ["POD" as const],
    ...(vcpuCount === undefined ? {} : { vcpuCount }),
  };
  const types = await ask("cpus", query, (client, asked) => client.catalog.cpus(asked));
  return types.filter((type) => isInStock(type, dataCenterId));
}

export const getCpuTypesOutput = (args: Inputs<GetCpuTypesArgs> = {}): pulumi.Output<CpuTypeResult[]> =>
  pulumi.output(args).apply((plain) => getCpuTypes(plain));

/** Filters combine with AND (K-5). */
export type GetDataCentersArgs = Omit<DataCenterQuery, "include">;

/** Data centers of the catalog that pass all filters. One call for each different question, shared within a run. */
export const getDataCenters = (args: GetDataCentersArgs = {}): Promise<DataCenterResult[]> =>
  ask("data centers", args, (client, query) => client.catalog.dataCenters(query));

export const getDataCentersOutput = (args: Inputs<GetDataCentersArgs> = {}): pulumi.Output<DataCenterResult[]> =>
  pulumi.output(args as pulumi.Input<GetDataCentersArgs>).apply((plain) => getDataCenters(plain));

const ask = <Q extends object, T>(what: string, query: Q, read: (client: Client, query: Q) => Promise<T>): Promise<T> =>
  once(`${what} ${JSON.stringify(query)}`, (client) => read(client, query));

interface Stocked {
  readonly availability?: string | undefined;
  readonly dataCenters?: readonly { readonly id: string; readonly availability: string }[] | undefined;
}

function isInStock({ availability, dataCenters = [] }: Stocked, dataCenterId: string | undefined): boolean {
  if (dataCenterId === undefined) return availability !== undefined && availability !== "NONE";
  return dataCenters.some((site) => site.id === dataCenterId && site.availability !== "NONE");
}
