import type { Client } from "../../client/index";
import { Budget } from "./budget";
import type { Seen } from "./read";

/** USD by the id of a pod or a cluster. */
export type Spent = ReadonlyMap<string, number>;

/**
 * What the platform has charged so far for what it was seen to run: one request for each kind, whatever their number.
 * Nothing where it does not say, as with a key that may not see bills.
 */
export async function readSpent(
  client: Client,
  { pods, clusters, endpoints }: Seen,
  signal: AbortSignal,
  budget = new Budget(),
): Promise<Spent> {
  const own = [...pods.values()].filter(({ cluster }) => cluster === undefined);
  const ofPods = async () => {
    const range = since(own);
    if (range === undefined || !budget.take()) return [];
    const { records } = await client.billing.pods({ ...range, signal });
    return records.map(({ podId, totalAmount }) => [podId, totalAmount] as const);
  };
  const ofClusters = async () => {
    const range = since([...clusters.values()]);
    if (range === undefined || !budget.take()) return [];
    const { records } = await client.billing.clusters({ ...range, signal });
    return records.map(({ clusterId, totalAmount }) => [clusterId, totalAmount] as const);
  };
  const ofEndpoints = async () => {
    const range = since([...endpoints.values()].map(({ endpoint }) => endpoint));
    if (range === undefined || !budget.take()) return [];
    const { records } = await client.billing.serverless({ ...range, signal });
    return records.map(({ serverlessId, totalAmount }) => [serverlessId, totalAmount] as const);
  };
  const asked = await Promise.allSettled([ofPods(), ofClusters(), ofEndpoints()]);
  signal.throwIfAborted();
  const spent = new Map<string, number>();
  for (const answer of asked)
    for (const [id, amount] of answer.status === "fulfilled" ? answer.value : [])
      if (typeof id === "string") spent.set(id, (spent.get(id) ?? 0) + amount);
  return spent;
}

/** Since the oldest of them was made, in the largest buckets there are. */
function since(objects: readonly { readonly createdAt: string }[]) {
  const [startTime] = objects.map(({ createdAt }) => createdAt).sort();
  return startTime === undefined ? undefined : { startTime, bucketSize: "year" as const };
}
