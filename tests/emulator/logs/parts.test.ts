import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { formatCursor, formatMicros, parseCursor, parseMicros } from "../../../emulator/logs/cursor";
import { Log } from "../../../emulator/logs/log";

describe("cursors", () => {
  it("L-6: both forms of a cursor read back to the same microsecond", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e15 }),
        fc.integer({ min: 0, max: 999_999_999_999 }),
        (micros, sequence) => {
          expect(parseCursor(formatCursor(micros, sequence, "timestamp"))).toBe(micros);
          expect(parseCursor(formatCursor(micros, sequence, "suffixed"))).toBe(micros);
        },
      ),
    );
  });

  it.each([
    { text: "2026-05-05T08:10:02Z", micros: "2026-05-05T08:10:02.000000Z" },
    { text: "2026-05-05T08:10:02.5Z", micros: "2026-05-05T08:10:02.500000Z" },
    { text: "2026-05-05T10:10:02.0000019+02:00", micros: "2026-05-05T08:10:02.000001Z" },
    { text: "2026-05-05T08:10:02.000001Z/000000000007", micros: "2026-05-05T08:10:02.000001Z" },
  ])("L-5: $text is a cursor", ({ text, micros }) => {
    expect(formatMicros(parseCursor(text) as number)).toBe(micros);
  });

  it.each(["", "yesterday", "2026-05-05", "2026-13-05T08:10:02Z", "2026-05-05T08:10:02Z/7"])(
    "L-5: %p is none",
    (text) => {
      expect(parseCursor(text)).toBeUndefined();
    },
  );
});

describe("log", () => {
  const texts = (log: Log, ...read: Parameters<Log["read"]>) => log.read(...read).map(({ line }) => line);
  const logOf = (...lines: [string, number][]) => {
    const log = new Log(4);
    for (const [line, at] of lines) log.append(line.startsWith("s") ? "system" : "container", line, at);
    return log;
  };

  it("L-6: lines of one instant, and out of order, still rise", () => {
    const log = logOf(["a", 5], ["b", 5], ["c", 3]);
    const ids = log.read({ tail: 10 }).map(({ micros }) => micros);
    expect(ids).toEqual([5_000, 5_001, 5_002]);
  });

  it("L-8: after a cursor excludes it, from a time includes it", () => {
    const log = logOf(["a", 1], ["b", 2], ["c", 3]);
    expect(texts(log, { after: 2_000 })).toEqual(["c"]);
    expect(texts(log, { from: 2_000 })).toEqual(["b", "c"]);
  });

  it("L-9: only the newest lines are kept, and an older cursor starts at the oldest of them", () => {
    const log = logOf(...Array.from({ length: 30 }, (_, i): [string, number] => [`c${i}`, i + 1]));
    expect(texts(log, { after: parseMicros("1970-01-01T00:00:00Z") as number })).toEqual(["c26", "c27", "c28", "c29"]);
  });

  it("L-10: the tail counts after the source filter", () => {
    const log = logOf(["s1", 1], ["c1", 2], ["s2", 3], ["c2", 4]);
    expect(texts(log, { tail: 2 }, "system")).toEqual(["s1", "s2"]);
    expect(texts(log, { tail: 0 })).toEqual([]);
  });

  it("L-3: a text with newlines becomes lines", () => {
    expect(texts(logOf(["a\nb\r\nc", 1]), { tail: 9 })).toEqual(["a", "b", "c"]);
  });
});
