import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { LogStream } from "../support/events";
import { Platform } from "../support/platform";

/** What happens between two looks at the stream: the pod prints, time passes, or the connection breaks somewhere. */
const event = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("print" as const), count: fc.integer({ min: 1, max: 7 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("advance" as const), ms: fc.integer({ min: 0, max: 40_000 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("leave" as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("cut" as const), bytes: fc.integer({ min: 0, max: 900 }) }) },
);
const form = fc.constantFrom("timestamp", "suffixed");

it("L-6, L-8, L-14: under any disconnects, resuming with the last id loses no line and doubles none", async () => {
  const platform = new Platform({});
  await platform.start();
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 12 }), form, async (events, logIdForm) => {
        platform.emulator.reset();
        await platform.post("/_emulator/settings", { logIdForm });
        const pod = await platform.runningPod();
        const path = `/v2/pods/${pod.id}/logs?source=container&tail=0`;
        const received: string[] = [];
        let printed = 0;
        let lastId: string | undefined;
        let stream = await LogStream.open(platform, path);

        const take = () => {
          for (const { id, data } of stream.events) {
            if (String(data.line).startsWith("n")) received.push(data.line as string);
            lastId = id;
          }
        };
        const reopen = async () => {
          take();
          stream = await LogStream.open(platform, path, lastId === undefined ? {} : { "last-event-id": lastId });
        };
        const print = async (count: number) => {
          const lines = Array.from({ length: count }, () => `n${printed++}`);
          await platform.post("/_emulator/pod-log", { podId: pod.id, lines });
        };

        // A first line gives the reader a cursor: without one, what a broken stream missed is nobody's to know.
        await print(1);
        await stream.until(({ events: seen }) => seen.length > 0);
        for (const each of events) {
          if (each.kind === "print") await print(each.count);
          if (each.kind === "advance") await platform.advance(each.ms);
          if (each.kind === "leave") {
            stream.leave();
            await reopen();
          }
          if (each.kind === "cut") {
            stream.leave();
            platform.emulator.faults.add({ path: "/v2/pods/:id/logs", phase: "mid-body", bytes: each.bytes });
            await reopen();
          }
        }
        await print(1);
        for (const final = `n${printed - 1}`; ; ) {
          await stream.until(({ isOver, lines }) => isOver || lines.includes(final));
          if (stream.lines.includes(final)) break;
          await reopen();
        }
        take();
        stream.leave();
        expect(received).toEqual(Array.from({ length: printed }, (_, i) => `n${i}`));
      }),
      { numRuns: 60 },
    );
  } finally {
    await platform.stop();
  }
}, 60_000);
