import type { Pagination } from "../../api/shared";
import { ResponseShapeError } from "../errors/errors";

/** One page as the platform sends it; older revisions leave the block out. */
export interface Page {
  readonly pagination?: Pagination | undefined;
}

/**
 * Every item of every page. Goes on while the platform says that there is more, since a page may be short or empty.
 *
 * @throws ResponseShapeError when the pages do not hang together: to stop there would hide objects that exist.
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
    cursor = nextCursor(page, seen);
  } while (cursor !== undefined);
}

/**
 * Where the next page begins; `undefined` after the last one.
 *
 * @param seen cursors of this list so far; the answer is added.
 * @throws ResponseShapeError when there is said to be a next page and it has no cursor, or one that came before.
 */
export function nextCursor({ pagination }: Page, seen: Set<string>): string | undefined {
  if (!pagination?.hasNextPage) return undefined;
  const { nextCursor: next } = pagination;
  if (!next || seen.has(next)) {
    const what = next ? "the cursor of an earlier page" : "no cursor";
    throw new ResponseShapeError("reading a list", `has ${what} for its next page`);
  }
  seen.add(next);
  return next;
}
