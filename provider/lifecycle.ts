import { AuthenticationError, ComputeError, NotFoundError, WaitFailedError } from "../client";
import { settle } from "./alternatives";
import { check, type CheckFailure, toFailure } from "./check";
import { concealed } from "./concealed";
import { type Difference, differences } from "./diff";
import { durationMs } from "./duration";
import { AdoptRefusedError, ImportRefusedError, InitializationError, StoredKeyError } from "./errors";
import { imported, notImported } from "./imported";
import { Memory } from "./memory";
import type { Identified, Operations, Task } from "./operations";
import { adopteeFit, adoptionIn, findAdoptee, isOwnPod } from "./once/adopt";
import { listOf } from "./once/kinds";
import { objectFor } from "./once/resource-create";
import { project, refreshedInputs } from "./project";
import { isObject, type Props, strings } from "./props";
import { DataLossRefusedError, refusal } from "./refusal";
import { isCondition, type Resource } from "./resource";
import type { Session, Sessions } from "./session";
import { type Config, wrongSettings, readSettings, type Settings } from "./settings";
import { declaredNames, hidden } from "./state";
import { hasUnknown } from "./unknown";

export interface DiffResult {
  readonly changes: boolean;
  readonly replaces: string[];
  readonly deleteBeforeReplace: boolean;
  /** Beyond what a dynamic provider can tell: each argument that differs, and why. */
  readonly differences: readonly Difference[];
}

/** How long to wait when nothing is said, in milliseconds. */
const defaultTimeouts = { create: 30 * 60_000, update: 30 * 60_000, delete: 10 * 60_000 };

/** The provider verbs of one kind, as Pulumi's dynamic provider host calls them: the same for every kind. */
export class Provider<T extends Identified> {
  private settings: Settings | undefined;
  private opened: Session | undefined;
  private readonly memory = new Memory();

  constructor(
    private readonly resource: Resource,
    private readonly operations: Operations<T>,
    private readonly sessions: Sessions,
  ) {}

  /** Stores what it gets at once: the host does not wait for the promise, and calls arrive meanwhile. */
  configure({ config }: { config: Config }): Promise<void> {
    this.settings = readSettings(config, this.sessions.surroundings.env);
    this.opened = undefined;
    return Promise.resolve();
  }

  async check(olds: Props, asked: Props): Promise<{ inputs: Props; failures: CheckFailure[] }> {
    const keptName = await this.keptName(olds, asked);
    const adoptee = Object.keys(olds).length > 0 ? undefined : await this.adoptee(asked);
    const news = adoptee?.object ? { ...asked, name: asked.name ?? adoptee.object.name } : asked;
    const { inputs, failures } = check(this.resource, olds, news, this.sessions.surroundings.randomBytes, keptName);
    if (adoptee?.refusal) failures.push({ property: "adopt", reason: adoptee.refusal });
    if (adoptee?.object && failures.length === 0) failures.push(...this.misfits(adoptee.object, inputs));
    if (failures.length === 0 && Object.keys(olds).length > 0) failures.push(...this.refusals(olds, inputs));
    failures.push(...wrongSettings(this.configured()));
    this.memory.sawCheck(inputs);
    return { inputs, failures };
  }

  async diff(id: string, olds: Props, news: Props): Promise<DiffResult> {
    await this.session().once.engineHas(this.resource.kind, id, keyOf(news));
    if (olds[hidden.isGone] === true) {
      const differences = [{ name: "name", effect: "replace" }] as const;
      return { changes: true, replaces: ["name"], deleteBeforeReplace: false, differences };
    }
    const found = differences(this.resource, id, olds, news);
    const replaces = found.filter(({ effect }) => effect === "replace").map(({ name }) => name);
    const asks = this.memory.whoAsks(id, news);
    if (asks === "program") this.holds(id, olds, news);
    // An unknown in a preview may well turn out to be what it was; the up will know.
    const isCertain = asks === "deletion" || !hasUnknown(replaces.map((name) => news[name]));
    if (asks !== "refresh" && isCertain) {
      const refused = refusal(this.resource, olds, news, found);
      if (refused) throw new DataLossRefusedError(this.resource.kind, id, refused);
    }
    if (replaces.length > 0 && asks === "program") {
      this.expectRotation(id, olds, news);
      await this.warnOfLoss(olds, replaces);
    }
    return { changes: found.length > 0, replaces, deleteBeforeReplace: false, differences: found };
  }

  /** @param withinMs what the engine's own option says, where the argument `timeouts` says nothing; so for the other verbs. */
  async create(inputs: Props, withinMs?: number): Promise<{ id: string; outs: Props }> {
    const session = this.session();
    const { object, changed, asked, olds } = await objectFor(session, this.resource, this.operations, inputs);
    const task = { olds, news: asked, changed, withinMs: timeout(inputs, "create", withinMs) };
    try {
      return { id: object.id, outs: await this.apply(session, object, task, true) };
    } finally {
      session.once.handedOver(this.resource.kind, object.id);
    }
  }

  async read(id: string, props: Props = {}): Promise<{ id: string; props: Props; inputs?: Props }> {
    // What a program looks at by `.get` it may manage too, under another name: that is no refresh of what it manages.
    if (props[hidden.declared] !== undefined) this.memory.sawRead(id);
    const { once } = this.session();
    // Looking changes nothing, so it need not wait for the journal.
    const [object] = await Promise.all([this.find(id, props), once.engineHas(this.resource.kind, id, keyOf(props))]);
    if (!object) {
      await once.gone(this.resource.kind, id);
      return { id: "", props: {} };
    }
    const outputs = this.outputs(object, props);
    const inputs = refreshedInputs(this.resource, props, outputs);
    return { id, props: outputs, ...(inputs && { inputs }) };
  }

  /**
   * An object that no state knows, with the arguments by which a program would declare it, as far as they can be read.
   * What could not be read is told.
   *
   * @throws ImportRefusedError when there is none, or it is not one of its own.
   */
  async import(id: string, given: Props): Promise<{ props: Props; inputs: Props }> {
    const { kind } = this.resource;
    const object = await this.importee(id);
    const presumed = this.operations.presumed?.({}) ?? {};
    const all = { ...presumed, [hidden.declared]: Object.keys(this.resource.inputs) };
    const found = imported(this.resource, object.name, this.operations.observe(object, all));
    await this.session().notify.info(notImported(kind, id, found));
    const asked = { ...given, ...presumed, ...found.inputs, [hidden.unread]: found.unread };
    return { props: this.outputs(object, asked), inputs: found.inputs };
  }

  private async importee(id: string): Promise<T> {
    const { kind } = this.resource;
    const object = await this.find(id, { [hidden.declared]: [] });
    if (!object) throw new ImportRefusedError(kind, id, "there is none with this id", "check the id");
    if (!isOwnPod(kind, object))
      throw new ImportRefusedError(kind, id, "it belongs to a cluster (P-59)", "import the cluster");
    return object;
  }

  /** Every object of the kind in the account. */
  async list(): Promise<readonly Identified[]> {
    return listOf[this.resource.kind](this.session().client);
  }

  async update(id: string, olds: Props, news: Props, withinMs?: number): Promise<{ outs: Props }> {
    const session = this.session();
    await session.once.engineHas(this.resource.kind, id, keyOf(news));
    const object = await this.present(session, id, olds, news);
    const present = this.outputs(object, this.alsoDeclared(olds, news));
    const found = differences(this.resource, id, present, news).filter(({ effect }) => effect === "update");
    // Of what an import could not read, the platform is taken to have what the program says.
    const unread = strings(olds[hidden.unread]);
    const changed = new Set(found.map(({ name }) => name).filter((name) => !unread.includes(name)));
    const stillUnread = unread.filter((name) => news[name] === undefined);
    const asked = { ...settle(this.resource, news, present), [hidden.unread]: stillUnread };
    const task = { olds: present, news: asked, changed, withinMs: timeout(news, "update", withinMs) };
    return { outs: await this.apply(session, object, task, false) };
  }

  async delete(id: string, props: Props, withinMs?: number): Promise<void> {
    const session = this.session();
    // It has taken its own place, and must stay.
    if (session.once.isJustTaken(this.resource.kind, id)) return;
    // It is another's now, and the resource that had it before is only forgotten.
    if (session.once.isHandedOn(this.resource.kind, id, keyOf(props))) return;
    await session.once.engineHas(this.resource.kind, id, keyOf(props));
    const deletion = this.operations.delete(session, id, timeout(props, "delete", withinMs));
    await explained(`deleting ${this.resource.kind} ${id}`, deletion);
    await session.once.gone(this.resource.kind, id);
  }

  /** Carries out a task. From the first thing that was done on, a failure keeps the id and all that is known in state. */
  private async apply(session: Session, object: T, task: Task, isNew: boolean): Promise<Props> {
    // A creation or a template brings variables of its own; otherwise what came with the object is known.
    const isInherited = isNew || (this.operations.bringsEnv?.(task) ?? false);
    const asked = { ...task.news, [hidden.inheritedEnv]: isInherited ? undefined : task.olds[hidden.inheritedEnv] };
    let latest = object;
    let isChanged = isNew;
    let isTaken = isNew;
    try {
      await this.operations.apply(session, object, task, (value, taken = false) => {
        latest = value;
        isChanged = true;
        isTaken ||= taken;
      });
      return this.outputs(latest, asked);
    } catch (error) {
      if (!isChanged) throw error;
      const isGone = await this.isGone(session, object.id, error);
      // What the platform never returns stays what it was until the platform has taken the change.
      const known = isTaken ? asked : { ...asked, ...this.unseen(task.olds) };
      const properties = { ...this.outputs(latest, known), ...(isGone && { [hidden.isGone]: true }) };
      throw this.broken(object.id, properties, task.news, error);
    }
  }

  private unseen(olds: Props): Props {
    const names = [...(this.operations.unseen ?? []), hidden.inheritedEnv];
    return Object.fromEntries(names.map((name) => [name, olds[name]]));
  }

  /** What an update starts from. Nothing can be updated that is gone; marked as such, the next up makes a new one. */
  private async present(session: Session, id: string, olds: Props, news: Props): Promise<T> {
    try {
      return await explained(`updating ${this.resource.kind} ${id}`, this.operations.get(session, id));
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      throw this.broken(id, { ...olds, [hidden.isGone]: true }, news, error);
    }
  }

  private broken(id: string, outputs: Props, news: Props, cause: unknown): InitializationError {
    const properties = concealed(this.resource, outputs, news);
    return new InitializationError(this.resource.kind, id, properties, cause, [outputs, news]);
  }

  /** Whether the object itself is what an error misses: a 404 may also be of a template that does not exist (P-36). */
  private async isGone(session: Session, id: string, error: unknown): Promise<boolean> {
    if (!(error instanceof NotFoundError) && !(error instanceof WaitFailedError)) return false;
    try {
      return this.operations.isGone?.(await this.operations.get(session, id)) ?? false;
    } catch (reason) {
      return reason instanceof NotFoundError;
    }
  }

  /** The made-up name that an interrupted create used; also tells who has what from the inputs that the engine has. */
  private async keptName(olds: Props, news: Props): Promise<string | undefined> {
    const { kind } = this.resource;
    const key = keyOf(news);
    if (key === undefined) return undefined;
    const { once } = this.session();
    if (Object.keys(olds).length > 0) once.engineHasInputs(kind, key, nameOf(olds));
    return news.name === undefined && olds.name === undefined ? once.interruptedName(kind, key) : undefined;
  }

  /**
   * Outputs leave out what may hold a secret where the program did not set it. What it sets now has to be compared with
   * what is there, not with what leaving it out meant.
   */
  private alsoDeclared(olds: Props, news: Props): Props {
    const names = [...declaredNames(this.resource, olds), ...declaredNames(this.resource, news)];
    return { ...olds, [hidden.declared]: [...new Set(names)] };
  }

  /** What the program adopts, looked up early: a preview then shows what an up would refuse. */
  private async adoptee(news: Props): Promise<{ object?: T; refusal?: string } | undefined> {
    const session = this.session();
    const adopt = adoptionIn(session, this.resource, news);
    if (!adopt) return undefined;
    try {
      return { object: await findAdoptee(session, this.resource, this.operations, adopt) };
    } catch (error) {
      if (!(error instanceof AdoptRefusedError)) throw error;
      return { refusal: error.message };
    }
  }

  private misfits(object: T, inputs: Props): CheckFailure[] {
    const fit = adopteeFit(this.resource, this.operations, inputs, object);
    // What a preview cannot know may well turn out to be what the object has; the up will know.
    const unmendable = fit.unmendable.filter((name) => !hasUnknown(inputs[name]));
    const problem = `${object.id}, which is to be adopted, has another value, and no update changes it`;
    const remedy = "declare it as the object has it, or adopt another";
    return unmendable.map((name) => toFailure(this.resource, { path: [name], problem, remedy }));
  }

  private outputs(object: T, asked: Props): Props {
    return project(this.resource, object.id, asked, this.operations.observe(object, asked));
  }

  private async find(id: string, props: Props): Promise<T | undefined> {
    const reading = `reading ${this.resource.kind} ${id}`;
    try {
      const object = await explained(reading, this.operations.read(this.session(), id));
      return this.operations.isGone?.(object) ? undefined : object;
    } catch (error) {
      // For `.get` of a program, which has no earlier outputs, the engine would take an empty id for an empty object.
      if (error instanceof NotFoundError && props[hidden.declared] !== undefined) return undefined;
      throw error;
    }
  }

  /** Refuses early what can be told from the inputs alone: a failure of `check` reads better than one of `diff`. */
  private refusals(olds: Props, inputs: Props): CheckFailure[] {
    const found = differences(this.resource, "", olds, inputs).filter(({ name }) => {
      const change = this.resource.inputs[name]?.change;
      return !hasUnknown(inputs[name]) && !(change && isCondition(change) && change.usesState);
    });
    const refused = refusal(this.resource, olds, inputs, found);
    return refused ? [toFailure(this.resource, refused)] : [];
  }

  /** Who may lose data has said so, perhaps long ago and without this change in mind. */
  private async warnOfLoss(olds: Props, replaces: readonly string[]): Promise<void> {
    const { kind, destroys } = this.resource;
    const data = destroys?.(olds);
    if (!data) return;
    const message = `${kind} ${String(olds.name)} is replaced because of ${replaces.join(", ")}: this destroys ${data}`;
    await this.session().notify.warn(message);
  }

  /** After a rename, state holds the key of the old name. */
  private holds(id: string, olds: Props, news: Props): void {
    const keys = [keyOf(olds), keyOf(news)].filter((key) => key !== undefined);
    if (keyOf(news) !== undefined) this.session().once.programHas(this.resource.kind, id, keys);
  }

  private expectRotation(id: string, olds: Props, news: Props): void {
    const { name, platformName } = olds;
    if (this.resource.kind !== "RegistryCredential" || name !== news.name || typeof platformName !== "string") return;
    this.session().rotations.expect(String(name), id, platformName);
  }

  private configured(): Settings {
    this.settings ??= readSettings({ get: () => undefined }, this.sessions.surroundings.env);
    return this.settings;
  }

  private session(): Session {
    return (this.opened ??= this.sessions.of(this.configured()));
  }
}

function timeout(
  props: Props,
  verb: keyof typeof defaultTimeouts,
  otherwiseMs: number = defaultTimeouts[verb],
): number {
  const given = isObject(props.timeouts) ? props.timeouts[verb] : undefined;
  return typeof given === "number" || typeof given === "string" ? durationMs(given) : otherwiseMs;
}

function keyOf(inputs: Props): string | undefined {
  const key = inputs[hidden.key];
  return typeof key === "string" ? key : undefined;
}

const nameOf = ({ name }: Props): string | undefined => (typeof name === "string" ? name : undefined);

/** Says of a refused key where it may come from: refresh and destroy replay the one of the last up. */
async function explained<R>(doing: string, call: Promise<R>): Promise<R> {
  try {
    return await call;
  } catch (caught) {
    const error = caught instanceof AuthenticationError ? new StoredKeyError(doing, caught) : caught;
    // The host prints the stack beside the message; what we throw on purpose is an answer, not a fault.
    if (error instanceof ComputeError) error.stack = "";
    throw error;
  }
}
