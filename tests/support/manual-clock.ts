import type { Clock } from "../../client/clock";

/** A clock that jumps: sleeping advances it at once and is written down. */
export class ManualClock implements Clock {
  readonly sleeps: number[] = [];
  constructor(private time = 0) {}

  now(): number {
    return this.time;
  }

  advance(ms: number): void {
    this.time += ms;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.sleeps.push(ms);
    this.time += ms;
  }
}
