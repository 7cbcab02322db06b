import { getOrMake } from "../../values/many";

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

/** A resource that is to be made or renamed asks for the name of another resource's object. */
export interface Contest {
  readonly id: string;
  readonly holder: string;
  readonly sentence: string;
}

/**
 * The current and future holders of unique names in this run, as far as `check` and `diff` know. An engine asks about one
 * resource at a time, so only the call about the last of them reveals a circle of names.
 */
export class NamesOfRun {
  /** The name that the program sets, by kind and then by the key of the resource. */
  private readonly wanted = new Map<string, Map<string, { readonly name: string; readonly label: string }>>();
  private readonly objects = new Map<string, Map<string, NamedObject>>();

  private readonly contests = new Map<string, Contest[]>();

  begin(kind: string): void {
    this.contests.delete(kind);
    this.wanted.delete(kind);
    this.objects.delete(kind);
  }

  /** Notes the name that the program sets. @returns the label of another resource with the same name, if any. */
  want(kind: string, key: string, name: string, label: string): string | undefined {
    of(this.wanted, kind).set(key, { name, label });
    return this.heirOf(kind, key, name);
  }

  heirOf(kind: string, key: string, name: string): string | undefined {
    return [...of(this.wanted, kind)].find(([other, its]) => other !== key && its.name === name)?.[1].label;
  }

  has(kind: string, id: string, object: NamedObject): void {
    of(this.objects, kind).set(id, object);
  }

  contest(kind: string, contest: Contest): void {
    getOrMake(this.contests, kind, () => []).push(contest);
  }

  contestsOf(kind: string): readonly Contest[] {
    return this.contests.get(kind) ?? [];
  }

  isLeaving(kind: string, id: string): boolean {
    const object = of(this.objects, kind).get(id);
    return object !== undefined && (object.isReplaced || object.from !== object.to);
  }

  hasLeaving(kind: string): boolean {
    return [...of(this.objects, kind).keys()].some((id) => this.isLeaving(kind, id));
  }

  /** The object of another resource of the program that had the name when the run began. */
  holderOf(kind: string, key: string, name: string): NamedObject | undefined {
    return [...of(this.objects, kind).values()].find((each) => each.key !== key && each.from === name);
  }

  /** The resources in a circle of names, this one first; empty if some order of updates works. */
  circleOf(kind: string, key: string): NamedObject[] {
    const all = [...of(this.objects, kind).values()].filter(({ from, to }) => from !== to);
    const [first] = all.filter((each) => each.key === key);
    const circle: NamedObject[] = [];
    for (let next = first; next && !circle.includes(next); next = all.find(({ from }) => from === circle.at(-1)?.to))
      circle.push(next);
    return first && circle.at(-1)?.to === first.from ? circle : [];
  }
}

const of = <T>(maps: Map<string, Map<string, T>>, kind: string): Map<string, T> =>
  getOrMake(maps, kind, () => new Map<string, T>());
