import type { Clock } from "../client/clock";
import { Timers } from "../emulator/store/timers";

/** The clock of a platform in virtual time. */
export type PlatformClock = Clock & Pick<VirtualClock, "during">;

/** The clock of lives. */
export type LifeClock = Clock & Pick<VirtualClock, "during" | "pass" | "run">;

/**
 * Time that passes only when nothing else can happen: hours of waiting take no time, and a run is the same every time.
 */
export class VirtualClock implements Clock {
  private readonly timers = new Timers();
  private busy = 0;

  constructor(private time: number = Date.UTC(2026, 4, 4, 9)) {}

  now(): number {
    return this.time;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const stop = () => {
        cancel();
        reject(signal?.reason as Error);
      };
      const cancel = this.timers.add(this.time + Math.max(0, ms), () => {
        signal?.removeEventListener("abort", stop);
        resolve();
      });
      signal?.addEventListener("abort", stop, { once: true });
    });
  }

  /** Lets time pass in which nothing is done. */
  pass(ms: number): Promise<void> {
    return this.sleep(ms);
  }

  /** Holds time still until `call` has ended, for work that waits for something other than this clock. */
  async during<T>(call: () => Promise<T>): Promise<T> {
    this.busy += 1;
    try {
      return await call();
    } finally {
      this.busy -= 1;
    }
  }

  /** Runs until `work` is done, moving time to the next sleeper whenever all is quiet. */
  async run<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const finished = work.finally(() => {
      isDone = true;
    });
    finished.catch(() => undefined);
    let quiet = 0;
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      quiet = this.busy > 0 ? 0 : quiet + 1;
      if (quiet < 2) continue;
      if (this.timers.next !== undefined) {
        this.time = Math.max(this.time, this.timers.next);
        this.timers.fire(this.time);
        quiet = 0;
      } else if (quiet > 10_000) {
        throw new Error("nothing is left to wait for, and the work is not done");
      }
    }
    return finished;
  }
}
