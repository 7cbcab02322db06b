import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { amountsWithin, rangeOf } from "../../../emulator/billing/report";
import { bucketsOf, bucketStart, lastBuckets } from "../../../emulator/billing/buckets";

const at = (text: string) => Date.parse(text);
const text = (ms: number) => new Date(ms).toISOString().slice(0, 16);

describe("buckets", () => {
  it.each([
    { size: "hour", start: "2026-05-06T13:00" },
    { size: "day", start: "2026-05-06T00:00" },
    { size: "week", start: "2026-05-04T00:00" },
    { size: "month", start: "2026-05-01T00:00" },
    { size: "year", start: "2026-01-01T00:00" },
  ] as const)("a $size starts at $start", ({ size, start }) => {
    expect(text(bucketStart(at("2026-05-06T13:45:10Z"), size))).toBe(start);
  });

  it("last two months reach over the turn of the year", () => {
    const { start, end } = lastBuckets(at("2026-01-10T00:00:00Z"), "month", 2);
    expect([text(start), text(end)]).toEqual(["2025-12-01T00:00", "2026-02-01T00:00"]);
  });

  it("rounds a range out to its buckets, and leaves exact bounds alone", () => {
    const now = at("2026-05-06T13:45:10Z");
    const { span } = rangeOf({ startTime: "2026-05-01T10:00:00Z", endTime: "2026-05-03T00:00:00Z" }, now);
    expect([text(span.start), text(span.end)]).toEqual(["2026-05-01T00:00", "2026-05-03T00:00"]);
    const byDefault = rangeOf({}, now).span;
    expect([text(byDefault.start), text(byDefault.end)]).toEqual(["2026-04-06T00:00", "2026-05-07T00:00"]);
    expect(() => rangeOf({ lastN: 2, endTime: "2026-05-03T00:00:00Z" }, now)).toThrow("lastN");
  });

  it("cutting a charge into buckets neither loses nor adds money", () => {
    const size = fc.constantFrom("hour", "day", "week", "month", "year");
    const span = fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 200 }));
    fc.assert(
      fc.property(size, span, (bucketSize, [startHours, hours]) => {
        const start = at("2026-01-01T00:30:00Z") + startHours * 3_600_000;
        const now = start + hours * 3_600_000;
        const charge = { kind: "pod", id: "p", rates: { gpu: 2 }, from: start };
        const sums = bucketsOf({ start, end: now }, bucketSize).map(
          (bucket) => amountsWithin([charge], bucket, now).gpu ?? 0,
        );
        expect(sums.reduce((total, sum) => total + sum, 0)).toBeCloseTo(2 * hours, 6);
      }),
    );
  });
});
