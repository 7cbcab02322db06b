import { type Believed, mayBeLater } from "../create/journal/attempt";
import type { OpenedJournal } from "../create/journal/opened";
import { haveOneEngine } from "../create/journal/process-identity";
import { withoutSuffix } from "../table/names";
import type { Claims } from "./claims";

/**
 * What a look at an object found. "refused": the platform does not accept the key (401); "forbidden": the key may not look (403);
 * "unknown": it failed otherwise, or may be blind to the object.
 */
export type Sight = "there" | "gone" | "refused" | "forbidden" | "unknown";

/** An object that an earlier run made for a resource of this stack, and that the state does not have. */
export interface ForgottenObject {
  readonly kind: string;
  readonly id: string;
  /** Under which it was made. */
  readonly name: string;
  /** What the program calls the resource, where this run was told. */
  readonly resource: string | undefined;
  /** Nobody could tell whether it is still there. */
  readonly isUnseen: boolean;
  /** The resource was renamed since, and this run was not about it under its later name: the state may have it there. */
  readonly isRenamed: boolean;
  /** Another resource took it over from the one that it was made for, by `adopt`. */
  readonly isAdopted?: boolean;
  /** A later run put another one in its place, and this run was not about that one: the state may still have it, to be deleted. */
  readonly isRetired: boolean;
  /** What the state has for the same resource, of a later run or of another machine's: this one may be replaced, or lost from the state. */
  readonly successor?: string;
  /** The run was about what was made earlier for the same resource, and maybe replaced on request: the state may have this one in its place. */
  readonly isLater?: boolean;
  /** The engine checked the resource as a new one, which it also does where somebody asks for a replacement. */
  readonly isOfNew?: boolean;
  readonly facts: KindFacts;
}

/** What people can do about an object of a kind, and what it costs them not to. */
export interface KindFacts {
  readonly canAdopt: boolean;
  /** What is in it goes with it. */
  readonly hasData: boolean;
  readonly isFree: boolean;
}

/** A name on the platform, in a stack. */
export interface Sought {
  readonly name: string;
  readonly stack: string;
}

/** A resource that the engine does not have, of a kind with data. */
export interface NewResource extends Pick<MentionedResource, "kind" | "key" | "name" | "facts"> {
  readonly stack: string;
  /** Whether the object is there, and has the arguments of the resource. */
  readonly isLike: (id: string) => Promise<boolean>;
}

/** A resource that the engine mentions in this run. */
export interface MentionedResource {
  readonly kind: string;
  readonly key: string;
  /** What the program calls it. */
  readonly name?: string | undefined;
  readonly facts: KindFacts;
  /** Looks whether an object of this kind is there. */
  readonly look: (id: string) => Promise<Sight>;
}

/** The journal's entry of an object, with the key of the resource that had it last: that may be another than it was made for. */
type Owned = Believed & { readonly holder: string; readonly isAdopted: boolean };

/** All that the engine has said in this run of one resource. */
interface Mention extends MentionedResource {
  /** Objects that the engine has named as this resource's. */
  readonly ids: Set<string>;
  /** The program has the resource, and one of these is its object. */
  isLive: boolean;
  /** The engine has checked new arguments against those that it has of the resource. */
  isInState: boolean;
}

/**
 * Finds objects that earlier runs made for resources of this stack and that the state does not have: the state was brought
 * back from a backup or is lost, or somebody took the resource out of it. The provider does not see the state, only what the
 * engine says. So an object counts as forgotten if the engine has not named it by the end of a run, unless an earlier run
 * replaced it: the engine may still have to delete that one, and names it only then.
 */
export class Forgotten {
  private readonly mentions = new Map<string, Mention>();
  /** What was there when this process first asked, by kind: many new resources ask. */
  private readonly owned = new Map<string, Promise<readonly Owned[]>>();
  private readonly told = new Set<string>();
  /** What this run has found gone, or deleted, of what earlier runs had replaced. */
  private readonly retired = new Set<string>();
  private hasMade = false;
  /** Resources that are new in this run, with the objects that they may have had. */
  private readonly fresh = new Map<string, { readonly resource: NewResource; readonly alike: readonly Owned[] }>();
  /** Objects of which it was said that a new resource may have had them under another name or parent. */
  private readonly toldAsMoved = new Set<string>();
  private hasActed = false;

  constructor(private readonly claims: Claims) {}

  /** The engine has mentioned no resource. */
  get isEmpty(): boolean {
    return this.mentions.size === 0;
  }

  /** The engine mentions the resource. */
  noteMention(resource: MentionedResource): void {
    const { ids = new Set<string>(), isLive = false, isInState = false, name } = this.mentionOf(resource) ?? {};
    this.mentions.set(placeOf(resource.kind, resource.key), { name, ...resource, ids, isLive, isInState });
  }

  /** The engine names the object as one of the resource: the one it has, or one that is still to be deleted. */
  noteObject(kind: string, id: string, key: string): void {
    this.mentionOf({ kind, key })?.ids.add(id);
  }

  /** The program has the resource, and the engine its object. */
  noteLive(kind: string, key: string): void {
    const mention = this.mentionOf({ kind, key });
    if (mention) mention.isLive = true;
  }

  /** The engine has the resource. With which object it says later, and never where the check of its arguments fails. */
  noteInState(kind: string, key: string): void {
    const mention = this.mentionOf({ kind, key });
    if (mention) mention.isInState = true;
  }

  /** The program takes the object over. A preview shows that, and the engine names the object only in an up. */
  noteAdoption(kind: string, id: string): void {
    this.told.add(placeOf(kind, id));
  }

  /** The object is gone, and an earlier run had put another in its place. */
  noteGoneAfterReplacement(kind: string, id: string): void {
    this.retired.add(placeOf(kind, id));
  }

  /** The run has made an object. So it is no preview, and by its end it has named what it deletes. */
  noteMade(): void {
    this.hasMade = true;
  }

  /**
   * The engine does not have the resource, and may make an object for it. Which objects it may have had under another name or parent
   * is looked up at once, since at the end of a run nothing can be asked of the platform any more.
   */
  async noteNew({ journal, backend }: OpenedJournal, resource: NewResource): Promise<void> {
    const { kind, key, stack, isLike } = resource;
    const place = placeOf(kind, key);
    if (this.hasActed || this.fresh.has(place)) return;
    const owned = this.owned.get(kind) ?? this.allOwned(journal, kind);
    this.owned.set(kind, owned);
    const others = (await owned).filter(
      (each) =>
        each.stack === stack &&
        each.backend === backend &&
        each.isRetired !== true &&
        ![each.holder, each.key].includes(key) &&
        !this.isAccountedFor(each),
    );
    const alike = await Promise.all(others.map(({ made = "" }) => isLike(made)));
    this.fresh.set(place, { resource, alike: others.filter((_, index) => alike[index]) });
  }

  /** The engine lets something be made, changed or deleted: so this is no preview. */
  noteActing(): void {
    this.hasActed = true;
  }

  /** Objects of a resource that the engine does not have: people are told before another one is made for it. */
  async ofNewResource({ journal, backend }: OpenedJournal, kind: string, key: string): Promise<ForgottenObject[]> {
    const mention = this.mentionOf({ kind, key });
    const owned = this.owned.get(kind) ?? this.allOwned(journal, kind);
    this.owned.set(kind, owned);
    const isMeant = (each: Owned) => each.holder === key && each.backend === backend;
    // What no run has named since it was made, the create takes over.
    const made = (await owned).filter((each) => isMeant(each) && !journal.isUnstored(each));
    if (!mention) return [];
    const found = await Promise.all(made.map((attempt) => this.inspect(journal, mention, attempt)));
    return found.flatMap((object) => (object && !object.isUnseen ? this.unlessTold(object) : []));
  }

  /**
   * Objects that runs of this stack made under the same name for other resources, which the engine has not named yet: a new resource
   * may be one of those under another name or parent, which the engine takes for two. Or for this very resource, which was renamed
   * since, or its stack was, or from which another has adopted it.
   */
  async ofOtherNames(
    { journal, backend }: OpenedJournal,
    kind: string,
    key: string,
    sought: Sought,
  ): Promise<ForgottenObject[]> {
    const mention = this.mentionOf({ kind, key });
    if (!mention) return [];
    const owned = this.owned.get(kind) ?? this.allOwned(journal, kind);
    this.owned.set(kind, owned);
    const alike = (await owned).filter(
      (each) =>
        each.holder !== key &&
        each.backend === backend &&
        each.stack === sought.stack &&
        each.isRetired !== true &&
        withoutSuffix(each.wanted ?? each.name) === withoutSuffix(sought.name),
    );
    const found = await Promise.all(
      alike.map(async ({ made: id = "", name, wanted, key: maker, isAdopted }) => {
        if (this.claims.has(kind, id) || (await mention.look(id)) !== "there" || this.claims.has(kind, id)) return [];
        const { name: resource, facts } = mention;
        const isOwn = maker === key;
        const sight = {
          isUnseen: false,
          isRenamed: isOwn && !isAdopted,
          isAdopted: isOwn && isAdopted,
          isRetired: false,
        };
        const object = { kind, id, name: wanted ?? name, resource, ...sight, facts };
        this.toldAsMoved.add(placeOf(kind, id));
        return isOwn ? this.unlessTold(object) : [object];
      }),
    );
    return found.flat();
  }

  /**
   * At the end of a preview: objects that runs of this stack made and that have the arguments of a new resource, where the engine has
   * said nothing of them. The new resource may be the one that had the object, under another name or parent. Only at the end is it
   * known which objects the program still has. Each object and each resource is told of once.
   */
  likeNewResources(): ForgottenObject[] {
    if (this.hasActed) return [];
    return [...this.fresh.values()].flatMap(({ resource: { kind, name: resource, facts }, alike }) => {
      const like = alike.find((each) => !this.isAccountedFor(each));
      if (!like) return [];
      const { made: id = "", name, wanted } = like;
      this.toldAsMoved.add(placeOf(kind, id));
      const sight = { isUnseen: false, isRenamed: false, isRetired: false };
      return [{ kind, id, name: wanted ?? name, resource, ...sight, facts }];
    });
  }

  /** The program has the object, or has a resource that did; or people were told of it. */
  private isAccountedFor({ kind, made: id = "", holder }: Owned): boolean {
    const place = placeOf(kind, id);
    const isTold = this.told.has(place) || this.toldAsMoved.has(place);
    return isTold || this.claims.isClaimed(kind, id) || this.mentionOf({ kind, key: holder })?.isInState === true;
  }

  /** At the end of a run: the forgotten objects of every resource that was mentioned, without those that were told before. */
  async atEndOfRun({ journal, backend, process: self }: OpenedJournal): Promise<ForgottenObject[]> {
    const found: ForgottenObject[] = [];
    for (const { kind, id } of await journal.ownedObjects()) {
      if (this.claims.has(kind, id) || this.told.has(placeOf(kind, id))) continue;
      const made = await journal.makerOf(kind, id);
      const [maker] = made ? await withHolder(journal, made) : [];
      const mention = maker?.backend === backend ? this.mentionOfHolder(maker) : undefined;
      if (!maker || !mention) continue;
      // Another process of this very run made it, so that no earlier run did.
      if (haveOneEngine(maker.owner, self)) continue;
      if (!(await this.mayHaveNamedAll(journal, mention))) continue;
      const object = await this.inspect(journal, mention, maker);
      if (object) found.push(...this.unlessTold(object));
    }
    return found;
  }

  /** Another object takes the place of those that the engine has named as this resource's: the journal marks them as replaced. */
  async retireObjects({ journal, backend }: OpenedJournal, kind: string, key: string): Promise<void> {
    const named = [...(this.mentionOf({ kind, key })?.ids ?? [])];
    // A replacement that was asked for by name comes without a diff, so that nobody has told us the id of the object.
    const all = async () =>
      (await this.allOwned(journal, kind)).filter((each) => each.holder === key && each.backend === backend);
    const ids = named.length > 0 ? named : (await all()).flatMap(({ made }) => made ?? []);
    for (const id of ids) await journal.retire(kind, id);
  }

  /**
   * Whether the engine may have named every object that the state has of the resource. It has not where it named only objects
   * that were replaced long ago, or where it named none of a resource that it has. A run that only deletes does so, and so does
   * a process whose resource another process serves by now, since it moved to the plugin or to an explicit provider.
   */
  private async mayHaveNamedAll(journal: OpenedJournal["journal"], mention: Mention): Promise<boolean> {
    const { kind, ids, isLive, isInState } = mention;
    if (isLive) return true;
    if (ids.size === 0) return !isInState;
    const named = [...ids].filter((id) => !this.retired.has(placeOf(kind, id)));
    const makers = await Promise.all(named.map((id) => journal.makerOf(kind, id)));
    return makers.some((maker) => maker?.isRetired !== true);
  }

  /** The object of an entry, if it is forgotten: its resource has not handed it on, and nothing shows that it is gone. */
  private async inspect(
    journal: OpenedJournal["journal"],
    { kind, key, name: resource, facts, look, isLive, isInState, ids }: Mention,
    { made: id, name, startedAt, isRetired, trust, holder }: Owned,
  ): Promise<ForgottenObject | undefined> {
    if (id === undefined || this.claims.has(kind, id) || (isRetired && (isLive || ids.size > 0))) return undefined;
    // A resource that handed its object on by `adopt`, or that was renamed, has forgotten nothing.
    if (await journal.holders.isHandedOn({ kind, id }, key, async () => key)) return undefined;
    const isRenamed = holder !== key;
    // The engine names what it deletes when it deletes it, and in a preview never.
    if (isRenamed && !this.hasMade) return undefined;
    const sight = await look(id);
    if (this.claims.has(kind, id)) return undefined;
    // To another key than the one that made it, an object that is there may seem gone.
    const isGone = sight === "gone" && trust === "account";
    if (isGone) await journal.release(kind, id);
    const isUnseen = sight !== "there";
    const doubts = { isUnseen, isRenamed, isRetired: isRetired === true };
    if (isGone) return undefined;
    const others = [...ids].filter((other) => other !== id);
    const makers = await Promise.all(others.map((other) => journal.makerOf(kind, other)));
    const successor = others.find((_, index) => mayBeLater(makers[index], { key, startedAt }));
    const isBefore = (maker: Believed | undefined) => maker?.key === key && maker.startedAt < startedAt;
    const isLater = !isLive && others.length > 0 && makers.every(isBefore);
    const isOfNew = !isLive && !isInState && ids.size === 0;
    return {
      ...{ kind, id, name, resource, ...doubts, facts },
      ...(successor !== undefined && { successor }),
      ...(isLater && { isLater }),
      ...(isOfNew && { isOfNew }),
    };
  }

  private async allOwned(journal: OpenedJournal["journal"], kind: string): Promise<Owned[]> {
    return (await Promise.all((await journal.owned(kind)).map((maker) => withHolder(journal, maker)))).flat();
  }

  /** What the engine has said of the resource that had the object last, or else of the one that it was made for. */
  private mentionOfHolder({ kind, key, holder }: Owned): Mention | undefined {
    return this.mentionOf({ kind, key: holder }) ?? this.mentionOf({ kind, key });
  }

  /** The object, the first time that it comes. */
  private unlessTold(object: ForgottenObject): ForgottenObject[] {
    const place = placeOf(object.kind, object.id);
    if (this.told.has(place)) return [];
    this.told.add(place);
    return [object];
  }

  private mentionOf({ kind, key }: Pick<MentionedResource, "kind" | "key">): Mention | undefined {
    return this.mentions.get(placeOf(kind, key));
  }
}

const placeOf = (kind: string, name: string): string => `${kind}/${name}`;

/** The entry with the resource that had the object last. What a stack in another backend has taken over, that one has. */
const withHolder = async (journal: OpenedJournal["journal"], maker: Believed): Promise<Owned[]> => {
  const { kind, made: id = "", backend } = maker;
  const last = await journal.holders.lastOf({ kind, id });
  const isElsewhere = last?.backend !== undefined && backend !== undefined && last.backend !== backend;
  const { key: holder, keys } = last ?? { key: maker.key, keys: [maker.key] };
  return isElsewhere ? [] : [{ ...maker, holder, isAdopted: !keys.includes(maker.key) }];
};
