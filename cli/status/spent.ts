import type { Client } from "../../client/index";
import type { Budget, Seen } from "./read";

/** The interval for bills, which grow slowly. */
const everyMs = 60_000;

/** USD by the id of a pod, a cluster or an endpoint. */
export type Spent = ReadonlyMap<string, number>;

type Family = keyof typeof bills;

/** The charges so far for running objects: one request for each kind, whatever the number of its objects. */
export class Bills {
  private readonly amounts = new Map<string, number>();
  private readonly readAt = new Map<Family, number>();

  constructor(private readonly client: Client) {}

  get spent(): Spent {
    return this.amounts;
  }

  /** The number of bills that are due for this number of kinds. */
  due(kinds: number, now: number): number {
    return Math.max(0, kinds - [...this.readAt.keys()].filter((family) => this.isFresh(family, now)).length);
  }

  /**
   * Reads due bills as far as the budget allows.
   *
   * @returns how many are left. Charges stay unknown if the platform refuses, as with a key that may not read bills.
   */
  async read(seen: Seen, signal: AbortSignal, budget: Budget, now: number): Promise<number> {
    const due = beginnings(seen).filter(([family]) => !this.isFresh(family, now));
    const asked = due.filter(() => budget.take());
    const { billing } = this.client;
    // In the largest buckets.
    const range = { bucketSize: "year", signal } as const;
    const answers = await Promise.allSettled(
      asked.map(([family, startTime]) => bills[family](billing, { ...range, startTime })),
    );
    signal.throwIfAborted();
    for (const [family] of asked) this.readAt.set(family, now);
    for (const answer of answers)
      for (const [id, sum] of answer.status === "fulfilled" ? answer.value : []) this.amounts.set(id, sum);
    return due.length - asked.length;
  }

  private isFresh(family: Family, now: number): boolean {
    const at = this.readAt.get(family);
    return at !== undefined && now - at < everyMs;
  }
}

type Billing = Client["billing"];
type Range = Parameters<Billing["pods"]>[0];

/** The bills by their family of the client (B-2, B-3, B-5, B-6): USD by the id of each object. */
export const bills = {
  pods: (billing: Billing, range: Range) => sumsOf(billing.pods(range), (one) => one.podId),
  clusters: (billing: Billing, range: Range) => sumsOf(billing.clusters(range), (one) => one.clusterId),
  serverless: (billing: Billing, range: Range) => sumsOf(billing.serverless(range), (one) => one.serverlessId),
  networkVolumes: (billing: Billing, range: Range) =>
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

/** The creation of the oldest object of each family that was seen, since when its bill is read. */
function beginnings({ pods, clusters, endpoints }: Seen): (readonly [family: Family, startTime: string])[] {
  const created = {
    pods: [...pods.values()].filter(({ cluster }) => cluster === undefined),
    clusters: [...clusters.values()],
    serverless: [...endpoints.values()].map(({ endpoint }) => endpoint),
  };
  return (["pods", "clusters", "serverless"] as const).flatMap((family) => {
    const [oldest] = created[family].map(({ createdAt }) => createdAt).sort();
    return oldest === undefined ? [] : [[family, oldest] as const];
  });
}
