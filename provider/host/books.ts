import type { Clock } from "../../client/clock";
import { Creates } from "../create/creates";
import type { Listed } from "../create/journal/attempt";
import type { OpenAttempt } from "../create/journal/open-attempts";
import { JournalAccess, type OpenedJournal } from "../create/journal/opened";
import { Accounts } from "../ownership/accounts";
import { Ownership } from "../ownership/ownership";

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

  /** The engine names the object as that of this resource. Call this with every id that the engine names, before anything is done about it. */
  async engineNames(kind: string, id: string, key?: string): Promise<void> {
    this.ownership.engineNames(kind, id, key);
    await (await this.journal.open()).journal.confirm(kind, id);
  }

  /** The resource gets an object that was there before. @param object as it was found. */
  async takes(kind: string, key: string, object: Listed): Promise<void> {
    this.ownership.take(kind, object.id, key);
    await this.creates.adopted(kind, key, object);
  }

  /** The platform says that the object is gone. */
  async gone(kind: string, id: string): Promise<void> {
    await (await this.journal.open()).journal.noteStored(kind, id);
  }

  /** What interrupted runs of this stack may have left on the platform, and nobody has taken up. */
  openAttempts(): Promise<OpenAttempt[]> {
    return this.creates.openAttempts();
  }

  /**
   * What people are warned of at the end of a run, a sentence each: that it uses another account than the rest of its stack.
   *
   * @param withinMs how long the looks may take. What can't be looked at by then is told by a later run.
   */
  async closingWarnings(withinMs: number): Promise<string[]> {
    const done = new AbortController();
    const nothing = () => undefined;
    const tooLate = this.clock.sleep(withinMs, done.signal).then(nothing, nothing);
    const account = await Promise.race([this.accounts.warning(), tooLate]).finally(() => done.abort());
    return account === undefined ? [] : [account];
  }

  /**
   * The engine ends this process. Creates on their way get `graceMs` to learn their ids. Changes that the engine was handed are in its
   * state, unless it had to cut something short: then it may itself be ending in a hurry, and the next run looks.
   */
  async end(graceMs: number): Promise<void> {
    const isCutShort = await this.creates.quiet(graceMs);
    const changes = this.journal.journal?.changes;
    if (!isCutShort && !changes?.running) await changes?.confirmHandedOver();
  }
}
