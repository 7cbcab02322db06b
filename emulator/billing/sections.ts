import type { CostSegment } from "../store/ledger";
import type { AmountSources } from "./report";

const isOf =
  (kind: string, rate: string) =>
  (segment: CostSegment, name: string): boolean =>
    segment.kind === kind && name === rate;

/** What counts towards the amounts of each report (B-11): the kind of thing, and the name of its rate. */
export const podAmounts: AmountSources = {
  gpuAmount: isOf("pod", "gpu"),
  cpuAmount: isOf("pod", "cpu"),
  diskAmount: isOf("pod", "disk"),
};
export const serverlessAmounts: AmountSources = {
  gpuAmount: isOf("serverless", "gpu"),
  cpuAmount: isOf("serverless", "cpu"),
  diskAmount: isOf("serverless", "disk"),
  feeAmount: isOf("serverless", "fee"),
};
export const volumeAmounts: AmountSources = {
  standardAmount: isOf("network-volume", "standard"),
  highPerformanceAmount: isOf("network-volume", "highPerformance"),
};
export const clusterAmounts: AmountSources = {
  gpuAmount: isOf("cluster", "gpu"),
  diskAmount: isOf("cluster", "disk"),
  networkingAmount: isOf("cluster", "networking"),
};

/** All of the above under the names of the overview (B-12). Nothing here uses the vendor's shared endpoints (B-4). */
export const allAmounts: AmountSources = {
  podGpuAmount: isOf("pod", "gpu"),
  podCpuAmount: isOf("pod", "cpu"),
  podDiskAmount: isOf("pod", "disk"),
  serverlessGpuAmount: isOf("serverless", "gpu"),
  serverlessCpuAmount: isOf("serverless", "cpu"),
  serverlessDiskAmount: isOf("serverless", "disk"),
  serverlessFeeAmount: isOf("serverless", "fee"),
  storageStandardAmount: isOf("network-volume", "standard"),
  storageHighPerformanceAmount: isOf("network-volume", "highPerformance"),
  endpointAmount: isOf("public-endpoint", "fee"),
  clusterGpuAmount: isOf("cluster", "gpu"),
  clusterDiskAmount: isOf("cluster", "disk"),
  clusterNetworkingAmount: isOf("cluster", "networking"),
};
