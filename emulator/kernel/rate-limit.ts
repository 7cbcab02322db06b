import * as z from "zod";
import { Count } from "./bounds";

/** How many requests a user may send in each window. */
export const Quotas = z.strictObject({ minute: Count, hour: Count, day: Count });
export type Quotas = Readonly<z.output<typeof Quotas>>;

/** The published example quotas. */
export const defaultQuotas: Quotas = { minute: 60, hour: 3000, day: 50_000 };

const windows = [
  { name: "minute", seconds: 60 },
  { name: "hour", seconds: 3600 },
  { name: "day", seconds: 86_400 },
] as const;

interface Window {
  /** When the first request of this window came. */
  startedAt: number;
  used: number;
}

/** What one request was told: whether it may pass, and the headers it gets either way. */
export interface Verdict {
  /** Name of the window used up; absent when the request may pass. */
  readonly exceeded?: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Three windows at once for each user, on the emulator's clock. A refused request uses nothing up. */
export class RateLimiter {
  private readonly byUser = new Map<string, Window[]>();

  take(user: string, quotas: Quotas, now: number): Verdict {
    const states = this.windowsOf(user, now);
    const rows = windows.map(({ name, seconds }, i) => {
      const state = states[i] as Window;
      const resetSeconds = Math.max(1, Math.ceil((state.startedAt + seconds * 1000 - now) / 1000));
      return { name, seconds, state, quota: quotas[name], resetSeconds };
    });
    // Of several windows used up, the one that opens last: waiting for less would only meet the next refusal.
    const full = rows.filter(({ state, quota }) => state.used >= quota).at(-1);
    if (!full) for (const { state } of rows) state.used += 1;
    const headers = {
      ratelimit: rows
        .map(
          ({ name, state, quota, resetSeconds }) => `"${name}";r=${Math.max(0, quota - state.used)};t=${resetSeconds}`,
        )
        .join(", "),
      "ratelimit-policy": rows.map(({ name, quota, seconds }) => `"${name}";q=${quota};w=${seconds}`).join(", "),
    };
    if (!full) return { headers };
    return { exceeded: full.name, headers: { ...headers, "retry-after": String(full.resetSeconds) } };
  }

  /** Requests used per window, for inspection. */
  usage(now: number): Record<string, Record<string, number>> {
    return this.perWindow(now, ({ used }) => used);
  }

  /** Seconds until each window starts anew, for inspection. */
  resets(now: number): Record<string, Record<string, number>> {
    return this.perWindow(now, ({ startedAt }, seconds) => Math.ceil((startedAt + seconds * 1000 - now) / 1000));
  }

  private perWindow(now: number, read: (state: Window, seconds: number) => number) {
    const entries = [...this.byUser.keys()].map((user) => {
      const states = this.windowsOf(user, now);
      const facts = windows.map(({ name, seconds }, i) => [name, read(states[i] as Window, seconds)] as const);
      return [user, Object.fromEntries(facts)] as const;
    });
    return Object.fromEntries(entries);
  }

  clear(): void {
    this.byUser.clear();
  }

  private windowsOf(user: string, now: number): Window[] {
    const states = this.byUser.get(user) ?? windows.map(() => ({ startedAt: now, used: 0 }));
    this.byUser.set(user, states);
    windows.forEach(({ seconds }, i) => {
      const state = states[i] as Window;
      if (now - state.startedAt >= seconds * 1000) Object.assign(state, { startedAt: now, used: 0 });
    });
    return states;
  }
}
