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
import { once } from "./connection";
import type { Inputs, Known } from "./shape";

export type { GetCpuTypesArgs, GetDataCentersArgs, GetGpuTypesArgs };

/** A GPU type (K-10): prices in USD per hour for one GPU, `memory` in GB. */
export type GpuTypeResult = Known<ApiGpuType>;
/** A CPU flavor (K-11): prices in USD per hour for one vCPU. */
export type CpuTypeResult = Known<ApiCpuType>;
/** A data center (K-12). */
export type DataCenterResult = Known<ApiDataCenter>;

/** GPU types of the catalog. One call for each different question, shared within a run. */
export const getGpuTypes = (args: GetGpuTypesArgs = {}): Promise<GpuTypeResult[]> => gpuTypes(once, args);

export const getGpuTypesOutput = (args: Inputs<GetGpuTypesArgs> = {}): pulumi.Output<GpuTypeResult[]> =>
  pulumi.output(args).apply((plain) => getGpuTypes(plain));

/** CPU flavors of the catalog. One call for each different question, shared within a run. */
export const getCpuTypes = (args: GetCpuTypesArgs = {}): Promise<CpuTypeResult[]> => cpuTypes(once, args);

export const getCpuTypesOutput = (args: Inputs<GetCpuTypesArgs> = {}): pulumi.Output<CpuTypeResult[]> =>
  pulumi.output(args).apply((plain) => getCpuTypes(plain));

/** Data centers of the catalog that pass all filters. One call for each different question, shared within a run. */
export const getDataCenters = (args: GetDataCentersArgs = {}): Promise<DataCenterResult[]> => dataCenters(once, args);

export const getDataCentersOutput = (args: Inputs<GetDataCentersArgs> = {}): pulumi.Output<DataCenterResult[]> =>
  pulumi.output(args as pulumi.Input<GetDataCentersArgs>).apply((plain) => getDataCenters(plain));
