import type { JournalAccess, OpenedJournal } from "../create/journal/opened";
import type { AskedObject } from "../create/journal/peers";
import type { Holder, StateEntry } from "../state/entry";
import type { Claims, StandingHolder } from "./claims";
import type { OtherProcesses } from "./other-processes";

/**
 * - `may be kept`: the diff of another one has failed, or its replacement is not there.
 * - `is left to its replacement`: another one took the object over, and has another by now. The engine deletes the object for that one,
 *   unless that is to retain it.
 * - `was wanted back`: the program asks another one for what the object is, but the engine had that one created anew.
 */
type Verdict = "may be kept" | "is left to its replacement" | "was wanted back" | "may go";

/**
 * The other resources of the program that have an object, or had it when the run began: after an `up --target` or `--exclude` that handed
 * it over by `adopt`, two resources of the state have one object.
 *
 * A resource whose replacement has failed after its object was deleted (`deleteBeforeReplace`) is created anew by the next run, without a
 * word of what becomes of the object that its entry names. To count on that resource then would be to forget the object.
 */
export class OtherHolders {
  constructor(
    private readonly access: JournalAccess,
    private readonly claims: Claims,
    private readonly processes: OtherProcesses,
  ) {}

  /** Those that are not of this entry. */
  async of(object: AskedObject, entry: StateEntry): Promise<StandingHolder[]> {
    if (entry.key === undefined) return [];
    const own = this.claims.otherHolders(object.kind, object.id, entry);
    return [...own, ...(await this.processes.otherHolders(object, entry))];
  }

  /** What follows for a deletion of the object from those that don't keep it. */
  async verdictOn(object: AskedObject, entry: StateEntry, all: readonly StandingHolder[]): Promise<Verdict> {
    if (all.some(({ mayGiveUp, hasGivenUp }) => mayGiveUp && !hasGivenUp)) return "may be kept";
    const replaced = all.filter(({ hasGivenUp }) => hasGivenUp);
    if (await this.isTakenBy(replaced, object, entry)) return "is left to its replacement";
    return replaced.some(({ isSuited }) => isSuited) ? "was wanted back" : "may go";
  }

  /** Whether one of these took the object over from this resource. */
  private async isTakenBy(holders: readonly Holder[], object: AskedObject, entry: StateEntry): Promise<boolean> {
    if (holders.length === 0) return false;
    const { journal } = await this.access.open();
    const maker = makerOf(journal, object.kind, object.id);
    const wasTaken = (await journal.holders.changedSince(object, entry, maker)) !== undefined;
    const last = wasTaken ? await journal.holders.lastOf(object) : undefined;
    return holders.some(
      ({ keys, adoption }) =>
        (adoption !== undefined && entry.adoption === undefined) || (last !== undefined && keys.includes(last.key)),
    );
  }
}

/** Asks for the key of the resource that the object was made for. */
export const makerOf = (journal: OpenedJournal["journal"], kind: string, id: string) => async () =>
  (await journal.makerOf(kind, id))?.key;
