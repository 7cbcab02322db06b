import { EngineGoneError } from "../create/errors";
import type { InterruptedChange, Subject } from "../create/journal/changes";
import type { Session } from "../host/session";

/**
 * Updates and deletes of one kind, written down before the first request (decision 17): a process that dies on the way
 * leaves an entry, and the next run looks at the object before it believes the state.
 */
export class ChangeLog {
  constructor(
    private readonly kind: string,
    private readonly session: () => Session,
  ) {}

  /** What an earlier process began to change about the object, so that its state may be behind the platform. */
  async interrupted(id: string): Promise<InterruptedChange | undefined> {
    const { changes, process, subject } = await this.about(id);
    return changes.interrupted(subject, process);
  }

  /**
   * Waits until nothing of an interrupted change can be carried out any more, where it is about one of these arguments:
   * arguments that no read shows, so that what arrives late would never be seen.
   */
  async outlast({ names, begunAt }: InterruptedChange, unreadable: readonly string[]): Promise<void> {
    if (!names.some((name) => unreadable.includes(name))) return;
    const { clock, books, signal } = this.session();
    const { listLagMs } = await books.journal.open();
    const left = begunAt + listLagMs - clock.now();
    if (left > 0) await clock.sleep(left, signal);
  }

  /**
   * Brings an object to what the program asks for. What is about to be sent is in the journal until the engine was handed
   * what became of it, and stays there where that is unclear.
   *
   * @param names the arguments that get another value.
   */
  async updating<R>(
    id: string,
    names: readonly string[],
    isUnclear: (error: unknown) => boolean,
    call: () => Promise<R>,
  ): Promise<R> {
    if (names.length > 0) return this.written(id, names, isUnclear, call);
    const result = await call();
    await this.handsOver(id);
    return result;
  }

  /** The same of a deletion. */
  deleting<R>(id: string, isUnclear: (error: unknown) => boolean, call: () => Promise<R>): Promise<R> {
    return this.written(id, [], isUnclear, call);
  }

  /** The engine is about to be handed what the platform has by now. */
  async handsOver(id: string): Promise<void> {
    const { changes, process, subject, listLagMs } = await this.about(id);
    const now = this.session().clock.now();
    await changes.known(subject, process, now, now - listLagMs);
  }

  /** A refresh has read the object. A preview may have asked for it, so that nothing need come of it. */
  async sawRefresh(id: string): Promise<void> {
    const { changes, subject } = await this.about(id);
    changes.sawRefresh(subject);
  }

  /** The state was compared with the platform, and is right. */
  async stateIsRight(id: string): Promise<void> {
    const { changes, process, subject, listLagMs } = await this.about(id);
    await changes.forget(subject, process, this.session().clock.now() - listLagMs);
  }

  private async written<R>(
    id: string,
    names: readonly string[],
    isUnclear: (error: unknown) => boolean,
    call: () => Promise<R>,
  ): Promise<R> {
    const { changes, process, subject, isEngineThere } = await this.about(id);
    const { clock } = this.session();
    const begin = () => changes.begin(subject, names, process, clock.now());
    await begin();
    // An orphan begins nothing. The entry comes first, so that a later run sees what was sent while there was an engine.
    if (!(await isEngineThere())) {
      await changes.notBegun(subject, process, clock.now());
      throw new EngineGoneError(`the ${this.kind} ${id} was not changed`);
    }
    changes.running += 1;
    try {
      const result = await call();
      await this.handsOver(id);
      return result;
    } catch (error) {
      if (isUnclear(error)) await begin();
      else await this.handsOver(id);
      throw error;
    } finally {
      changes.running -= 1;
    }
  }

  private async about(id: string) {
    const opened = await this.session().books.journal.open();
    const subject: Subject = { backend: opened.backend, kind: this.kind, id };
    return { ...opened, changes: opened.journal.changes, subject };
  }
}
