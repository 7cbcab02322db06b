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

/**
 * GPU types of the catalog. One call for each different question, shared within a run.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const types = compute.getGpuTypesOutput();
 * export const cheapest = types.apply((all) => [...all].sort((a, b) => a.price.secure - b.price.secure)[0]?.id);
 * ```
 */
export const getGpuTypes = (args: GetGpuTypesArgs = {}): Promise<GpuTypeResult[]> => gpuTypes(once, args);

/**
 * As {@link getGpuTypes}; arguments may be Outputs, and so is the answer.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const types = compute.getGpuTypesOutput();
 * export const cheapest = types.apply((all) => [...all].sort((a, b) => a.price.secure - b.price.secure)[0]?.id);
 * ```
 */
export const getGpuTypesOutput = (args: Inputs<GetGpuTypesArgs> = {}): pulumi.Output<GpuTypeResult[]> =>
  asking(args, getGpuTypes);

/**
 * CPU flavors of the catalog. One call for each different question, shared within a run.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const flavors = compute.getCpuTypesOutput();
 * export const ids = flavors.apply((all) => all.map(({ id }) => id));
 * ```
 */
export const getCpuTypes = (args: GetCpuTypesArgs = {}): Promise<CpuTypeResult[]> => cpuTypes(once, args);

/**
 * As {@link getCpuTypes}; arguments may be Outputs, and so is the answer.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const flavors = compute.getCpuTypesOutput();
 * export const ids = flavors.apply((all) => all.map(({ id }) => id));
 * ```
 */
export const getCpuTypesOutput = (args: Inputs<GetCpuTypesArgs> = {}): pulumi.Output<CpuTypeResult[]> =>
  asking(args, getCpuTypes);

/**
 * Data centers of the catalog that pass all filters. One call for each different question, shared within a run.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const centers = compute.getDataCentersOutput();
 * export const ids = centers.apply((all) => all.map(({ id }) => id));
 * ```
 */
export const getDataCenters = (args: GetDataCentersArgs = {}): Promise<DataCenterResult[]> => dataCenters(once, args);

/**
 * As {@link getDataCenters}; arguments may be Outputs, and so is the answer.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const centers = compute.getDataCentersOutput();
 * export const ids = centers.apply((all) => all.map(({ id }) => id));
 * ```
 */
export const getDataCentersOutput = (args: Inputs<GetDataCentersArgs> = {}): pulumi.Output<DataCenterResult[]> =>
  asking(args, getDataCenters);
