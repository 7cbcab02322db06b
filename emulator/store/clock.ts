import { clearTimeout as stopTimer, setTimeout as startTimer } from "node:timers";
import { Timers } from "./timers";

/** Where real time comes from; a test passes its own. Milliseconds since the epoch. */
export type Now = () => number;

// eslint-disable-next-line no-restricted-properties -- the one default
const machineNow: Now = () => Date.now();

export interface ClockOptions {
  /** Default: the machine's clock. */
  readonly now?: Now;
  /** How many times as fast as real time this clock runs. 0: it stands still until moved. Default 1. */
  readonly speed?: number;
}

/** Longest real wait armed at once, in milliseconds; also how soon a foreign clock's jump is noticed. */
const longestRealWaitMs = 60_000;
const foreignPollMs = 5;

/** What a step of the clock plays instant by instant: what repeats every few seconds would keep a step of years busy for hours. */
const mostInstants = 50_000;

/** The emulator's time: base + real time elapsed × speed + advances. Only things that hang, as a long wait, set timers. */
export class EmulatorClock {
  private readonly realNow: Now;
  private readonly isForeign: boolean;
  readonly speed: number;
  private base: number;
  private realBase: number;
  private readonly timers = new Timers();
  private armed: NodeJS.Timeout | undefined;

  constructor({ now, speed = 1 }: ClockOptions = {}) {
    this.realNow = now ?? machineNow;
    this.isForeign = now !== undefined;
    this.speed = speed;
    this.realBase = this.realNow();
    this.base = this.realBase;
  }

  /** Virtual milliseconds since the epoch, whole. */
  now(): number {
    return Math.floor(this.base + (this.realNow() - this.realBase) * this.speed);
  }

  /** Moves the clock forward. Timers fire in order, each at its time; after a great many, the rest fire together. */
  async advance(ms: number): Promise<void> {
    const target = this.now() + ms;
    let instants = 0;
    for (let { next } = this.timers; next !== undefined && next <= target; { next } = this.timers) {
      if (++instants > mostInstants) break;
      if (next > this.now()) this.set(next);
      this.fireDue();
      // What waited on a timer goes on before later ones fire.
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (target > this.now()) this.set(target);
    this.fireDue();
  }

  /** Sets the clock, also backwards, as loading a saved state needs it. */
  set(now: number): void {
    this.realBase = this.realNow();
    this.base = now;
    this.arm();
  }

  /** Calls back once, at or after `deadline`. Returns a function that cancels the call. */
  at(deadline: number, callback: () => void): () => void {
    const cancel = this.timers.add(deadline, callback);
    this.arm();
    return () => {
      cancel();
      if (this.timers.next === undefined) this.disarm();
    };
  }

  /** Resolves after `ms` virtual milliseconds, or at once when the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return woken(signal, (wake) => [this.at(this.now() + ms, wake)]);
  }

  close(): void {
    this.timers.clear();
    this.disarm();
  }

  private fireDue(): void {
    this.timers.fire(this.now());
    this.arm();
  }

  private arm(): void {
    this.disarm();
    const { next } = this.timers;
    if (next === undefined || (this.speed === 0 && !this.isForeign)) return;
    const wait = this.isForeign ? foreignPollMs : (next - this.now()) / this.speed;
    this.armed = startTimer(() => this.fireDue(), Math.min(Math.max(Math.ceil(wait), 0), longestRealWaitMs));
    this.armed.unref();
  }

  private disarm(): void {
    stopTimer(this.armed);
    this.armed = undefined;
  }
}

/** Resolves when `wake` is called or the signal aborts. @param listen hands `wake` out, and returns how to take it back. */
export function woken(
  signal: AbortSignal | undefined,
  listen: (wake: () => void) => readonly (() => void)[],
): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      for (const stop of stops) stop();
      signal?.removeEventListener("abort", wake);
      resolve();
    };
    const stops = listen(wake);
    signal?.addEventListener("abort", wake, { once: true });
    if (signal?.aborted) wake();
  });
}

/** The last ones, since a list shows the same times again and again, and writing one takes longer than all else about its pod. */
const timestamps = new Map<number, string>();
const mostTimestamps = 10_000;

/** RFC 3339 in UTC with second precision, as the published examples have it. */
export function timestampOf(ms: number): string {
  let timestamp = timestamps.get(ms);
  if (timestamp === undefined) {
    if (timestamps.size >= mostTimestamps) timestamps.clear();
    timestamp = `${new Date(ms).toISOString().slice(0, 19)}Z`;
    timestamps.set(ms, timestamp);
  }
  return timestamp;
}
