import type { Pagination } from "../api/shared";

/** One page as the platform sends it; older revisions leave the block out. */
interface Page {
  readonly pagination?: Pagination | undefined;
}

/**
 * Every item of every page. Goes on while the platform says that there is more, since a page may be short or empty.
 * Stops as well when a cursor comes twice, which no working platform sends.
 */
export async function* allItems<P extends Page, T>(
  read: (cursor: string | undefined) => Promise<P>,
  items: (page: P) => readonly T[],
): AsyncGenerator<T, void, void> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    yield* items(page);
    const next = page.pagination?.hasNextPage ? (page.pagination.nextCursor ?? undefined) : undefined;
    cursor = next !== undefined && seen.has(next) ? undefined : next;
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined);
}
