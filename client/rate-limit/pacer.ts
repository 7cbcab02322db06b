import { smallest } from "../../values/many";
import type { Clock } from "../clock";
import { tellWait, type WaitEvent } from "../http/hooks";
import type { Priority } from "../http/prepare";
import type { ClientOptions } from "../settings/options";
import { type RateReport, RateWindows } from "./rate-windows";
import { sharedFile, type SharedSends } from "./shared-sends";

/** A wait that is shorter is not worth a word. */
export const momentMs = 1_000;
/** A wait that goes on is told of again. */
export const againMs = 30_000;

const ranks: Record<Priority, number> = { foreground: 0, normal: 1, background: 2 };

/** A request's permission to go, held until the request ends in any way. Only the first end counts. */
export interface Place {
  /** The platform has answered. */
  answered(report: RateReport): void;
  /** There will be no answer; does nothing after {@link Place.answered}. */
  release(): void;
}

/** The place of a request that no limit applies to. */
export const unlimited: Place = { answered: () => undefined, release: () => undefined };

/** A request that asks to go. */
export interface Turn {
  readonly priority: Priority;
  /** How long it may wait, in milliseconds. */
  readonly patienceMs: number;
  readonly signal?: AbortSignal | undefined;
  /** The error when it could not go in time. */
  readonly refuse: (wait: Wait) => Error;
}

/** A wait that was, or would have been, too long. */
export interface Wait {
  readonly waitedMs: number;
  /** How long it would take from now, at the least. */
  readonly leftMs: number;
}

interface Waiter {
  readonly priority: Priority;
  readonly since: number;
  readonly deadline: number;
  /** It has left the queue, and may go. */
  readonly go: (place: Place) => void;
  /** It has left the queue, and its time is up. */
  readonly expire: (wait: Wait) => void;
}

/** The queue in front of the socket: lets requests go when the rate windows allow, foreground first. */
export class Pacer {
  private readonly windows = new RateWindows();
  /** In the order in which they will go. */
  private queue: Waiter[] = [];
  /** No deadline in the queue is earlier. */
  private earliestDeadline = Number.POSITIVE_INFINITY;
  private alarm: AbortController | undefined;

  /** Until when those who watch know that requests wait. */
  private toldUntil = Number.NEGATIVE_INFINITY;

  /** @param tell is told once for each time that requests wait for longer than a moment. */
  constructor(
    private readonly clock: Clock,
    private readonly shared?: SharedSends,
    private readonly tell?: (waiting: WaitEvent) => void,
  ) {}

  /** A place for the request, to be given back. @throws what `refuse` gives if the wait is longer than its patience; the signal's reason. */
  acquire(turn: Turn): Place | Promise<Place> {
    turn.signal?.throwIfAborted();
    const now = this.clock.now();
    this.listen(now);
    const leftMs = this.windows.nextAt(now, 1, turn.priority) - now;
    if (this.queue.length === 0 && leftMs <= 0) return this.take(now);
    // An infinite time is one that is not known yet.
    if (Number.isFinite(leftMs) && leftMs > turn.patienceMs) throw turn.refuse({ waitedMs: 0, leftMs });
    return this.enqueue(turn, now);
  }

  private take(sentAt: number): Place {
    this.windows.sent(sentAt);
    this.shared?.tell({ at: sentAt, what: "sent" });
    let isHeld = true;
    const end = (tell: () => void) => {
      if (!isHeld) return;
      isHeld = false;
      tell();
      this.shared?.tell({ at: this.clock.now(), what: "ended" });
      this.wake();
    };
    return {
      answered: (report) => end(() => this.windows.answered(report, this.clock.now(), sentAt)),
      release: () => end(() => this.windows.lost()),
    };
  }

  private listen(now: number): void {
    for (const event of this.shared?.others() ?? []) this.windows.elsewhere(event, now);
  }

  private enqueue({ priority, patienceMs, signal, refuse }: Turn, now: number): Promise<Place> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.queue.splice(this.queue.indexOf(waiter), 1);
        reject(signal?.reason as Error);
        // Those behind may have room now, and nobody needs an alarm for an empty queue.
        this.wake();
      };
      const left = () => signal?.removeEventListener("abort", leave);
      const waiter: Waiter = {
        priority,
        since: now,
        deadline: now + patienceMs,
        go: (place) => (left(), resolve(place)),
        expire: (wait) => (left(), reject(refuse(wait))),
      };
      const behind = this.queue.findIndex((other) => ranks[other.priority] > ranks[priority]);
      this.queue.splice(behind < 0 ? this.queue.length : behind, 0, waiter);
      this.earliestDeadline = Math.min(this.earliestDeadline, waiter.deadline);
      signal?.addEventListener("abort", leave, { once: true });
      this.wake();
    });
  }

  /** Looks at the queue anew: something has changed, or its time has come. */
  private wake(): void {
    this.alarm?.abort();
    this.alarm = undefined;
    const now = this.clock.now();
    this.listen(now);
    let next: number;
    // Fewer that wait may have room that more of them have not.
    do next = this.letGo(now);
    while (this.expire(now));
    // Until the first answer has told the limits the queue waits for a socket, whose time is not this clock's: its end,
    // which has limits of its own, wakes the queue.
    if (this.queue.length === 0) this.toldUntil = Number.NEGATIVE_INFINITY;
    if (Number.isFinite(next)) this.sleepUntil(Math.min(next, this.earliestDeadline, this.tellAt(next, now)), now);
  }

  /** Tells of the wait until `next` where it has lasted for a moment, and answers when to look again whether it has. */
  private tellAt(next: number, now: number): number {
    const waiting = this.queue.filter(({ priority }) => priority !== "background");
    if (!this.tell || waiting.length === 0 || now < this.toldUntil) return Number.POSITIVE_INFINITY;
    const at = smallest(waiting.map(({ since }) => since)) + momentMs;
    if (now < at) return at;
    this.toldUntil = Math.max(next, now + againMs);
    this.tell({ requests: waiting.length, leftMs: next - now });
    return Number.POSITIVE_INFINITY;
  }

  /** Lets those go whose turn it is. When the next one may. */
  private letGo(now: number): number {
    for (let head = this.queue[0]; head; head = this.queue[0]) {
      const at = this.windows.nextAt(now, this.queue.length, head.priority);
      if (at > now) return at;
      this.queue.shift();
      head.go(this.take(now));
    }
    return Number.POSITIVE_INFINITY;
  }

  /** Sends those away whose time is up, or will be before they could go even if they were alone. True if there were any. */
  private expire(now: number): boolean {
    const aloneAt = (priority: Priority) => {
      const at = this.windows.nextAt(now, 1, priority);
      return Number.isFinite(at) ? at : now;
    };
    // Nobody waits longer than background work, so most of the time there is nobody to look for.
    if (Math.max(now, aloneAt("background")) < this.earliestDeadline) return false;
    const alone = { foreground: aloneAt("foreground"), normal: aloneAt("normal"), background: aloneAt("background") };
    const isOver = ({ deadline, priority }: Waiter) => now >= deadline || alone[priority] > deadline;
    const over = this.queue.filter(isOver);
    if (over.length > 0) this.queue = this.queue.filter((waiter) => !isOver(waiter));
    this.earliestDeadline = this.queue.reduce((least, { deadline }) => Math.min(least, deadline), Infinity);
    for (const { since, priority, expire } of over) expire({ waitedMs: now - since, leftMs: alone[priority] - now });
    return over.length > 0;
  }

  private sleepUntil(at: number, now: number): void {
    const alarm = new AbortController();
    this.alarm = alarm;
    this.clock.sleep(at - now, alarm.signal).then(
      () => {
        if (!alarm.signal.aborted) this.wake();
      },
      // Aborted: somebody else woke the queue.
      () => undefined,
    );
  }
}

/** The queue that the options ask for, shared with other processes where they say so; undefined where they ask for none. */
export function pacerOf(options: ClientOptions, clock: Clock, random: () => number): Pacer | undefined {
  const { apiKey, apiUrl, limiter = {}, hooks = {} } = options;
  if (limiter === false) return undefined;
  const { acrossProcesses = false } = limiter;
  const shared =
    acrossProcesses === false
      ? undefined
      : sharedFile({
          account: JSON.stringify([apiKey, apiUrl]),
          writer: random().toString(36).slice(2),
          directory: acrossProcesses === true ? undefined : acrossProcesses.directory,
        });
  return new Pacer(clock, shared, hooks.onWait && ((waiting) => tellWait(hooks, waiting)));
}
