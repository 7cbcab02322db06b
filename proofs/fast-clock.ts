import { systemClock } from "../client/clock";
import type { LifeClock } from "./virtual-clock";

/** Real time, faster by a factor: for work in which other processes take part. */
export class FastClock implements LifeClock {
  private readonly started = systemClock.now();
  private passed = 0;

  constructor(private readonly speed: number) {}

  now(): number {
    return this.started + (systemClock.now() - this.started) * this.speed + this.passed;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return systemClock.sleep(ms / this.speed, signal);
  }

  pass(ms: number): Promise<void> {
    this.passed += ms;
    return Promise.resolve();
  }

  during<T>(call: () => Promise<T>): Promise<T> {
    return call();
  }

  run<T>(work: Promise<T>): Promise<T> {
    return work;
  }
}
