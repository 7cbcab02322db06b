import type { Clock } from "../../client/clock";
import type { Believed, Listed } from "./journal/attempt";
import { createOnce } from "./create";
import type { InterruptedChange, Subject } from "./journal/changes";
import type { Creation, Earlier, Made, Tools } from "./creation";
import { earlierOf } from "./earlier";
import { Forgotten } from "./forgotten";
import type { Props } from "../table/props";
import type { Journal } from "./journal/journal";
import { Lists } from "./lists";
import { type OpenAttempt, openAttempts } from "./journal/open-attempts";
import { Claims } from "./claims";

/** A creation without what `Creates` itself knows. */
export type Request<T extends Listed> = Omit<Creation<T>, "lists"> & {
  /** Every object of the kind, read anew. */
  list(): Promise<readonly T[]>;
};

/** What has to be opened before the first create. */
export type CreateContext = Omit<Tools, "clock" | "claims" | "signal">;

/** What an engine in a hurry was handed this recently may not be in its state. */
const hurryMs = 1_000;

const subjectOf = ({ backend }: { readonly backend: string }, kind: string, id: string): Subject => ({
  backend,
  kind,
  id,
});

/** Creates exactly once, for all kinds and resources of one process; also keeps who has which object. */
export class Creates {
  private readonly lists = new Map<string, Lists<Listed>>();
  /** Attempts that a create of this process is busy with. */
  private readonly active = new Set<string>();
  /** Objects that creates have made, and the engine has not been handed yet. */
  private readonly unhanded = new Set<string>();
  /** Objects that this run's resources adopted, with the key, and when the engine was handed them. */
  private readonly adopted = new Map<string, { kind: string; id: string; key: string; at?: number }>();
  /** Resources that the engine has already: under which name, and whether it told us their id. */
  private readonly seen = new Map<string, { name?: string; hasId: boolean }>();
  /** Stacks and keys of the resources that the engine has spoken of. */
  private readonly asked = { stacks: new Set<string>(), keys: new Set<string>() };

  private readonly claims = new Claims();
  private readonly forgotten = new Forgotten();
  private opened: Promise<CreateContext> | undefined;
  private journal: Journal | undefined;
  private whenQuiet: (() => void) | undefined;

  /** @param open called once, when first needed: opening a journal takes reading, and configuring can't wait. */
  constructor(
    private readonly clock: Clock,
    private readonly open: () => Promise<CreateContext>,
  ) {}

  /**
   * Creates the object, or takes up what an interrupted run began. Returns as soon as the platform has answered.
   *
   * @throws the platform's own refusal, which made nothing.
   * @throws UnresolvedCreateError, AmbiguousCreateError, AttemptMisfitError where guessing might make two or take
   * another's.
   */
  async create<T extends Listed>(request: Request<T>, signal?: AbortSignal): Promise<Made<T>> {
    const { kind, key } = request;
    const lists = this.listsOf(kind, () => request.list());
    const context = await this.context();
    const tools: Tools = { ...context, clock: this.clock, claims: this.claims, ...(signal && { signal }) };
    const interrupted = this.interrupted(await tools.journal.unconfirmedNow(), context, kind, key);
    const ids = [tools.newId(), ...interrupted.map(({ id }) => id)];
    for (const id of ids) this.active.add(id);
    try {
      const made = await createOnce(tools, { ...request, lists }, ids[0]!, interrupted);
      this.unhanded.add(`${kind}/${made.object.id}`);
      return made;
    } finally {
      for (const id of ids) this.active.delete(id);
      if (this.active.size === 0) this.whenQuiet?.();
    }
  }

  /**
   * The engine has the object: an attempt that made it needs no resuming. To be called with every id that the engine
   * names, before anything is done about it.
   */
  async engineHas(kind: string, id: string, key?: string): Promise<void> {
    this.claims.claim(kind, id);
    await this.engineSees(kind, id, key);
  }

  /**
   * The same of what a refresh names: it reads all that is in state, and which of it the program still has is only known
   * when the program registers it. Until then another resource may be handed the object by `adopt`.
   */
  async engineSees(kind: string, id: string, key?: string): Promise<void> {
    this.claims.see(kind, id);
    this.claims.confirm(kind, id);
    if (key !== undefined) this.seen.set(`${kind}/${key}`, { ...this.seen.get(`${kind}/${key}`), hasId: true });
    await (await this.context()).journal.confirm(kind, id);
  }

  /** The engine checks inputs of a resource that it has already, under this name. */
  engineHasInputs(kind: string, key: string, name: string | undefined): void {
    const place = `${kind}/${key}`;
    const hasId = this.seen.get(place)?.hasId ?? false;
    this.seen.set(place, name === undefined ? { hasId } : { name, hasId });
  }

  /** The platform says that the object is gone. */
  async gone(kind: string, id: string): Promise<void> {
    const { journal, ...rest } = await this.context();
    await journal.release(kind, id);
    await journal.holders.forget(subjectOf(rest, kind, id));
  }

  /** What an earlier process began to change about the object, so that its state may be behind the platform. */
  async interruptedChange(kind: string, id: string): Promise<InterruptedChange | undefined> {
    const { journal, process, ...rest } = await this.context();
    return journal.changes.interrupted(subjectOf(rest, kind, id), process);
  }

  /**
   * Waits until nothing of an interrupted change can be carried out any more, where it is about one of these arguments:
   * arguments that no read shows, so that what arrives late would never be seen.
   */
  async outlast({ names, begunAt }: InterruptedChange, unreadable: readonly string[], signal?: AbortSignal) {
    if (!names.some((name) => unreadable.includes(name))) return;
    const { listLagMs } = await this.context();
    const left = begunAt + listLagMs - this.clock.now();
    if (left > 0) await this.clock.sleep(left, signal);
  }

  /**
   * Brings an object to what the program asks for. What is about to be sent is in the journal until the engine was handed
   * what became of it, and stays there where that is unclear.
   *
   * @param names the arguments that get another value.
   */
  async changing<R>(
    kind: string,
    id: string,
    names: readonly string[],
    isUnclear: (error: unknown) => boolean,
    call: () => Promise<R>,
  ): Promise<R> {
    if (names.length > 0) return this.written(kind, id, names, isUnclear, call);
    const result = await call();
    await this.knowsAbout(kind, id);
    return result;
  }

  /** The same of a deletion. */
  deleting<R>(kind: string, id: string, isUnclear: (error: unknown) => boolean, call: () => Promise<R>): Promise<R> {
    return this.written(kind, id, [], isUnclear, call);
  }

  private async written<R>(
    kind: string,
    id: string,
    names: readonly string[],
    isUnclear: (error: unknown) => boolean,
    call: () => Promise<R>,
  ): Promise<R> {
    const { journal, process, ...rest } = await this.context();
    const subject = subjectOf(rest, kind, id);
    const { changes } = journal;
    const begin = () => changes.begin(subject, names, process, this.clock.now());
    await begin();
    changes.running += 1;
    try {
      const result = await call();
      await this.knowsAbout(kind, id);
      return result;
    } catch (error) {
      if (isUnclear(error)) await begin();
      else await this.knowsAbout(kind, id);
      throw error;
    } finally {
      changes.running -= 1;
    }
  }

  /** The engine is about to be handed what the platform has by now. */
  async knowsAbout(kind: string, id: string): Promise<void> {
    const { journal, process, listLagMs, ...rest } = await this.context();
    const now = this.clock.now();
    await journal.changes.known(subjectOf(rest, kind, id), process, now, now - listLagMs);
  }

  /** A refresh has read the object. A preview may have asked for it, so that nothing need come of it. */
  async sawRefresh(kind: string, id: string): Promise<void> {
    const { journal, ...rest } = await this.context();
    journal.changes.sawRefresh(subjectOf(rest, kind, id));
  }

  /** The state was compared with the platform, and is right. */
  async stateIsRight(kind: string, id: string): Promise<void> {
    const { journal, process, listLagMs, ...rest } = await this.context();
    await journal.changes.forget(subjectOf(rest, kind, id), process, this.clock.now() - listLagMs);
  }

  /** The name that an interrupted run made up for a resource that has none: the next run keeps it. */
  async interruptedName(kind: string, key: string): Promise<string | undefined> {
    const context = await this.context();
    const interrupted = this.interrupted(await context.journal.unconfirmed(), context, kind, key);
    return interrupted.find(({ isMarked, name, wanted = name }) => isMarked && wanted === name)?.name;
  }

  /** The engine speaks of this resource, so that people want to hear of attempts at it and at its stack. */
  asksAbout(key: string | undefined, stack: string | undefined): void {
    if (key !== undefined) this.asked.keys.add(key);
    if (stack !== undefined) this.asked.stacks.add(stack);
  }

  /** What interrupted runs of the stacks in question may have left on the platform, and this run has not taken up. */
  async openAttempts(): Promise<OpenAttempt[]> {
    if (!this.opened && this.asked.keys.size === 0) return [];
    const { journal, backend, isAlive, process } = await this.context();
    const open = await openAttempts(journal, { ...this.asked, backend, isAlive, self: process });
    return open.filter(({ kind, made }) => made === undefined || !this.claims.has(kind, made));
  }

  /** `create` is about to return this id to the engine, which writes it into its state at once. */
  handedOver(kind: string, id: string): void {
    const now = this.clock.now();
    this.unhanded.delete(`${kind}/${id}`);
    this.journal?.handedOver(kind, id, now);
    const adopted = this.adopted.get(`${kind}/${id}`);
    if (adopted) adopted.at = now;
  }

  /**
   * The engine ends this process. Creates on their way get `graceMs` to learn their ids; then what the engine was
   * handed is confirmed. If it had to cut something short, it may itself be ending in a hurry, so the last second is not.
   */
  async end(graceMs: number): Promise<void> {
    const now = this.clock.now();
    const isCutShort = this.active.size > 0;
    if (isCutShort) {
      const quiet = new Promise<void>((resolve) => {
        this.whenQuiet = resolve;
      });
      await Promise.race([quiet, this.clock.sleep(graceMs)]);
    }
    const changes = this.journal?.changes;
    const isInHurry = isCutShort || this.unhanded.size > 0 || changes?.running;
    const until = isInHurry ? now - hurryMs : now;
    this.journal?.confirmHandedOver(until);
    await changes?.confirmHandedOver(until);
    for (const { kind, id, key, at = Infinity } of this.adopted.values())
      if (at <= until) await this.isHeld(kind, id, [key]);
  }

  /** A resource of this run has the object. */
  isClaimed(kind: string, id: string): boolean {
    return this.claims.isClaimed(kind, id);
  }

  /** From now on a resource of this run has the object, which was there before. */
  take(kind: string, id: string): void {
    this.claims.take(kind, id);
  }

  /**
   * The program adopts an object for a resource. That answers for an attempt at it whose object nobody could tell by its
   * name: the program says which it is.
   */
  async adopts(kind: string, key: string, { id, name }: Listed): Promise<void> {
    this.take(kind, id);
    this.adopted.set(`${kind}/${id}`, { kind, id, key });
    const context = await this.context();
    const { journal } = context;
    const answered = this.interrupted(await journal.unconfirmedNow(), context, kind, key).filter(
      (attempt) => attempt.made === undefined && !attempt.isMarked && attempt.name === name,
    );
    for (const attempt of answered) await journal.drop(attempt);
  }

  /**
   * A create of this run took the object, and the engine has not asked about it since. If it deletes it now, then as
   * what was replaced: a replacement asked for by name (`--replace`) comes without a diff, so that create could not
   * tell that what it found, or was told to adopt, is the very object it was to replace.
   */
  isJustTaken(kind: string, id: string): boolean {
    return this.claims.isJustTaken(kind, id);
  }

  /**
   * The program has a resource, known by these keys, to which the object belongs; by more than one where it was renamed.
   *
   * @param isAdopted the program says that the resource has taken the object over.
   */
  async programHas(kind: string, id: string, keys: readonly string[], isAdopted: boolean): Promise<void> {
    this.claims.hold(kind, id, keys);
    if (isAdopted) return this.isHeld(kind, id, keys);
    if (new Set(keys).size === 1) return;
    const { journal, ...rest } = await this.context();
    await journal.holders.isRenamed(subjectOf(rest, kind, id), keys, (await journal.makerOf(kind, id))?.key);
  }

  /**
   * The object belongs to a resource of the program, and not to this one: an earlier run handed it over by `adopt` and
   * ended before the engine had dropped the resource that had it before.
   */
  async isHandedOn(kind: string, id: string, key: string | undefined): Promise<boolean> {
    const holder = key === undefined ? undefined : this.claims.otherHolder(kind, id, key);
    if (holder) await this.isHeld(kind, id, holder);
    return holder !== undefined;
  }

  /** An earlier run handed the object over from this resource to another of its stack, of which nobody spoke in this run. */
  async isTakenOver(kind: string, id: string, key: string | undefined): Promise<boolean> {
    if (key === undefined) return false;
    const { journal, ...rest } = await this.context();
    return journal.holders.isTakenFrom(subjectOf(rest, kind, id), key, (await journal.makerOf(kind, id))?.key);
  }

  private async isHeld(kind: string, id: string, keys: readonly string[]): Promise<void> {
    const { journal, ...rest } = await this.context();
    await journal.holders.holds(subjectOf(rest, kind, id), keys);
  }

  /** The engine has an object of this resource already, or had one in this run. */
  knows(kind: string, key: string): boolean {
    return this.seen.has(`${kind}/${key}`);
  }

  /** Objects that earlier runs made for this resource, where the engine does not have it. */
  async forgottenBy(kind: string, key: string): Promise<string[]> {
    if (this.knows(kind, key)) return [];
    const ids = await this.forgotten.of(await this.context(), kind, key);
    return ids.filter((id) => !this.claims.has(kind, id));
  }

  /** What the object was made from, compared with these arguments, where this machine made it. */
  async madeFrom(kind: string, id: string, asked: Props): Promise<Earlier | undefined> {
    const { journal } = await this.context();
    const maker = await journal.makerOf(kind, id);
    return maker && earlierOf(maker, journal.sealOf(maker.id), asked);
  }

  /** An object of this name that is still there was made for this very resource: a create now is of what takes its place. */
  async hasPredecessor(kind: string, key: string, name: string): Promise<boolean> {
    const { journal, backend } = await this.context();
    const made = (await journal.owned(kind)).filter((attempt) => attempt.key === key && attempt.name === name);
    return made.some((attempt) => attempt.backend === undefined || attempt.backend === backend);
  }

  private async context(): Promise<CreateContext> {
    this.opened ??= this.open();
    // What failed to open may open later: a disk that was full, a folder that was not there.
    this.opened.catch(() => {
      this.opened = undefined;
    });
    const context = await this.opened;
    this.journal = context.journal;
    return context;
  }

  private listsOf<T extends Listed>(kind: string, list: () => Promise<readonly T[]>): Lists<T> {
    let lists = this.lists.get(kind) as Lists<T> | undefined;
    if (!lists) {
      lists = new Lists(list, this.clock);
      this.lists.set(kind, lists);
    }
    return lists;
  }

  /**
   * Attempts of earlier runs for this resource that the engine knows nothing of, oldest first. An attempt belongs to one
   * stack of one backend: another checkout may have a stack of the same name. Entries of earlier builds do not tell, and
   * count as this stack's once their owner is dead.
   */
  private interrupted(
    attempts: readonly Believed[],
    { backend, isAlive }: CreateContext,
    kind: string,
    key: string,
  ): Believed[] {
    const seen = this.seen.get(`${kind}/${key}`);
    const isOurs = (attempt: Believed) =>
      attempt.backend === undefined ? !attempt.owner || !isAlive(attempt.owner) : attempt.backend === backend;
    const resumable = attempts.filter(
      (attempt) =>
        attempt.kind === kind &&
        attempt.key === key &&
        isOurs(attempt) &&
        !this.active.has(attempt.id) &&
        // A replacement that was asked for by name comes without diff, so we never learn the old id: an attempt of the
        // old name may be the very object that is being replaced.
        !(seen !== undefined && !seen.hasId && seen.name === (attempt.wanted ?? attempt.name)),
    );
    return resumable.sort((a, b) => a.startedAt - b.startedAt);
  }
}
