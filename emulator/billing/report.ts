import { groupedBy } from "../../values/many";
import { ownMember } from "../../values/own-member";
import { badRequest } from "../kernel/refusal";
import { parseMicros } from "../logs/cursor";
import { timestampOf } from "../store/clock";
import type { CostSegment } from "../store/ledger";
import { type BucketSize, bucketStart, bucketsOf, lastBuckets, overlapMs, type Span } from "./buckets";

export interface RangeQuery {
  readonly startTime?: string | undefined;
  readonly endTime?: string | undefined;
  readonly bucketSize?: BucketSize | undefined;
  readonly lastN?: number | undefined;
}

/** The kind of thing and the name of its rate that count towards each amount member. */
export type AmountSources = Readonly<Record<string, { readonly kind: string; readonly rate: string }>>;

export interface ReportShape {
  /** Amount members every record has besides `totalAmount` (B-11, B-12), and what counts towards each. */
  readonly amounts: AmountSources;
  /** Member that names the resource, its value in the query, and the counter in `metadata` (B-13). */
  readonly resource?: { readonly member: string; readonly counter: string; readonly wanted: string | undefined };
}

const defaultRangeMs = 30 * 24 * 3_600_000;

/** The time a query asks for, rounded out to its buckets; `lastN` and the two times exclude each other (CH-60). */
export function rangeOf(query: RangeQuery, now: number): { span: Span; size: BucketSize } {
  const size = query.bucketSize ?? "day";
  if (query.lastN !== undefined) {
    if (query.startTime !== undefined || query.endTime !== undefined) {
      throw badRequest("lastN cannot be combined with startTime or endTime");
    }
    return { span: lastBuckets(now, size, query.lastN), size };
  }
  const start = msOf(query.startTime) ?? now - defaultRangeMs;
  const end = msOf(query.endTime) ?? now;
  const lastStart = bucketStart(end, size);
  const roundedEnd = lastStart === end ? end : bucketStart(end, size, 1);
  return { span: { start: bucketStart(start, size), end: roundedEnd }, size };
}

function msOf(text: string | undefined): number | undefined {
  const micros = text === undefined ? undefined : parseMicros(text);
  return micros === undefined ? undefined : micros / 1_000;
}

/** Records by bucket, oldest first, and by resource where the report has one (B-10, B-13). */
export function reportOf(segments: readonly CostSegment[], query: RangeQuery, shape: ReportShape, now: number) {
  const { span, size } = rangeOf(query, now);
  const { resource } = shape;
  const mine = segments.filter(({ id }) => resource?.wanted === undefined || resource.wanted === id);
  const within = (some: readonly CostSegment[], bounds: Span) =>
    some.filter((segment) => overlapMs(spanOf(segment, now), bounds) > 0);
  const records = bucketsOf(costlyPartOf(span, mine, now), size).flatMap((bucket) =>
    [...groupedBy(within(mine, bucket), ({ id }) => (resource ? id : ""))].map(([id, group]) => ({
      startTime: timestampOf(bucket.start),
      endTime: timestampOf(bucket.end),
      ...(resource ? { [resource.member]: id } : {}),
      ...amountsOf(group, bucket, shape, now),
    })),
  );
  const ids = new Set(within(mine, span).map(({ id }) => id));
  return {
    records,
    metadata: {
      query: {
        startTime: timestampOf(span.start),
        endTime: timestampOf(span.end),
        bucketSize: size,
        ...(query.lastN === undefined ? {} : { lastN: query.lastN }),
        ...(resource ? { [resource.member]: resource.wanted ?? null } : {}),
      },
      recordCount: records.length,
      totals: amountsOf(mine, span, shape, now),
      ...(resource && resource.wanted === undefined ? { [resource.counter]: ids.size } : {}),
    },
  };
}

/** The part of a span in which anything cost something: a span may be millions of empty buckets long. */
function costlyPartOf(span: Span, segments: readonly CostSegment[], now: number): Span {
  let [start, end] = [span.end, span.start];
  for (const segment of segments) {
    const cost = spanOf(segment, now);
    start = Math.min(start, cost.start);
    end = Math.max(end, cost.end);
  }
  return { start: Math.max(start, span.start), end: Math.min(end, span.end) };
}

function amountsOf(segments: readonly CostSegment[], span: Span, { amounts }: ReportShape, now: number) {
  const sums: Record<string, number> = {
    totalAmount: 0,
    ...Object.fromEntries(Object.keys(amounts).map((a) => [a, 0])),
  };
  for (const segment of segments) {
    for (const [rate, usd] of Object.entries(amountsWithin([segment], span, now))) {
      const [member] = Object.entries(amounts).find(([, of]) => of.kind === segment.kind && of.rate === rate) ?? [];
      if (member === undefined) continue;
      sums[member] = (ownMember(sums, member) ?? 0) + usd;
      sums.totalAmount = (sums.totalAmount ?? 0) + usd;
    }
  }
  return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, roundUsd(sum)]));
}

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
      totals[member] = (ownMember(totals, member) ?? 0) + (usdPerHour * ms) / hourMs;
    }
  }
  return totals;
}

/** Amounts to the millionth of a dollar, so that sums do not show binary dust. */
export const roundUsd = (amount: number): number => Math.round(amount * 1e6) / 1e6;
