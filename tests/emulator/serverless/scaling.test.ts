import { describe, expect, it } from "@jest/globals";
import { Alarms } from "../../../emulator/store/timers";
import { wantedWorkers, type Load } from "../../../emulator/serverless/scaling";

const idle = { min: 0, max: 3, workers: 0, free: 0, waitedMs: [], inProgress: 0 };

describe("E-36: scaling policies", () => {
  const count = { ...idle, scaling: { type: "REQUEST_COUNT" as const, requestCount: 2 } };
  it.each([
    { why: "nothing to do", load: count, wanted: 0 },
    { why: "the floor", load: { ...count, min: 1 }, wanted: 1 },
    { why: "one request", load: { ...count, waitedMs: [0] }, wanted: 1 },
    { why: "queued and in progress, rounded up", load: { ...count, waitedMs: [0, 0], inProgress: 1 }, wanted: 2 },
    { why: "the ceiling", load: { ...count, waitedMs: Array<number>(50).fill(0) }, wanted: 3 },
  ])("E-36: REQUEST_COUNT, $why → $wanted", ({ load, wanted }) => {
    expect(wantedWorkers(load)).toBe(wanted);
  });

  const delay: Load = { ...idle, scaling: { type: "QUEUE_DELAY", queueDelay: 4 } };
  it.each([
    { why: "a young job", load: { ...delay, waitedMs: [3_999] }, wanted: 0 },
    { why: "a job that waited too long", load: { ...delay, waitedMs: [4_000] }, wanted: 1 },
    { why: "its worker boots already", load: { ...delay, waitedMs: [9_000], workers: 1, free: 1 }, wanted: 1 },
    {
      why: "a second job waits behind a busy one",
      load: { ...delay, waitedMs: [5_000], workers: 1, inProgress: 1 },
      wanted: 2,
    },
    { why: "the ceiling", load: { ...delay, waitedMs: [5_000, 5_000], workers: 3, inProgress: 3 }, wanted: 3 },
  ])("E-36: QUEUE_DELAY, $why → $wanted", ({ load, wanted }) => {
    expect(wantedWorkers(load)).toBe(wanted);
  });
});

it("alarms come out soonest first, each once, and only when due", () => {
  const alarms = new Alarms();
  for (const at of [5, 1, 9, 5, Infinity]) alarms.add(at);
  expect([alarms.due(6), alarms.due(6), alarms.due(6), alarms.next()]).toEqual([1, 5, undefined, 9]);
});
