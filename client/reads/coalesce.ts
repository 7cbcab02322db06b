import type { Clock } from "../clock";
import { Snapshot, type Source } from "./snapshot";
import { setMaxListeners } from "node:events";

/** How long the first of several reads waits for the others, in milliseconds. */
const collectMs = 5;
/** A list no older than this still answers reads, each id once. */
const maxAgeMs = 15_000;

/**
 * Reads of single objects that share lists (docs/decisions/0003).
 *
 * A read that stays alone is a plain get. As soon as more objects are read, at once or one after the other within 15 s,
 * than a list has pages, they share the list. An answer may so be 15 s old, but never older than the last write of this
 * client, and nobody gets the same answer twice: who reads an object again gets a newer one.
 * An object that the list lacks is asked for by id.
 */
export class CoalescedReads<T> {
  #snapshot: Snapshot<T> | undefined;
  /** Ids that the snapshot has answered. */
  #served = new Set<string>();
  #collecting: Promise<void> | undefined;
  readonly #underWay = new Map<string, Promise<T>>();
  /** When each id was last read. */
  readonly #recent = new Map<string, number>();
  #pages = 1;

  constructor(
    private readonly source: Source<T>,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError */
  read(id: string, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    let read = this.#underWay.get(id);
    if (!read) {
      const own = this.#read(id).finally(() => {
        if (this.#underWay.get(id) === own) this.#underWay.delete(id);
      });
      this.#underWay.set(id, (read = own));
    }
    return abortable(read, signal);
  }

  /** Something may have changed: what was asked before answers no read that comes after. */
  drop(): void {
    this.#snapshot = undefined;
    this.#underWay.clear();
  }

  async #read(id: string): Promise<T> {
    this.#remember(id);
    if (!this.#hasNewsOf(id)) await (this.#collecting ??= this.#collect());
    const snapshot = this.#snapshot;
    return snapshot && this.#hasNewsOf(id) ? this.#look(snapshot, id) : this.source.get(id);
  }

  #hasNewsOf(id: string): boolean {
    const startedAt = this.#snapshot?.startedAt ?? Number.NEGATIVE_INFINITY;
    return this.clock.now() - startedAt <= maxAgeMs && !this.#served.has(id);
  }

  async #collect(): Promise<void> {
    try {
      await this.clock.sleep(collectMs);
    } finally {
      this.#collecting = undefined;
    }
    // A list of as many pages as there are objects to read is no gain.
    if (this.#recent.size <= this.#pages) return;
    this.#snapshot = new Snapshot(this.source, this.clock.now());
    this.#served = new Set();
  }

  async #look(snapshot: Snapshot<T>, id: string): Promise<T> {
    this.#served.add(id);
    try {
      const item = await snapshot.find(id);
      this.#pages = Math.max(1, snapshot.pages);
      return item ?? (await this.source.get(id));
    } catch (error) {
      if (this.#snapshot === snapshot) this.#snapshot = undefined;
      throw error;
    }
  }

  #remember(id: string): void {
    const now = this.clock.now();
    // Kept in the order of reading, so that the oldest come first.
    this.#recent.delete(id);
    this.#recent.set(id, now);
    for (const [other, at] of this.#recent) {
      if (now - at <= maxAgeMs) break;
      this.#recent.delete(other);
    }
  }
}

/** The promise's outcome, unless the signal aborts first; a call that others share goes on. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  setMaxListeners(0, signal);
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
