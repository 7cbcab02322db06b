import type { Listed } from "../state/identity";
import { append, getOrMake } from "../../values/many";
import type { Clock } from "../../client/clock";
import type { Ownership } from "../ownership/ownership";
import { createOnce, outcomeOf } from "./create-once";
import type { CreateRequest, Made, Tools } from "./request";
import { OtherKeyError } from "./errors";
import { type Asking, type Attempt, attemptAt, type Noted } from "../journal/attempt";
import { type OpenAttempt, openAttempts } from "../journal/open-attempts";
import type { JournalAccess, OpenedJournal } from "../journal/opened-journal";
import { isBusyElsewhere, isPeer } from "../journal/process-identity";
import { type Outlook, outlookOn } from "./outlook";
import { findLeft, type Left, type Wanting } from "./find-left";
import { Lists } from "./lists";

/** Creates exactly once, for all kinds and resources of one process. */
export class Creates {
  private readonly lists = new Map<string, Lists>();
  /** Attempts that this process is working on. */
  private readonly active = new Set<string>();
  private whenQuiet: (() => void) | undefined;
  private hasFailed = false;

  constructor(
    private readonly clock: Clock,
    private readonly access: JournalAccess,
    private readonly ownership: Ownership,
  ) {}

  /**
   * Creates the object, or resumes the create that an interrupted run began. Returns as soon as the platform has answered.
   *
   * @throws the platform's refusal, after which nothing was made; our own errors if a guess might create a second object or
   * take somebody else's.
   */
  async create(request: CreateRequest, signal?: AbortSignal): Promise<Made> {
    const { kind, key } = request;
    const tools = { ...(await this.toolsFor(request)), ...(signal && { signal }) };
    const interrupted = await this.interrupted(kind, key);
    const theirs = interrupted.find(({ isVouched }) => !isVouched);
    if (theirs) throw new OtherKeyError(theirs);
    append(interrupted, await this.takenUp(request, tools));
    const ids = [tools.newId(), ...interrupted.map(({ id }) => id)];
    return this.whileActive(ids, () => createOnce(tools, request, ids[0]!, interrupted));
  }

  /**
   * The objects that earlier runs left for a resource and for others of its stack. All callers share one list for each
   * kind.
   *
   * @throws if the list fails.
   */
  async left(wanting: Wanting): Promise<Left> {
    const opened = await this.access.open();
    const none = { startedAt: 0, objects: [] };
    const list = wanting.isUnlisted ? none : await this.listsOf(wanting.kind, () => wanting.list()).since(0);
    return findLeft(opened, this.ownership, wanting, list);
  }

  /** The objects that earlier runs of the stack left, for any of its resources, except those that a message of this run names. */
  async leftOfStack(wanting: Wanting): Promise<Listed[]> {
    if (this.hasFailed) return [];
    const { others, own, isUnsure } = await this.left({ ...wanting, isOfStack: true });
    const { kind, get } = wanting;
    const { isAlive, journal, process: self } = await this.access.open();
    // An object is not left while another process of this run, or another run, is busy with it.
    const busy = (await journal.unconfirmed()).filter(({ owner }) => owner && (isPeer(owner, self) || isAlive(owner)));
    const isUntold = ({ id }: Listed) => {
      const { isTold, claimant } = this.ownership.object(kind, id);
      return !isTold && claimant === undefined && !busy.some(({ made }) => made === id);
    };
    const found = isUnsure ? [] : [...own, ...others].filter(isUntold);
    const present = await Promise.all(found.map(({ id }) => get(id)));
    return found.filter((_, at) => present[at]);
  }

  /** Every object of the kind, from the list that creates of this process share. */
  async listed(kind: string, list: () => Promise<readonly Listed[]>): Promise<readonly Listed[]> {
    return (await this.listsOf(kind, list).since(0)).objects;
  }

  /** Starts another operation, which needs a new list. */
  begin(kind: string): void {
    this.lists.delete(kind);
    this.hasFailed = false;
  }

  /** The left object that the program takes over, if the settings say so. @throws the request's error about any other. */
  private async takenUp(request: CreateRequest, opened: OpenedJournal): Promise<Noted[]> {
    if (!request.ifLeft) return [];
    const { wanting, isTakenUp, refusal } = request.ifLeft;
    const left = await this.left(wanting);
    const [object, ...more] = left.own;
    if (!object) return [];
    if (!isTakenUp || more.length > 0 || left.isUnsure || opened.isShared) throw await refusal(left);
    if (left.attempt) return [left.attempt];
    const { backend, newId } = opened;
    const asking = { ...request, name: object.name, isMarked: true };
    const attempt = {
      ...attemptAt(asking, { id: newId(), backend, owner: undefined, startedAt: this.clock.now() }),
      made: object.id,
    };
    await opened.journal.begin(attempt);
    return [{ ...attempt, isVouched: true, isElsewhere: false }];
  }

  /** The expected outcome of a create that an earlier run began for the resource. @param request called only if there is one. */
  async outlook(
    kind: string,
    key: string,
    request: () => Promise<Omit<CreateRequest, "post">>,
  ): Promise<Outlook | undefined> {
    const interrupted = await this.interrupted(kind, key);
    const theirs = interrupted.find(({ isVouched }) => !isVouched);
    if (theirs) return { refusal: new OtherKeyError(theirs) };
    if (interrupted.length === 0) return undefined;
    const asked = await request();
    const tools = await this.toolsFor(asked);
    for (const attempt of interrupted) {
      // A failed look-up does not fail a preview.
      const outlook = await outlookOn(tools, asked, attempt).catch(() => undefined);
      if (outlook) return outlook;
    }
    return undefined;
  }

  /**
   * Ensures that an object exists whose id follows from its inputs. The journal entry only serves to tell people of an
   * object that an interrupted run made and that the program no longer declares.
   *
   * @param asking with the id as the name.
   * @param call awaits its argument before it sends the request that makes the object.
   */
  async ensure(asking: Asking, call: (begins: () => Promise<void>) => Promise<Listed>): Promise<Listed> {
    const opened = await this.access.open();
    const { journal, backend, process: owner } = opened;
    const id = opened.newId();
    let own: Attempt | undefined;
    const begins = () => journal.begin((own = attemptAt(asking, { id, backend, owner, startedAt: this.clock.now() })));
    try {
      const object = await this.whileActive([id], () => call(begins));
      for (const attempt of await journal.unconfirmed())
        if (isAttemptAt(asking, attempt, opened)) await journal.made(attempt, asking.name);
      return object;
    } catch (error) {
      if (own && ["refused", "not-sent"].includes(outcomeOf(error) ?? "")) await journal.drop(own);
      else if (own) await journal.busyWith(own, undefined);
      throw error;
    }
  }

  /** Settles attempts at an adopted object: other stacks' ones, and those that could not tell it by its name. */
  async adopted(kind: string, key: string, { id, name }: Listed): Promise<void> {
    const { journal, backend } = await this.access.open();
    for (const attempt of await this.interrupted(kind, key))
      if (attempt.made === undefined && !attempt.isMarked && attempt.name === name) await journal.drop(attempt);
    const { stack } = this.access;
    await journal.noteStored(kind, id, (attempt) => attempt.stack !== stack || attempt.backend !== backend);
    await this.handedOver(kind, id);
  }

  /** The name that an interrupted run generated for a resource; the next run reuses it. */
  async interruptedName(kind: string, key: string): Promise<string | undefined> {
    const interrupted = await this.interrupted(kind, key);
    return interrupted.find(({ isMarked, name, wanted = name }) => isMarked && wanted === name)?.name;
  }

  /** Creates of interrupted runs of this stack that may have left an object which no run has taken over. */
  async openAttempts(): Promise<OpenAttempt[]> {
    const { stack } = this.access;
    if (stack === undefined) return [];
    const { journal, backend, isAlive, process: self } = await this.access.open();
    const asked = { stacks: new Set([stack]), backend, isAlive, self };
    const open = (await openAttempts(journal, asked)).filter(({ isHanded }) => !isHanded);
    const isLeft = async (attempt: OpenAttempt) => {
      // An attempt that was read while another process was busy with it may have changed.
      const { kind, made, isHanded } = (attempt.isVouched && (await journal.reread(attempt))) || attempt;
      if (isHanded || (made !== undefined && this.ownership.object(kind, made).isAccountedFor)) return false;
      return made === undefined || !(await this.ownership.inFolder(kind)).some(({ id }) => id === made);
    };
    const areLeft = await Promise.all(open.map(isLeft));
    return open.filter((_, index) => areLeft[index]);
  }

  /** Notes that the object is handed over to the engine, unless that has exited: it then writes it into its state if it can. */
  async handedOver(kind: string, id: string): Promise<void> {
    const { journal, isEngineThere } = await this.access.open();
    if (await isEngineThere()) journal.handedOver(kind, id);
  }

  /** Waits up to `graceMs` for running creates to learn their ids. @returns whether there were any. */
  async quiet(graceMs: number): Promise<boolean> {
    if (this.active.size === 0) return false;
    const quiet = new Promise<void>((resolve) => (this.whenQuiet = resolve));
    await Promise.race([quiet, this.clock.sleep(graceMs)]);
    return true;
  }

  private async toolsFor(request: Pick<CreateRequest, "kind" | "list">): Promise<Tools> {
    const { clock, ownership } = this;
    const lists = this.listsOf(request.kind, () => request.list());
    return { ...(await this.access.open()), clock, ownership, lists };
  }

  private async whileActive<R>(ids: readonly string[], call: () => Promise<R>): Promise<R> {
    for (const id of ids) this.active.add(id);
    try {
      return await call();
    } finally {
      for (const id of ids) this.active.delete(id);
      if (this.active.size === 0) this.whenQuiet?.();
    }
  }

  private listsOf(kind: string, list: () => Promise<readonly Listed[]>): Lists {
    const read = () =>
      list().catch((error: unknown) => {
        this.hasFailed = true;
        throw error;
      });
    return getOrMake(this.lists, kind, () => new Lists(read, this.clock));
  }

  /** Attempts of earlier runs for this resource that were never handed over, those with a known object first. */
  private async interrupted(kind: string, key: string): Promise<Noted[]> {
    const { journal, backend } = await this.access.open();
    return (await journal.unconfirmed())
      .filter((each) => each.kind === kind && each.key === key && each.backend === backend)
      .filter((each) => !each.isElsewhere && !each.isHanded && !this.active.has(each.id))
      .sort((a, b) => Number(a.made === undefined) - Number(b.made === undefined) || a.startedAt - b.startedAt);
  }
}

/** Tells whether an attempt is open, at this very object, and without another busy process. */
function isAttemptAt({ kind, name }: Asking, attempt: Noted, { backend, process, isAlive }: OpenedJournal): boolean {
  const { isVouched, isElsewhere } = attempt;
  const isSameObject = attempt.kind === kind && attempt.name === name && attempt.backend === backend;
  const isOpen = attempt.made === undefined && !isBusyElsewhere(attempt, process, isAlive);
  return isSameObject && isOpen && isVouched && !isElsewhere;
}
