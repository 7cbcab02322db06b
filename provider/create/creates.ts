import type { Clock } from "../../client/clock";
import type { Ownership } from "../ownership/ownership";
import { withoutSuffix } from "../table/names";
import type { Props } from "../table/props";
import { createOnce } from "./create";
import type { Creation, Made, Tools } from "./creation";
import { type Earlier, earlierOf } from "./earlier";
import { type Attempt, type Believed, isOfThisKey, type Listed, mayBeLater } from "./journal/attempt";
import type { Journal } from "./journal/journal";
import { type OpenAttempt, openAttempts } from "./journal/open-attempts";
import type { JournalAccess, OpenedJournal } from "./journal/opened";
import { isPeer, isSameProcess } from "./journal/process-identity";
import { Lists } from "./lists";
import { outcomeOf } from "./outcome";

/** A creation without what `Creates` itself knows. */
export type Request<T extends Listed> = Omit<Creation<T>, "lists"> & {
  /** Every object of the kind, read anew. */
  list(): Promise<readonly T[]>;
};

/** Whose interrupted run began a create, as seen from a stack that may be the same one under another name. */
type Whose = "another stack" | "another backend" | "another project";

export interface BegunElsewhere {
  readonly attempt: Attempt;
  readonly whose: Whose;
}

/** Creates exactly once, for all kinds and resources of one process. */
export class Creates {
  private readonly lists = new Map<string, Lists<Listed>>();
  /** Attempts that a create of this process is busy with. */
  private readonly active = new Set<string>();
  /** Objects that creates have made, and the engine has not been handed yet. */
  private readonly unhanded = new Set<string>();
  /** Stacks and keys of the resources that the engine has mentioned. */
  private readonly mentioned = { stacks: new Set<string>(), keys: new Set<string>() };
  private whenQuiet: (() => void) | undefined;
  /** Read once for all the new resources of a run. */
  private begunInOtherProjects: ReturnType<Journal["unconfirmedElsewhere"]> | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly access: JournalAccess,
    private readonly ownership: Ownership,
  ) {}

  /**
   * Creates the object, or takes up what an interrupted run began. Returns as soon as the platform has answered.
   *
   * @throws the platform's own refusal, which made nothing.
   * @throws UnresolvedCreateError, AmbiguousCreateError, AttemptMisfitError, AttemptTakenError, AttemptNotVisibleError where guessing might make two or take
   * another's.
   */
  async create<T extends Listed>(request: Request<T>, signal?: AbortSignal): Promise<Made<T>> {
    const { kind, key } = request;
    const lists = this.listsOf(kind, () => request.list());
    const opened = await this.access.open();
    const { claims } = this.ownership;
    const isTakenOver: Tools["isTakenOver"] = (of, id, holder) => this.ownership.isTakenOver(of, id, { key: holder });
    const tools: Tools = { ...opened, clock: this.clock, claims, isTakenOver, ...(signal && { signal }) };
    const interrupted = this.interrupted(await tools.journal.unconfirmedNow(), opened, kind, key);
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
   * Makes sure that an object exists whose id follows from its inputs, so that nothing has to be found again. The journal's
   * entry is for people alone: they are told of an object that an interrupted run made and that the program has dropped
   * before the engine knew of it.
   *
   * @param call awaits what it is given before it sends anything that makes the object.
   */
  async ensure<T extends Listed>(what: Ensured, call: (begins: () => Promise<void>) => Promise<T>): Promise<T> {
    const { kind, id } = what;
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
        if (isAttemptAt(what, attempt, opened)) await journal.made(attempt, id);
      this.unhanded.add(`${kind}/${id}`);
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

  /** The object is gone from the platform. */
  async gone(kind: string, id: string): Promise<void> {
    await (await this.access.open()).journal.release(kind, id);
  }

  /**
   * The program adopts an object for a resource. That answers for an attempt at it whose object nobody could tell by its
   * name: the program says which it is.
   */
  async adopted(kind: string, key: string, { id, name }: Listed): Promise<void> {
    const opened = await this.access.open();
    const { journal } = opened;
    const answered = this.interrupted(await journal.unconfirmedNow(), opened, kind, key).filter(
      (attempt) => attempt.made === undefined && !attempt.isMarked && attempt.name === name,
    );
    for (const attempt of answered) await journal.drop(attempt);
    await journal.noteAdoption(kind, id, key);
  }

  /** The name that an interrupted run made up for a resource that has none: the next run keeps it. */
  async interruptedName(kind: string, key: string): Promise<string | undefined> {
    const opened = await this.access.open();
    const interrupted = this.interrupted(await opened.journal.unconfirmed(), opened, kind, key);
    return interrupted.find(({ isMarked, name, wanted = name }) => isMarked && wanted === name)?.name;
  }

  /**
   * Interrupted creates of another stack, backend or project, of what would have this name up to its suffix: a stack may be renamed or moved,
   * and so may its project.
   */
  async beganElsewhere(kind: string, name: string, stack: string): Promise<BegunElsewhere[]> {
    const { journal, backend, address, isAlive, isEngineThere } = await this.access.open();
    const whoseIs = (each: Attempt): Whose | undefined => {
      if (each.stack === undefined) return undefined;
      if (each.stack !== stack) return "another stack";
      return each.backend !== undefined && each.backend !== backend ? "another backend" : undefined;
    };
    const isAlike = (each: Attempt) =>
      each.kind === kind && !each.wasHanded && withoutSuffix(each.wanted ?? each.name) === withoutSuffix(name);
    // A killed engine leaves its provider to finish, and nobody is told of the outcome.
    const isGoingOn = async ({ owner }: Attempt) =>
      owner !== undefined && isAlive(owner) && (owner.engine === undefined || (await isEngineThere(owner.engine)));
    this.begunInOtherProjects ??= journal.unconfirmedElsewhere();
    const ofProject = (await journal.unconfirmed()).map((attempt) => ({ attempt, whose: whoseIs(attempt) }));
    const ofOthers = (await this.begunInOtherProjects)
      .filter(({ attempt, trust }) => trust !== undefined && address !== undefined && attempt.address === address)
      .map(({ attempt }) => ({ attempt, whose: "another project" as const }));
    const begun = [...ofProject, ...ofOthers].flatMap(({ attempt, whose }) =>
      whose !== undefined && isAlike(attempt) ? [{ attempt, whose }] : [],
    );
    const goingOn = await Promise.all(begun.map(({ attempt }) => isGoingOn(attempt)));
    return begun.filter((_, index) => !goingOn[index]);
  }

  /** What the object was made from, compared with these arguments, where this machine made it. */
  async madeFrom(kind: string, id: string, asked: Props): Promise<Earlier | undefined> {
    const { journal } = await this.access.open();
    const maker = await journal.makerOf(kind, id);
    return maker && earlierOf(maker, journal.sealOf(maker.id), asked);
  }

  /** An object of this name that is still there was made for this very resource: a create now is of what takes its place. */
  async hasPredecessor(kind: string, key: string, name: string): Promise<boolean> {
    const { journal, backend } = await this.access.open();
    const made = (await journal.owned(kind)).filter((attempt) => attempt.key === key && attempt.name === name);
    return made.some((attempt) => attempt.backend === undefined || attempt.backend === backend);
  }

  /** The engine mentions this resource, so people want to hear of open attempts at it and at others of its stack. */
  noteMention(key: string | undefined, stack: string | undefined): void {
    if (key !== undefined) this.mentioned.keys.add(key);
    if (stack !== undefined) this.mentioned.stacks.add(stack);
  }

  /** What interrupted runs of the stacks in question may have left on the platform, and this run has not taken up. */
  async openAttempts(): Promise<OpenAttempt[]> {
    if (!this.access.isNeeded && this.mentioned.keys.size === 0) return [];
    const { journal, backend, isAlive, process } = await this.access.open();
    // First: a process of this run that has ended by now has confirmed before what it had taken up.
    await this.ownership.others.learn();
    const open = await openAttempts(journal, { ...this.mentioned, backend, isAlive, self: process });
    const isUnasked = ({ kind, key }: OpenAttempt) =>
      !this.mentioned.keys.has(key) || this.ownership.awaitsObject(kind, key);
    const mayBeReplaced = ({ kind, key, attempt }: OpenAttempt) =>
      attempt.wasHanded === true && !this.ownership.knows(kind, key);
    const successorOf = async ({ kind, key, made, startedAt }: OpenAttempt) => {
      const successor = this.ownership.objectOf(kind, key);
      if (made === undefined || successor === undefined) return undefined;
      return mayBeLater(await journal.makerOf(kind, successor), { key, startedAt }) ? successor : undefined;
    };
    const isLost = async ({ kind, made, attempt, isElsewhere }: OpenAttempt) => {
      // What was read while another process was busy with it has gone on since.
      const now = isElsewhere ? attempt : ((await journal.reread(attempt)) ?? attempt);
      return now.wasHanded !== true && (made === undefined || !this.ownership.isHad(kind, made));
    };
    const areLost = await Promise.all(open.map(isLost));
    const lost = open.filter((_, index) => areLost[index]);
    return Promise.all(
      lost.map(async (each) => ({
        ...each,
        isUnasked: isUnasked(each),
        mayBeReplaced: mayBeReplaced(each),
        successor: await successorOf(each),
      })),
    );
  }

  /** The engine was handed the object, and writes it into its state at once. */
  handedOver(kind: string, id: string): void {
    this.unhanded.delete(`${kind}/${id}`);
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

  /** A create has made an object that the engine was not handed yet. */
  get hasUnhanded(): boolean {
    return this.unhanded.size > 0;
  }

  /** The engine was handed something, and another process of this run has begun a create and not handed over what comes of it. */
  async isAnotherCutShort(): Promise<boolean> {
    if (!this.access.journal?.hasHandedOver) return false;
    const { journal, process: self } = await this.access.open();
    const ofOthers = (await journal.unconfirmedNow()).filter(({ owner }) => isPeer(owner, self));
    // What was read while the create was under way has gone on since.
    const now = await Promise.all(ofOthers.map((attempt) => journal.reread(attempt)));
    return now.some((attempt) => attempt && isPeer(attempt.owner, self) && !attempt.isHanded);
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
   * Attempts of earlier runs for this resource that the engine knows nothing of: those first of which most is known, since
   * a name that `check` made is kept from run to run, so that several may claim one object. An attempt belongs to one stack of
   * one backend: another checkout may have a stack of the same name. Entries of earlier builds do not tell, and
   * count as this stack's once the process that wrote them is dead.
   */
  private interrupted(
    attempts: readonly Believed[],
    { backend, isAlive }: OpenedJournal,
    kind: string,
    key: string,
  ): Believed[] {
    // A replacement may have been interrupted before the resource was renamed.
    const keys = this.ownership.keysOf(kind, key);
    const isOurs = (attempt: Believed) =>
      attempt.backend === undefined ? !attempt.owner || !isAlive(attempt.owner) : attempt.backend === backend;
    const resumable = attempts.filter(
      (attempt) =>
        attempt.kind === kind &&
        keys.includes(attempt.key) &&
        isOurs(attempt) &&
        !this.active.has(attempt.id) &&
        // A replacement on request comes without a diff, so that nobody has said which object the state has.
        !(attempt.wasHanded && this.ownership.awaitsObject(kind, attempt.key)),
    );
    return resumable.sort((a, b) => certainty(b) - certainty(a) || a.startedAt - b.startedAt);
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
