import type { Props } from "../table/props";

/** A resource of the program, as far as others that refer to it need to know it. */
export interface Declaration {
  /** What the program calls it. */
  readonly label: string;
  /** Its object; undefined where this run is to make one. */
  readonly id: string | undefined;
  /** The object that it had when the run began, where the run is to put another in its place. */
  readonly leaving?: string | undefined;
  /** Outputs of that time, where it had an object. */
  readonly before?: Props | undefined;
  /** Checked inputs. */
  readonly inputs: Props;
  /** It registers a key that logs in to machines which are made later. */
  readonly letsIn?: boolean | undefined;
}

/** What the program says in this run of its resources, by kind and by key: an engine asks about one at a time, those first that others need. */
export class Declared {
  private readonly kinds = new Map<string, Map<string, Declaration>>();

  /** A resource of the program registers keys that log in to machines which are made later. */
  get letsIn(): boolean {
    return [...this.kinds.values()].some((all) => [...all.values()].some((each) => each.letsIn));
  }

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

  with(kind: string, key: string): Declaration | undefined {
    return this.kinds.get(kind)?.get(key);
  }

  of(kind: string, id: string): Declaration | undefined {
    return this.all(kind).find((each) => each.id === id);
  }
}
