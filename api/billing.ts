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

/** The bill of what has the id `member`. */
function section<const P extends string, A extends string, const M extends string>(
  id: string,
  path: P,
  amounts: readonly A[],
  member: M,
) {
  const filter = { [member]: z.string().optional() } as Record<M, z.ZodOptional<z.ZodString>>;
  const query = z.strictObject({ ...range, ...filter });
  return endpoint({ ...reads, id, refusals: [400], path, query, response: report(amounts, member) });
}

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
  pods: section("B-2", "/v2/billing/pods", podAmounts, "podId"),
  /** Serverless endpoints, or the one `serverlessId`. */
  serverless: section("B-3", "/v2/billing/serverless", serverlessAmounts, "serverlessId"),
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
  networkVolumes: section("B-5", "/v2/billing/network-volumes", volumeAmounts, "networkVolumeId"),
  /** Clusters, or the one `clusterId`. */
  clusters: section("B-6", "/v2/billing/clusters", clusterAmounts, "clusterId"),
};
