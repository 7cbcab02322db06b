import type { KindName } from "../../provider/kinds/names";
import type { Client } from "../../client/index";
import { ownMember } from "../../values/own-member";
import type { Failure } from "../drift/find";
import { pluralOf } from "../stack/names";
import type { Shared } from "../state/accounts";
import type { StackResource } from "../state/deployment";

/**
 * The charges for these resources since midnight UTC, in USD by id: one request for each kind with bills (B-2, B-3, B-5,
 * B-6), for all stacks of a pass. A key may not be allowed to read bills.
 */
export async function spentToday(
  client: Client,
  resources: readonly StackResource[],
  now: number,
  signal: AbortSignal,
  shared: Shared,
): Promise<{ readonly bills: ReadonlyMap<string, number>; readonly failures: readonly Failure[] }> {
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
  const spent = new Map<string, number>();
  const failures: Failure[] = [];
  const asked = [...new Set(resources.map(({ kind }) => kind))].map(async (kind) => {
    const ask = ownMember(bills, kind);
    if (!ask) return;
    try {
      for (const [id, amount] of await shared.once(client, `bills of ${kind}`, ask))
        if (typeof id === "string" && ids.has(id)) spent.set(id, (spent.get(id) ?? 0) + amount);
    } catch (error) {
      failures.push({ what: `what its ${pluralOf(kind)} cost today`, error: error as Error });
    }
  });
  await Promise.all(asked);
  signal.throwIfAborted();
  return { bills: spent, failures };
}
