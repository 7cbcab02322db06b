import type { Clock } from "../../client/clock";
import { Creates } from "../create/creates";
import type { AskedObject } from "../create/journal/peers";
import type { Listed } from "../create/journal/attempt";
import type { OpenAttempt } from "../create/journal/open-attempts";
import { JournalAccess, type OpenedJournal } from "../create/journal/opened";
import { Accounts } from "../ownership/accounts";
import type { Adopter } from "../ownership/adoptions";
import { warningAtEnd, warningOfLikelyMove } from "../ownership/forgotten-warnings";
import { Ownership } from "../ownership/ownership";

/** What an engine in a hurry was handed this recently may not be in its state. */
const hurryMs = 1_000;

/**
 * What this process keeps of all its objects: what it creates, which resource has which object, and the journal that both
 * are written into. What the engine says of an object concerns all three, and is told here.
 */
export class Books {
  readonly journal: JournalAccess;
  readonly ownership: Ownership;
  readonly creates: Creates;
  readonly accounts = new Accounts();

  /** @param open called once, when the journal is first needed. */
  constructor(
    private readonly clock: Clock,
    open: () => Promise<OpenedJournal>,
  ) {
    this.journal = new JournalAccess(open);
    this.ownership = new Ownership(this.journal);
    this.creates = new Creates(clock, this.journal, this.ownership);
  }

  /** The engine has the object. Call this with every id that the engine names, before anything is done about it. */
  async engineHas(kind: string, id: string, key?: string): Promise<void> {
    this.ownership.engineHas(kind, id, key);
    await this.creates.confirm(kind, id);
  }

  /** A refresh names the object: the state has it, and the program need not have its resource any more. */
  async engineSees(kind: string, id: string, key?: string): Promise<void> {
    this.ownership.engineSees(kind, id, key);
    await this.creates.confirm(kind, id);
  }

  /** The program adopts an object for a resource. */
  async adopts(asked: AskedObject, by: Adopter, object: Listed): Promise<void> {
    await this.ownership.adopt(asked, by);
    await this.creates.adopted(asked.kind, by.key, object);
  }

  /** The platform says that the object is gone. */
  async gone(kind: string, id: string): Promise<void> {
    await this.ownership.gone(kind, id);
    await this.creates.gone(kind, id);
  }

  /** `create` is about to return this id to the engine, which writes it into its state at once. */
  async handedOver(kind: string, id: string): Promise<void> {
    const now = this.clock.now();
    this.creates.handedOver(kind, id);
    await this.ownership.handedOver(kind, id, now);
  }

  /** What interrupted runs of the stacks in question may have left on the platform, and this run has not taken up. */
  openAttempts(): Promise<OpenAttempt[]> {
    return this.creates.openAttempts();
  }

  /**
   * What people are warned of at the end of a run, a sentence each: objects that earlier runs made for the resources in
   * question and that the state does not have, objects that a new resource may have had under another name, and a run that uses another
   * account than the rest of its stack.
   *
   * @param withinMs how long the looks may take. What can't be looked at by then is told by a later run.
   */
  async closingWarnings(withinMs: number): Promise<string[]> {
    const inTime = async <T>(looking: Promise<T[]>): Promise<T[]> => {
      const done = new AbortController();
      const nothing = () => [];
      try {
        return await Promise.race([looking, this.clock.sleep(withinMs, done.signal).then(nothing, nothing)]);
      } finally {
        done.abort();
      }
    };
    const moved = this.ownership.likeNewResources();
    const [objects, accounts] = await Promise.all([
      inTime(this.ownership.forgottenObjects()),
      inTime(this.accounts.warnings()),
    ]);
    return [...objects.map(warningAtEnd), ...moved.map(warningOfLikelyMove), ...accounts];
  }

  /**
   * The engine ends this process. Creates on their way get `graceMs` to learn their ids; then what the engine was
   * handed is confirmed. If it had to cut something short, here or in another process of the run, it may itself be ending in a hurry, so
   * the last second is not.
   */
  async end(graceMs: number): Promise<void> {
    const now = this.clock.now();
    const isCutShort = await this.creates.quiet(graceMs);
    const { journal } = this.journal;
    const isInHurry =
      isCutShort || this.creates.hasUnhanded || journal?.changes.running || (await this.creates.isAnotherCutShort());
    const until = isInHurry ? now - hurryMs : now;
    await journal?.changes.confirmHandedOver(until);
    await this.ownership.adoptions.confirmUntil(until);
  }

  /** This process ends, and has said what it had to say. */
  leave(): Promise<void> {
    return this.ownership.others.end();
  }
}
