import type { Ambient } from "../ambient";
import type { OperationType, PendingOperation, ResourceState } from "./resource-state";
import { checkIntegrity, type Snapshot } from "./snapshot";

/** Keeps the state file in step with the snapshot. A preview uses one that writes nothing. */
export type StepJournal = ReturnType<typeof createStepJournal>;

export type SaveSnapshot = (resources: readonly ResourceState[], pending: readonly PendingOperation[]) => Promise<void>;

const doneBy: Readonly<Record<OperationType, string | undefined>> = {
  creating: "created",
  updating: "changed",
  deleting: "deleted",
  importing: "imported",
  reading: undefined,
};

/** The pause before a deferred save, as a multiple of the last save: saving, which writes all, takes a tenth of the time. */
const patience = 9;

/**
 * `save` never runs twice at once; calls in the meantime are served together by the next run. While several calls are
 * running, that run waits as long as the last one took: otherwise an `up` of 1,000 resources would write the whole state
 * 2,000 times. A late note of a delete loses nothing: the next run deletes the object again, or its refresh finds it gone.
 */
export function createStepJournal(
  snapshot: Snapshot,
  save: SaveSnapshot | undefined,
  { now, after }: Pick<Ambient, "now" | "after">,
) {
  let running: Promise<void> = Promise.resolve();
  let queued: Promise<void> | undefined;
  let restsUntil = Number.NEGATIVE_INFINITY;
  let lastTook = 0;
  /** Cancels the pending save, which after the operation would overwrite the state of a later one. */
  let takeBack: (() => void) | undefined;
  let unsaved: string[] = [];

  /** One save serves all calls that begin or end while it gathers them; a single call does not wait. */
  const gathering = (): Promise<void> | void => {
    if (lastTook > 0 && snapshot.underWay > 1) return new Promise((resolve) => after(lastTook, resolve, true));
  };

  /** Waits for all writes. Rejects with the first that failed. */
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
    /** Notes a call before it is made, so that a crash leaves a trace. A delete is written a little later. */
    begin: (operation: PendingOperation): Promise<void> => {
      snapshot.begin(operation);
      return written(operation);
    },
    /** Notes the outcome: a change, or none if the call failed. */
    end: (operation: PendingOperation, change?: () => void): Promise<void> => {
      snapshot.end(operation);
      change?.();
      if (change && save) note(operation);
      return written(operation);
    },
    write: (change: () => void): Promise<void> => {
      change();
      return flush();
    },
    flush,
    /** The unsaved changes to the platform, one for each line. */
    unsaved: (): readonly string[] => unsaved,
  };
}
