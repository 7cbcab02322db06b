import type { PendingOperation, ResourceState } from "./resource-state";
import { checkIntegrity, type Snapshot } from "./snapshot";

/** Keeps the state file in step with the snapshot. A preview has one that writes nothing. */
export interface Journal {
  readonly snapshot: Snapshot;
  /** Notes a call that is about to be made: written before it, so that a crash leaves a trace. */
  begin(operation: PendingOperation): Promise<void>;
  /** Notes how it ended. */
  end(operation: PendingOperation, change: () => void): Promise<void>;
  /** Writes what `change` did. */
  write(change: () => void): Promise<void>;
  /** Waits for all writes. Rejects with the first that failed. */
  flush(): Promise<void>;
}

export type SaveSnapshot = (resources: readonly ResourceState[], pending: readonly PendingOperation[]) => Promise<void>;

/** `save` is never run twice at once; a call that comes meanwhile is served, with all others, by the next run. */
export function createJournal(snapshot: Snapshot, save: SaveSnapshot | undefined): Journal {
  let running: Promise<void> = Promise.resolve();
  let queued: Promise<void> | undefined;

  const flush = (): Promise<void> => {
    if (!save) return Promise.resolve();
    queued ??= running.then(() => {
      queued = undefined;
      const resources = snapshot.resources();
      checkIntegrity(resources);
      running = save(resources, snapshot.pending());
      return running;
    });
    return queued;
  };
  return {
    snapshot,
    begin: (operation) => {
      snapshot.begin(operation);
      return flush();
    },
    end: (operation, change) => {
      snapshot.end(operation);
      change();
      return flush();
    },
    write: (change) => {
      change();
      return flush();
    },
    flush,
  };
}
