import type { Clock } from "../../client/clock";

/** A clock that jumps: sleeping advances it at once and is written down. */
export class ManualClock implements Clock {
  readonly sleeps: number[] = [];
  /** Lets something happen while somebody sleeps until then. */
  onSleep: (until: number) => unknown = () => undefined;

  constructor(private time = 0) {}

  now(): number {
    return this.time;
  }

  advance(ms: number): void {
    this.time += ms;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await this.onSleep(this.time + ms);
    this.sleeps.push(ms);
    this.time += ms;
  }

  /** One thing happens at a time, so there is nothing to hold still. */
  during<T>(call: () => Promise<T>): Promise<T> {
    return call();
  }
}
