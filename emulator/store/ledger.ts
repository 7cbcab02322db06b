import { ownMember } from "../../values/own-member";

/** USD per hour by the amount it counts towards, e.g. `{ gpu: 1.72 }` or `{ standard: 0.01 }`. */
export type Rates = Readonly<Record<string, number>>;

/** A stretch of time in which one thing cost the same. Times are the emulator's ms since the epoch. */
export interface CostSegment {
  /** `pod`, `cluster`, `network-volume`, `serverless`. */
  readonly kind: string;
  readonly id: string;
  readonly rates: Rates;
  readonly from: number;
  /** Exclusive; absent while it goes on. */
  readonly to?: number;
}

const hourMs = 3_600_000;
function sum(rates: Rates, without: readonly string[] = []): number {
  let total = 0;
  for (const name in rates) if (!without.includes(name)) total += ownMember(rates, name) ?? 0;
  return total;
}
function isSame(a: Rates | undefined, b: Rates): boolean {
  if (!a) return false;
  for (const name in { ...a, ...b }) if (ownMember(a, name) !== ownMember(b, name)) return false;
  return true;
}
const costOf = ({ rates, from }: CostSegment, to: number) => (sum(rates) * (to - from)) / hourMs;

/** What things cost, from when to when. Changes of rate close one segment and open the next. */
export class Ledger {
  private readonly running = new Map<string, CostSegment>();
  private closed: CostSegment[] = [];
  private spentOnClosed = 0;
  private runningRate = 0;
  private cappedRate = 0;
  /** Sum of rate × start over what runs, so that the cost so far needs no walk. Starts count from `origin`, to stay exact. */
  private runningRateTimesStart = 0;
  private origin: number | undefined;

  start(kind: string, id: string, rates: Rates, at: number): void {
    if (isSame(this.running.get(id)?.rates, rates)) return;
    this.stop(id, at);
    const rate = sum(rates);
    if (rate === 0) return;
    this.running.set(id, { kind, id, rates, from: at });
    this.origin ??= at;
    this.runningRate += rate;
    this.cappedRate += sum(rates, uncappedRates);
    this.runningRateTimesStart += rate * (at - this.origin);
  }

  stop(id: string, at: number): void {
    const segment = this.running.get(id);
    if (!segment) return;
    this.running.delete(id);
    this.runningRate -= sum(segment.rates);
    this.cappedRate -= sum(segment.rates, uncappedRates);
    this.runningRateTimesStart -= sum(segment.rates) * (segment.from - (this.origin ?? 0));
    // Rounding errors end with the last one.
    if (this.running.size === 0) this.runningRate = this.cappedRate = this.runningRateTimesStart = 0;
    if (at <= segment.from) return;
    this.closed.push({ ...segment, to: at });
    this.spentOnClosed += costOf(segment, at);
  }

  ratePerHourUsd(): number {
    return this.runningRate;
  }

  /** USD per hour now, of what counts towards the spending cap. */ // P-19
  cappedRatePerHourUsd(): number {
    return this.cappedRate;
  }

  /** USD per hour now of compute alone, at list prices, as `compute cost` has it. */
  computePerHourUsd(): number {
    let total = 0;
    for (const id of this.running.keys()) total += this.computeRateOfUsd(id);
    return total;
  }

  spentUsd(now: number): number {
    const elapsed = now - (this.origin ?? now);
    return this.spentOnClosed + Math.max(0, this.runningRate * elapsed - this.runningRateTimesStart) / hourMs;
  }

  segments(): readonly CostSegment[] {
    return [...this.closed, ...this.running.values()];
  }

  spentOnUsd(id: string, now: number): number {
    return this.spentByIdUsd(now).get(id) ?? 0;
  }

  /** USD so far of everything that ever cost something, by id. */
  spentByIdUsd(now: number): ReadonlyMap<string, number> {
    const spent = new Map<string, number>();
    for (const segment of this.segments()) {
      spent.set(segment.id, (spent.get(segment.id) ?? 0) + costOf(segment, segment.to ?? now));
    }
    return spent;
  }

  rateOfUsd(id: string): number {
    return sum(this.running.get(id)?.rates ?? {});
  }

  computeRateOfUsd(id: string): number {
    const segment = this.running.get(id);
    return segment && segment.kind !== "network-volume" ? sum(segment.rates, uncappedRates) : 0;
  }

  dump(): CostSegment[] {
    return [...this.segments()];
  }

  load(value: unknown): void {
    this.clear();
    for (const segment of value as CostSegment[]) {
      if (segment.to === undefined) this.start(segment.kind, segment.id, segment.rates, segment.from);
      else {
        this.closed.push(segment);
        this.spentOnClosed += costOf(segment, segment.to);
      }
    }
  }

  clear(): void {
    this.running.clear();
    this.closed = [];
    this.spentOnClosed = 0;
    this.runningRate = 0;
    this.cappedRate = 0;
    this.runningRateTimesStart = 0;
    this.origin = undefined;
  }
}

// The contract names these amounts and no price for them (B-11): the prices are the emulator's own. Bills and the balance
// count disks and cluster networks; a pod's `cost` (P-61) and the spending cap (P-19) hold compute only.
const hoursPerMonth = 730;

/** Container disks and persistent mounts, in USD per GB and month. */
const diskUsdPerGbMonth = 0.1;
export const diskUsdPerHour = (gb: number): number => (gb * diskUsdPerGbMonth) / hoursPerMonth;

/** The network between the members of a cluster, in USD per GPU and hour. */
const clusterNetworkUsdPerGpuHour = 0.02;
export const clusterNetworkUsdPerHour = (gpus: number): number => gpus * clusterNetworkUsdPerGpuHour;

/** Network volumes by tier, in USD per GB and month. */ // V-17
const volumeUsdPerGbMonth: Readonly<Record<string, number>> = { STANDARD: 0.07, HIGH_PERFORMANCE: 0.14 };
export const volumeUsdPerHour = (type: string, gb: number): number =>
  ((ownMember(volumeUsdPerGbMonth, type) ?? 0) * gb) / hoursPerMonth;

/** Rates that the spending cap leaves out. */
const uncappedRates: readonly string[] = ["disk", "networking"];
