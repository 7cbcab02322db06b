import type { Attempt, Listed } from "../create/journal/attempt";
import type { JournalAccess } from "../create/journal/opened";
import type { AskedObject } from "../create/journal/peers";
import type { OtherProcesses } from "./other-processes";

/** Who had an object before a resource takes it in, as far as the runs on this machine know: another stack, or another resource of this one. */
export class EarlierHolders {
  constructor(
    private readonly access: JournalAccess,
    private readonly processes: OtherProcesses,
  ) {}

  /**
   * In words, the other stack whose run made the object on this machine: its state may have the object still.
   *
   * @param isInAnyAccount the id is the same in every account, so that only what was made with this very API key is meant.
   */
  async otherStackOf(
    kind: string,
    id: string,
    stack: string | undefined,
    isInAnyAccount = false,
  ): Promise<string | undefined> {
    const { journal, backend, address } = await this.access.open();
    const own = await journal.makerOf(kind, id);
    const maker = own ?? (await journal.makerElsewhere(kind, id, address));
    if (!maker || (isInAnyAccount && maker.trust !== "account")) return undefined;
    if (!own) return "a stack of another project";
    if (maker.stack === undefined || stack === undefined) return undefined;
    if (maker.stack !== stack) return "another stack of this project";
    return maker.backend === backend ? undefined : "a stack of this name in another backend";
  }

  /** A stack of another name had the object last, as after a stack was renamed and another one got its name, or a resource was moved. */
  async wasInOtherStack(kind: string, id: string, stack: string | undefined): Promise<boolean> {
    const { journal } = await this.access.open();
    const last = await journal.holders.lastOf({ kind, id });
    return last?.stack !== undefined && stack !== undefined && last.stack !== stack;
  }

  /**
   * Another resource had the object last, as far as the runs on this machine know: its state may have the object still.
   *
   * @param isInAnyAccount as of `otherStackOf`.
   */
  async isOfAnotherResource(
    kind: string,
    id: string,
    key: string | undefined,
    isInAnyAccount = false,
  ): Promise<boolean> {
    if (key === undefined) return false;
    const { journal } = await this.access.open();
    if (isInAnyAccount && (await journal.makerOf(kind, id))?.trust !== "account") return false;
    const last = await this.lastResourceWith(kind, id);
    return last !== undefined && last.key !== key;
  }

  /**
   * When an interrupted run began to create what may be this object, for another resource: the object bears the name that it gave, and no run
   * knows of an answer, or of another object.
   */
  async begunForAnother(kind: string, { id, name }: Listed, key: string | undefined): Promise<number | undefined> {
    const { journal } = await this.access.open();
    const isIt = (attempt: Attempt) =>
      attempt.made === undefined ? attempt.isMarked && attempt.name === name : attempt.made === id;
    const attempt = (await journal.unconfirmedNow()).find(
      (each) => each.kind === kind && each.key !== key && !each.wasHanded && isIt(each),
    );
    return attempt?.startedAt;
  }

  /**
   * The resource imports an object, which others may have, on other machines too. Whether the engine stores it, nothing tells: a later run
   * that names this resource or another one with that object does.
   */
  async noteImport(object: AskedObject, key: string | undefined, adoption: string): Promise<void> {
    if (key === undefined) return;
    await this.processes.tell("took", object, [key]);
    const last = await this.lastResourceWith(object.kind, object.id);
    const { journal, backend, process } = await this.access.open();
    const { stack } = this.access;
    if (!last) await journal.holders.record(object, { keys: [key], backend, stack });
    await journal.holders.recordImport(object, { keys: [key], adoption, backend, stack }, process);
  }

  /** The resource that had the object last, as far as this machine knows. */
  private async lastResourceWith(kind: string, id: string): Promise<{ readonly key: string } | undefined> {
    const { journal } = await this.access.open();
    return (await journal.holders.lastOf({ kind, id })) ?? journal.makerOf(kind, id);
  }
}
