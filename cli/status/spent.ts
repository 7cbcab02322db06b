import type { Client } from "../../client/index";
import type { Budget } from "./budget";
import type { Seen } from "./read";

/** The interval for bills, which grow slowly. */
const everyMs = 60_000;

/** USD by the id of a pod, a cluster or an endpoint. */
export type Spent = ReadonlyMap<string, number>;

/** The charges so far for running objects: one request for each kind, whatever the number of its objects. */
export class Bills {
  private readonly amounts = new Map<string, number>();
  private readonly readAt = new Map<BillName, number>();

  constructor(private readonly client: Client) {}

  get spent(): Spent {
    return this.amounts;
  }

  /** The number of bills that are due for this number of kinds. */
  due(kinds: number, now: number): number {
    return Math.max(0, kinds - [...this.readAt.keys()].filter((name) => this.isFresh(name, now)).length);
  }

  /**
   * Reads due bills as far as the budget allows.
   *
   * @returns how many are left. Charges stay unknown if the platform refuses, as with a key that may not read bills.
   */
  async read(seen: Seen, signal: AbortSignal, budget: Budget, now: number): Promise<number> {
    const due = billsOf(this.client, seen, signal).filter(({ name }) => !this.isFresh(name, now));
    const asked = due.filter(() => budget.take());
    const answers = await Promise.allSettled(asked.map(({ read }) => read()));
    signal.throwIfAborted();
    for (const { name } of asked) this.readAt.set(name, now);
    for (const answer of answers) {
      const sums = new Map<string, number>();
      for (const [id, amount] of answer.status === "fulfilled" ? answer.value : [])
        if (typeof id === "string") sums.set(id, (sums.get(id) ?? 0) + amount);
      for (const [id, sum] of sums) this.amounts.set(id, sum);
    }
    return due.length - asked.length;
  }

  private isFresh(name: BillName, now: number): boolean {
    const at = this.readAt.get(name);
    return at !== undefined && now - at < everyMs;
  }
}

type BillName = "pods" | "clusters" | "serverless";

interface Bill {
  readonly name: BillName;
  readonly read: () => Promise<(readonly [unknown, number])[]>;
}

/** The bills of the seen kinds, each since the creation of its oldest object and in the largest buckets. */
function billsOf({ billing }: Client, { pods, clusters, endpoints }: Seen, signal: AbortSignal): Bill[] {
  const own = [...pods.values()].filter(({ cluster }) => cluster === undefined);
  const served = [...endpoints.values()].map(({ endpoint }) => endpoint);
  const since = (objects: readonly { readonly createdAt: string }[], bill: (startTime: string) => Bill) =>
    objects
      .map(({ createdAt }) => createdAt)
      .sort()
      .slice(0, 1)
      .map(bill);
  const whole = { bucketSize: "year", signal } as const;
  return [
    ...since(own, (startTime) => ({
      name: "pods",
      read: async () =>
        (await billing.pods({ startTime, ...whole })).records.map((one) => [one.podId, one.totalAmount]),
    })),
    ...since([...clusters.values()], (startTime) => ({
      name: "clusters",
      read: async () =>
        (await billing.clusters({ startTime, ...whole })).records.map((one) => [one.clusterId, one.totalAmount]),
    })),
    ...since(served, (startTime) => ({
      name: "serverless",
      read: async () =>
        (await billing.serverless({ startTime, ...whole })).records.map((one) => [one.serverlessId, one.totalAmount]),
    })),
  ];
}
