/** Merges several sources, in order of arrival, for one reader. */
export class Channel<T> implements AsyncIterable<T> {
  private items: T[] = [];
  private over: { readonly error?: unknown } | undefined;
  private wake: () => void = () => undefined;

  push(item: T): void {
    this.items.push(item);
    this.wake();
  }

  /** Ends the channel; pushed items are still read. */
  end(): void {
    this.over ??= {};
    this.wake();
  }

  fail(error: unknown): void {
    this.over ??= { error };
    this.wake();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<T> {
    for (;;) {
      const { items } = this;
      this.items = [];
      yield* items;
      if (this.items.length > 0) continue;
      if (this.over && "error" in this.over) throw this.over.error;
      if (this.over) return;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}
