import type { KindName } from "../../provider/kinds/names";
import type { Client } from "../../client/index";
import type { Shared } from "../state/accounts";
import type { StackResource } from "../state/deployment";

/**
 * The charges for these resources since midnight UTC, in USD by id: one request for each kind with bills (B-2, B-3, B-5,
 * B-6), for all stacks of a pass. Null if unknown, as with a key that may not read bills.
 */
export async function spentToday(
  client: Client,
  resources: readonly StackResource[],
  now: number,
  signal: AbortSignal,
  shared: Shared,
): Promise<ReadonlyMap<string, number> | null> {
  const startTime = `${new Date(now).toISOString().slice(0, 10)}T00:00:00Z`;
  const range = { startTime, bucketSize: "day", signal } as const;
  const { billing } = client;
  const bills: Partial<Record<KindName, () => Promise<readonly (readonly [unknown, number])[]>>> = {
    Pod: async () => (await billing.pods(range)).records.map((one) => [one.podId, one.totalAmount] as const),
    Cluster: async () =>
      (await billing.clusters(range)).records.map((one) => [one.clusterId, one.totalAmount] as const),
    Endpoint: async () =>
      (await billing.serverless(range)).records.map((one) => [one.serverlessId, one.totalAmount] as const),
    NetworkVolume: async () =>
      (await billing.networkVolumes(range)).records.map((one) => [one.networkVolumeId, one.totalAmount] as const),
  };
  const ids = new Set<unknown>(resources.map(({ id }) => id));
  const kinds = [...new Set(resources.map(({ kind }) => kind))];
  const askFor = async (kind: KindName) => {
    const ask = bills[kind];
    return ask ? shared.once(client, `bills of ${kind}`, ask) : [];
  };
  const asked = await Promise.allSettled(kinds.map(async (kind) => askFor(kind)));
  signal.throwIfAborted();
  if (asked.some(({ status }) => status === "rejected")) return null;
  const records = asked.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  const spent = new Map<string, number>();
  for (const [id, amount] of records)
    if (typeof id === "string" && ids.has(id)) spent.set(id, (spent.get(id) ?? 0) + amount);
  return spent;
}
