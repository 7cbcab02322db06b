import { smallest } from "../../values/many";
import { setMaxListeners } from "node:events";
import { NotFoundError } from "../errors/api-errors";
import type { Clock } from "../clock";
import { mayPass, WaitFailedError, WaitTimeoutError } from "../errors/errors";
import { Snapshot, type Source } from "../reads/snapshot";
import type { Ask } from "../reads/sources";

/** What one waits for, and how long. */
export interface WaitFor<T> {
  readonly isDone: (value: T) => boolean;
  /** Why it can't come any more, as part of a sentence: `it is in ERROR`. Ends the wait at once. */
  readonly failure?: ((value: T) => string | undefined) | undefined;
  /** Every value that was read meanwhile, e.g. to tell the user. */
  readonly onValue?: ((value: T) => void) | undefined;
  /** Milliseconds from now. The last look is at the very end. */
  readonly withinMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Watched<T> {
  /** Without a list, each object is asked for. @param ask what each look asks of its request. */
  readonly source: (ask: Ask) => Source<T> | Pick<Source<T>, "get">;
  /** For errors: `pod`. */
  readonly kind: string;
  /** One line without secrets on where it stands: `status STARTING`. */
  describe(value: T): string;
}

interface Waiter<T> {
  readonly id: string;
  readonly joinedAt: number;
  readonly deadline: number;
  readonly pace: Pace;
  isLookedFor: boolean;
  last: T | undefined;
  /** Looks at a value; true when the wait has ended. */
  see(value: T): boolean;
  fail(error: Error): void;
  /** The platform says that it is gone. */
  absent(error: NotFoundError): void;
  /** The list lacks it; alone this means that it is gone only to those who know that it was deleted. */
  unlisted?(): void;
}

/** When the first look for somebody comes: so long after joining, and after the last look for others. */
interface Pace {
  readonly firstMs: number;
  readonly afterOthersMs: number;
}
/**
 * What was made a moment ago is never ready, but what a run found or adopted may be: look soon, once. Those who join
 * later bring the next poll forward, but no closer than this: 15 polls a minute at most.
 */
const forReady: Pace = { firstMs: 1_000, afterOthersMs: 4_000 };
/** What was deleted is gone at once. Looking gives way to deletes that are still to be sent, so it takes nothing from them. */ // P-47
const forGone: Pace = { firstMs: 0, afterOthersMs: 0 };
/** Back-off between two polls. */
const shortestMs = 2_000;
const longestMs = 10_000;
const growth = 1.5;
/** Objects that the list lacks and that are asked for by id, at each poll. */
const checksPerPoll = 3;
/** The longest that a look takes, its wait for the rate limit included, while all waits have more time than twice that. */
const lookMs = 60_000;
/** How long after its deadline a wait may still get the answer to its last look. */
const lastLookMs = 10_000;

/**
 * Waits of any number of objects of one kind on one poll. Its requests give way to all others, up to the last two minutes of a
 * wait. Faults that pass are waited out; a key that was refused ends every wait.
 */
export class Watch<T> {
  readonly #waiters = new Set<Waiter<T>>();
  #isRunning = false;
  #bell: AbortController | undefined;
  #intervalMs = shortestMs;
  #lastPollAt = Number.NEGATIVE_INFINITY;
  #pages = 1;
  #trouble: Error | undefined;
  readonly #source: ReturnType<Watched<T>["source"]>;

  constructor(
    private readonly watched: Watched<T>,
    private readonly clock: Clock,
  ) {
    this.#source = watched.source(() => this.#ask());
  }

  /** @throws WaitFailedError, WaitTimeoutError, NotFoundError when it is gone; the signal's reason. */
  until(id: string, { isDone, failure, onValue, withinMs, signal }: WaitFor<T>): Promise<T> {
    return this.#join(id, forReady, withinMs, signal, (resolve, reject, what) => ({
      see(value) {
        onValue?.(value);
        const reason = failure?.(value);
        if (reason !== undefined) reject(new WaitFailedError(what, reason, value));
        else if (isDone(value)) resolve(value);
        else return false;
        return true;
      },
      absent: reject,
    }));
  }

  /**
   * Resolves when what was deleted is gone: by a 404, or because the list lacks it. Only for what the platform has
   * accepted the deletion of. @throws WaitTimeoutError; the signal's reason.
   */
  untilGone(id: string, { withinMs, signal }: Pick<WaitFor<T>, "withinMs" | "signal">): Promise<void> {
    return this.#join<void>(id, forGone, withinMs, signal, (resolve) => ({
      see: () => false,
      absent: () => resolve(),
      unlisted: () => resolve(),
    }));
  }

  #join<R>(
    id: string,
    pace: Pace,
    withinMs: number,
    signal: AbortSignal | undefined,
    react: (
      resolve: (value: R) => void,
      reject: (error: Error) => void,
      what: string,
    ) => Pick<Waiter<T>, "see" | "absent" | "unlisted">,
  ): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      if (signal) setMaxListeners(0, signal);
      const joinedAt = this.clock.now();
      const { see, absent, unlisted } = react(resolve, reject, `${this.watched.kind} ${id}`);
      const onAbort = () => this.#leave(waiter, () => reject(signal?.reason as Error));
      const end = (settle: () => void) => {
        signal?.removeEventListener("abort", onAbort);
        this.#leave(waiter, settle);
      };
      const waiter: Waiter<T> = {
        id,
        joinedAt,
        deadline: joinedAt + withinMs,
        pace,
        isLookedFor: false,
        last: undefined,
        see: (value) => {
          waiter.last = value;
          try {
            if (see(value)) end(() => undefined);
          } catch (caught) {
            // The caller's own predicate failed: its wait alone ends.
            const error = caught as Error;
            end(() => reject(error));
          }
          return !this.#waiters.has(waiter);
        },
        fail: (error) => end(() => reject(error)),
        absent: (error) => end(() => absent(error)),
        ...(unlisted ? { unlisted: () => end(unlisted) } : {}),
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#waiters.add(waiter);
      if (this.#isRunning) this.#bell?.abort();
      else void this.#run();
    });
  }

  #leave(waiter: Waiter<T>, settle: () => void): void {
    this.#waiters.delete(waiter);
    settle();
    if (this.#waiters.size === 0) this.#bell?.abort();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    this.#intervalMs = shortestMs;
    // Those who join together share the first poll, though it be due at once.
    await Promise.resolve();
    while (this.#waiters.size > 0) {
      const ms = this.#nextAt() - this.clock.now();
      if (ms > 0 && !(await this.#sleep(ms))) continue;
      await this.#poll();
      this.#expire();
      this.#lastPollAt = this.clock.now();
      this.#intervalMs = Math.min(longestMs, this.#intervalMs * growth);
    }
    this.#isRunning = false;
  }

  /** The back-off's next poll, brought forward by those whom none has looked for yet and by the first deadline. */
  #nextAt(): number {
    const spaced = (ms: number) => this.#lastPollAt + ms * this.#pages;
    const isFirst = this.#intervalMs === shortestMs;
    const joined = [...this.#waiters].filter(({ isLookedFor }) => !isLookedFor);
    const soon = smallest(
      joined.map(({ joinedAt, pace: { firstMs, afterOthersMs } }) =>
        Math.max(joinedAt + firstMs, spaced(isFirst ? Math.min(shortestMs, afterOthersMs) : afterOthersMs)),
      ),
    );
    const regular = Number.isFinite(this.#lastPollAt) ? spaced(this.#intervalMs) : Number.POSITIVE_INFINITY;
    return Math.min(regular, soon, this.#firstDeadline());
  }

  #firstDeadline(): number {
    return smallest([...this.#waiters].map(({ deadline }) => deadline));
  }

  /** Others with more to do would otherwise keep a look from its turn until the wait is over. */
  #ask(): ReturnType<Ask> {
    const now = this.clock.now();
    const deadline = this.#firstDeadline();
    if (deadline - now > 2 * lookMs) return { priority: "background", deadline: now + lookMs };
    return { priority: "foreground", deadline: deadline + lastLookMs };
  }

  /** False when something changed meanwhile. */
  async #sleep(ms: number): Promise<boolean> {
    const bell = new AbortController();
    this.#bell = bell;
    try {
      await this.clock.sleep(ms, bell.signal);
      return !bell.signal.aborted;
    } catch (error) {
      if (bell.signal.aborted) return false;
      throw error;
    }
  }

  async #poll(): Promise<void> {
    try {
      const ids = new Set<string>();
      for (const waiter of this.#waiters) {
        waiter.isLookedFor = true;
        ids.add(waiter.id);
      }
      const source = this.#source;
      if (ids.size > this.#pages && "page" in source) await this.#pollList(source, ids);
      else for (const id of ids) await this.#check(id);
      this.#trouble = undefined;
    } catch (error) {
      this.#trouble = error as Error;
      if (!mayPass(error)) for (const waiter of [...this.#waiters]) waiter.fail(error as Error);
    }
  }

  async #pollList(source: Source<T>, ids: ReadonlySet<string>): Promise<void> {
    const snapshot = new Snapshot(source, this.clock.now());
    const missing: string[] = [];
    for (const id of ids) {
      const value = await snapshot.find(id);
      if (value !== undefined) this.#show(id, value);
      else if (!this.#tellUnlisted(id)) missing.push(id);
    }
    this.#pages = Math.max(1, snapshot.pages);
    // Absent from a list never means gone. Whoever was checked goes to the end, so that all get their turn.
    for (const id of missing.slice(0, checksPerPoll)) {
      await this.#check(id);
      this.#requeue(id);
    }
  }

  /** True when nobody waits for it any more. */
  #tellUnlisted(id: string): boolean {
    const waiters = [...this.#waiters].filter((waiter) => waiter.id === id);
    for (const waiter of waiters) waiter.unlisted?.();
    return waiters.every((waiter) => !this.#waiters.has(waiter));
  }

  #requeue(id: string): void {
    for (const waiter of [...this.#waiters]) {
      if (waiter.id !== id) continue;
      this.#waiters.delete(waiter);
      this.#waiters.add(waiter);
    }
  }

  async #check(id: string): Promise<void> {
    try {
      this.#show(id, await this.#source.get(id));
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      for (const waiter of [...this.#waiters]) if (waiter.id === id) waiter.absent(error);
    }
  }

  #show(id: string, value: T): void {
    for (const waiter of [...this.#waiters]) if (waiter.id === id) waiter.see(value);
  }

  #expire(): void {
    const now = this.clock.now();
    for (const waiter of [...this.#waiters]) {
      if (waiter.deadline > now) continue;
      const { id, last, deadline, joinedAt } = waiter;
      const seen = last === undefined ? undefined : this.watched.describe(last);
      const what = `${this.watched.kind} ${id}`;
      waiter.fail(new WaitTimeoutError(what, deadline - joinedAt, last, seen, this.#trouble));
    }
  }
}
