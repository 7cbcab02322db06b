/** A resource of the program with its object, of a kind with unique names. */
export interface NamedObject {
  readonly key: string;
  readonly label: string;
  /** The object's current name, and the one that the program sets. */
  readonly from: string;
  readonly to: string;
  /** The engine will replace the object and delete it at the end of the run. */
  readonly isReplaced: boolean;
}

/** Who has and gets the unique names of a kind. Only the check or diff of the last resource reveals a circle of names. */
export class NamesOfRun {
  /** The name that the program sets, by the key of the resource. */
  readonly wanted = new Map<string, { readonly name: string; readonly label: string }>();
  /** By id. */
  readonly objects = new Map<string, NamedObject>();
  /** Resources that are to be made or renamed ask for the names of these objects, which other resources have. */
  readonly contests: { readonly id: string; readonly holder: string; readonly sentence: string }[] = [];

  /** The label of another resource of the program that asks for the name, if any. */
  heirOf(key: string, name: string): string | undefined {
    return [...this.wanted].find(([other, its]) => other !== key && its.name === name)?.[1].label;
  }

  isLeaving(id: string): boolean {
    const object = this.objects.get(id);
    return object !== undefined && (object.isReplaced || object.from !== object.to);
  }

  get hasLeaving(): boolean {
    return [...this.objects.keys()].some((id) => this.isLeaving(id));
  }

  /** The object of another resource of the program that had the name when the run began. */
  holderOf(key: string, name: string): NamedObject | undefined {
    return [...this.objects.values()].find((each) => each.key !== key && each.from === name);
  }

  /** The resources in a circle of names, this one first; empty if some order of updates works. */
  circleOf(key: string): NamedObject[] {
    const all = [...this.objects.values()].filter(({ from, to }) => from !== to);
    const [first] = all.filter((each) => each.key === key);
    const circle: NamedObject[] = [];
    for (let next = first; next && !circle.includes(next); next = all.find(({ from }) => from === circle.at(-1)?.to))
      circle.push(next);
    return first && circle.at(-1)?.to === first.from ? circle : [];
  }
}
