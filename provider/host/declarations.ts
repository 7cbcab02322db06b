import { getOrMake } from "../../values/many";
import type { Props } from "../table/props";

/** The facts about a resource of the program that its referrers need. */
export interface Declaration {
  readonly label: string;
  /** The id of its object; undefined if this run will create one. */
  readonly id: string | undefined;
  /** The id of its object when the run began, if the run replaces it. */
  readonly leaving?: string | undefined;
  /** Only `up` can tell whether it replaces that. */
  readonly mayStay?: boolean | undefined;
  /** The outputs at that time, if it had an object. */
  readonly before?: Props | undefined;
  readonly inputs: Props;
  /** It registers a key that can log in to machines which are created later. */
  readonly letsIn?: boolean | undefined;
}

/** The program's declarations of its resources in this run, by kind and key. An engine asks about one at a time, dependencies first. */
export class Declarations {
  private readonly kinds = new Map<string, Map<string, Declaration>>();

  /** Tells whether a resource of the program registers keys that can log in to machines which are created later. */
  get letsIn(): boolean {
    return [...this.kinds.values()].some((all) => [...all.values()].some((each) => each.letsIn));
  }

  begin(kind: string): void {
    this.kinds.delete(kind);
  }

  note(kind: string, key: string, declaration: Declaration): void {
    getOrMake(this.kinds, kind, () => new Map<string, Declaration>()).set(key, declaration);
  }

  keyed(kind: string): [string, Declaration][] {
    return [...(this.kinds.get(kind) ?? [])];
  }

  all(kind: string): Declaration[] {
    return this.keyed(kind).map(([, declaration]) => declaration);
  }

  with(kind: string, key: string): Declaration | undefined {
    return this.kinds.get(kind)?.get(key);
  }

  of(kind: string, id: string): Declaration | undefined {
    return this.all(kind).find((each) => each.id === id);
  }
}
