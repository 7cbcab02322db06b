import { type Holder, isEntryOf, type StateEntry } from "../state/entry";

/** A resource of the program that has an object, or had it when the run began. */
export interface StandingHolder extends Holder {
  /** Whether it keeps the object is open: its diff has failed, or a create is to make another one in its place. */
  readonly mayGiveUp: boolean;
  /** It has another object by now. */
  readonly hasGivenUp: boolean;
  /** Its diff asks for no other object. */
  readonly isSuited: boolean;
}

/**
 * The objects that resources of this process have, by kind: what the engine named in diff, update or delete, and what
 * create made. A claimed object is never adopted by another resource, nor by its own replacement.
 */
export class Claims {
  private readonly objects = new Set<string>();
  /** Objects that a refresh named: the program may not have their resources any more. */
  private readonly seen = new Set<string>();
  /** Objects that were there before a create took them, with the key of its resource, until the engine asks about them as its own. */
  private readonly taken = new Map<string, string | undefined>();
  /** By object: the keys of the resources of the program that keep it in this run. */
  private readonly kept = new Map<string, Set<string | undefined>>();
  /** By kind, and then by the key of a resource of the program: the object that its arguments name. */
  private readonly declared = new Map<string, Map<string, string>>();
  /** By kind, and then by the key of a resource: its object, which this run could not make ready. */
  private readonly unready = new Map<string, Map<string, string>>();
  /** By object: the resources of the program that have it. */
  private readonly holders = new Map<string, Holder[]>();
  /** By object: the keys of the resources of which it is open whether they keep it. */
  private readonly unsettled = new Map<string, Set<string>>();
  /** By object: the keys of the resources whose diff asks for no other one. */
  private readonly suited = new Map<string, Set<string>>();
  /** By object: the keys of the resources that have another one by now. */
  private readonly givenUp = new Map<string, Set<string>>();

  /** A resource of this process has the object. */
  claim(kind: string, id: string): void {
    this.objects.add(`${kind}/${id}`);
  }

  /** A refresh has named the object. */
  see(kind: string, id: string): void {
    this.seen.add(`${kind}/${id}`);
  }

  /** A resource of this process has the object; that a refresh has named it is not enough. */
  isClaimed(kind: string, id: string): boolean {
    return this.objects.has(`${kind}/${id}`);
  }

  /** The engine knows the object, so that no create with a lost answer made it. */
  has(kind: string, id: string): boolean {
    return this.isClaimed(kind, id) || this.seen.has(`${kind}/${id}`);
  }

  /** A create of this resource took an object that was there before. */
  take(kind: string, id: string, key: string | undefined): void {
    this.claim(kind, id);
    this.taken.set(`${kind}/${id}`, key);
  }

  /** A create took the object, and the engine has not named it since. */
  isJustTaken(kind: string, id: string): boolean {
    return this.taken.has(`${kind}/${id}`);
  }

  /** The key of the resource whose create took the object. */
  takerOf(kind: string, id: string): string | undefined {
    return this.taken.get(`${kind}/${id}`);
  }

  /**
   * The engine names the object as that of this resource. Of another resource than took it, this says what the state still has, and
   * not whose the object is by now.
   */
  confirm(kind: string, id: string, key: string | undefined): void {
    const place = `${kind}/${id}`;
    const taker = this.taken.get(place);
    if (taker === undefined || key === undefined || taker === key) this.taken.delete(place);
  }

  /** The program has the resource, and this is its object. */
  hold(kind: string, id: string, holder: Holder): void {
    const place = `${kind}/${id}`;
    this.holders.set(place, [...(this.holders.get(place) ?? []), holder]);
  }

  /** The resource of the program has it, and is not to get another one. */
  keep(kind: string, id: string, key: string | undefined): void {
    add(this.kept, `${kind}/${id}`, key);
  }

  /** The diff of this resource asks for no other object. The engine may create one all the same. */
  suit(kind: string, id: string, key: string | undefined): void {
    if (key !== undefined) add(this.suited, `${kind}/${id}`, key);
  }

  isSuited(kind: string, id: string, key: string): boolean {
    return this.suited.get(`${kind}/${id}`)?.has(key) ?? false;
  }

  /** Whether this resource keeps the object is open: its diff has failed, or a create is to make another one in its place. */
  unsettle(kind: string, id: string, key: string): void {
    const place = `${kind}/${id}`;
    add(this.unsettled, place, key);
    this.kept.get(place)?.delete(key);
  }

  /** The resource has another object by now. */
  giveUp(kind: string, id: string, key: string): void {
    const place = `${kind}/${id}`;
    add(this.givenUp, place, key);
    this.unsettled.get(place)?.delete(key);
    this.kept.get(place)?.delete(key);
  }

  /** Another operation begins. */
  releaseAll(kind: string): void {
    const isOfKind = (place: string) => place.startsWith(`${kind}/`);
    for (const places of [this.kept, this.holders, this.unsettled, this.suited, this.givenUp])
      for (const place of places.keys()) if (isOfKind(place)) places.delete(place);
    this.declared.delete(kind);
    this.unready.delete(kind);
  }

  /** A resource of the program keeps it. */
  isKept(kind: string, id: string): boolean {
    return (this.kept.get(`${kind}/${id}`)?.size ?? 0) > 0;
  }

  /**
   * The program has a resource that stands for this object, whoever makes it.
   *
   * @returns whether no other resource of the program stands for it.
   */
  declare(kind: string, id: string, key: string): boolean {
    const declared = this.declared.get(kind) ?? new Map<string, string>();
    this.declared.set(kind, declared.set(key, id));
    return [...declared].every(([other, its]) => its !== id || other === key);
  }

  /** A create or an update of the object, which this resource has, has failed half-way. */
  noteUnready(kind: string, id: string, key: string | undefined): void {
    if (key !== undefined) this.unready.set(kind, (this.unready.get(kind) ?? new Map<string, string>()).set(key, id));
  }

  /** The object of this resource is as the program asks. */
  noteReady(kind: string, key: string | undefined): void {
    if (key !== undefined) this.unready.get(kind)?.delete(key);
  }

  /**
   * The object that is to take the place of this one and that this run could not make ready; undefined where none is. The engine
   * deletes what was replaced all the same if it goes on after failures (`--continue-on-error`).
   */
  unreadyReplacementOf(kind: string, id: string, key: string | undefined): string | undefined {
    const replacement = key === undefined ? undefined : this.unready.get(kind)?.get(key);
    return replacement === id ? undefined : replacement;
  }

  /** The resources of the program that have it, or had it when the run began, if other ones than this have. */
  otherHolders(kind: string, id: string, entry: StateEntry): StandingHolder[] {
    if (this.isHolder(kind, id, entry)) return [];
    const place = `${kind}/${id}`;
    const isOneOf = (keys: Set<string> | undefined, holder: Holder) => holder.keys.some((key) => keys?.has(key));
    return (this.holders.get(place) ?? []).map((holder) => ({
      ...holder,
      mayGiveUp: isOneOf(this.unsettled.get(place), holder),
      hasGivenUp: isOneOf(this.givenUp.get(place), holder),
      isSuited: isOneOf(this.suited.get(place), holder),
    }));
  }

  /** The program has the resource of this entry, and this is its object. */
  isHolder(kind: string, id: string, entry: StateEntry): boolean {
    return (this.holders.get(`${kind}/${id}`) ?? []).some((holder) => isEntryOf(holder, entry));
  }
}

function add<T>(sets: Map<string, Set<T>>, place: string, value: T): void {
  sets.set(place, (sets.get(place) ?? new Set<T>()).add(value));
}
