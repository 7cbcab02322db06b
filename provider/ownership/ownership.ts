import type { JournalAccess } from "../journal/opened-journal";
import { entriesOf, keeperOf, type Looked } from "../state/holders";
import { inWords, type StateEntry } from "./states";

/** This run's knowledge of an object: its owner when the run began, its planned owner, and its current owner. */
interface OfObject {
  /** The engine named it or a create of this process made it, so no other create with a lost answer did. */
  isAccountedFor?: true;
  /** Before: the resource of the program that owns it. */
  program?: string | undefined;
  /** Planned: its owner gets another object. */
  isLeft?: true | undefined;
  /** Planned: the resource that adopts it, or whose arguments identify it. */
  claimant?: string | undefined;
  /** Current: the last resource of the program that took or keeps it. A deletion in the same run is for another entry. */
  having?: string | undefined;
  /** It existed before, and the create of `having` took it. */
  isTaken?: true | undefined;
  /** A message named it as left or in the way. */
  isTold?: true;
  /** The keys of state entries that this process dropped without deleting the object; undefined for any of them. */
  dropped?: readonly (string | undefined)[];
}

/** This run's knowledge of a resource. */
interface OfResource {
  isThere?: true;
  /** Its object, once the engine has named it. A requested replacement has no diff, and names the object only at its deletion. */
  object?: string;
  /** Its object, of which a create or an update failed half-way in this run. */
  unready?: string | undefined;
}

/** Knows which resource owns which object, from the calls of this process's engine and from the states of a folder. */
export class Ownership {
  private readonly objects = new Map<string, OfObject>();
  private readonly resources = new Map<string, OfResource>();
  private states: readonly StateEntry[] | undefined;
  private exported: Promise<readonly StateEntry[] | undefined> | undefined;

  constructor(private readonly access: JournalAccess) {}

  /** Starts another operation, possibly of another program. Each kind calls this first. */
  begin(kind: string): void {
    const isOfKind = ([place]: readonly [string, unknown]) => place.startsWith(placeOf(kind, ""));
    const none = { having: undefined, isTaken: undefined, program: undefined, isLeft: undefined, claimant: undefined };
    for (const [, object] of [...this.objects].filter(isOfKind)) Object.assign(object, none, { dropped: [] });
    for (const [, resource] of [...this.resources].filter(isOfKind)) resource.unready = undefined;
    this.states = this.exported = undefined;
  }

  object(kind: string, id: string): Readonly<OfObject> {
    return this.objects.get(placeOf(kind, id)) ?? {};
  }

  resource(kind: string, key: string): Readonly<OfResource> {
    return this.resources.get(placeOf(kind, key)) ?? {};
  }

  /** Notes that the engine named the object as that of this resource. */
  engineNames(kind: string, id: string, key: string | undefined): void {
    this.note(kind, id, { isAccountedFor: true });
    this.noteResource(kind, key, { isThere: true, object: id });
  }

  /** Makes this resource the owner of an object that existed before. */
  take(kind: string, id: string, having: string): void {
    this.note(kind, id, { isAccountedFor: true, isTaken: true, having });
  }

  /** Notes that the resource adopts or identifies the object. @returns whether no other resource of the program does. */
  claims(kind: string, id: string, key = ""): boolean {
    const { claimant = key } = this.object(kind, id);
    this.note(kind, id, { claimant });
    return claimant === key;
  }

  /** Tells whether another resource of the program owns the object, or did when the run began. */
  isHadByAnother(kind: string, id: string, key: string | undefined): boolean {
    const { program } = this.object(kind, id);
    return program !== undefined && program !== key;
  }

  /** Notes the object's resource. @param isKept false if that gets another. @returns whether no other owns or adopts it. */
  programHas(kind: string, id: string, key: string, isKept = true): boolean {
    const isFree = isKept && this.object(kind, id).isLeft === true;
    if (this.isHadByAnother(kind, id, key) && !isFree) return false;
    this.note(kind, id, { program: key, isLeft: isKept ? undefined : true });
    return (this.object(kind, id).claimant ?? key) === key;
  }

  /** The reasons why the object must not be deleted yet: its replacement is not ready, or another resource is still to adopt it. */
  pendingOf(kind: string, id: string, key = ""): { readonly replacement?: string; readonly isAdopted?: true } {
    const { unready: replacement } = this.resource(kind, key);
    if (replacement !== undefined && replacement !== id) return { replacement };
    const { claimant } = this.object(kind, id);
    return claimant !== undefined && claimant !== key ? { isAdopted: true } : {};
  }

  /** The other owner of the object, in words: another resource of the program, or an entry of a state of the folder. */
  async otherThan(key: string | undefined, object: Looked): Promise<string | undefined> {
    if (this.isHadByAnother(object.kind, object.id, key)) return "another resource of this program";
    const other = entriesOf(await this.inFolder(object.kind), object).find((entry) => entry.key !== key);
    return other && inWords(other);
  }

  /**
   * The owner that keeps the object when the engine drops an entry of its state, in words: the resource of the program that
   * took or keeps it, or another entry of the folder's states. Undefined if there is none, so that the object is deleted.
   */
  async otherOwnerOf(key: string | undefined, object: Looked): Promise<string | undefined> {
    if (this.object(object.kind, object.id).having !== undefined) return "this program";
    // Since the last read, another process of this run may have stored a resource whose arguments name the same object.
    if (object.isInAnyAccount) this.states = undefined;
    const all = await this.inFolder(object.kind);
    // Another entry of the object may have been dropped during the read.
    const dropped = [...(this.object(object.kind, object.id).dropped ?? []), key];
    const keeper = keeperOf(entriesOf(all, object), dropped);
    if (keeper) this.note(object.kind, object.id, { dropped });
    return keeper && inWords(keeper);
  }

  /** The ids of a resource in readable states, and the one that the engine named. */
  async idsOf(kind: string, key: string): Promise<string[]> {
    const { object } = this.resource(kind, key);
    const entries = (await this.entries(kind)).filter((entry) => entry.key === key && !entry.isDeleted);
    return [...new Set([...(object === undefined ? [] : [object]), ...entries.map(({ id }) => id)])];
  }

  async idsInFolder(kind: string, key: string | undefined): Promise<string[]> {
    const entries = await this.inFolder(kind);
    return entries.flatMap((entry) => (entry.key === key && !entry.isDeleted ? entry.id : []));
  }

  /** The entry of a resource in readable states, without what an earlier run replaced. */
  async entryOf(kind: string, key: string | undefined): Promise<StateEntry | undefined> {
    if (key === undefined) return undefined;
    return (await this.entries(kind)).find((entry) => entry.key === key && !entry.isLeftOver);
  }

  /** Tells whether the option `retainOnDelete` keeps the object, as far as states can be read. */
  async isRetained(kind: string, id: string): Promise<boolean> {
    return (await this.entries(kind)).find((entry) => entry.id === id)?.isRetained === true;
  }

  /** Tells whether the object outlasts this stack's entry: `retainOnDelete` keeps it, or another stack of the folder has it. */
  async outlasts(object: Looked): Promise<boolean> {
    const entries = entriesOf(await this.inFolder(object.kind), object);
    const stacks = new Set(entries.map(({ urn }) => urn.split("::", 2).join()));
    return stacks.size > 1 || (await this.isRetained(object.kind, object.id));
  }

  /** Tells whether every entry of the object in the folder waits for its replacement: an earlier run has deleted the object. */
  async isDeletedAhead(kind: string, id: string): Promise<boolean> {
    const entries = (await this.inFolder(kind)).filter((entry) => entry.id === id);
    return entries.length > 0 && entries.every(({ isDeleted }) => isDeleted);
  }

  /** The entries of the folder's states; empty if the backend is not a folder of this machine. */
  async inFolder(kind: string): Promise<StateEntry[]> {
    const { inFolder } = await this.access.open();
    return this.readOnce(inFolder ?? (() => [])).filter((entry) => entry.kind === kind);
  }

  /** The known entries of states; none if they can't be read. */
  async entries(kind: string): Promise<StateEntry[]> {
    return ((await this.known()) ?? []).filter((entry) => entry.kind === kind);
  }

  /** The known entries of states: the folder's, or else this stack's as exported by the Pulumi CLI. Undefined if that fails. */
  async known(): Promise<readonly StateEntry[] | undefined> {
    const { inFolder, exported } = await this.access.open();
    if (inFolder) return this.readOnce(inFolder);
    const { stackName } = this.access;
    if (!exported || stackName === undefined) return undefined;
    return (this.exported ??= exported(stackName).catch(() => undefined));
  }

  /** The states of the folder, which are read once for each operation. */
  private readOnce(read: () => readonly StateEntry[]): readonly StateEntry[] {
    return (this.states ??= read());
  }

  note(kind: string, id: string, facts: OfObject): void {
    this.objects.set(placeOf(kind, id), { ...this.object(kind, id), ...facts });
  }

  noteResource(kind: string, key: string | undefined, facts: OfResource): void {
    if (key !== undefined) this.resources.set(placeOf(kind, key), { ...this.resource(kind, key), ...facts });
  }
}

const placeOf = (kind: string, name: string): string => `${kind}/${name}`;
