import type { JournalAccess } from "../create/journal/opened";
import { isOneKey, isOnePlatform, type Sighting } from "../state/sighting";
import { inWords, type StateEntry } from "./states";

/** An object, and from where it is looked at. */
export interface Looked {
  readonly kind: string;
  readonly id: string;
  readonly here: Sighting;
  /** Its id is the same in every account: the key tells which object is meant. */
  readonly isInAnyAccount: boolean;
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
  having?: string | undefined;
  /** It was there before, and the create of `having` took it. */
  isTaken?: true | undefined;
  /** How many entries of states this process has dropped and left it where it is. */
  dropped?: number;
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

/** Which resource has which object: the process remembers what its engine said, and the states of a folder say what others have. */
export class Ownership {
  private readonly objects = new Map<string, OfObject>();
  private readonly resources = new Map<string, OfResource>();
  private states: readonly StateEntry[] | undefined;
  private exported: Promise<readonly StateEntry[] | undefined> | undefined;

  constructor(private readonly access: JournalAccess) {}

  /** Another operation begins, perhaps of another program: each kind is told so at its first call. */
  begin(kind: string): void {
    const isOfKind = ([place]: readonly [string, unknown]) => place.startsWith(placeOf(kind, ""));
    const none = { having: undefined, isTaken: undefined, program: undefined, isLeft: undefined, claimant: undefined };
    for (const [, object] of [...this.objects].filter(isOfKind)) Object.assign(object, none, { dropped: 0 });
    for (const [, resource] of [...this.resources].filter(isOfKind)) resource.unready = undefined;
    this.states = this.exported = undefined;
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
  take(kind: string, id: string, having: string): void {
    this.note(kind, id, { isAccountedFor: true, isTaken: true, having });
  }

  /** The resource of the program keeps the object. If the engine deletes it in the same run, then for another entry of its state. */
  keep(kind: string, id: string, having: string): void {
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

  /** What must not happen to the object yet: what takes its place is not ready, or another resource adopts it and does not have it yet. */
  pendingOf(kind: string, id: string, key = ""): { readonly replacement?: string; readonly isAdopted?: true } {
    const { unready: replacement } = this.resource(kind, key);
    if (replacement !== undefined && replacement !== id) return { replacement };
    const { claimant } = this.object(kind, id);
    return claimant !== undefined && claimant !== key ? { isAdopted: true } : {};
  }

  /** Who has the object besides this resource, in words: another resource of the program, or an entry of a state of the folder. */
  async otherThan(key: string | undefined, object: Looked): Promise<string | undefined> {
    if (this.isHadByAnother(object.kind, object.id, key)) return "another resource of this program";
    const other = (await this.entriesOf(object)).find((entry) => entry.key !== key);
    return other && inWords(other);
  }

  /**
   * The engine drops an entry of its state. Says who keeps the object, in words: the resource of the program that took it or keeps it, or
   * another entry of the folder's states. Undefined where nobody does, so that it is deleted.
   */
  async keptWithout(key: string | undefined, object: Looked): Promise<string | undefined> {
    const { having, dropped = 0 } = this.object(object.kind, object.id);
    if (having !== undefined) return "this program";
    const entries = await this.entriesOf(object);
    const own = entries.find((entry) => key === undefined || entry.key === key);
    const others = entries.filter((entry) => entry !== own);
    if (others.length <= dropped) return undefined;
    this.note(object.kind, object.id, { dropped: dropped + 1 });
    return inWords(others[0]!);
  }

  /** The ids that states have for a resource, as far as they can be read, and the one that the engine has named. */
  async idsOf(kind: string, key: string): Promise<string[]> {
    const { object } = this.resource(kind, key);
    const entries = ((await this.known()) ?? []).filter((entry) => entry.kind === kind && entry.key === key);
    return [...new Set([...(object === undefined ? [] : [object]), ...entries.map(({ id }) => id)])];
  }

  /** Whether a state of the folder has the resource. */
  async isInFolder(kind: string, key: string | undefined): Promise<boolean> {
    return (await this.inFolder()).some((entry) => entry.kind === kind && entry.key === key);
  }

  /** What the states of the folder have; nothing where the backend is no folder of this machine. Read once an operation. */
  async inFolder(): Promise<readonly StateEntry[]> {
    const { inFolder } = await this.access.open();
    return (this.states ??= inFolder?.() ?? []);
  }

  /** What is known to be in a state: in the folder's, or else in this stack's as the Pulumi CLI exports it. Undefined where that fails. */
  async known(): Promise<readonly StateEntry[] | undefined> {
    const { inFolder, exported } = await this.access.open();
    if (inFolder) return this.inFolder();
    const { stackName } = this.access;
    if (!exported || stackName === undefined) return undefined;
    return (this.exported ??= exported(stackName).catch(() => undefined));
  }

  private async entriesOf({ kind, id, here, isInAnyAccount }: Looked): Promise<StateEntry[]> {
    const isHere = ({ seen = here }: StateEntry) => (isInAnyAccount ? isOneKey : isOnePlatform)(seen, here);
    return (await this.inFolder()).filter((entry) => entry.kind === kind && entry.id === id && isHere(entry));
  }

  private note(kind: string, id: string, facts: OfObject): void {
    this.objects.set(placeOf(kind, id), { ...this.object(kind, id), ...facts });
  }

  private noteResource(kind: string, key: string, facts: OfResource): void {
    this.resources.set(placeOf(kind, key), { ...this.resource(kind, key), ...facts });
  }
}

const placeOf = (kind: string, name: string): string => `${kind}/${name}`;
