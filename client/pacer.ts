import type { Clock } from "./clock";
import type { Priority } from "./prepare";
import { RateWindows, type RateReport } from "./rate-windows";
import type { SharedSends } from "./shared-sends";

const ranks: Record<Priority, number> = { foreground: 0, normal: 1, background: 2 };

interface Waiter {
  readonly priority: Priority;
  readonly go: () => void;
}

/** The queue in front of the socket: lets requests go when the rate windows allow, foreground first. */
export class Pacer {
  private readonly windows = new RateWindows();
  /** In the order in which they will go. */
  private readonly queue: Waiter[] = [];
  private alarm: AbortController | undefined;

  /** @param shared what other processes with the same key send. */
  constructor(
    private readonly clock: Clock,
    private readonly shared?: SharedSends,
  ) {}

  /** Undefined when the request may go at once, which then counts as sent; else resolves when it may. */
  acquire(priority: Priority, signal?: AbortSignal): Promise<void> | undefined {
    const now = this.clock.now();
    this.listen(now);
    if (this.queue.length === 0 && this.windows.nextAt(now, 1, priority) <= now) {
      this.sent(now);
      return undefined;
    }
    return this.enqueue(priority, signal);
  }

  /** Milliseconds until a request that came now could go, if it were alone. `Infinity`: not known yet. */
  waitMs(priority: Priority): number {
    const now = this.clock.now();
    return this.windows.nextAt(now, 1, priority) - now;
  }

  /** @param sentAt when the request that was answered had gone out. */
  answered(report: RateReport, sentAt: number): void {
    this.windows.answered(report, this.clock.now(), sentAt);
    this.ended();
  }

  lost(): void {
    this.windows.lost();
    this.ended();
  }

  private ended(): void {
    this.shared?.tell({ at: this.clock.now(), what: "ended" });
    this.wake();
  }

  private sent(now: number): void {
    this.windows.sent(now);
    this.shared?.tell({ at: now, what: "sent" });
  }

  private listen(now: number): void {
    for (const event of this.shared?.others() ?? []) this.windows.elsewhere(event, now);
  }

  private enqueue(priority: Priority, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const leave = () => {
        this.queue.splice(this.queue.indexOf(waiter), 1);
        reject(signal?.reason as Error);
      };
      const waiter: Waiter = {
        priority,
        go: () => {
          signal?.removeEventListener("abort", leave);
          resolve();
        },
      };
      const behind = this.queue.findIndex((other) => ranks[other.priority] > ranks[priority]);
      this.queue.splice(behind < 0 ? this.queue.length : behind, 0, waiter);
      signal?.addEventListener("abort", leave, { once: true });
      this.wake();
    });
  }

  /** Looks at the queue anew: something has changed. */
  private wake(): void {
    this.alarm?.abort();
    this.alarm = undefined;
    for (let head = this.queue[0]; head; head = this.queue[0]) {
      const now = this.clock.now();
      this.listen(now);
      const at = this.windows.nextAt(now, this.queue.length, head.priority);
      if (at > now) return this.sleepFor(at - now);
      this.queue.shift();
      this.sent(now);
      head.go();
    }
  }

  private sleepFor(ms: number): void {
    if (!Number.isFinite(ms)) return;
    const alarm = new AbortController();
    this.alarm = alarm;
    this.clock.sleep(ms, alarm.signal).then(
      () => {
        if (!alarm.signal.aborted) this.wake();
      },
      // Aborted: somebody else woke the queue.
      () => undefined,
    );
  }
}
