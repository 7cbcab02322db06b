import { type Holder, isEntryOf, type StateEntry } from "../state/entry";

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
  /** Objects that resources of the program keep in this run. */
  private readonly kept = new Set<string>();
  /** By kind, and then by the key of a resource of the program: the object that its arguments name. */
  private readonly declared = new Map<string, Map<string, string>>();
  /** By kind, and then by the key of a resource: its object, which this run could not make ready. */
  private readonly unready = new Map<string, Map<string, string>>();
  /** By object: the resources of the program that have it. */
  private readonly holders = new Map<string, Holder[]>();

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

  /** A resource of the program has it, and is not to get another one. */
  keep(kind: string, id: string): void {
    this.kept.add(`${kind}/${id}`);
  }

  /** Another operation begins. */
  releaseAll(kind: string): void {
    const isOfKind = (place: string) => place.startsWith(`${kind}/`);
    for (const place of this.kept) if (isOfKind(place)) this.kept.delete(place);
    for (const place of this.holders.keys()) if (isOfKind(place)) this.holders.delete(place);
    this.declared.delete(kind);
    this.unready.delete(kind);
  }

  /** A resource of the program keeps it. */
  isKept(kind: string, id: string): boolean {
    return this.kept.has(`${kind}/${id}`);
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

  /** The resource of the program that has it, if another one than this has. */
  otherHolder(kind: string, id: string, entry: StateEntry): Holder | undefined {
    return this.isHolder(kind, id, entry) ? undefined : this.holders.get(`${kind}/${id}`)?.at(-1);
  }

  /** The program has the resource of this entry, and this is its object. */
  isHolder(kind: string, id: string, entry: StateEntry): boolean {
    return (this.holders.get(`${kind}/${id}`) ?? []).some((holder) => isEntryOf(holder, entry));
  }
}
