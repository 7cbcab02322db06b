import type { Props } from "../table/props";

/** A resource of the program, as far as others that refer to it need to know it. */
export interface Declaration {
  /** What the program calls it. */
  readonly label: string;
  /** Its object; undefined where this run is to make one. */
  readonly id: string | undefined;
  /** Checked inputs. */
  readonly inputs: Props;
}

/** What the program says in this run of its resources, by kind and by key: an engine asks about one at a time, those first that others need. */
export class Declared {
  private readonly kinds = new Map<string, Map<string, Declaration>>();

  /** Another operation begins. */
  begin(kind: string): void {
    this.kinds.delete(kind);
  }

  note(kind: string, key: string, declaration: Declaration): void {
    const all = this.kinds.get(kind) ?? new Map<string, Declaration>();
    this.kinds.set(kind, all.set(key, declaration));
  }

  all(kind: string): Declaration[] {
    return [...(this.kinds.get(kind)?.values() ?? [])];
  }

  of(kind: string, id: string): Declaration | undefined {
    return this.all(kind).find((each) => each.id === id);
  }
}
