import * as z from "zod";
import { endpoint, reads } from "./endpoint";
import { dateTime, timestamp, whole } from "./shared";

export const bucketSizes = ["hour", "day", "week", "month", "year"] as const;

const range = {
  /** Inclusive; default 30 days ago; rounded down to its bucket. */
  startTime: dateTime.optional(),
  /** Exclusive; default now; rounded up to its bucket. */
  endTime: dateTime.optional(),
  /** Default `day`. */
  bucketSize: z.enum(bucketSizes).optional(),
  /** Last N buckets, the current one included; excludes the two times. */
  lastN: z.int().min(1).optional(),
};
export const BillingQuery = z.strictObject(range);
export type BillingQuery = z.infer<typeof BillingQuery>;

const amount = z.number();

/** Records with the amounts every one of them has, in USD. */ // B-10, B-11, B-12
function report<A extends string>(amounts: readonly A[], id?: string) {
  const members = Object.fromEntries(amounts.map((name) => [name, amount])) as Record<A, typeof amount>;
  return z.looseObject({
    records: z.array(
      z.looseObject({
        startTime: timestamp,
        endTime: timestamp,
        ...(id === undefined ? {} : { [id]: z.string() }),
        ...members,
      }),
    ),
    metadata: z.looseObject({
      query: z.looseObject({}),
      recordCount: whole,
      totals: z.looseObject(members),
    }),
  });
}

export const podAmounts = ["totalAmount", "gpuAmount", "cpuAmount", "diskAmount"] as const;
export const serverlessAmounts = [...podAmounts, "feeAmount"] as const;
export const volumeAmounts = ["totalAmount", "standardAmount", "highPerformanceAmount"] as const;
export const clusterAmounts = ["totalAmount", "gpuAmount", "diskAmount", "networkingAmount"] as const;
export const publicEndpointAmounts = ["totalAmount"] as const;
export const allAmounts = [
  "totalAmount",
  "podGpuAmount",
  "podCpuAmount",
  "podDiskAmount",
  "serverlessGpuAmount",
  "serverlessCpuAmount",
  "serverlessDiskAmount",
  "serverlessFeeAmount",
  "storageStandardAmount",
  "storageHighPerformanceAmount",
  "endpointAmount",
  "clusterGpuAmount",
  "clusterDiskAmount",
  "clusterNetworkingAmount",
] as const;

export const billing = {
  /** All resources together. */
  all: endpoint({
    ...reads,
    id: "B-1",
    refusals: [400],
    path: "/v2/billing",
    query: BillingQuery,
    response: report(allAmounts),
  }),
  /** Pods: one record for each pod and bucket, or of the one `podId`. */ // B-13
  pods: endpoint({
    ...reads,
    id: "B-2",
    refusals: [400],
    path: "/v2/billing/pods",
    query: z.strictObject({ ...range, podId: z.string().optional() }),
    response: report(podAmounts, "podId"),
  }),
  /** Serverless endpoints, or the one `serverlessId`. */
  serverless: endpoint({
    ...reads,
    id: "B-3",
    refusals: [400],
    path: "/v2/billing/serverless",
    query: z.strictObject({ ...range, serverlessId: z.string().optional() }),
    response: report(serverlessAmounts, "serverlessId"),
  }),
  /** The platform's shared public endpoints; your own are under `serverless`. */
  endpoints: endpoint({
    ...reads,
    id: "B-4",
    refusals: [400],
    path: "/v2/billing/endpoints",
    query: BillingQuery,
    response: report(publicEndpointAmounts),
  }),
  /** Network volumes, or the one `networkVolumeId`. */
  networkVolumes: endpoint({
    ...reads,
    id: "B-5",
    refusals: [400],
    path: "/v2/billing/network-volumes",
    query: z.strictObject({ ...range, networkVolumeId: z.string().optional() }),
    response: report(volumeAmounts, "networkVolumeId"),
  }),
  /** Clusters, or the one `clusterId`. */
  clusters: endpoint({
    ...reads,
    id: "B-6",
    refusals: [400],
    path: "/v2/billing/clusters",
    query: z.strictObject({ ...range, clusterId: z.string().optional() }),
    response: report(clusterAmounts, "clusterId"),
  }),
};
