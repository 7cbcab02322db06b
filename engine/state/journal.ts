import type { Ambient } from "../ambient";
import type { OperationType, PendingOperation, ResourceState } from "./resource-state";
import { checkIntegrity, type Snapshot } from "./snapshot";

/** Keeps the state file in step with the snapshot. A preview has one that writes nothing. */
export interface Journal {
  readonly snapshot: Snapshot;
  /** Notes a call that is about to be made: written before it, so that a crash leaves a trace; of a delete, soon. */
  begin(operation: PendingOperation): Promise<void>;
  /** Notes how it ended: with a change, or without one where the call failed. */
  end(operation: PendingOperation, change?: () => void): Promise<void>;
  /** Writes what `change` did. */
  write(change: () => void): Promise<void>;
  /** Waits for all writes. Rejects with the first that failed. */
  flush(): Promise<void>;
  /** What was done to the platform and no save has had yet, one a line. */
  unsaved(): string[];
}

export type SaveSnapshot = (resources: readonly ResourceState[], pending: readonly PendingOperation[]) => Promise<void>;

const doneBy: Readonly<Record<OperationType, string | undefined>> = {
  creating: "created",
  updating: "changed",
  deleting: "deleted",
  importing: "imported",
  reading: undefined,
};

/**
 * What may be saved a little later waits so many times as long as the last save took, so that saving takes a tenth of the
 * time at most, however large the state is: each save writes all of it.
 */
const patience = 9;

/**
 * `save` is never run twice at once; a call that comes meanwhile is served, with all others, by the next run. While several
 * calls are under way, that run waits for as long as the last one took: otherwise an `up` of 1,000 resources would write the
 * whole state 2,000 times. Nothing is lost
 * with a delete whose note comes late: an object that is gone is deleted again by the next run, or missed by its refresh.
 */
export function createJournal(
  snapshot: Snapshot,
  save: SaveSnapshot | undefined,
  { now, after }: Pick<Ambient, "now" | "after">,
): Journal {
  let running: Promise<void> = Promise.resolve();
  let queued: Promise<void> | undefined;
  let restsUntil = Number.NEGATIVE_INFINITY;
  let lastTook = 0;
  /** Takes back the save that is due. One that came after the operation would write over what a later one has written. */
  let takeBack: (() => void) | undefined;
  let unsaved: string[] = [];

  /** One save serves all calls that begin or end while it gathers them; a call that is alone has nobody to wait for. */
  const gathering = (): Promise<void> | void => {
    if (lastTook > 0 && snapshot.underWay > 1) return new Promise((resolve) => after(lastTook, resolve, true));
  };

  const flush = (): Promise<void> => {
    if (!save) return Promise.resolve();
    queued ??= running.then(gathering).then(() => {
      queued = undefined;
      takeBack?.();
      takeBack = undefined;
      const startedAt = now();
      const resources = snapshot.resources();
      checkIntegrity(resources);
      const count = unsaved.length;
      running = save(resources, snapshot.pending())
        .then(() => void (unsaved = unsaved.slice(count)))
        .finally(() => {
          lastTook = now() - startedAt;
          restsUntil = now() + patience * lastTook;
        });
      return running;
    });
    return queued;
  };
  /** Once a save has failed this fails too. */
  const soon = (): Promise<void> => {
    const wait = restsUntil - now();
    if (wait <= 0) return flush();
    takeBack ??= after(wait, () => {
      takeBack = undefined;
      flush().catch(() => undefined);
    });
    return running;
  };
  const written = ({ type }: PendingOperation) => (type === "deleting" ? soon() : flush());
  const note = ({ type, resource: { urn, id } }: PendingOperation) => {
    const is = type === "deleting" ? id : snapshot.latest(urn)?.id;
    const done = doneBy[type];
    if (done) unsaved.push(`${done} ${urn}${is ? `, id ${is}` : ""}`);
  };
  return {
    snapshot,
    begin: (operation) => {
      snapshot.begin(operation);
      return written(operation);
    },
    end: (operation, change) => {
      snapshot.end(operation);
      change?.();
      if (change && save) note(operation);
      return written(operation);
    },
    write: (change) => {
      change();
      return flush();
    },
    flush,
    unsaved: () => [...unsaved],
  };
}
