import type { Pagination } from "../../api/shared";
import { ResponseShapeError } from "../errors/errors";
import { bytesOf } from "../http/decode";

/** One page as the platform sends it; older revisions leave the block out. */
export interface Page {
  readonly pagination?: Pagination | undefined;
}

/** No account comes near either: a list that is longer is no list of a platform. */
const mostPages = 10_000;
const mostBytes = 512 * 1_024 * 1_024;

export class ListSoFar {
  readonly cursors = new Set<string>();
  bytes = 0;
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
  const soFar = new ListSoFar();
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    yield* items(page);
    cursor = nextCursor(page, soFar);
  } while (cursor !== undefined);
}

/**
 * Where the next page begins; `undefined` after the last one.
 *
 * @param soFar what was read of this list; the page is added.
 * @throws ResponseShapeError when there is said to be a next page and it has no cursor, or one that came before; or when the
 *   list has no end in sight.
 */
export function nextCursor({ pagination }: Page, soFar: ListSoFar): string | undefined {
  if (!pagination?.hasNextPage) return undefined;
  const { nextCursor: next } = pagination;
  const { cursors } = soFar;
  const refuse = (what: string) => new ResponseShapeError("reading a list", what);
  if (!next || cursors.has(next))
    throw refuse(`has ${next ? "the cursor of an earlier page" : "no cursor"} for its next page`);
  cursors.add(next);
  soFar.bytes += bytesOf(pagination);
  if (cursors.size >= mostPages) throw refuse(`has more than ${mostPages} pages`);
  if (soFar.bytes > mostBytes) throw refuse(`has more than ${mostBytes} bytes`);
  return next;
}
