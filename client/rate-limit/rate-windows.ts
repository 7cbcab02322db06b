import type { Priority } from "../http/prepare";
import type { WindowReport } from "./rate-headers";
import type { SharedEvent } from "./shared-sends";

/** Requests in flight before the first answer has told the limits. */
const coldBurst = 4;
/** The whole seconds of `t` may be rounded either way; a window is taken to open this much later. */
const roundingMs = 1_000;
/** Ends of the same window, computed from different answers, differ by less than this. */
const sameWindowMs = 3_000;
/** The platform counts a request within this time from its sending, at the latest. */
const countedMs = 2_000;
/** A request of another process that has not ended after this never will: the process is gone. */
const forgottenMs = 60_000;
/** The part of a short window that background work leaves to everything else. Nobody waits for the end of an hour or a day for it. */
const reservedPart = 0.1;
/** The length of a short window, and of one whose length nobody has told. */
const shortMs = 60_000;

interface Window {
  /** Requests that may still go: never more than there really are. */
  remaining: number;
  /** Lowest figure that an answer told of this window. */
  lowest: number;
  resetAt: number;
  quota: number | undefined;
  lengthMs: number | undefined;
  /** When our first request of the window left, if known. */
  beganAt: number;
  /** When the request went out whose answer told of it last. */
  toldAt: number;
  /** Begun by the clock alone; no answer has told of it yet. */
  isGuess: boolean;
}

export interface RateReport {
  readonly windows: readonly WindowReport[];
  /** Wait asked for by a 429. */
  readonly blockedMs?: number | undefined;
  /** An answer that says nothing about limits although one to a known key would: 401, or a fault on the way. */
  readonly isSilent?: boolean | undefined;
}

/**
 * Knows when the next request may go, from what the answers said. No clock and no waiting of its own: see Pacer.
 *
 * A request goes at once as long as all that wait fit into what is left of every window. When they do not, what is left
 * is spread evenly up to the window's end, so that a request that comes in between is not stuck behind an empty window.
 */
export class RateWindows {
  private readonly windows = new Map<string, Window>();
  private inFlight = 0;
  private hasLearned = false;
  private blockedUntil = 0;
  private lastSentAt = 0;
  /** When other processes sent the requests that they wait for. */
  private inFlightElsewhere: number[] = [];

  /** When a request may go if `waiting` requests wait, itself included. `Infinity`: once an answer has come. */
  nextAt(now: number, waiting: number, priority: Priority): number {
    if (now < this.blockedUntil) return this.blockedUntil;
    if (!this.hasLearned) return this.inFlight < coldBurst ? now : Number.POSITIVE_INFINITY;
    let at = now;
    for (const window of this.windows.values()) at = Math.max(at, this.opensAt(window, now, waiting, priority));
    return at;
  }

  private opensAt(window: Window, now: number, waiting: number, priority: Priority): number {
    this.begin(window, now);
    const { quota = 0, lengthMs = shortMs } = window;
    const reserved = priority === "background" && lengthMs <= shortMs ? Math.ceil(quota * reservedPart) : 0;
    const remaining = window.remaining - reserved;
    if (remaining <= 0) return window.resetAt;
    if (waiting <= remaining) return now;
    // Clocks count whole milliseconds: a rest of one would be slept over and over.
    return Math.ceil(this.lastSentAt + (window.resetAt - this.lastSentAt) / (remaining + 1));
  }

  /** A request goes out. */
  sent(now: number): void {
    for (const window of this.windows.values()) {
      this.begin(window, now);
      window.remaining -= 1;
    }
    this.inFlight += 1;
    this.lastSentAt = now;
  }

  /** Another process with the same key has sent a request, or got its answer. */
  elsewhere({ at, what }: SharedEvent, now: number): void {
    if (what === "ended") return void this.inFlightElsewhere.shift();
    // A time to come, of a clock that was set back since, would never be old enough to be forgotten.
    this.inFlightElsewhere.push(Math.min(at, now));
    for (const window of this.windows.values()) {
      this.begin(window, now);
      // What went out long before the request that was answered last is in that answer's figure.
      if (at >= Math.max(window.beganAt, window.toldAt - countedMs)) window.remaining -= 1;
    }
  }

  /** A request got no answer: it may have counted. */
  lost(): void {
    this.inFlight -= 1;
  }

  /** @param sentAt when the request that was answered had gone out. */
  answered({ windows, blockedMs, isSilent = false }: RateReport, now: number, sentAt: number = now): void {
    this.inFlight -= 1;
    if (blockedMs !== undefined) this.blockedUntil = Math.max(this.blockedUntil, now + blockedMs);
    // A caller without limits gets no headers: then there is nothing to wait for.
    if (windows.length > 0 || !isSilent) this.hasLearned = true;
    for (const report of windows) this.learn(report, now, sentAt);
  }

  private uncounted(now: number): number {
    this.inFlightElsewhere = this.inFlightElsewhere.filter((at) => now - at <= forgottenMs);
    return this.inFlight + this.inFlightElsewhere.length;
  }

  private learn({ name, remaining, resetMs, quota, lengthMs }: WindowReport, now: number, sentAt: number): void {
    const told = { lowest: remaining, resetAt: now + resetMs + roundingMs };
    const known = this.windows.get(name);
    // A late answer to a request of the window before says nothing of this one.
    if (known && sentAt < known.beganAt && told.resetAt < known.resetAt - sameWindowMs) return;
    const isSame = known !== undefined && !known.isGuess && Math.abs(known.resetAt - told.resetAt) < sameWindowMs;
    // Answers overtake each other, and others may use the same key: the lowest figure counts, and the earliest end.
    const lowest = isSame ? Math.min(known.lowest, told.lowest) : told.lowest;
    const resetAt = isSame ? Math.min(known.resetAt, told.resetAt) : told.resetAt;
    // The figure may omit at most the requests in flight.
    const atLeast = lowest - this.uncounted(now);
    this.windows.set(name, {
      lowest,
      resetAt,
      remaining: isSame ? Math.max(Math.min(known.remaining, lowest), atLeast) : atLeast,
      quota: quota ?? known?.quota,
      lengthMs: lengthMs ?? known?.lengthMs,
      toldAt: sentAt,
      beganAt: isSame || known?.isGuess ? known.beganAt : sentAt,
      isGuess: false,
    });
  }

  /** A window that is over is followed by one of which nothing is known yet; its quota is the best guess. */
  private begin(window: Window, now: number): void {
    if (now < window.resetAt) return;
    // One at least, or a quota of 0 that was told once would never be asked about again.
    window.lowest = Math.max(1, window.quota ?? coldBurst);
    // The platform's window may have begun a little earlier and include the requests in flight.
    window.remaining = window.lowest - this.uncounted(now);
    window.resetAt = now + (window.lengthMs ?? shortMs);
    window.beganAt = now;
    window.toldAt = now;
    window.isGuess = true;
  }
}
