import type { Clock } from "../client/clock";

/** What a platform in virtual time needs of its clock. */
export type PlatformClock = Clock & Pick<VirtualClock, "during">;

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly wake: () => void;
}

/**
 * Time that passes only when nothing else can happen: hours of waiting take no time, and a run is the same every time.
 */
export class VirtualClock implements Clock {
  private readonly timers: Timer[] = [];
  private order = 0;
  private busy = 0;

  constructor(private time: number = Date.UTC(2026, 4, 4, 9)) {}

  now(): number {
    return this.time;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const stop = () => {
        this.remove(timer);
        reject(signal?.reason as Error);
      };
      const timer = {
        at: this.time + Math.max(0, ms),
        order: this.order++,
        wake: () => {
          signal?.removeEventListener("abort", stop);
          resolve();
        },
      };
      signal?.addEventListener("abort", stop, { once: true });
      this.insert(timer);
    });
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
      if (this.timers.length > 0) {
        this.wakeNext();
        quiet = 0;
      } else if (quiet > 10_000) {
        throw new Error("nothing is left to wait for, and the work is not done");
      }
    }
    return finished;
  }

  private wakeNext(): void {
    const at = this.timers[0]!.at;
    this.time = Math.max(this.time, at);
    while (this.timers[0] && this.timers[0].at <= this.time) this.timers.shift()!.wake();
  }

  private insert(timer: Timer): void {
    let low = 0;
    let high = this.timers.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.timers[middle]!;
      if (other.at < timer.at || (other.at === timer.at && other.order < timer.order)) low = middle + 1;
      else high = middle;
    }
    this.timers.splice(low, 0, timer);
  }

  private remove(timer: Timer): void {
    const index = this.timers.indexOf(timer);
    if (index >= 0) this.timers.splice(index, 1);
  }
}
