import { ListSoFar, nextCursor, type Page } from "./pages";

/** Where objects of one kind are read from. */
export interface Source<T> {
  /** One page of the list; without a cursor the first. */
  page(cursor: string | undefined): Promise<Page & { readonly items: readonly (T & { readonly id: string })[] }>;
  /** One object by its id. @throws NotFoundError: only this means that it is gone. */
  get(id: string): Promise<T>;
}

/** One list, read only as far as somebody looks into it. */
export class Snapshot<T> {
  readonly #found = new Map<string, T>();
  readonly #soFar = new ListSoFar();
  #cursor: string | undefined;
  #pages = 0;
  #isComplete = false;
  #reading: Promise<void> | undefined;

  constructor(
    private readonly source: Source<T>,
    /** When the first page was asked for. */
    readonly startedAt: number,
  ) {}

  /** Pages read so far. */
  get pages(): number {
    return this.#pages;
  }

  /** The object, or undefined when the list has come to its end without it: which does not mean that it is gone. */
  async find(id: string): Promise<T | undefined> {
    while (!this.#found.has(id) && !this.#isComplete) await (this.#reading ??= this.#readPage());
    return this.#found.get(id);
  }

  async #readPage(): Promise<void> {
    try {
      const page = await this.source.page(this.#cursor);
      for (const item of page.items) this.#found.set(item.id, item);
      this.#pages += 1;
      this.#cursor = nextCursor(page, this.#soFar);
      this.#isComplete = this.#cursor === undefined;
    } finally {
      this.#reading = undefined;
    }
  }
}
