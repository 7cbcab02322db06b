import type { CostSegment } from "../store/ledger";
import { overlapMs, type Span } from "./buckets";

const hourMs = 3_600_000;

/** The stretch a segment covers until now. */
export const spanOf = ({ from, to }: CostSegment, now: number): Span => ({ start: from, end: to ?? now });

/** USD by rate member that these segments add up to within `span`; members nobody was charged for are absent. */
export function amountsWithin(segments: readonly CostSegment[], span: Span, now: number): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const segment of segments) {
    const ms = overlapMs(spanOf(segment, now), span);
    if (ms === 0) continue;
    for (const [member, usdPerHour] of Object.entries(segment.rates)) {
      totals[member] = (totals[member] ?? 0) + (usdPerHour * ms) / hourMs;
    }
  }
  return totals;
}

/** Amounts to the millionth of a dollar, so that sums do not show binary dust. */
export const roundUsd = (amount: number): number => Math.round(amount * 1e6) / 1e6;
