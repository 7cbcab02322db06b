import type { Client } from "../../client/index";

/** USD by the id of an object. */
export type Spent = ReadonlyMap<string, number>;

type Billing = Client["billing"];
type Range = Parameters<Billing["pods"]>[0];

/** The bills of the kinds that have one (B-2, B-3, B-5, B-6): one request for each, whatever the number of its objects. */
export const bills = {
  Pod: (billing: Billing, range: Range) => sumsOf(billing.pods(range), (one) => one.podId),
  Cluster: (billing: Billing, range: Range) => sumsOf(billing.clusters(range), (one) => one.clusterId),
  Endpoint: (billing: Billing, range: Range) => sumsOf(billing.serverless(range), (one) => one.serverlessId),
  NetworkVolume: (billing: Billing, range: Range) =>
    sumsOf(billing.networkVolumes(range), (one) => one.networkVolumeId),
};

async function sumsOf<One extends { readonly totalAmount: number }>(
  bill: Promise<{ readonly records: readonly One[] }>,
  idOf: (one: One) => unknown,
): Promise<Spent> {
  const sums = new Map<string, number>();
  for (const one of (await bill).records) {
    const id = idOf(one);
    if (typeof id === "string") sums.set(id, (sums.get(id) ?? 0) + one.totalAmount);
  }
  return sums;
}
