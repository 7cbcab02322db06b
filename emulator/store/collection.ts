/** What every stored thing has: its id, and a number that says which came first. */
export interface Stored {
  readonly id: string;
  readonly seq: number;
}

export interface Dated extends Stored {
  /** Emulator's ms since the epoch. */
  readonly createdAt: number;
}

export class Collection<T extends Stored> {
  private readonly byId = new Map<string, T>();
  private newest: readonly T[] | undefined;

  get size(): number {
    return this.byId.size;
  }

  get(id: string): T | undefined {
    return this.byId.get(id);
  }

  /** Adds it, or puts it in place of the one with its id. */
  set(item: T): T {
    this.byId.set(item.id, item);
    this.newest = undefined;
    return item;
  }

  delete(id: string): boolean {
    this.newest = undefined;
    return this.byId.delete(id);
  }

  values(): IterableIterator<T> {
    return this.byId.values();
  }

  /** Newest first. The array is shared between calls: do not change it. */
  newestFirst(): readonly T[] {
    this.newest ??= [...this.byId.values()].sort((a, b) => b.seq - a.seq);
    return this.newest;
  }

  dump(): T[] {
    return [...this.byId.values()];
  }

  load(items: Iterable<T>): void {
    this.byId.clear();
    this.newest = undefined;
    for (const item of items) this.byId.set(item.id, item);
  }
}
