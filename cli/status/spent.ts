import type { Client } from "../../client/index";
import type { Kind } from "../state/deployment";
import type { Budget } from "./budget";
import type { Seen } from "./read";

/** Bills grow slowly, and are read only so often. */
const everyMs = 60_000;

/** USD by the id of a pod, a cluster or an endpoint. */
export type Spent = ReadonlyMap<string, number>;

/** What the platform has charged so far for what runs: one request for each kind, whatever the number of its objects. */
export class Bills {
  private readonly amounts = new Map<string, number>();
  private readonly readAt = new Map<Kind, number>();

  constructor(private readonly client: Client) {}

  get spent(): Spent {
    return this.amounts;
  }

  /** The kinds whose bill is to be read by now, those first that were read least lately. */
  due(kinds: Iterable<Kind>, now: number): Kind[] {
    const lastRead = (kind: Kind) => this.readAt.get(kind) ?? Number.NEGATIVE_INFINITY;
    const due = [...new Set(kinds)].filter((kind) => now - lastRead(kind) >= everyMs);
    return due.sort((one, other) => (lastRead(one) < lastRead(other) ? -1 : Number(lastRead(one) > lastRead(other))));
  }

  /**
   * Reads as many as the budget is enough for, and answers how many it is not. Nothing is known where the platform does not say, as
   * with a key that may not see bills.
   */
  async read(due: readonly Kind[], seen: Seen, signal: AbortSignal, budget: Budget, now: number): Promise<number> {
    const asked = due.filter((kind) => since(kind, seen) === undefined || budget.take());
    const answers = await Promise.allSettled(asked.map((kind) => this.of(kind, seen, signal)));
    signal.throwIfAborted();
    for (const kind of asked) this.readAt.set(kind, now);
    for (const answer of answers) {
      const sums = new Map<string, number>();
      for (const [id, amount] of answer.status === "fulfilled" ? answer.value : [])
        if (typeof id === "string") sums.set(id, (sums.get(id) ?? 0) + amount);
      for (const [id, sum] of sums) this.amounts.set(id, sum);
    }
    return due.length - asked.length;
  }

  private async of(kind: Kind, seen: Seen, signal: AbortSignal): Promise<(readonly [unknown, number])[]> {
    const startTime = since(kind, seen);
    if (startTime === undefined) return [];
    const { billing } = this.client;
    // In the largest buckets there are.
    const query = { startTime, bucketSize: "year", signal } as const;
    if (kind === "Pod") return (await billing.pods(query)).records.map((one) => [one.podId, one.totalAmount]);
    if (kind === "Cluster")
      return (await billing.clusters(query)).records.map((one) => [one.clusterId, one.totalAmount]);
    return (await billing.serverless(query)).records.map((one) => [one.serverlessId, one.totalAmount]);
  }
}

/** When the oldest object of the kind was made. */
function since(kind: Kind, { pods, clusters, endpoints }: Seen): string | undefined {
  const objects =
    kind === "Pod"
      ? [...pods.values()].filter(({ cluster }) => cluster === undefined)
      : kind === "Cluster"
        ? [...clusters.values()]
        : [...endpoints.values()].map(({ endpoint }) => endpoint);
  return objects.map(({ createdAt }) => createdAt).sort()[0];
}
