import type { Client } from "../../client/index";
import type { KindName } from "../../provider/kinds/names";
import type { Failure } from "../drift/find";
import { pluralOf } from "../stack/names";
import type { Shared } from "../state/accounts";
import type { StackResource } from "../state/deployment";

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

const hasBill = (kind: KindName): kind is keyof typeof bills => kind in bills;

/** The charges for these resources since midnight UTC, in USD by id. A key may not be allowed to read bills. */
export async function spentToday(
  client: Client,
  resources: readonly StackResource[],
  now: number,
  signal: AbortSignal,
  shared: Shared,
): Promise<{ readonly bills: ReadonlyMap<string, number>; readonly failures: readonly Failure[] }> {
  const startTime = `${new Date(now).toISOString().slice(0, 10)}T00:00:00Z`;
  const range = { startTime, bucketSize: "day", signal } as const;
  const ids = new Set(resources.map(({ id }) => id));
  const spent = new Map<string, number>();
  const failures: Failure[] = [];
  const kinds = [...new Set(resources.map(({ kind }) => kind))].filter(hasBill);
  const asked = kinds.map(async (kind) => {
    try {
      const bill = await shared.once(client, `bills of ${kind}`, () => bills[kind](client.billing, range));
      for (const [id, usd] of bill) if (ids.has(id)) spent.set(id, (spent.get(id) ?? 0) + usd);
    } catch (error) {
      failures.push({ what: `what its ${pluralOf(kind)} cost today`, error: error as Error });
    }
  });
  await Promise.all(asked);
  signal.throwIfAborted();
  return { bills: spent, failures };
}
