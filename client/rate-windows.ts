import type { Priority } from "./prepare";
import type { WindowReport } from "./rate-headers";

/** Requests in flight before the first answer has told the limits. */
const coldBurst = 4;
/** The whole seconds of `t` may be rounded either way; a window is taken to open this much later. */
const roundingMs = 1_000;
/** Ends of the same window, computed from different answers, differ by less than this. */
const sameWindowMs = 3_000;
/** The part of a window that background work leaves to everything else. */
const reservedPart = 0.1;

interface Window {
  remaining: number;
  resetAt: number;
  quota: number | undefined;
  lengthMs: number | undefined;
}

/** What one answer tells the limiter. */
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

  /** When a request may go if `waiting` requests wait, itself included. `Infinity`: once an answer has come. */
  nextAt(now: number, waiting: number, priority: Priority): number {
    if (now < this.blockedUntil) return this.blockedUntil;
    if (!this.hasLearned) return this.inFlight < coldBurst ? now : Number.POSITIVE_INFINITY;
    let at = now;
    for (const window of this.windows.values()) at = Math.max(at, this.opensAt(window, now, waiting, priority));
    return at;
  }

  private opensAt(window: Window, now: number, waiting: number, priority: Priority): number {
    if (now >= window.resetAt) {
      // Nothing is known of the new window until an answer comes; its quota is the best guess.
      window.remaining = window.quota ?? coldBurst;
      window.resetAt = now + (window.lengthMs ?? 60_000);
    }
    const reserved = priority === "background" ? Math.ceil((window.quota ?? 0) * reservedPart) : 0;
    const remaining = window.remaining - reserved;
    if (remaining <= 0) return window.resetAt;
    if (waiting <= remaining) return now;
    return this.lastSentAt + (window.resetAt - this.lastSentAt) / (remaining + 1);
  }

  /** A request goes out. */
  sent(now: number): void {
    this.inFlight += 1;
    this.lastSentAt = now;
    for (const window of this.windows.values()) window.remaining -= 1;
  }

  /** A request got no answer: it may have counted. */
  lost(): void {
    this.inFlight -= 1;
  }

  answered({ windows, blockedMs, isSilent = false }: RateReport, now: number): void {
    this.inFlight -= 1;
    if (blockedMs !== undefined) this.blockedUntil = Math.max(this.blockedUntil, now + blockedMs);
    // A caller without limits gets no headers: then there is nothing to wait for.
    if (windows.length > 0 || !isSilent) this.hasLearned = true;
    for (const report of windows) this.learn(report, now);
  }

  private learn({ name, remaining, resetMs, quota, lengthMs }: WindowReport, now: number): void {
    const resetAt = now + resetMs + roundingMs;
    const known = this.windows.get(name);
    if (known && Math.abs(known.resetAt - resetAt) < sameWindowMs) {
      // Answers overtake each other, and others may use the same key: the lower figure is the safe one.
      known.remaining = Math.min(known.remaining, remaining);
      known.resetAt = Math.min(known.resetAt, resetAt);
      known.quota = quota ?? known.quota;
      return;
    }
    // What is in flight may not have been counted when this answer was written.
    this.windows.set(name, {
      remaining: remaining - this.inFlight,
      resetAt,
      quota: quota ?? known?.quota,
      lengthMs: lengthMs ?? known?.lengthMs,
    });
  }
}
