import type { StateEntry } from "../ownership/states";
import type { Journal } from "./journal";
import type { ProcessIdentity } from "./process-identity";

/** An open journal with the facts of this process that it needs. */
export interface OpenedJournal {
  readonly journal: Journal;
  /** The backend of the stack, see `backend.ts`. */
  readonly backend: string;
  /** The salt of the backend's marks (`backend.ts`). Default: `backend`. */
  readonly markedBy?: () => string;
  /** Another stack may have the same marks, so no object is taken over because of them. */
  readonly isShared?: boolean;
  /** The current entries of the backend's states. Undefined unless the backend is a folder of this machine. */
  readonly inFolder?: () => readonly StateEntry[];
  /** The entries of this stack's state, if the backend is no folder. Rejects if they can't be exported. */
  readonly exported?: (stackName: string) => Promise<readonly StateEntry[]>;
  readonly newId: () => string;
  readonly process: ProcessIdentity;
  readonly isAlive: (identity: ProcessIdentity) => boolean;
  /** Tells whether the engine still runs. A killed engine leaves its providers behind. */
  readonly isEngineThere: () => Promise<boolean>;
  /** How long a new object may be missing from lists. */
  readonly listLagMs: number;
}

/** Opens the journal on first use, because `configure` can't wait for the reads. */
export class JournalAccess {
  private opening: Promise<OpenedJournal> | undefined;
  /** Undefined before the first use. */
  opened: OpenedJournal | undefined;
  /** The stack of this process, once the engine has named a resource of it. */
  stack: string | undefined;
  stackName: string | undefined;

  constructor(private readonly openIt: () => Promise<OpenedJournal>) {}

  async open(): Promise<OpenedJournal> {
    this.opening ??= this.openIt();
    // A failed open is retried: the disk may have space again, or the folder may exist.
    this.opening.catch(() => (this.opening = undefined));
    return (this.opened = await this.opening);
  }
}
