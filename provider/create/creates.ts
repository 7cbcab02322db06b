import type { Clock } from "../../client/clock";
import type { Ownership } from "../ownership/ownership";
import type { Props } from "../table/props";
import { createOnce } from "./create";
import type { CreateRequest, Made, Tools } from "./request";
import { type Earlier, earlierOf } from "./earlier";
import { type Attempt, type Believed, isOfThisKey, type Listed } from "./journal/attempt";
import { isLeftTo } from "./journal/holders";
import { type OpenAttempt, openAttempts } from "./journal/open-attempts";
import type { JournalAccess, OpenedJournal } from "./journal/opened";
import { isSameProcess } from "./journal/process-identity";
import { Lists } from "./lists";
import { outcomeOf } from "./outcome";

/** Creates exactly once, for all kinds and resources of one process. */
export class Creates {
  private readonly lists = new Map<string, Lists<Listed>>();
  /** Attempts that a create of this process is busy with. */
  private readonly active = new Set<string>();
  private whenQuiet: (() => void) | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly access: JournalAccess,
    private readonly ownership: Ownership,
  ) {}

  /**
   * Creates the object, or takes up what an interrupted run began. Returns as soon as the platform has answered.
   *
   * @throws the platform's own refusal, which made nothing.
   * @throws UnresolvedCreateError, AmbiguousCreateError, AttemptMisfitError, AttemptNotVisibleError where guessing might make two or take
   * another's.
   */
  async create<T extends Listed>(request: CreateRequest<T>, signal?: AbortSignal): Promise<Made<T>> {
    const { kind, key } = request;
    const opened = await this.access.open();
    const { clock, ownership } = this;
    const lists = this.listsOf(kind, () => request.list());
    const tools: Tools<T> = { ...opened, clock, ownership, lists, ...(signal && { signal }) };
    const interrupted = this.interrupted(await tools.journal.unconfirmedNow(), opened, kind, key);
    const ids = [tools.newId(), ...interrupted.map(({ id }) => id)];
    for (const id of ids) this.active.add(id);
    try {
      return await createOnce(tools, request, ids[0]!, interrupted);
    } finally {
      for (const id of ids) this.active.delete(id);
      if (this.active.size === 0) this.whenQuiet?.();
    }
  }

  /**
   * Makes sure that an object exists whose id follows from its inputs, so that nothing has to be found again. The journal's
   * entry is for people alone: they are told of an object that an interrupted run made and that the program has dropped
   * before the engine knew of it.
   *
   * @param call awaits what it is given before it sends anything that makes the object.
   */
  async ensure<T extends Listed>(what: Ensured, call: (begins: () => Promise<void>) => Promise<T>): Promise<T> {
    const opened = await this.access.open();
    const { journal } = opened;
    let own: Attempt | undefined;
    const begins = async () => {
      own = attemptToEnsure(what, opened, this.clock.now());
      this.active.add(own.id);
      await journal.begin(own);
    };
    try {
      const object = await call(begins);
      for (const attempt of await journal.unconfirmedNow())
        if (isAttemptAt(what, attempt, opened)) await journal.made(attempt, what.id);
      return object;
    } catch (error) {
      if (own && ["refused", "not-sent"].includes(outcomeOf(error) ?? "")) await journal.drop(own);
      else if (own) await journal.busyWith(own, undefined);
      throw error;
    } finally {
      if (own) this.active.delete(own.id);
      if (this.active.size === 0) this.whenQuiet?.();
    }
  }

  /** The engine has the object: an attempt that made it needs no resuming. */
  async confirm(kind: string, id: string): Promise<void> {
    await (await this.access.open()).journal.confirm(kind, id);
  }

  /**
   * The program has an object for a resource that was there before. That answers for an attempt at it whose object nobody could tell by its
   * name; and what an earlier run made is in the state, as that of this resource.
   */
  async adopted(kind: string, key: string, { id, name }: Listed): Promise<void> {
    const opened = await this.access.open();
    const { journal } = opened;
    for (const attempt of this.interrupted(await journal.unconfirmedNow(), opened, kind, key))
      if (attempt.made === undefined && !attempt.isMarked && attempt.name === name) await journal.drop(attempt);
    const made = await journal.makerOf(kind, id);
    if (made) await journal.noteStored(kind, id);
  }

  /** The name that an interrupted run made up for a resource that has none: the next run keeps it. */
  async interruptedName(kind: string, key: string): Promise<string | undefined> {
    const opened = await this.access.open();
    const interrupted = this.interrupted(await opened.journal.unconfirmed(), opened, kind, key);
    return interrupted.find(({ isMarked, name, wanted = name }) => isMarked && wanted === name)?.name;
  }

  /** What the object was made from, compared with these arguments, where this machine made it. */
  async madeFrom(kind: string, id: string, asked: Props): Promise<Earlier | undefined> {
    const { journal } = await this.access.open();
    const maker = await journal.makerOf(kind, id);
    return maker && earlierOf(maker, journal.sealOf(maker.id), asked);
  }

  /** What was made for this very resource and is not known to be gone: a create now is of what takes its place. */
  async predecessors(kind: string, key: string): Promise<Attempt[]> {
    const { journal, backend } = await this.access.open();
    const made = (await journal.owned(kind)).filter((attempt) => attempt.key === key);
    return made.filter((attempt) => attempt.backend === undefined || attempt.backend === backend);
  }

  /** What interrupted runs of this stack may have left on the platform, and nobody has taken up. */
  async openAttempts(): Promise<OpenAttempt[]> {
    const { stack } = this.access;
    if (stack === undefined) return [];
    const { journal, backend, isAlive, process: self } = await this.access.open();
    const open = await openAttempts(journal, {
      stacks: new Set([stack]),
      backend,
      isAlive,
      self,
    });
    const isLeft = async ({ kind, key, made, attempt, isElsewhere, isBelieved }: OpenAttempt) => {
      // What was read while another process was busy with it has gone on since.
      const now = isElsewhere || !isBelieved ? attempt : await journal.reread(attempt);
      if (!now || now.isHanded) return false;
      if (made === undefined) return true;
      return (
        !this.ownership.isKnown(kind, made) && !isLeftTo(await this.ownership.holderOf({ kind, id: made }), { key })
      );
    };
    const areLeft = await Promise.all(open.map(isLeft));
    return open.filter((_, index) => areLeft[index]);
  }

  /** The engine is handed the object, and writes it into its state if it can. */
  handedOver(kind: string, id: string): void {
    this.access.journal?.handedOver(kind, id);
  }

  /** Creates on their way get `graceMs` to learn their ids. @returns whether there were any. */
  async quiet(graceMs: number): Promise<boolean> {
    if (this.active.size === 0) return false;
    const quiet = new Promise<void>((resolve) => {
      this.whenQuiet = resolve;
    });
    await Promise.race([quiet, this.clock.sleep(graceMs)]);
    return true;
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
   * Attempts of earlier runs for this resource that the engine knows nothing of, in this stack of this backend: those first of which most is
   * known, since a name that `check` made is kept from run to run, so that several may claim one object.
   */
  private interrupted(
    attempts: readonly Believed[],
    { backend, isStored }: OpenedJournal,
    kind: string,
    key: string,
  ): Believed[] {
    const isOurs = (each: Believed) => each.kind === kind && each.key === key && each.backend === backend;
    // Of these the engine has or had an object, and need not say which; and a job is run again where somebody asks for that.
    const isElsewhere = ({ isHanded, isUnlisted, made = "" }: Believed) =>
      isHanded === true && (isUnlisted === true || this.ownership.awaitsObject(kind, key) || isStored?.(made) === true);
    return attempts
      .filter((each) => isOurs(each) && !this.active.has(each.id) && !isElsewhere(each))
      .sort((a, b) => certainty(b) - certainty(a) || a.startedAt - b.startedAt);
  }
}

/** An object whose id follows from its inputs, and the resource that it is for. */
export interface Ensured {
  readonly kind: string;
  readonly key: string;
  readonly stack?: string;
  readonly id: string;
  /** What people call it. */
  readonly wanted: string;
}

const attemptToEnsure = (
  { id: name, ...what }: Ensured,
  { newId, backend, address, process }: OpenedJournal,
  startedAt: number,
): Attempt => ({
  ...what,
  id: newId(),
  name,
  isMarked: false,
  isFree: true,
  backend,
  ...(address !== undefined && { address }),
  startedAt,
  owner: process,
});

/** An open attempt at this very object, with which no other process is busy. One with another key may be in another account. */
function isAttemptAt({ kind, id }: Ensured, attempt: Believed, { backend, process, isAlive }: OpenedJournal): boolean {
  const { owner } = attempt;
  const isBusy = owner !== undefined && !isSameProcess(owner, process) && isAlive(owner);
  const isSameObject = attempt.kind === kind && attempt.name === id && attempt.backend === backend;
  return isSameObject && attempt.made === undefined && isOfThisKey(attempt) && !isBusy;
}

/** Whether the attempt knows its object, or at least was made with the key of now, so that its arguments can be told. */
const certainty = (attempt: Believed): number => (attempt.made !== undefined ? 2 : isOfThisKey(attempt) ? 1 : 0);
