import { badRequest } from "../refusal";
import { parseMicros } from "../logs/cursor";
import { timestampOf } from "../clock";
import { bucketsOf, bucketStart, lastBuckets, overlapMs, shiftBucket, type BucketSize, type Span } from "./buckets";
import { amountsWithin, roundUsd, type Charge } from "./ledger";

export interface RangeQuery {
  readonly startTime?: string | undefined;
  readonly endTime?: string | undefined;
  readonly bucketSize?: BucketSize | undefined;
  readonly lastN?: number | undefined;
}

export interface ReportShape {
  /** Amount members every record has (B-11, B-12), in order; the first is the total. */
  readonly amounts: readonly string[];
  /** From an amount member to the ledger's members it sums up; `totalAmount` sums up all. */
  readonly sources: Readonly<Record<string, readonly string[]>>;
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
  return {
    span: { start: bucketStart(start, size), end: lastStart === end ? end : shiftBucket(lastStart, size, 1) },
    size,
  };
}

function msOf(text: string | undefined): number | undefined {
  const micros = text === undefined ? undefined : parseMicros(text);
  return micros === undefined ? undefined : micros / 1_000;
}

/** Records by bucket, and by resource where the report has one (B-10, B-13); the running buckets end at their bound. */
export function reportOf(charges: readonly Charge[], query: RangeQuery, shape: ReportShape, now: number) {
  const { span, size } = rangeOf(query, now);
  const { resource } = shape;
  const mine = charges.filter(({ resourceId }) => !resource?.wanted || resource.wanted === resourceId);
  const records = bucketsOf(span, size).flatMap((bucket) => {
    const inBucket = mine.filter((charge) => overlapMs(charge.span, bucket) > 0);
    return groupsOf(inBucket, resource !== undefined).map(([id, group]) => ({
      startTime: timestampOf(bucket.start),
      endTime: timestampOf(bucket.end),
      ...(resource ? { [resource.member]: id } : {}),
      ...recordAmounts(amountsWithin(group, bucket), shape),
    }));
  });
  const ids = new Set(mine.filter((charge) => overlapMs(charge.span, span) > 0).map((charge) => charge.resourceId));
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
      totals: recordAmounts(amountsWithin(mine, span), shape),
      ...(resource && resource.wanted === undefined ? { [resource.counter]: ids.size } : {}),
    },
  };
}

function groupsOf(charges: readonly Charge[], byResource: boolean): [string, Charge[]][] {
  const groups = new Map<string, Charge[]>();
  for (const charge of charges) {
    const key = byResource ? charge.resourceId : "";
    groups.set(key, [...(groups.get(key) ?? []), charge]);
  }
  return [...groups];
}

function recordAmounts(byMember: Record<string, number>, { amounts, sources }: ReportShape): Record<string, number> {
  const sum = (members: readonly string[]) => roundUsd(members.reduce((total, m) => total + (byMember[m] ?? 0), 0));
  return Object.fromEntries(
    amounts.map((amount) => [amount, sum(amount === "totalAmount" ? Object.keys(byMember) : (sources[amount] ?? []))]),
  );
}
