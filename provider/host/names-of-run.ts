/** A resource of the program with the object that it has, of a kind whose names are unique. */
export interface NamedObject {
  readonly key: string;
  /** What the program calls the resource. */
  readonly label: string;
  /** The name that the object has, and the one that the program asks for. */
  readonly from: string;
  readonly to: string;
  /** The engine is to make another object in its place, and to delete this one at the end of the run. */
  readonly isReplaced: boolean;
}

/**
 * Who has which unique name in this run and who is to get it, as far as `check` and `diff` were told. An engine asks about one resource at a
 * time, so that only the question about the last of them shows that names go round in a circle.
 */
export class NamesOfRun {
  /** By kind, and then by the key of a resource: the name that the program asks for. */
  private readonly wanted = new Map<string, Map<string, { readonly name: string; readonly label: string }>>();
  /** By kind, and then by id. */
  private readonly objects = new Map<string, Map<string, NamedObject>>();

  /** Another operation begins. */
  begin(kind: string): void {
    this.wanted.delete(kind);
    this.objects.delete(kind);
  }

  /**
   * The program asks for the name.
   *
   * @returns what the program calls another resource that asks for it too.
   */
  want(kind: string, key: string, name: string, label: string): string | undefined {
    const all = of(this.wanted, kind).set(key, { name, label });
    return [...all].find(([other, its]) => other !== key && its.name === name)?.[1].label;
  }

  /** What the program calls the resource, other than this one, that is to get the name. */
  heirOf(kind: string, key: string, name: string): string | undefined {
    return [...of(this.wanted, kind)].find(([other, its]) => other !== key && its.name === name)?.[1].label;
  }

  /** The program has the object. */
  has(kind: string, id: string, object: NamedObject): void {
    of(this.objects, kind).set(id, object);
  }

  /** Whether the run gives the object another name, or puts another object in its place. */
  isLeaving(kind: string, id: string): boolean {
    const object = of(this.objects, kind).get(id);
    return object !== undefined && (object.isReplaced || object.from !== object.to);
  }

  /** Whether that is so of any object of the kind. */
  hasLeaving(kind: string): boolean {
    return [...of(this.objects, kind).keys()].some((id) => this.isLeaving(kind, id));
  }

  /** The object of another resource of the program that has the name when the run begins. */
  holderOf(kind: string, key: string, name: string): NamedObject | undefined {
    return [...of(this.objects, kind).values()].find((each) => each.key !== key && each.from === name);
  }

  /** Resources whose names go round, this one first; none where an order of updates gets everybody there. */
  circleOf(kind: string, key: string): NamedObject[] {
    const all = [...of(this.objects, kind).values()].filter(({ from, to }) => from !== to);
    const [first] = all.filter((each) => each.key === key);
    const circle: NamedObject[] = [];
    for (let next = first; next && !circle.includes(next); next = all.find(({ from }) => from === circle.at(-1)?.to))
      circle.push(next);
    return first && circle.at(-1)?.to === first.from ? circle : [];
  }
}

function of<T>(maps: Map<string, Map<string, T>>, kind: string): Map<string, T> {
  const map = maps.get(kind) ?? new Map<string, T>();
  maps.set(kind, map);
  return map;
}
