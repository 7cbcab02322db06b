import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "@jest/globals";
import { systemClock } from "../../client";
import { timeLimit } from "../../client/clock";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** What tells of the end holds the signal; nobody else does. */
const endOf = (signal: AbortSignal) =>
  new Promise<unknown>((resolve) => {
    signal.addEventListener("abort", () => resolve(signal.reason), { once: true });
  });

describe("a time limit", () => {
  it("ends although the garbage is collected meanwhile, with others and without", async () => {
    const ends = [
      endOf(timeLimit(100)),
      endOf(timeLimit(100, undefined, new AbortController().signal)),
      endOf(AbortSignal.any([timeLimit(100), new AbortController().signal])),
    ];
    collectGarbage();
    // The limits themselves hold no process open, and are of real time.
    let ended = 0;
    for (const end of ends) void end.then(() => ended++);
    for (let looks = 0; ended < ends.length && looks < 500; looks++) {
      collectGarbage();
      await systemClock.sleep(10);
    }
    expect(ended).toBe(ends.length);
    for (const reason of await Promise.all(ends)) expect(reason).toMatchObject({ name: "TimeoutError" });
  });

  it("ends with the first of the others, for its reason", async () => {
    const other = new AbortController();
    const end = endOf(timeLimit(60_000, other.signal));
    other.abort("enough");
    expect(await end).toBe("enough");
  });
});
