import type { StateEntry } from "../../ownership/states";
import type { Journal } from "./journal";
import type { ProcessIdentity } from "./process-identity";

/** A journal that is open, and what this process writes into it and goes by. */
export interface OpenedJournal {
  readonly journal: Journal;
  /** Which backend holds the stack, see `backend.ts`. */
  readonly backend: string;
  /** What salts the marks of the backend (`backend.ts`). Default: `backend`. */
  readonly markedBy?: () => string;
  /** Another stack may have the same marks, so that what bears them is never taken up unasked. */
  readonly isShared?: boolean;
  /** What the states of the backend have now. Not there where the backend is no folder of this machine. */
  readonly inFolder?: () => readonly StateEntry[];
  /** What the state of this stack has, where the backend is no folder. Rejects where that can't be had. */
  readonly exported?: (stackName: string) => Promise<readonly StateEntry[]>;
  readonly newId: () => string;
  readonly process: ProcessIdentity;
  readonly isAlive: (identity: ProcessIdentity) => boolean;
  /** The engine that asked is still there to be told. One that was killed leaves its providers behind. */
  readonly isEngineThere: () => Promise<boolean>;
  /** How long a new object may be missing from lists. */
  readonly listLagMs: number;
}

/** Opens the journal when it is first needed: opening one takes reading, and configuring can't wait. */
export class JournalAccess {
  private opening: Promise<OpenedJournal> | undefined;
  private opened: OpenedJournal | undefined;
  /** The stack that this process works on, once the engine has mentioned a resource of it. */
  stack: string | undefined;
  /** What people call it. */
  stackName: string | undefined;

  constructor(private readonly openIt: () => Promise<OpenedJournal>) {}

  /** The journal once it is open; undefined before. */
  get journal(): Journal | undefined {
    return this.opened?.journal;
  }

  async open(): Promise<OpenedJournal> {
    this.opening ??= this.openIt();
    // A journal that failed to open may open later, once the disk is not full any more or the folder is there.
    this.opening.catch(() => (this.opening = undefined));
    return (this.opened = await this.opening);
  }
}
