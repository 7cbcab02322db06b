import { createHash } from "node:crypto";
import type { Pagination } from "../../api/shared";
import { firstIndexWhere } from "../../values/many";
import type { Stored } from "../store/collection";
import { choices } from "./choices";
import { unprocessable } from "./refusal";

export interface PageRequest {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/**
 * One page of a newest-first list. A cursor names the last item seen, so that pages neither repeat nor skip
 * what stays while other items come and go. It is bound to the operation and the parameters other than `limit`.
 */
export function pageOf<T extends Stored>(
  items: readonly T[],
  operation: string,
  { cursor, limit = choices.defaultPageSize, ...parameters }: PageRequest & Readonly<Record<string, unknown>>,
): { items: readonly T[]; pagination: Pagination } {
  const bound = bindingOf(operation, parameters);
  const seen = cursor === undefined ? Infinity : readCursor(cursor, bound);
  const start = firstIndexWhere(items, ({ seq }) => seq < seen);
  const page = items.slice(start, start + limit);
  const hasNextPage = start + limit < items.length;
  const last = page.at(-1);
  return {
    items: page,
    pagination: { nextCursor: hasNextPage && last ? writeCursor(last.seq, bound) : null, hasNextPage },
  };
}

function bindingOf(operation: string, parameters: Readonly<Record<string, unknown>>): string {
  const set = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const text = JSON.stringify([operation, set.sort(([a], [b]) => (a < b ? -1 : 1))]);
  return createHash("sha256").update(text).digest("base64url").slice(0, 12);
}

function writeCursor(seq: number, binding: string): string {
  const check = createHash("sha256").update(`${seq}/${binding}`).digest("base64url").slice(0, 12);
  return Buffer.from(`${seq}/${check}`).toString("base64url");
}

function readCursor(cursor: string, binding: string): number {
  const seq = Number(/^(\d+)\//.exec(Buffer.from(cursor, "base64url").toString())?.[1] ?? Number.NaN);
  if (!Number.isSafeInteger(seq) || writeCursor(seq, binding) !== cursor) {
    throw unprocessable(["$.query.cursor: cursor is not valid for this operation and its parameters"]);
  }
  return seq;
}
