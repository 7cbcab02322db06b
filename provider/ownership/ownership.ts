import type { Clock } from "../../client/clock";
import type { HeldObject, Holder } from "../create/journal/holders";
import type { JournalAccess } from "../create/journal/opened";
import { dateOf, type Entry } from "../state/entry";

/** A resource of the program that has an object. */
export interface Having extends Entry {
  readonly key: string;
}

/** What this run knows of an object: whose it was when the run began, whose it is to be, and whose it is by now. */
interface OfObject {
  /** The engine has named it, or a create of this process made it: no other create with a lost answer did. */
  isAccountedFor?: true;
  /** Before: the resource of the program that has it. */
  program?: string | undefined;
  /** Planned: the resource that has it gets another one. */
  isLeft?: true | undefined;
  /** Planned: the resource that adopts it, or whose arguments stand for it. */
  claimant?: string | undefined;
  /** By now: the last resource of the program that took it or keeps it. */
  having?: Having | undefined;
  /** It was there before, and the create of `having` took it. */
  isTaken?: true | undefined;
}

/** What this run knows of a resource. */
interface OfResource {
  /** The engine has it. */
  isThere?: true;
  /** Its object, once the engine has named it. A replacement on request comes without a diff, and names it when that is deleted. */
  object?: string;
  /** Its object, which this run could not make ready. */
  unready?: string | undefined;
}

/**
 * Which resource has which object. Of this run the process itself remembers it; of what changed hands the journal keeps, for later runs,
 * which resource of this machine has it since.
 */
export class Ownership {
  private readonly objects = new Map<string, OfObject>();
  private readonly resources = new Map<string, OfResource>();

  constructor(
    private readonly access: JournalAccess,
    private readonly clock: Clock,
  ) {}

  /** Another operation begins, perhaps of another program: each kind is told so at its first call. */
  begin(kind: string): void {
    const isOfKind = ([place]: readonly [string, unknown]) => place.startsWith(placeOf(kind, ""));
    const none = { having: undefined, isTaken: undefined, program: undefined, isLeft: undefined, claimant: undefined };
    for (const [, object] of [...this.objects].filter(isOfKind)) Object.assign(object, none);
    for (const [, resource] of [...this.resources].filter(isOfKind)) resource.unready = undefined;
  }

  object(kind: string, id: string): Readonly<OfObject> {
    return this.objects.get(placeOf(kind, id)) ?? {};
  }

  resource(kind: string, key: string): Readonly<OfResource> {
    return this.resources.get(placeOf(kind, key)) ?? {};
  }

  /** The engine names the object as that of this resource. */
  engineNames(kind: string, id: string, key: string | undefined): void {
    this.note(kind, id, { isAccountedFor: true });
    if (key !== undefined) this.noteResource(kind, key, { isThere: true, object: id });
  }

  /** The engine has the resource, and has not said yet which object it has of it. */
  engineHasResource(kind: string, key: string): void {
    this.noteResource(kind, key, { isThere: true });
  }

  /** A create of this resource made the object. */
  made(kind: string, id: string, key: string): void {
    this.note(kind, id, { isAccountedFor: true, program: key });
  }

  /** From now on this resource has the object, which was there before. */
  take({ kind, id }: HeldObject, having: Having): void {
    this.note(kind, id, { isAccountedFor: true, isTaken: true, having });
  }

  /** The resource of the program keeps the object. If the engine deletes it in the same run, then for another entry of its state. */
  keep({ kind, id }: HeldObject, having: Having): void {
    this.note(kind, id, { having });
  }

  /** A create or an update of the object, which this resource has, has failed half-way; or, without an object, has succeeded. */
  noteUnready(kind: string, key: string | undefined, id?: string): void {
    if (key !== undefined) this.noteResource(kind, key, { unready: id });
  }

  /** The resource adopts the object, or its arguments stand for it. @returns whether this is so of no other resource of the program. */
  claims(kind: string, id: string, key = ""): boolean {
    const { claimant = key } = this.object(kind, id);
    this.note(kind, id, { claimant });
    return claimant === key;
  }

  /** The object that the resource is to adopt. */
  adopteeOf(kind: string, key: string): string | undefined {
    const isIt = ([place, { claimant }]: readonly [string, OfObject]) =>
      claimant === key && place.startsWith(placeOf(kind, ""));
    return [...this.objects].find(isIt)?.[0].slice(placeOf(kind, "").length);
  }

  /** Another resource of the program has the object, or had it when the run began. */
  isHadByAnother(kind: string, id: string, key: string | undefined): boolean {
    const { program } = this.object(kind, id);
    return program !== undefined && program !== key;
  }

  /**
   * The program has a resource to which the object belongs.
   *
   * @param isKept else it gets another one, and a resource that keeps the object is the one that has it.
   * @returns whether no other resource of the program has it or adopts it.
   */
  programHas(kind: string, id: string, key: string, isKept = true): boolean {
    const isFree = isKept && this.object(kind, id).isLeft === true;
    if (this.isHadByAnother(kind, id, key) && !isFree) return false;
    this.note(kind, id, { program: key, isLeft: isKept ? undefined : true });
    return (this.object(kind, id).claimant ?? key) === key;
  }

  /** A resource of the program has the object, or is to adopt it. */
  isOfProgram(kind: string, id: string): boolean {
    const { program, claimant, having } = this.object(kind, id);
    return [program, claimant, having].some((each) => each !== undefined);
  }

  /** What must not happen to the object yet: what takes its place is not ready, or another resource adopts it and does not have it yet. */
  pendingOf(kind: string, id: string, key = ""): { readonly replacement?: string; readonly isAdopted?: true } {
    const { unready: replacement } = this.resource(kind, key);
    if (replacement !== undefined && replacement !== id) return { replacement };
    const { claimant } = this.object(kind, id);
    return claimant !== undefined && claimant !== key ? { isAdopted: true } : {};
  }

  /**
   * Whether the deletion of this entry leaves the object to another resource: to one of this program, or to the one that it was handed to
   * last on this machine.
   */
  async leavesTo(object: HeldObject, entry: Entry): Promise<"this program" | "another" | undefined> {
    const { having, isTaken } = this.object(object.kind, object.id);
    if (having) {
      // A later run may meet this entry again.
      if (!isTaken) await this.recordIfChangedHands(object, having);
      return "this program";
    }
    const { journal, process } = await this.access.open();
    const keeper = await journal.holders.keptFor(object, process.engine);
    if (keeper && keeper.key !== entry.key) {
      await this.record(object, keeper);
      return "this program";
    }
    return (await journal.holders.isLeft(object, entry)) ? "another" : undefined;
  }

  /** The resource that the object was handed to last on this machine; undefined where it was never handed on. */
  async holderOf(object: HeldObject): Promise<Holder | undefined> {
    return (await this.access.open()).journal.holders.of(object);
  }

  /** The key of the resource that was handed the object last on this machine, or else made it. */
  async lastWith(object: HeldObject): Promise<string | undefined> {
    const { journal } = await this.access.open();
    const maker = await journal.makerOf(object.kind, object.id);
    const isThere = object.account === undefined || maker?.isVouched === true;
    return ((await journal.holders.of(object)) ?? (isThere ? maker : undefined))?.key;
  }

  /** Writes down that this resource has the object now. @param names arguments that it changes. */
  async record(object: HeldObject, { key, adoption }: Having, names: Iterable<string> = []): Promise<void> {
    const { holders } = (await this.access.open()).journal;
    const all = new Set([...((await holders.of(object))?.names ?? []), ...names]);
    await holders.record(object, {
      key,
      ...(adoption !== undefined && { adoption }),
      at: this.clock.now(),
      names: [...all],
    });
  }

  /** The same, if the object changed hands before, and only what is news. */
  async recordIfChangedHands(
    object: HeldObject,
    having: Having,
    names: ReadonlySet<string> = new Set(),
  ): Promise<void> {
    const holder = await this.holderOf(object);
    if (holder && (holder.adoption !== having.adoption || names.size > 0)) await this.record(object, having, names);
  }

  /**
   * Writes down since when the resource has an object that changed hands. Where this machine knows of somebody who got it later, it
   * writes that this run keeps it for the resource: another process may be told to delete it for that one.
   */
  async recordSince(object: HeldObject, { key, adoption }: Having): Promise<void> {
    const { journal, process } = await this.access.open();
    const [holder, at] = [await journal.holders.of(object), dateOf(adoption)];
    if (adoption !== undefined && (holder?.at ?? 0) < at) await journal.holders.record(object, { key, adoption, at });
    else if (holder && holder.adoption !== adoption && process.engine !== undefined)
      await journal.holders.keep(object, { key, adoption, engine: process.engine });
  }

  /** Arguments that whoever has the object since has changed, so that the state of this entry need not know of it. */
  async changedByHolder(object: HeldObject, entry: Entry): Promise<readonly string[]> {
    const holder = await this.holderOf(object);
    return holder && holder.adoption !== entry.adoption ? (holder.names ?? []) : [];
  }

  /** In words, the other stack whose run made the object on this machine: its state may have the object still. */
  async otherStackOf({ kind, id, account }: HeldObject, stack: string | undefined): Promise<string | undefined> {
    const { journal, backend } = await this.access.open();
    const maker = await journal.makerOf(kind, id);
    // What has one id in every account is meant only where this very API key made it.
    if (!maker || (account !== undefined && !maker.isVouched)) return undefined;
    if (maker.stack === undefined || stack === undefined) return undefined;
    if (maker.stack !== stack) return "another stack";
    return maker.backend === backend ? undefined : "a stack of this name in another backend";
  }

  private note(kind: string, id: string, facts: OfObject): void {
    this.objects.set(placeOf(kind, id), { ...this.object(kind, id), ...facts });
  }

  private noteResource(kind: string, key: string, facts: OfResource): void {
    this.resources.set(placeOf(kind, key), { ...this.resource(kind, key), ...facts });
  }
}

const placeOf = (kind: string, name: string): string => `${kind}/${name}`;
