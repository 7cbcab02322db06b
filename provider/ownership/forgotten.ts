import type { Believed } from "../create/journal/attempt";
import type { OpenedJournal } from "../create/journal/opened";
import { haveOneEngine } from "../create/journal/process-identity";
import type { Claims } from "./claims";

/** What a look at an object found. "unknown": it failed, or may be blind to the object. */
export type Sight = "there" | "gone" | "unknown";

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
  readonly facts: KindFacts;
}

/** What people can do about an object of a kind, and what it costs them not to. */
export interface KindFacts {
  readonly canAdopt: boolean;
  /** What is in it goes with it. */
  readonly hasData: boolean;
  readonly isFree: boolean;
}

/** A resource that the engine speaks of in this run, by the name that the program gives it. */
export interface Subject {
  readonly kind: string;
  readonly key: string;
  readonly name?: string | undefined;
  readonly facts: KindFacts;
  readonly look: (id: string) => Promise<Sight>;
}

/** The entry of an object, with the key of the resource that had it last: the one it was made for may have been renamed. */
type Owned = Believed & { readonly holder: string };

interface Spoken extends Subject {
  /** Objects that the engine has named as this resource's. */
  readonly ids: Set<string>;
  /** The program has the resource, and one of these is its object. */
  isLive: boolean;
  /** The engine has checked new arguments against those that it has of the resource. */
  isInState: boolean;
}

/**
 * Objects that earlier runs made for resources of this stack, and the state does not have: it was brought back from a
 * backup or is lost, or somebody took the resource out of it. Only the engine knows the state. So what it has not named
 * by the end of a run is what it does not have, but for what earlier runs have replaced and still are to delete.
 */
export class Forgotten {
  private readonly spoken = new Map<string, Spoken>();
  /** What was there when this process first asked, by kind: many new resources ask. */
  private readonly owned = new Map<string, Promise<readonly Owned[]>>();
  private readonly told = new Set<string>();
  private hasMade = false;

  constructor(private readonly claims: Claims) {}

  /** The engine has spoken of no resource. */
  get isEmpty(): boolean {
    return this.spoken.size === 0;
  }

  /** The engine speaks of the resource. */
  asksAbout(subject: Subject): void {
    const { ids = new Set<string>(), isLive = false, isInState = false, name } = this.resource(subject) ?? {};
    this.spoken.set(placeOf(subject.kind, subject.key), { name, ...subject, ids, isLive, isInState });
  }

  /** The engine names the object as that of the resource, which may be one that it is still to delete. */
  isNamed(kind: string, id: string, key: string): void {
    this.resource({ kind, key })?.ids.add(id);
  }

  /** The program has the resource, and the engine its object. */
  isLive(kind: string, key: string): void {
    const resource = this.resource({ kind, key });
    if (resource) resource.isLive = true;
  }

  /** The engine has the resource, and has not said with which object: it never does where the check of its arguments fails. */
  isInState(kind: string, key: string): void {
    const resource = this.resource({ kind, key });
    if (resource) resource.isInState = true;
  }

  /** The run has made an object, so that it is no preview: what it was to delete, it has named by its end. */
  makes(): void {
    this.hasMade = true;
  }

  /** Of a resource that the engine does not have: told before another object is made for it. */
  async ofNew({ journal, backend }: OpenedJournal, kind: string, key: string): Promise<ForgottenObject[]> {
    const resource = this.resource({ kind, key });
    const owned = this.owned.get(kind) ?? this.allOwned(journal, kind);
    this.owned.set(kind, owned);
    const made = (await owned).filter((each) => each.holder === key && each.backend === backend);
    if (!resource) return [];
    const found = await Promise.all(made.map((attempt) => this.seen(journal, resource, attempt)));
    return found.flatMap((object) => (object && !object.isUnseen ? this.tells(object) : []));
  }

  /** At the end of a run: what the state does not have of the resources that it was about, and was not told yet. */
  async left({ journal, backend, process: self }: OpenedJournal): Promise<ForgottenObject[]> {
    const found: ForgottenObject[] = [];
    for (const { kind, id } of await journal.ownedObjects()) {
      if (this.claims.has(kind, id) || this.told.has(placeOf(kind, id))) continue;
      const made = await journal.makerOf(kind, id);
      const maker = made && (await withHolder(journal, made));
      const resource = maker?.backend === backend ? this.speaksOf(maker) : undefined;
      // What another process of this very run has made is no earlier run's.
      if (!maker || !resource || haveOneEngine(maker.owner, self) || !(await this.isSpokenAsLive(journal, resource)))
        continue;
      const object = await this.seen(journal, resource, maker);
      if (object) found.push(...this.tells(object));
    }
    return found;
  }

  /** The engine puts another object in the place of those that it has named as this resource's. */
  async replaces({ journal, backend }: OpenedJournal, kind: string, key: string): Promise<void> {
    const named = [...(this.resource({ kind, key })?.ids ?? [])];
    // A replacement that was asked for by name comes without a diff, so that nobody has told us the id of the object.
    const all = async () =>
      (await this.allOwned(journal, kind)).filter((each) => each.holder === key && each.backend === backend);
    const ids = named.length > 0 ? named : (await all()).flatMap(({ made }) => made ?? []);
    for (const id of ids) await journal.retire(kind, id);
  }

  /** While a run only deletes, it may have named what was replaced long ago, and not yet what took its place. */
  private async isSpokenAsLive(journal: OpenedJournal["journal"], resource: Spoken): Promise<boolean> {
    const { kind, ids, isLive, isInState } = resource;
    if (isLive) return true;
    if (ids.size === 0) return !isInState;
    const makers = await Promise.all([...ids].map((id) => journal.makerOf(kind, id)));
    return makers.some((maker) => maker?.isRetired !== true);
  }

  private async seen(
    journal: OpenedJournal["journal"],
    { kind, key, name: resource, facts, look, isLive, ids }: Spoken,
    { made: id, name, isRetired, trust, holder }: Owned,
  ): Promise<ForgottenObject | undefined> {
    if (id === undefined || this.claims.has(kind, id) || (isRetired && (isLive || ids.size > 0))) return undefined;
    // A resource that handed its object on by `adopt`, or that was renamed, has forgotten nothing.
    if (await journal.holders.isTakenFrom({ kind, id }, key, key)) return undefined;
    const isRenamed = holder !== key;
    // The engine names what it deletes when it deletes it, and in a preview never.
    if (isRenamed && !this.hasMade) return undefined;
    const sight = await look(id);
    if (this.claims.has(kind, id)) return undefined;
    // To another key than the one that made it, an object that is there may seem gone.
    const isGone = sight === "gone" && trust === "account";
    if (isGone) await journal.release(kind, id);
    return isGone ? undefined : { kind, id, name, resource, isUnseen: sight !== "there", isRenamed, facts };
  }

  private async allOwned(journal: OpenedJournal["journal"], kind: string): Promise<Owned[]> {
    return Promise.all((await journal.owned(kind)).map((maker) => withHolder(journal, maker)));
  }

  /** The resource that had the object last, or else the one that it was made for, where this run is about it. */
  private speaksOf({ kind, key, holder }: Owned): Spoken | undefined {
    return this.resource({ kind, key: holder }) ?? this.resource({ kind, key });
  }

  private tells(object: ForgottenObject): ForgottenObject[] {
    const place = placeOf(object.kind, object.id);
    if (this.told.has(place)) return [];
    this.told.add(place);
    return [object];
  }

  private resource({ kind, key }: Pick<Subject, "kind" | "key">): Spoken | undefined {
    return this.spoken.get(placeOf(kind, key));
  }
}

const placeOf = (kind: string, name: string): string => `${kind}/${name}`;

const withHolder = async (journal: OpenedJournal["journal"], maker: Believed): Promise<Owned> => {
  const { kind, made: id = "", key } = maker;
  return { ...maker, holder: (await journal.holders.lastOf({ kind, id })) ?? key };
};
