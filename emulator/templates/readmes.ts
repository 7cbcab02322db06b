import type { Store } from "../store/store";

/** Texts that only v1 knows, by template id. */
export class Readmes {
  private texts: Record<string, string> = {};

  constructor(store: Store) {
    store.addSection("readmes", {
      dump: () => this.texts,
      load: (value) => void (this.texts = value as Record<string, string>),
      clear: () => void (this.texts = {}),
    });
  }

  of(id: string): string | undefined {
    return this.texts[id];
  }

  set(id: string, text: string | undefined): void {
    if (text !== undefined) this.texts = { ...this.texts, [id]: text };
  }
}
