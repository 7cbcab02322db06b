import type { Attempt, Noted } from "../create/journal/attempt";
import type { JournalAccess } from "../create/journal/opened";
import { withoutSuffix } from "../table/names";
import type { Ownership } from "./ownership";
import { warningOfLikelyMove, warningOfTakenName } from "./warnings";

/** What a look at an object found. The key may be refused (401), or forbidden to look (403); "unknown" is any other failure. */
export type Sight = "there" | "gone" | "refused" | "forbidden" | "unknown";

/** A resource whose data goes with its object. */
interface DataResource {
  readonly kind: string;
  readonly key: string;
  readonly stack: string;
  /** Of its object. */
  readonly name: string;
  /** What the program calls it. */
  readonly resource: string | undefined;
  /** ` with` what goes with an object like it. */
  readonly data: string;
  /** Its object, which gets the name; undefined where the resource is new. */
  readonly own?: string;
  /** Whether the object is there, and has the arguments of the resource. */
  readonly isLike: (id: string) => Promise<boolean>;
}

interface Suspect {
  readonly resource: DataResource;
  readonly alike: readonly Attempt[];
}

/** What earlier runs of this stack made on this machine, seen from a resource that is about to get an object or a name. */
export class EarlierObjects {
  /** By kind: read once for all the new resources of a run. */
  private readonly owned = new Map<string, Promise<readonly Noted[]>>();
  private readonly suspects = new Map<string, Suspect>();
  private hasActed = false;

  constructor(
    private readonly access: JournalAccess,
    private readonly ownership: Ownership,
  ) {}

  /** The engine lets something be made, changed or deleted: so this is no preview. */
  noteActing(): void {
    this.hasActed = true;
  }

  /** What this machine made of a kind for resources of this backend's stacks, as far as it is not known to be gone. */
  async madeHere(kind: string): Promise<readonly Noted[]> {
    const { journal, backend } = await this.access.open();
    return (await journal.owned(kind)).filter((each) => each.backend === backend);
  }

  /** What earlier runs made for this resource, which is new to the engine, or which it replaces on request. */
  async madeFor(
    kind: string,
    key: string,
    look: (id: string) => Promise<Sight>,
  ): Promise<(Attempt & { readonly isUnstored: boolean })[]> {
    if (this.ownership.resource(kind, key).isThere) return [];
    const { journal, isStored } = await this.access.open();
    const open = new Set((await journal.unconfirmed()).map(({ id }) => id));
    const made = (await this.ofKind(kind)).filter((each) => each.key === key && !this.isAccountedFor(each));
    const seen = await Promise.all(made.map(({ made: id = "" }) => look(id)));
    return made
      .filter((each, index) => seen[index] === "there" && !this.isAccountedFor(each))
      .map((each) => ({
        ...each,
        isUnstored: open.has(each.id) && each.isUnlisted !== true && isStored?.(each.made ?? "") !== true,
      }));
  }

  /** The resource is new, or its object gets another name. What may have had that before is looked up now: at its end, a run can ask nothing. */
  async noteData(resource: DataResource): Promise<void> {
    const { kind, key, stack, name, own, isLike } = resource;
    if (this.hasActed || this.suspects.has(`${kind}/${key}`)) return;
    if (own === undefined && this.ownership.resource(kind, key).isThere) return;
    const others = (await this.ofKind(kind)).filter(
      (each) => each.stack === stack && each.key !== key && each.made !== own && !this.isOfProgram(each),
    );
    const isNamesake = (each: Attempt) => withoutSuffix(each.wanted ?? each.name) === withoutSuffix(name);
    const isAlike = async (each: Attempt) => isNamesake(each) || (own === undefined && (await isLike(each.made!)));
    const alike = await Promise.all(others.map(isAlike));
    this.suspects.set(`${kind}/${key}`, { resource, alike: others.filter((_, index) => alike[index]) });
  }

  /** Said at the end of a preview, when it is known which objects the program still has. Each object is told of once. */
  warnings(): string[] {
    if (this.hasActed) return [];
    const told = new Set<Attempt>();
    return [...this.suspects.values()].flatMap(({ resource, alike }) => {
      const lost = alike.find((each) => !told.has(each) && !this.isOfProgram(each));
      if (!lost) return [];
      told.add(lost);
      const { kind, own, resource: called, data } = resource;
      const object = { kind, id: lost.made!, name: lost.wanted ?? lost.name, data };
      return [own === undefined ? warningOfLikelyMove(object, called) : warningOfTakenName(object, own, called)];
    });
  }

  private isAccountedFor({ kind, made = "" }: Attempt): boolean {
    return this.ownership.object(kind, made).isAccountedFor === true;
  }

  private isOfProgram({ kind, made = "" }: Attempt): boolean {
    return this.ownership.isOfProgram(kind, made);
  }

  private ofKind(kind: string): Promise<readonly Noted[]> {
    const owned = this.owned.get(kind) ?? this.madeHere(kind);
    this.owned.set(kind, owned);
    return owned;
  }
}
