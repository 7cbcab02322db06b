import type { Clock } from "../clock";
import { CoalescedReads } from "./coalesce";
import type { Source } from "./snapshot";
import { type Families, type Sources, sources } from "./sources";

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
}

/** One object by its id. @throws NotFoundError: only this means that it is gone. */
type Read<T> = (id: string, options?: ReadOptions) => Promise<T>;

/**
 * Reads of single objects at the price of a list: any number of them at once, or within 15 s, cost one request a page
 * of 1,000, and one more for each object that the list lacks. Alone, a read is a plain get.
 * An answer may be 15 s old, yet never older than this client's last write.
 */
export type Reads = { readonly [Kind in keyof Sources]: Sources[Kind] extends Source<infer T> ? Read<T> : never } & {
  /** Forgets what was read, e.g. after something was changed by other means. Every write of this client does it. */
  drop(): void;
};

export function readsBy(families: Families, clock: Clock): Reads {
  const kinds = Object.entries<Source<unknown>>({ ...sources(families) });
  const shared = kinds.map(([kind, source]) => [kind, new CoalescedReads(source, clock)] as const);
  const read = (reads: CoalescedReads<unknown>): Read<unknown> => {
    return (id, { signal } = {}) => reads.read(id, signal);
  };
  return {
    ...Object.fromEntries(shared.map(([kind, reads]) => [kind, read(reads)])),
    drop: () => shared.forEach(([, reads]) => reads.drop()),
  } as Reads;
}
