import type { AskedObject } from "../create/journal/peers";
import type { JournalAccess } from "../create/journal/opened";
import type { Holder, StateEntry } from "../state/entry";
import { type Adopter, Adoptions } from "./adoptions";
import { Claims, type StandingHolder } from "./claims";
import { EarlierHolders } from "./earlier-holders";
import { makerOf, OtherHolders } from "./other-holders";
import { OtherProcesses } from "./other-processes";
import { Forgotten, type ForgottenObject, type MentionedResource, type NewResource, type Sought } from "./forgotten";

/**
 * Which resource has which object. `Claims` knows it of this run; the journal keeps what a later run has to know, which
 * is who has an object that was handed from one resource to another.
 */
export class Ownership {
  readonly claims = new Claims();
  private readonly forgotten = new Forgotten(this.claims);
  /** The other processes of this run. */
  readonly others: OtherProcesses;
  readonly otherHolders: OtherHolders;
  readonly adoptions: Adoptions;
  readonly earlier: EarlierHolders;
  /** By object, the key of the resource that is to adopt it. */
  private readonly adopters = new Map<string, string>();
  /** Resources that the engine has already: under which name, and the id of their object if it told us. */
  private readonly known = new Map<string, { name?: string; id?: string }>();

  /** Keys that resources of the program had before they were renamed, as far as the state has them still. */
  private readonly earlierKeys = new Map<string, Set<string>>();

  constructor(private readonly access: JournalAccess) {
    this.others = new OtherProcesses(access, this.forgotten);
    this.otherHolders = new OtherHolders(access, this.claims, this.others);
    this.adoptions = new Adoptions(access);
    this.earlier = new EarlierHolders(access, this.others);
  }

  /** Another operation begins, perhaps of another program. */
  begin(kind: string): void {
    this.claims.releaseAll(kind);
    for (const place of this.adopters.keys()) if (place.startsWith(`${kind}/`)) this.adopters.delete(place);
  }

  /** The engine names the object as that of this resource. */
  engineHas(kind: string, id: string, key: string | undefined): void {
    this.claims.claim(kind, id);
    this.engineSees(kind, id, key);
  }

  /**
   * The state has the object, of a resource of which something is to be deleted that it depends on. A create of this run may have taken
   * it over, or may still be handed it by `adopt`: whether the program has the resource is not known yet.
   */
  engineDeletes(kind: string, id: string): void {
    this.claims.see(kind, id);
  }

  /**
   * A refresh names the object. It reads all that is in state, and which of it the program still has is only known
   * when the program registers it. Until then another resource may be handed the object by `adopt`.
   */
  engineSees(kind: string, id: string, key: string | undefined): void {
    this.claims.see(kind, id);
    this.claims.confirm(kind, id, key);
    if (key === undefined) return;
    this.known.set(`${kind}/${key}`, { ...this.known.get(`${kind}/${key}`), id });
    this.forgotten.noteObject(kind, id, key);
  }

  /** The engine checks inputs of a resource that it has already, under this name. */
  engineHasInputs(kind: string, key: string, name: string | undefined): void {
    const place = `${kind}/${key}`;
    const { name: _, ...known } = this.known.get(place) ?? {};
    this.known.set(place, name === undefined ? known : { ...known, name });
    this.forgotten.noteInState(kind, key);
  }

  /**
   * The engine has the resource, and has not said which object it has of it: where the new arguments are refused, or the run ends
   * before their diff is asked for, it never does.
   */
  awaitsObject(kind: string, key: string): boolean {
    return this.knows(kind, key) && this.objectOf(kind, key) === undefined;
  }

  /** The object that the engine has of this resource, once it has named it. */
  objectOf(kind: string, key: string): string | undefined {
    return this.known.get(`${kind}/${key}`)?.id;
  }

  /** The keys by which the engine knows the resource: its own, and those from before it was renamed. */
  keysOf(kind: string, key: string): string[] {
    return [...new Set([key, ...(this.earlierKeys.get(`${kind}/${key}`) ?? [])])];
  }

  /** The engine has an object of this resource already, or had one in this run. */
  knows(kind: string, key: string): boolean {
    return this.known.has(`${kind}/${key}`);
  }

  /** The engine mentions this resource, so people want to hear of objects of it that the state does not have. */
  noteMention(resource: MentionedResource, stack?: string): void {
    this.forgotten.noteMention(resource);
    this.access.stack = stack ?? this.access.stack;
  }

  /** Objects that earlier runs made for this resource, where the engine does not have it. */
  async forgottenBy(kind: string, key: string): Promise<ForgottenObject[]> {
    return this.knows(kind, key) ? [] : this.forgotten.ofNewResource(await this.access.open(), kind, key);
  }

  /** Objects of that name which earlier runs made for other resources of the stack, where the engine does not have this resource. */
  async madeForOthers(kind: string, key: string, sought: Sought): Promise<ForgottenObject[]> {
    return this.knows(kind, key) ? [] : this.forgotten.ofOtherNames(await this.access.open(), kind, key, sought);
  }

  /** Objects of that name which earlier runs made for other resources of the stack, and which the engine has not named in this run. */
  async madeForOthersAs(kind: string, key: string, sought: Sought): Promise<ForgottenObject[]> {
    const found = await this.forgotten.ofOtherNames(await this.access.open(), kind, key, sought);
    return found.filter(({ isRenamed, isAdopted }) => !isRenamed && !isAdopted);
  }

  /** A resource is new. Where the engine has it, it checks a replacement. */
  async noteNew(resource: NewResource): Promise<void> {
    if (!this.knows(resource.kind, resource.key)) await this.forgotten.noteNew(await this.access.open(), resource);
  }

  /** The engine lets something be made, changed or deleted: so this is no preview. */
  noteActing(): void {
    this.forgotten.noteActing();
  }

  /** At the end of a preview: objects that a new resource may have had under another name or parent. */
  likeNewResources(): ForgottenObject[] {
    return this.forgotten.likeNewResources();
  }

  /** At the end of a run: objects of the mentioned resources that the state does not have, without those told before. */
  async forgottenObjects(): Promise<ForgottenObject[]> {
    if (this.forgotten.isEmpty) return [];
    await this.others.learn();
    return this.forgotten.atEndOfRun(await this.access.open());
  }

  /**
   * A create is about to make another object for the resource: where the engine has one already, that one is replaced.
   *
   * @returns its id, if the engine has named it.
   */
  async retireReplaced(kind: string, key: string): Promise<string | undefined> {
    if (this.knows(kind, key)) await this.forgotten.retireObjects(await this.access.open(), kind, key);
    return this.objectOf(kind, key);
  }

  /**
   * The object of this name may be the one that the resource has and that is being replaced: a replacement that was asked
   * for by name comes without a diff, so that nobody has told us the id of the object.
   */
  mayBeReplaced(kind: string, key: string, name: string): boolean {
    return this.awaitsObject(kind, key) && this.known.get(`${kind}/${key}`)?.name === name;
  }

  /**
   * The arguments of a resource of the program name this object.
   *
   * @returns whether those of no other resource do.
   */
  async declare(object: AskedObject, key: string): Promise<boolean> {
    await this.others.tell("declares", object, [key]);
    if (!this.claims.declare(object.kind, object.id, key)) return false;
    return !(await this.others.told(object)).some(({ says, keys }) => says === "declares" && isOfAnother(keys, key));
  }

  /** The engine has named the object in this run, here or to another process of which was heard. */
  isHad(kind: string, id: string): boolean {
    return this.claims.has(kind, id) || this.others.have(kind, id);
  }

  /** A resource of this run has the object, and not this one, which another process of the run may serve. */
  async isHadByAnother(object: AskedObject, key: string | undefined): Promise<boolean> {
    if (this.claims.isClaimed(object.kind, object.id)) return true;
    return (await this.others.told(object)).some(({ says, keys }) => says === "has" && isOfAnother(keys, key));
  }

  /** From now on this resource has the object, which was there before. */
  take(kind: string, key: string, id: string): void {
    this.claims.take(kind, id, key);
  }

  /** From now on this resource has the object, which the program adopts. */
  async adopt(object: AskedObject, adopter: Adopter): Promise<void> {
    this.take(object.kind, adopter.key, object.id);
    this.adoptions.add(object, adopter);
    await this.others.tell("took", object, [adopter.key]);
  }

  /**
   * The program says that this resource adopts the object: nobody need be told that the state does not have it yet.
   *
   * @returns whether no other resource of the program adopts it.
   */
  async noteAdoption(object: AskedObject, key = ""): Promise<boolean> {
    const { kind, id } = object;
    this.forgotten.noteAdoption(kind, id);
    const place = `${kind}/${id}`;
    const adopter = this.adopters.get(place) ?? key;
    this.adopters.set(place, adopter);
    await this.others.tell("adopts", object, [key]);
    return !(await this.isAdoptedByAnother(object, [key]));
  }

  /** Another resource of the program than that of these keys adopts the object. */
  async isAdoptedByAnother(object: AskedObject, keys: readonly string[]): Promise<boolean> {
    const adopter = this.adopters.get(`${object.kind}/${object.id}`);
    if (adopter !== undefined && !keys.includes(adopter)) return true;
    const told = await this.others.told(object);
    return told.some(({ says, keys: [key] }) => says === "adopts" && key !== undefined && !keys.includes(key));
  }

  /**
   * A create of this run took the object, and the engine has not asked about it since. If it deletes it now, then as
   * what was replaced: a replacement asked for by name (`--replace`) comes without a diff, so that create could not
   * tell that what it found, or was told to adopt, is the very object it was to replace.
   */
  async isJustTaken(object: AskedObject): Promise<boolean> {
    if (this.claims.isJustTaken(object.kind, object.id)) return true;
    return this.others.speakFor(object, ({ says }) => says === "took");
  }

  /** It was a create of this resource that took the object. */
  isTakenBy(kind: string, id: string, key: string | undefined): boolean {
    return key !== undefined && this.claims.takerOf(kind, id) === key;
  }

  /**
   * The program has a resource to which the object belongs. It is known by more than one key where it was renamed.
   *
   * @param holder `isAdopted`: the program says that the resource has taken the object over.
   */
  async programHas(object: AskedObject, holder: Holder & { readonly isAdopted: boolean }): Promise<void> {
    const { kind, id } = object;
    const { keys, adoption, isAdopted } = holder;
    this.claims.hold(kind, id, { keys, adoption });
    await this.others.tell("has", object, keys, adoption);
    const own = keys.at(-1);
    if (own !== undefined) this.earlierKeys.set(`${kind}/${own}`, new Set(keys));
    for (const key of keys) this.forgotten.noteLive(kind, key);
    if (isAdopted) return this.recordHolder(kind, id, { keys, adoption });
    const { journal, backend, process } = await this.access.open();
    await journal.holders.recordKept(
      { kind, id },
      { keys, adoption, backend, stack: this.access.stack },
      makerOf(journal, kind, id),
      process,
    );
  }

  /**
   * The program's resource keeps the object: it differs in nothing, or is updated. If the engine deletes the object in the same run,
   * then for another entry of its state: replacements on request come without a diff.
   */
  async keeps(object: AskedObject, key: string | undefined): Promise<void> {
    this.claims.keep(object.kind, object.id, key);
    await this.others.tell("keeps", object, key === undefined ? [] : [key]);
  }

  /**
   * Whether the program's resource keeps the object is open: its diff has failed, or a create is to make another one in its place. If the
   * engine deleted the object before, and that create failed then, it never deletes the object for this resource again.
   */
  async unsettle(object: AskedObject, key: string | undefined): Promise<void> {
    if (key === undefined) return;
    this.claims.unsettle(object.kind, object.id, key);
    if (this.claims.isSuited(object.kind, object.id, key)) await this.others.tell("suits", object, [key]);
    await this.others.tell("may give up", object, [key]);
  }

  /** The program's resource has another object by now. */
  async giveUp(object: AskedObject, key: string | undefined): Promise<void> {
    if (key === undefined) return;
    this.claims.giveUp(object.kind, object.id, key);
    await this.others.tell("gave up", object, [key]);
  }

  /** A resource of the program has the object, and nothing is to take its place. */
  async isKept(object: AskedObject): Promise<boolean> {
    if (this.claims.isKept(object.kind, object.id)) return true;
    return this.others.keep(object);
  }

  /**
   * The object belongs to a resource of the program, and not to this one: an earlier run handed it over by `adopt` and
   * ended before the engine had dropped the resource that had it before.
   *
   * @param others the other resources of the program that have it.
   */
  async isHandedOn(object: AskedObject, others: readonly StandingHolder[]): Promise<boolean> {
    const holder = others.findLast(({ mayGiveUp, hasGivenUp }) => !mayGiveUp && !hasGivenUp);
    if (holder) await this.recordHolder(object.kind, object.id, holder);
    return holder !== undefined;
  }

  /**
   * An earlier run handed the object over from this resource to another of its stack, of which nobody spoke in this run. If it was killed
   * then, the state may not have that one. Where the journal of this address and project knows nothing of the object, the others are asked.
   */
  async isTakenOver(kind: string, id: string, entry: StateEntry): Promise<boolean> {
    if (entry.key === undefined) return false;
    const { journal, process } = await this.access.open();
    const asker = { process, isOfProgram: this.claims.isHolder(kind, id, entry) };
    const here = await journal.holders.isTakenFrom({ kind, id }, entry, makerOf(journal, kind, id), asker);
    if (here !== undefined || (await journal.hasMade(kind, id))) return here === true;
    for (const { holders, maker } of await journal.holdersElsewhere(kind, id))
      if (await holders.isTakenFrom({ kind, id }, entry, maker, asker)) return true;
    return false;
  }

  /**
   * The arguments that other resources of the stack changed as they took the object over from this one, whose state does not know of it;
   * undefined where none did.
   */
  async changedByOthers(kind: string, id: string, entry: StateEntry): Promise<string[] | undefined> {
    if (entry.key === undefined) return undefined;
    const { journal } = await this.access.open();
    return journal.holders.changedSince({ kind, id }, entry, makerOf(journal, kind, id));
  }

  /** The engine is about to be handed the object, and writes it into its state at once. */
  async handedOver(kind: string, id: string, at: number): Promise<void> {
    this.forgotten.noteMade();
    await this.adoptions.handedOver(kind, id, at);
  }

  /** The object is gone from the platform. */
  async gone(kind: string, id: string): Promise<void> {
    const { journal } = await this.access.open();
    if ((await journal.makerOf(kind, id))?.isRetired) this.forgotten.noteGoneAfterReplacement(kind, id);
    await journal.holders.forget({ kind, id });
  }

  /** Writes down that the resource has the object now. */
  private async recordHolder(
    kind: string,
    id: string,
    { keys, adoption }: Holder,
    names?: readonly string[],
  ): Promise<void> {
    const { journal, backend } = await this.access.open();
    await journal.holders.record({ kind, id }, { keys, adoption, backend, stack: this.access.stack }, names);
  }
}

const isOfAnother = (keys: readonly string[], key: string | undefined): boolean =>
  key === undefined || !keys.includes(key);
