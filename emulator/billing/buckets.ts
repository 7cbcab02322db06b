import type { bucketSizes } from "../../api/billing";

export type BucketSize = (typeof bucketSizes)[number];

/** A stretch of time; `end` is exclusive. Milliseconds since the epoch. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Start of the bucket that holds `at`, or of the one so many buckets later, in UTC; weeks start on Monday. */
export function bucketStart(at: number, size: BucketSize, later = 0): number {
  const date = new Date(at);
  const [year, month, day, hour] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), date.getUTCHours()];
  switch (size) {
    case "hour":
      return Date.UTC(year, month, day, hour + later);
    case "day":
      return Date.UTC(year, month, day + later);
    case "week":
      return Date.UTC(year, month, day - ((date.getUTCDay() + 6) % 7) + 7 * later);
    case "month":
      return Date.UTC(year, month + later);
    case "year":
      return Date.UTC(year + later, 0);
  }
}

/** The buckets that cover `span`: its start rounded down, its end rounded up (section 13). */
export function bucketsOf(span: Span, size: BucketSize): Span[] {
  const buckets: Span[] = [];
  for (let start = bucketStart(span.start, size); start < span.end; ) {
    const end = bucketStart(start, size, 1);
    buckets.push({ start, end });
    start = end;
  }
  return buckets;
}

/** The last `count` buckets with the one of `now`; none begins before 1970. */
export function lastBuckets(now: number, size: BucketSize, count: number): Span {
  const start = bucketStart(now, size, 1 - count);
  return { start: start >= 0 ? start : bucketStart(0, size), end: bucketStart(now, size, 1) };
}

export function overlapMs(a: Span, b: Span): number {
  return Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));
}
