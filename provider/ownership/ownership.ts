import type { Clock } from "../../client/clock";
import { type HeldObject, type Holder, isLeftTo } from "../create/journal/holders";
import type { JournalAccess } from "../create/journal/opened";
import type { Entry } from "../state/entry";

/** A resource of the program that has an object. */
export interface Having extends Entry {
  readonly key: string;
}

/**
 * Which resource has which object. Of this run the process itself remembers it; of what changed hands the journal keeps, for later runs,
 * which resource of this machine has it since.
 */
export class Ownership {
  /** Objects that the engine has named, or a create of this process made. */
  private readonly known = new Set<string>();
  /** By object: the last resource of the program that took it or keeps it. */
  private readonly having = new Map<string, Having>();
  /** Objects that a create of this run took, which were there before. */
  private readonly taken = new Set<string>();
  /** By object: the key of the resource of the program that has it, or had it when the run began. */
  private readonly programs = new Map<string, string>();
  /** By object: the key of the resource that is to adopt it. */
  private readonly adopters = new Map<string, string>();
  /** By resource: the object that its arguments stand for. */
  private readonly declared = new Map<string, string>();
  /** By resource: its object, which this run could not make ready. */
  private readonly unready = new Map<string, string>();
  /** By resource that the engine has: its object, once the engine has named it. */
  private readonly resources = new Map<string, string | undefined>();

  constructor(
    private readonly access: JournalAccess,
    private readonly clock: Clock,
  ) {}

  /** Another operation begins, perhaps of another program: each kind is told so at its first call. */
  begin(kind: string): void {
    for (const each of [this.having, this.programs, this.adopters, this.declared, this.unready, this.taken])
      for (const place of each.keys()) if (place.startsWith(placeOf(kind, ""))) each.delete(place);
  }

  /** The engine names the object as that of this resource. */
  engineNames(kind: string, id: string, key: string | undefined): void {
    this.known.add(placeOf(kind, id));
    if (key !== undefined) this.resources.set(placeOf(kind, key), id);
  }

  /** The engine has the resource, and has not said yet which object it has of it. */
  engineHasResource(kind: string, key: string): void {
    if (!this.has(kind, key)) this.resources.set(placeOf(kind, key), undefined);
  }

  /** The engine has the resource. */
  has(kind: string, key: string): boolean {
    return this.resources.has(placeOf(kind, key));
  }

  /** The engine has the resource, and names its object only when it deletes it: a replacement on request comes without a diff. */
  awaitsObject(kind: string, key: string): boolean {
    return this.has(kind, key) && this.resources.get(placeOf(kind, key)) === undefined;
  }

  /** The engine has named the object, or a create of this process made it: no other create with a lost answer did. */
  isKnown(kind: string, id: string): boolean {
    return this.known.has(placeOf(kind, id));
  }

  /** A create of this resource made the object. */
  made(kind: string, id: string, key: string): void {
    this.known.add(placeOf(kind, id));
    this.programs.set(placeOf(kind, id), key);
  }

  /** The arguments of a resource stand for this object. @returns whether those of no other resource do. */
  declare(kind: string, id: string, key: string): boolean {
    this.declared.set(placeOf(kind, key), id);
    const isOther = ([resource, its]: [string, string]) =>
      its === id && resource.startsWith(placeOf(kind, "")) && resource !== placeOf(kind, key);
    return ![...this.declared].some(isOther);
  }

  /** The resource adopts the object. @returns whether no other resource of the program adopts it too. */
  adopts(kind: string, id: string, key = ""): boolean {
    const place = placeOf(kind, id);
    if (!this.adopters.has(place)) this.adopters.set(place, key);
    return this.adopters.get(place) === key;
  }

  /** The object that the resource is to adopt. */
  adopteeOf(kind: string, key: string): string | undefined {
    const found = [...this.adopters].find(([place, adopter]) => adopter === key && place.startsWith(placeOf(kind, "")));
    return found?.[0].slice(placeOf(kind, "").length);
  }

  /** Another resource of the program has the object, or had it when the run began. */
  isHadByAnother(kind: string, id: string, key: string | undefined): boolean {
    const owner = this.programs.get(placeOf(kind, id));
    return owner !== undefined && owner !== key;
  }

  /** The program has a resource to which the object belongs. @returns whether no other resource of the program has it or adopts it. */
  programHas(kind: string, id: string, key: string): boolean {
    const place = placeOf(kind, id);
    if (this.isHadByAnother(kind, id, key)) return false;
    this.programs.set(place, key);
    return (this.adopters.get(place) ?? key) === key;
  }

  /** From now on this resource has the object, which was there before. */
  take({ kind, id }: HeldObject, having: Having): void {
    this.known.add(placeOf(kind, id));
    this.taken.add(placeOf(kind, id));
    this.having.set(placeOf(kind, id), having);
  }

  /** A resource of the program has the object, or is to adopt it. */
  isOfProgram(kind: string, id: string): boolean {
    const place = placeOf(kind, id);
    return this.programs.has(place) || this.adopters.has(place) || this.having.has(place);
  }

  /** A create of this run took the object. */
  isTaken(kind: string, id: string): boolean {
    return this.taken.has(placeOf(kind, id));
  }

  /** A create of this resource took the object. */
  isTakenBy(kind: string, id: string, key: string | undefined): boolean {
    return this.isTaken(kind, id) && this.having.get(placeOf(kind, id))?.key === key;
  }

  /** The resource of the program keeps the object. If the engine deletes it in the same run, then for another entry of its state. */
  keep({ kind, id }: HeldObject, having: Having): void {
    this.having.set(placeOf(kind, id), having);
  }

  /** A resource of the program took the object in this run, or keeps it. */
  isKept(kind: string, id: string): boolean {
    return this.having.has(placeOf(kind, id));
  }

  /**
   * Whether the deletion of this entry leaves the object to another resource: to one of this program, or to the one that it was handed to
   * last on this machine.
   */
  async leavesTo(object: HeldObject, entry: Entry): Promise<"this program" | "another" | undefined> {
    const having = this.having.get(placeOf(object.kind, object.id));
    if (having) {
      // A later run may meet this entry again.
      if (!this.isTaken(object.kind, object.id)) await this.noteHolder(object, having);
      return "this program";
    }
    return isLeftTo(await this.holderOf(object), entry) ? "another" : undefined;
  }

  /** The resource that the object was handed to last on this machine; undefined where it was never handed on. */
  async holderOf(object: HeldObject): Promise<Holder | undefined> {
    return (await this.access.open()).journal.holders.of(object);
  }

  /** Writes down that this resource has the object now. @param names arguments that it changes. */
  async record(object: HeldObject, { key, adoption }: Having, names: Iterable<string> = []): Promise<void> {
    const { journal } = await this.access.open();
    const at = this.clock.now();
    const last = await journal.holders.of(object);
    const all = new Set([...(last?.names ?? []), ...names]);
    await journal.holders.record(object, {
      key,
      ...(adoption !== undefined && { adoption }),
      at,
      names: [...all],
    });
  }

  /** The same of an object that changed hands before, where that is news. */
  async noteHolder(object: HeldObject, having: Having, names: ReadonlySet<string> = new Set()): Promise<void> {
    const holder = await this.holderOf(object);
    if (holder && (holder.adoption !== having.adoption || names.size > 0)) await this.record(object, having, names);
  }

  /** Arguments that whoever has the object since has changed, so that the state of this entry need not know of it. */
  async changedByHolder(object: HeldObject, entry: Entry): Promise<readonly string[]> {
    const holder = await this.holderOf(object);
    return holder && holder.adoption !== entry.adoption ? (holder.names ?? []) : [];
  }

  /** In words, the other stack whose run made the object on this machine: its state may have the object still. */
  async otherStackOf({ kind, id, account }: HeldObject, stack: string | undefined): Promise<string | undefined> {
    const { journal, backend, address } = await this.access.open();
    const own = await journal.makerOf(kind, id);
    const elsewhere = own ? undefined : await journal.makerElsewhere(kind, id, address);
    const trust = own ? own.trust : elsewhere?.trust;
    // What has one id in every account is meant only where this very API key made it.
    if ((!own && !elsewhere) || (account !== undefined && trust !== "account")) return undefined;
    if (!own) return "a stack of another project";
    if (own.stack === undefined || stack === undefined) return undefined;
    if (own.stack !== stack) return "another stack of this project";
    return own.backend === backend ? undefined : "a stack of this name in another backend";
  }

  /** A create or an update of the object, which this resource has, has failed half-way. */
  noteUnready(kind: string, id: string, key: string | undefined): void {
    if (key !== undefined) this.unready.set(placeOf(kind, key), id);
  }

  /** The object of this resource is as the program asks. */
  noteReady(kind: string, key: string | undefined): void {
    if (key !== undefined) this.unready.delete(placeOf(kind, key));
  }

  /** What must not happen to the object yet: what takes its place is not ready, or another resource adopts it and does not have it yet. */
  pendingOf(
    kind: string,
    id: string,
    key: string | undefined,
  ): { readonly replacement?: string; readonly isAdopted?: true } {
    const replacement = key === undefined ? undefined : this.unready.get(placeOf(kind, key));
    if (replacement !== undefined && replacement !== id) return { replacement };
    const adopter = this.adopters.get(placeOf(kind, id));
    return adopter !== undefined && adopter !== key ? { isAdopted: true } : {};
  }
}

const placeOf = (kind: string, name: string): string => `${kind}/${name}`;
