/** Operations of the queue that have limits of their own (section 12.9). */
export type LimitedOperation = "run" | "runsync" | "status" | "stream" | "cancel" | "purge-queue";

/** Whose limits the operations of the queue count against; the others have none. */
export const limitedOperations: Readonly<Record<string, LimitedOperation | undefined>> = {
  "J-1": "run",
  "J-2": "runsync",
  "J-3": "status",
  "J-4": "status",
  "J-5": "stream",
  "J-6": "cancel",
  "J-8": "purge-queue",
};

export interface OperationLimit {
  /** Requests in 10 s. */
  readonly requests: number;
  readonly concurrent?: number;
}

/** Published figures; `status` covers `status-sync`. `retry` and `health` have none. */
export const baseLimits: Readonly<Record<LimitedOperation, OperationLimit>> = {
  run: { requests: 1000, concurrent: 200 },
  runsync: { requests: 2000, concurrent: 400 },
  status: { requests: 2000, concurrent: 400 },
  stream: { requests: 2000, concurrent: 400 },
  cancel: { requests: 100, concurrent: 20 },
  "purge-queue": { requests: 2 },
};

const windowMs = 10_000;

interface Usage {
  startedAt: number;
  used: number;
  held: number;
}

export interface Caller {
  readonly user: string;
  readonly endpointId: string;
  readonly operation: LimitedOperation;
  /** Requests in 10 s that the running workers allow between them (J-67). */
  readonly workersAllow: number;
  readonly now: number;
}

/** Counts requests by user, endpoint and operation, on the emulator's clock (section 12.9). */
export class QueueLimits {
  private readonly usage = new Map<string, Usage>();

  constructor(private readonly base: Readonly<Record<LimitedOperation, OperationLimit>> = baseLimits) {}

  /** Lets a request in, by the larger of the base figure and what the workers allow (J-67). Call what comes back once answered. */
  enter({ user, endpointId, operation, workersAllow, now }: Caller): (() => void) | undefined {
    const limit = this.base[operation];
    const requests = Math.max(limit.requests, workersAllow);
    const usage = this.usageOf(`${user}\n${endpointId}\n${operation}`, now);
    if (usage.used >= requests || usage.held >= (limit.concurrent ?? Infinity)) return undefined;
    usage.used += 1;
    usage.held += 1;
    return () => void (usage.held -= 1);
  }

  clear(): void {
    this.usage.clear();
  }

  private usageOf(key: string, now: number): Usage {
    const usage = this.usage.get(key) ?? { startedAt: now, used: 0, held: 0 };
    if (now - usage.startedAt >= windowMs) Object.assign(usage, { startedAt: now, used: 0 });
    this.usage.set(key, usage);
    return usage;
  }
}
