import * as pulumi from "@pulumi/pulumi";
import type { CpuType as ApiCpuType, DataCenter as ApiDataCenter, GpuType as ApiGpuType } from "../../api/catalog";
import {
  cpuTypes,
  dataCenters,
  type GetCpuTypesArgs,
  type GetDataCentersArgs,
  type GetGpuTypesArgs,
  gpuTypes,
} from "../../client/queries/catalog";
import { asking } from "./asking";
import { once } from "./connection";
import type { Inputs, Known } from "./shape";

export type { GetCpuTypesArgs, GetDataCentersArgs, GetGpuTypesArgs };

/** A GPU type: prices in USD per hour for one GPU, `memory` in GB. */
export type GpuTypeResult = Known<ApiGpuType>;
/** A CPU flavor: prices in USD per hour for one vCPU. */
export type CpuTypeResult = Known<ApiCpuType>;
/** A data center. */
export type DataCenterResult = Known<ApiDataCenter>;

/** What {@link getGpuTypes} answers, as in every language. */
export interface GetGpuTypesResult {
  readonly gpuTypes: GpuTypeResult[];
}

/** As {@link getGpuTypesOutput}, for a program that awaits the answer. */
export const getGpuTypes = async (args: GetGpuTypesArgs = {}): Promise<GetGpuTypesResult> => ({
  gpuTypes: await gpuTypes(once, args),
});

/**
 * GPU types of the catalog. One call for each different question, shared within a run.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const types = compute.getGpuTypesOutput().gpuTypes;
 * export const cheapest = types.apply((all) => [...all].sort((a, b) => a.price.secure - b.price.secure)[0]?.id);
 * ```
 */
export const getGpuTypesOutput = (args: Inputs<GetGpuTypesArgs> = {}): pulumi.Output<GetGpuTypesResult> =>
  asking(args, getGpuTypes);

/** What {@link getCpuTypes} answers, as in every language. */
export interface GetCpuTypesResult {
  readonly cpuTypes: CpuTypeResult[];
}

/** As {@link getCpuTypesOutput}, for a program that awaits the answer. */
export const getCpuTypes = async (args: GetCpuTypesArgs = {}): Promise<GetCpuTypesResult> => ({
  cpuTypes: await cpuTypes(once, args),
});

/**
 * CPU flavors of the catalog. One call for each different question, shared within a run.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const flavors = compute.getCpuTypesOutput().cpuTypes;
 * export const ids = flavors.apply((all) => all.map(({ id }) => id));
 * ```
 */
export const getCpuTypesOutput = (args: Inputs<GetCpuTypesArgs> = {}): pulumi.Output<GetCpuTypesResult> =>
  asking(args, getCpuTypes);

/** What {@link getDataCenters} answers, as in every language. */
export interface GetDataCentersResult {
  readonly dataCenters: DataCenterResult[];
}

/** As {@link getDataCentersOutput}, for a program that awaits the answer. */
export const getDataCenters = async (args: GetDataCentersArgs = {}): Promise<GetDataCentersResult> => ({
  dataCenters: await dataCenters(once, args),
});

/**
 * Data centers of the catalog that pass all filters. One call for each different question, shared within a run.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const centers = compute.getDataCentersOutput().dataCenters;
 * export const ids = centers.apply((all) => all.map(({ id }) => id));
 * ```
 */
export const getDataCentersOutput = (args: Inputs<GetDataCentersArgs> = {}): pulumi.Output<GetDataCentersResult> =>
  asking(args, getDataCenters);
