import { overlapMs, type Span } from "./buckets";

export type ChargeKind = "pod" | "serverless" | "volume" | "cluster";

/** What one resource cost over one stretch of time in which its rates did not change. */
export interface Charge {
  readonly kind: ChargeKind;
  readonly resourceId: string;
  /** GPU type of the hardware, where there is one. */
  readonly gpuTypeId?: string;
  /** GB of disk that were billed. */
  readonly diskGb?: number;
  readonly span: Span;
  /** USD per hour by amount member without its `Amount`, e.g. `{ gpu: 1.72, disk: 0.005 }`. */
  readonly usdPerHour: Readonly<Record<string, number>>;
}

const hourMs = 3_600_000;

/** USD by member that these charges add up to within `span`; members nobody was charged for are absent. */
export function amountsWithin(charges: readonly Charge[], span: Span): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const charge of charges) {
    const ms = overlapMs(charge.span, span);
    if (ms === 0) continue;
    for (const [member, usdPerHour] of Object.entries(charge.usdPerHour)) {
      totals[member] = (totals[member] ?? 0) + (usdPerHour * ms) / hourMs;
    }
  }
  return totals;
}

/** Amounts to the millionth of a dollar, so that sums do not show binary dust. */
export const roundUsd = (amount: number): number => Math.round(amount * 1e6) / 1e6;
