import { describe, expect, it } from "@jest/globals";
import { first, HistoryEnd } from "../../../cli/logs/history";

/** Feeds lines by the second, and tells in which second the history was over. */
function endOf(seconds: readonly (readonly number[])[]): number | undefined {
  const end = new HistoryEnd();
  const at = seconds.findIndex((times) => {
    for (const time of times) end.sawLine({ ts: new Date(time).toISOString() });
    return end.afterSecond();
  });
  return at < 0 ? undefined : at;
}

/** So many lines in each second, of which the first was written so long after the one of the second before. */
const printing = (perSecond: number, paceMs: number, from = Date.UTC(2026, 4, 4)) =>
  Array.from({ length: 30 }, (_, second) =>
    Array.from({ length: perSecond }, (_, at) => from + second * paceMs + (at * paceMs) / perSecond),
  );

describe("the history of a log is over", () => {
  it("L-10: after a second without a line", () => {
    expect(endOf([[0, 1, 2], [], []])).toBe(1);
    expect(endOf([[], []])).toBe(1);
  });

  it.each([1, 10, 11, 500])("L-10: after a few seconds of a pod that prints %i lines in each", (perSecond) => {
    expect(endOf(printing(perSecond, 1_000))).toBe(3);
  });

  it("L-10: whatever the clock of its host says", () => {
    expect(endOf(printing(50, 1_000, Date.UTC(1970, 0, 1)))).toBe(3);
  });

  it("L-10: not while lines come that are older and older, or all of one moment", () => {
    expect(endOf(printing(50, 60_000))).toBeUndefined();
    expect(endOf(printing(1_000, 10))).toBeUndefined();
  });

  it("L-16: and lines without a time count as lines", () => {
    const end = new HistoryEnd();
    const each = () => {
      end.sawLine({ ts: undefined });
      return end.afterSecond();
    };
    expect([each(), each(), each(), each(), each()]).not.toContain(true);
  });
});

it("L-10: no more lines are history than were asked for", async () => {
  let isClosed = false;
  async function* endless() {
    try {
      for (let line = 1; ; line++) yield line;
    } finally {
      isClosed = true;
    }
  }
  const lines = [];
  for await (const line of first(3, endless())) lines.push(line);
  expect({ lines, isClosed }).toEqual({ lines: [1, 2, 3], isClosed: true });
});
