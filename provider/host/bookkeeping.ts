import type { Listed } from "../state/identity";
import type { Clock } from "../../client/clock";
import { Creates } from "../create/creates";
import { JournalAccess, type OpenedJournal } from "../journal/opened-journal";
import { Accounts } from "./other-accounts";
import { Ownership } from "../ownership/ownership";
import { keyOf, stackOf } from "../state/state";
import type { Whose } from "../table/names";
import type { Props } from "../table/props";

/** This process's creates, ownership and journal. What the engine says about an object concerns all three and is noted here. */
export class Bookkeeping {
  readonly journal: JournalAccess;
  readonly ownership: Ownership;
  readonly creates: Creates;
  readonly accounts = new Accounts();
  /** What is still to be looked for at the end of the run, by kind. */
  private readonly looks = new Map<string, () => Promise<string[]>>();
  /** This run changes an object, or would. */
  private isChanging = false;

  /** @param open called once, on the first use of the journal. */
  constructor(
    private readonly clock: Clock,
    open: () => Promise<OpenedJournal>,
  ) {
    this.journal = new JournalAccess(open);
    this.ownership = new Ownership(this.journal);
    this.creates = new Creates(clock, this.journal, this.ownership);
  }

  /** Notes that the engine named the object as that of this resource. Call it with every id that the engine names, first. */
  async engineNames(kind: string, id: string, key?: string): Promise<void> {
    this.ownership.engineNames(kind, id, key);
    await (await this.journal.open()).journal.confirm(kind, id);
  }

  /** Gives the resource an object that existed before. @param object as found. */
  async takes(kind: string, key: string, object: Listed): Promise<void> {
    this.ownership.take(kind, object.id, key);
    await this.creates.adopted(kind, key, object);
  }

  async gone(kind: string, id: string): Promise<void> {
    await (await this.journal.open()).journal.noteStored(kind, id);
  }

  /** The resource as identified by the marks in names of its objects. */
  async whose(props: Props): Promise<Whose> {
    const { backend, markedBy = () => backend } = await this.journal.open();
    return { backend: markedBy(), stack: stackOf(props) ?? "", key: keyOf(props) ?? "" };
  }

  /** The warnings at the end of a run, as far as its reads take at most `withinMs`; a later run reports the rest. */
  async closingWarnings(withinMs: number): Promise<string[]> {
    const done = new AbortController();
    const nothing = () => undefined;
    const tooLate = this.clock.sleep(withinMs, done.signal).then(nothing, nothing);
    const inTime = <T>(answer: Promise<T>) => Promise.race([answer.catch(nothing), tooLate]);
    // A run without changes asks the platform nothing.
    const looks = this.isChanging ? [...this.looks.values()].map((look) => inTime(look())) : [];
    const all = await Promise.all([inTime(this.accounts.warning()), ...looks]).finally(() => done.abort());
    return all.flatMap((sentences) => sentences ?? []);
  }

  noteChange(): void {
    this.isChanging = true;
  }

  /** Has `closingWarnings` look once for a kind, if anything changes. Another operation begins without. */
  atEnd(kind: string, look: (() => Promise<string[]>) | undefined): void {
    if (!look) this.looks.delete(kind);
    else if (!this.looks.has(kind)) this.looks.set(kind, look);
  }

  /**
   * Ends the records when the engine ends this process. Running creates get `graceMs` to learn their ids. Changes that were
   * handed over are in the engine's state, unless a create was cut short: then the engine may be in a hurry too, and the
   * next run reads the objects.
   */
  async end(graceMs: number): Promise<void> {
    const isCutShort = await this.creates.quiet(graceMs);
    const changes = this.journal.opened?.journal.changes;
    if (!isCutShort && !changes?.running) await changes?.confirmHandedOver();
  }
}
