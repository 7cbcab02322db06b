import type { JournalAccess } from "../create/journal/opened";
import type { AskedObject, Told } from "../create/journal/peers";
import { isEntryOf, type StateEntry } from "../state/entry";
import type { StandingHolder } from "./claims";
import type { Forgotten } from "./forgotten";

/**
 * What the other provider processes of this run have (decision 17): an engine starts one for each explicit provider, and one for each
 * form of the package.
 */
export class OtherProcesses {
  /** Objects of which `learn` has heard that one of them has them. */
  private readonly had = new Set<string>();

  constructor(
    private readonly access: JournalAccess,
    private readonly forgotten: Forgotten,
  ) {}

  /** Tells them what this process has. */
  async tell(says: Told["says"], object: AskedObject, keys: readonly string[], adoption?: string): Promise<void> {
    const opened = await this.access.open();
    const told = { says, ...object, keys: [...keys], ...(adoption !== undefined && { adoption }) };
    await opened.journal.peers.tell(told, opened);
  }

  /** What they say of the object. */
  async told(object: AskedObject): Promise<Told[]> {
    const opened = await this.access.open();
    return opened.journal.peers.of(object, opened);
  }

  /** One of them has just taken an object of this kind and id, with another API key: that may be in the same account. */
  async tookNamesake(object: AskedObject): Promise<boolean> {
    const opened = await this.access.open();
    const told = await opened.journal.peers.ofNamesakes(object, opened);
    return told.some(({ says }) => says === "took");
  }

  /** Whether one of them says this of the object. Nobody need be told then that this process does not know whose it is. */
  async speakFor(object: AskedObject, isMeant: (told: Told, all: readonly Told[]) => boolean): Promise<boolean> {
    const all = await this.told(object);
    const isSpokenFor = all.some((told) => isMeant(told, all));
    if (isSpokenFor) this.forgotten.noteAdoption(object.kind, object.id);
    return isSpokenFor;
  }

  /** Resources other than that of this entry that have the object as they say, or had it when the run began. */
  async otherHolders(object: AskedObject, entry: StateEntry): Promise<StandingHolder[]> {
    const all = await this.told(object);
    const others = all.filter((told) => told.says === "has" && !isEntryOf(told, entry));
    if (others.length > 0) this.forgotten.noteAdoption(object.kind, object.id);
    return others.map(({ keys, adoption }) => ({
      keys,
      adoption,
      mayGiveUp: isSaid("may give up", keys, all),
      hasGivenUp: isSaid("gave up", keys, all),
      isSuited: isSaid("suits", keys, all),
    }));
  }

  /** Whether one of them keeps the object, and has not begun to replace it since. */
  keep(object: AskedObject): Promise<boolean> {
    return this.speakFor(object, ({ says, keys }, all) => says === "keeps" && !isSaid("may give up", keys, all));
  }

  /**
   * What the state has as they say, it has not lost. To be called when everything is registered that the program has: at the
   * end of the run, another process may have ended already.
   */
  async learn(): Promise<void> {
    const opened = await this.access.open();
    for (const { says, kind, id } of await opened.journal.peers.news(opened)) {
      if (!isOfHolder.has(says)) continue;
      this.forgotten.noteAdoption(kind, id);
      this.had.add(`${kind}/${id}`);
    }
  }

  /** One of them has the object, as far as `learn` has heard. */
  have(kind: string, id: string): boolean {
    return this.had.has(`${kind}/${id}`);
  }

  /** This process ends. */
  async end(): Promise<void> {
    if (!this.access.isNeeded) return;
    const opened = await this.access.open();
    await opened.journal.peers.end(opened);
  }
}

/** What says that the state has the object. */
const isOfHolder: ReadonlySet<Told["says"]> = new Set(["has", "keeps", "took"]);

/** Whether this is said of the object and one of these resources. */
const isSaid = (what: Told["says"], keys: readonly string[], all: readonly Told[]): boolean =>
  all.some((told) => told.says === what && told.keys.some((key) => keys.includes(key)));
