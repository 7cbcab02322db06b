import { CallError, ComputeError, mayBeDone } from "../../../client/errors/errors";
import { EngineGoneError } from "../../create/errors";
import type { Begun, ChangedObject, InterruptedChange } from "../../journal/changes";
import type { Seal } from "../../journal/seal";
import type { Context } from "../context";

/** Notes updates and deletes of one kind before the first request (decision 4), so that the run after a killed one reads. */
export class ChangeLog {
  constructor(private readonly of: Pick<Context, "kind" | "session">) {}

  /** The change of the object that an earlier process began, if any: the state may then be out of date. */
  async interrupted(id: string): Promise<InterruptedChange | undefined> {
    const { changes, process, object } = await this.about(id);
    return changes.interrupted(object, process);
  }

  async sealOf(id: string): Promise<Seal> {
    return (await this.of.session.bookkeeping.journal.open()).journal.sealOf(`change ${this.of.kind} ${id}`);
  }

  /** Waits until the platform can no longer carry out the change. @returns it with what a host without its engine added. */
  async outlast(id: string, change: InterruptedChange): Promise<InterruptedChange> {
    const { clock, bookkeeping, calledOff } = this.of.session;
    const { listLagMs } = await bookkeeping.journal.open();
    const left = change.begunAt + listLagMs - clock.now();
    if (left <= 0) return change;
    await clock.sleep(left, calledOff);
    return this.outlast(id, (await this.interrupted(id)) ?? change);
  }

  /** Carries out an update between two notes in the journal: one before the request, one that a clear outcome was handed over. */
  async update<R>(id: string, what: Begun, call: () => Promise<R>): Promise<R> {
    if (what.names.length > 0) return this.noted(id, what, isUnclear, call);
    const result = await call();
    await this.handOver(id);
    return result;
  }

  delete<R>(id: string, call: () => Promise<R>): Promise<R> {
    return this.noted(id, { names: [] }, (error) => !isRefusedDeletion(error), call);
  }

  async handOver(id: string): Promise<void> {
    const { changes, object } = await this.about(id);
    changes.handedOver(object);
  }

  private async noted<R>(
    id: string,
    what: Begun,
    isOpen: (error: unknown) => boolean,
    call: () => Promise<R>,
  ): Promise<R> {
    const { changes, process, object, isEngineThere } = await this.about(id);
    const { clock } = this.of.session;
    await changes.begin(object, what, process, clock.now());
    // A host that lost its engine begins nothing. The entry is written first, so a later run sees requests that were sent
    // before the engine exited.
    if (!(await isEngineThere())) {
      await changes.withdraw(object);
      throw new EngineGoneError(`the ${this.of.kind} ${id} was not changed`);
    }
    changes.running += 1;
    try {
      const result = await call();
      await this.handOver(id);
      return result;
    } catch (error) {
      if (!isOpen(error)) await this.handOver(id);
      throw error;
    } finally {
      changes.running -= 1;
    }
  }

  private async about(id: string) {
    const opened = await this.of.session.bookkeeping.journal.open();
    const object: ChangedObject = { backend: opened.backend, kind: this.of.kind, id };
    return { ...opened, changes: opened.journal.changes, object };
  }
}

/** Tells whether the failure leaves open if the change was carried out. */
const isUnclear = (error: unknown): boolean =>
  mayBeDone(error) || (error instanceof ComputeError && error.cause !== undefined && isUnclear(error.cause));

/** Tells whether the platform refused the deletion, so that nothing was done. Any later failure leaves the outcome open. */
const isRefusedDeletion = (error: unknown): boolean =>
  error instanceof CallError
    ? error.request.startsWith("DELETE ") && ["refused", "not-sent"].includes(error.outcome)
    : error instanceof ComputeError && error.cause !== undefined && isRefusedDeletion(error.cause);
