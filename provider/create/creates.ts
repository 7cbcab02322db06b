import type { Clock } from "../../client/clock";
import type { Ownership } from "../ownership/ownership";
import { createOnce, outcomeOf } from "./create";
import type { CreateRequest, Made, Tools } from "./request";
import { OtherKeyError } from "./errors";
import { type Asking, type Attempt, attemptAt, type Listed, type Noted } from "./journal/attempt";
import { type OpenAttempt, openAttempts } from "./journal/open-attempts";
import type { JournalAccess, OpenedJournal } from "./journal/opened";
import { isSameProcess } from "./journal/process-identity";
import { Lists } from "./lists";

/** Creates exactly once, for all kinds and resources of one process. */
export class Creates {
  private readonly lists = new Map<string, Lists>();
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
   * @throws the platform's own refusal, which made nothing, and errors of ours where guessing might make two or take another's.
   */
  async create(request: CreateRequest, signal?: AbortSignal): Promise<Made> {
    const { kind, key } = request;
    const opened = await this.access.open();
    const { clock, ownership } = this;
    const lists = this.listsOf(kind, () => request.list());
    const tools: Tools = { ...opened, clock, ownership, lists, ...(signal && { signal }) };
    const interrupted = await this.interrupted(kind, key);
    const theirs = interrupted.find(({ isVouched }) => !isVouched);
    if (theirs) throw new OtherKeyError(theirs);
    const ids = [tools.newId(), ...interrupted.map(({ id }) => id)];
    return this.whileActive(ids, () => createOnce(tools, request, ids[0]!, interrupted));
  }

  /** Why no object may be created for the resource, if another API key has begun to: a preview says so too. */
  async refusalOf(kind: string, key: string): Promise<OtherKeyError | undefined> {
    const theirs = (await this.interrupted(kind, key)).find(({ isVouched }) => !isVouched);
    return theirs && new OtherKeyError(theirs);
  }

  /**
   * Makes sure that an object exists whose id follows from its inputs. The journal's entry is for people alone, who are told of an object that
   * an interrupted run made and that the program has dropped since.
   *
   * @param asking under the id as its name.
   * @param call awaits what it is given before it sends anything that makes the object.
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

  /** The resource has an object that was there before. That answers for an attempt whose object nobody could tell by its name. */
  async adopted(kind: string, key: string, { id, name }: Listed): Promise<void> {
    const { journal } = await this.access.open();
    for (const attempt of await this.interrupted(kind, key))
      if (attempt.made === undefined && !attempt.isMarked && attempt.name === name) await journal.drop(attempt);
    if (await journal.makerOf(kind, id)) await journal.noteStored(kind, id);
  }

  /** The name that an interrupted run made up for a resource that has none: the next run keeps it. */
  async interruptedName(kind: string, key: string): Promise<string | undefined> {
    const interrupted = await this.interrupted(kind, key);
    return interrupted.find(({ isMarked, name, wanted = name }) => isMarked && wanted === name)?.name;
  }

  /** What interrupted runs of this stack may have left on the platform, and nobody has taken up. */
  async openAttempts(): Promise<OpenAttempt[]> {
    const { stack } = this.access;
    if (stack === undefined) return [];
    const { journal, backend, isAlive, process: self } = await this.access.open();
    const asked = { stacks: new Set([stack]), backend, isAlive, self };
    const open = (await openAttempts(journal, asked)).filter(({ isHanded }) => !isHanded);
    const isLeft = async (attempt: OpenAttempt) => {
      // What was read while another process was busy with it has gone on since.
      const { kind, made, isHanded } = (attempt.isVouched && (await journal.reread(attempt))) || attempt;
      if (isHanded || (made !== undefined && this.ownership.object(kind, made).isAccountedFor)) return false;
      return made === undefined || !(await this.isStored(kind, made));
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
    const quiet = new Promise<void>((resolve) => (this.whenQuiet = resolve));
    await Promise.race([quiet, this.clock.sleep(graceMs)]);
    return true;
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
    const lists = this.lists.get(kind) ?? new Lists(list, this.clock);
    this.lists.set(kind, lists);
    return lists;
  }

  /** Attempts of earlier runs for this resource whose object the engine does not have, those first whose object is known. */
  private async interrupted(kind: string, key: string): Promise<Noted[]> {
    const { journal, backend } = await this.access.open();
    const all = (await journal.unconfirmed())
      .filter((each) => each.kind === kind && each.key === key && each.backend === backend && !each.isElsewhere)
      .filter((each) => !this.active.has(each.id));
    const hasEngine = await Promise.all(all.map((each) => this.engineHas(each)));
    return all
      .filter((_, index) => !hasEngine[index])
      .sort((a, b) => Number(a.made === undefined) - Number(b.made === undefined) || a.startedAt - b.startedAt);
  }

  /** The engine was handed the object of the attempt, and has it in a state as far as anybody can tell. */
  private async engineHas({ kind, key, isHanded, isUnlisted, made = "" }: Noted): Promise<boolean> {
    if (!isHanded) return false;
    const { isThere, object } = this.ownership.resource(kind, key);
    const willBeNamed = isThere === true && object === undefined;
    // Where no state can be read, a job counts as stored: whoever creates it anew asks for another run.
    if (willBeNamed) return true;
    return (await this.access.open()).inFolder ? this.isStored(kind, made) : isUnlisted === true;
  }

  private async isStored(kind: string, id: string): Promise<boolean> {
    return (await this.ownership.inFolder()).some((entry) => entry.kind === kind && entry.id === id);
  }
}

/** An open attempt at this very object, with which no other process is busy. */
function isAttemptAt({ kind, name }: Asking, attempt: Noted, { backend, process, isAlive }: OpenedJournal): boolean {
  const { owner, isVouched, isElsewhere } = attempt;
  const isBusy = owner !== undefined && !isSameProcess(owner, process) && isAlive(owner);
  const isSameObject = attempt.kind === kind && attempt.name === name && attempt.backend === backend;
  return isSameObject && attempt.made === undefined && isVouched && !isElsewhere && !isBusy;
}
