import { NotFoundError } from "../../client";
import { withChosenAlternatives } from "../table/alternatives";
import { check, type CheckFailure, shown } from "../table/check";
import { concealed, revealed } from "../state/concealed";
import { type Difference, differences, goneAway, keepsUniqueName, newlyRecorded } from "../table/diff";
import { ChangedMeanwhileError, InitializationError, StillThereError } from "./errors";
import { imported } from "./imported";
import { explained, Look, mayBeDone } from "./look";
import { Memory } from "./memory";
import type { Identified, Operations, Task } from "../kinds/operations";
import { asOfNow } from "./as-of-now";
import { adopteeIn, misfitsOf } from "./adopt";
import { objectFor, type Origin } from "./resource-create";
import { project, refreshedInputs } from "../state/outputs";
import { type Props, strings } from "../table/props";
import { DataLossRefusedError, earlyRefusals, refusal, transition } from "../table/data-loss";
import { restarting } from "../table/requests";
import type { Resource } from "../table/resource";
import type { Session, Sessions } from "../host/session";
import { type Config, wrongSettings, readSettings, type Settings } from "../host/settings";
import { declaredNames, hidden, isUntold, keyOf } from "../state/state";
import { reasons } from "../table/reasons";
import { timeout } from "./timeouts";
import { Voice } from "./voice";
import { hasUnknown } from "../table/unknown";
import { isAsBefore, isRefusedDeletion, isUnclear, shaken, unsureAfter, untaken, withoutNews } from "./unclear";
import type { InterruptedChange } from "../create/journal/changes";

export interface DiffResult {
  readonly changes: boolean;
  readonly replaces: string[];
  readonly deleteBeforeReplace: boolean;
  /** Beyond what a dynamic provider can tell: each argument that differs, or that state has yet to record. */
  readonly differences: readonly Difference[];
  /** Why, in whole sentences. */
  readonly reasons: readonly string[];
}

/** The provider verbs of one kind, as Pulumi's dynamic provider host calls them: the same for every kind. */
export class Provider<T extends Identified> {
  private settings: Settings | undefined;
  private opened: Session | undefined;
  private readonly memory = new Memory();
  private readonly look: Look<T>;
  private readonly voice: Voice;

  constructor(
    private readonly resource: Resource,
    private readonly operations: Operations<T>,
    private readonly sessions: Sessions,
  ) {
    this.look = new Look(
      resource.kind,
      operations,
      () => this.session(),
      () => this.configured(),
    );
    this.voice = new Voice(resource, this.memory, () => this.session().notify);
  }

  /** Stores what it gets at once: the host does not wait for the promise, and calls arrive meanwhile. */
  configure({ config }: { config: Config }): Promise<void> {
    this.settings = readSettings(config, this.sessions.context.env);
    this.opened = undefined;
    return Promise.resolve();
  }

  async check(olds: Props, asked: Props): Promise<{ inputs: Props; failures: CheckFailure[] }> {
    this.hearsOf(asked);
    this.voice.hears(asked);
    const keptName = await this.keptName(olds, asked);
    const adoptee =
      Object.keys(olds).length > 0 ? undefined : await adopteeIn(this.session(), this.resource, this.operations, asked);
    const news = adoptee?.object ? { ...asked, name: asked.name ?? adoptee.object.name } : asked;
    const { inputs, failures } = check(this.resource, olds, news, this.sessions.context.randomBytes, keptName);
    if (adoptee?.refusal) failures.push({ property: "adopt", reason: adoptee.refusal });
    if (adoptee?.object && failures.length === 0)
      failures.push(...misfitsOf(this.resource, this.operations, inputs, adoptee.object));
    if (failures.length === 0 && Object.keys(olds).length > 0)
      failures.push(...earlyRefusals(this.resource, olds, inputs));
    failures.push(...wrongSettings(this.configured()));
    if (failures.length === 0)
      await this.voice.warnOfCautions(olds, inputs, {
        caution: () => this.operations.caution?.(this.session(), inputs),
        foresee: () => this.operations.foresee?.(this.session(), {}, inputs),
      });
    this.memory.sawCheck(inputs);
    return { inputs, failures: failures.map(shown) };
  }

  async diff(id: string, olds: Props, news: Props): Promise<DiffResult> {
    this.hearsOf(news);
    const { creates } = this.session();
    const { kind } = this.resource;
    await (this.memory.isRefreshed(id, olds)
      ? creates.engineSees(kind, id, keyOf(news))
      : creates.engineHas(kind, id, keyOf(news)));
    const asks = this.memory.whoAsks(id, olds, news);
    const there = asks === "program" ? await this.asItIs(id, olds, news) : olds;
    if (!there) {
      const gone = goneAway(this.resource);
      const why = await this.voice.tellReasons(news, reasons(this.resource, olds, news, [gone]));
      const replaced = { replaces: [gone.name], deleteBeforeReplace: false };
      return { changes: true, ...replaced, differences: [gone], reasons: why };
    }
    const state = asks === "program" ? await this.withBrought(there, news) : there;
    const found = differences(this.resource, id, state, news);
    const replaces = found.filter(({ effect }) => effect === "replace").map(({ name }) => name);
    if (asks === "program") this.holds(id, olds, news);
    // An unknown in a preview may well turn out to be what it was; the up will know.
    const isCertain = asks === "deletion" || !hasUnknown(replaces.map((name) => news[name]));
    if (asks !== "refresh" && isCertain) {
      const refused = refusal(this.resource, state, news, found);
      if (refused) throw new DataLossRefusedError(this.resource.kind, id, refused);
    }
    if (replaces.length > 0 && asks === "program") {
      this.operations.expectReplacement?.(this.session(), id, olds, news);
      await this.voice.warnOfLoss(olds, replaces, news);
    }
    if (replaces.length === 0 && asks === "program") {
      const changed = new Set(found.map(({ name }) => name));
      const disturbed = this.resource.disturbs?.(state, changed, restarting(this.resource, changed));
      const foreseen = changed.size > 0 ? await this.operations.foresee?.(this.session(), state, news) : undefined;
      for (const each of [disturbed, foreseen]) if (each) await this.voice.warn(`${this.resource.kind} ${id}: ${each}`);
    }
    const recorded = asks === "program" ? newlyRecorded(this.resource, state, news, found) : [];
    const isToRecord = asks === "program" && (state !== olds || olds[hidden.unready] === true);
    const all = [...found, ...recorded];
    const why = asks === "program" ? await this.voice.tellReasons(news, reasons(this.resource, state, news, all)) : [];
    return {
      changes: all.length > 0 || isToRecord,
      replaces,
      deleteBeforeReplace: replaces.length > 0 && keepsUniqueName(this.resource, state, news),
      differences: all,
      reasons: why,
    };
  }

  /** @param withinMs what the engine's own option says, where the argument `timeouts` says nothing; so for the other verbs. */
  async create(inputs: Props, withinMs?: number): Promise<{ id: string; outs: Props }> {
    const session = this.session();
    const brought = await this.brought(inputs);
    const made = await objectFor(session, this.resource, this.operations, inputs);
    const { object, changed, asked, olds, otherwise, isAdopted = false } = made;
    const news = { ...asked, [hidden.brought]: brought };
    // What is adopted may have been ready long ago, and have finished its work since.
    const task = { olds, news, changed, isUnready: !isAdopted, withinMs: timeout(inputs, "create", withinMs) };
    try {
      if (otherwise) {
        const properties = { ...this.outputs(object, news), [hidden.unready]: true };
        throw this.broken(object.id, properties, inputs, otherwise);
      }
      return { id: object.id, outs: await this.apply(session, object, task, isAdopted ? "adopted" : "made") };
    } finally {
      session.creates.handedOver(this.resource.kind, object.id);
    }
  }

  async read(id: string, props: Props = {}): Promise<{ id: string; props: Props; inputs?: Props }> {
    // What a program looks at by `.get` it may manage too, under another name: that is no refresh of what it manages.
    if (props[hidden.declared] !== undefined) this.memory.sawRead(id, props);
    this.hearsOf(props);
    const { creates } = this.session();
    // Looking changes nothing, so it need not wait for the journal.
    const [{ object, cause }] = await Promise.all([
      this.look.read(id, props),
      creates.engineSees(this.resource.kind, id, keyOf(props)),
    ]);
    if (!object) {
      // For `.get` of a program, which has no earlier outputs, the engine would take an empty id for an empty object.
      if (cause instanceof NotFoundError && props[hidden.declared] === undefined) throw cause;
      await creates.gone(this.resource.kind, id);
      return { id: "", props: {} };
    }
    const outputs = await this.refreshed(object, props);
    if (props[hidden.declared] === undefined) delete outputs[hidden.seen];
    const inputs = refreshedInputs(this.resource, props, outputs);
    return { id, props: outputs, ...(inputs && { inputs }) };
  }

  private async refreshed(object: T, props: Props): Promise<Props> {
    const { kind } = this.resource;
    const { creates } = this.session();
    const change = props[hidden.declared] === undefined ? undefined : await creates.interruptedChange(kind, object.id);
    if (!change) return this.outputs(object, props);
    await creates.sawRefresh(kind, object.id);
    return withoutNews(this.resource, props, this.seen(object, props, change), change);
  }

  /** An object that no state knows, with the arguments by which a program would declare it (`imported.ts`). */
  async import(id: string, given: Props): Promise<{ props: Props; inputs: Props }> {
    const { object } = await this.look.read(id, given);
    const { importee, inputs, asked } = await imported(this.session(), this.resource, this.operations, id, object);
    return { props: this.outputs(importee, { ...given, ...asked }), inputs };
  }

  list = (): Promise<readonly Identified[]> => this.operations.list(this.session());

  async update(id: string, olds: Props, news: Props, withinMs?: number): Promise<{ outs: Props }> {
    const session = this.session();
    await session.creates.engineHas(this.resource.kind, id, keyOf(news));
    const object = await this.present(id, olds, news);
    const change = await session.creates.interruptedChange(this.resource.kind, id);
    const before = shaken(this.resource, this.alsoDeclared(olds, news), change);
    const present = this.outputs(object, await this.withBrought(before, news));
    const found = differences(this.resource, id, present, news);
    const changedMeanwhile = found.filter(({ effect }) => effect === "replace");
    if (changedMeanwhile.length > 0) {
      const what = changedMeanwhile.map(({ name }) => transition(this.resource, name, present, news));
      throw new ChangedMeanwhileError(this.resource.kind, id, what);
    }
    // Of what an import could not read, the platform is taken to have what the program says.
    const unread = strings(olds[hidden.unread]);
    const changed = new Set(found.map(({ name }) => name).filter((name) => !unread.includes(name)));
    const stillUnread = unread.filter((name) => news[name] === undefined);
    // A template that comes later brings no flags (P-35).
    const brought = present[hidden.brought] ?? (olds.templateId === undefined && news.templateId ? {} : undefined);
    const asked = {
      ...withChosenAlternatives(this.resource, news, present),
      [hidden.brought]: brought,
      [hidden.unread]: stillUnread,
    };
    const isUnready = olds[hidden.unready] === true;
    const task = { olds: present, news: asked, changed, isUnready, withinMs: timeout(news, "update", withinMs) };
    const call = () => this.apply(session, object, task, "managed");
    return { outs: await session.creates.changing(this.resource.kind, id, [...changed], isUnclear, call) };
  }

  async delete(id: string, props: Props, withinMs?: number): Promise<void> {
    this.hearsOf(props);
    const session = this.session();
    // It has taken its own place, and must stay.
    if (session.creates.isJustTaken(this.resource.kind, id)) return;
    // It is another's now, and the resource that had it before is only forgotten.
    if (session.creates.isHandedOn(this.resource.kind, id, keyOf(props))) return;
    await session.creates.engineHas(this.resource.kind, id, keyOf(props));
    if (await this.isThereToDelete(id, props)) {
      const deletion = () => this.operations.delete(session, id, timeout(props, "delete", withinMs), props);
      const call = () => explained(`deleting ${this.resource.kind} ${id}`, deletion());
      await session.creates.deleting(this.resource.kind, id, (error) => !isRefusedDeletion(error), call);
    }
    await session.creates.gone(this.resource.kind, id);
    await session.creates.knowsAbout(this.resource.kind, id);
  }

  /**
   * Whether a deletion has to be sent. A 404 counts as deleted only where the object was seen before, and what was
   * replaced only because it seemed gone is never deleted when it is there after all.
   */
  private async isThereToDelete(id: string, props: Props): Promise<boolean> {
    const wasGone = props[hidden.isGone] === true && this.memory.isReplacedAsGone(id, keyOf(props));
    const seemedGone = wasGone || this.memory.hasReplacedAsGone(id);
    if (!seemedGone && this.look.isFromWhereSeen(props)) return true;
    const { object } = await this.look.at("deleting", id, props);
    if (object && seemedGone) throw new StillThereError(this.resource.kind, id);
    return object !== undefined;
  }

  /** Carries out a task. From the first thing that was done on, a failure keeps the id and all that is known in state. */
  private async apply(session: Session, object: T, task: Task, origin: Origin): Promise<Props> {
    // A creation or a template brings variables of its own; otherwise what came with the object is known.
    const isInherited = origin === "made" || (this.operations.bringsEnv?.(task) ?? false);
    const asked = { ...task.news, [hidden.inheritedEnv]: isInherited ? undefined : task.olds[hidden.inheritedEnv] };
    let latest = object;
    let isChanged = origin !== "managed";
    let isTaken = origin !== "managed";
    try {
      await this.operations.apply(session, object, task, (value, taken = false) => {
        latest = value;
        isChanged = true;
        isTaken ||= taken;
      });
      return this.outputs(latest, asked);
    } catch (error) {
      const isOpen = mayBeDone(error);
      if (!isChanged && !isOpen) throw error;
      const now = await this.look.after(error, object.id);
      const unsure = isOpen && !isTaken ? unsureAfter(this.resource, task, now !== undefined) : [];
      const { [hidden.declared]: declared } = this.alsoDeclared(task.olds, task.news);
      const known = isTaken ? asked : { ...asked, ...untaken(this.resource, task.olds, declared) };
      const properties = {
        ...this.outputs(now === undefined || now === "gone" ? latest : now, known),
        ...(now === "gone" && { [hidden.isGone]: true }),
        ...(task.isUnready && { [hidden.unready]: true }),
        ...(unsure.length > 0 && { [hidden.unsure]: unsure }),
      };
      throw this.broken(object.id, properties, task.news, error);
    }
  }

  /** What an update starts from. Nothing can be updated that is gone; marked as such, the next up looks for it again. */
  private async present(id: string, olds: Props, news: Props): Promise<T> {
    const { object, cause } = await this.look.at("updating", id, olds);
    if (object) return object;
    throw this.broken(id, { ...olds, [hidden.isGone]: true }, news, cause);
  }

  /** State as the platform is, where state may be behind it or the program wants to know; undefined where the object is gone. */
  private async asItIs(id: string, olds: Props, news: Props): Promise<Props | undefined> {
    const { kind } = this.resource;
    const { creates } = this.session();
    const change = await creates.interruptedChange(kind, id);
    if (!change && olds[hidden.isGone] !== true)
      return this.configured().refreshBeforeUpdate ? this.asOfNow(id, olds) : olds;
    const { object } = change ? await this.look.read(id, olds) : await this.look.at("looking for", id, olds);
    if (!object) {
      this.memory.replacesAsGone(id);
      return undefined;
    }
    const isRight = olds[hidden.isGone] !== true && isAsBefore(this.resource, olds, this.seen(object, olds, change));
    if (!isRight) return this.seen(object, this.alsoDeclared(olds, news), change);
    await creates.stateIsRight(kind, id);
    return olds;
  }

  private seen(object: T, olds: Props, change: InterruptedChange | undefined): Props {
    return this.outputs(object, shaken(this.resource, olds, change));
  }

  private asOfNow(id: string, olds: Props): Promise<Props> {
    const { look, voice } = this;
    return asOfNow(this.resource, id, olds, { look, voice, outputs: (object) => this.outputs(object, olds) });
  }

  private broken(id: string, outputs: Props, news: Props, cause: unknown): InitializationError {
    const who = { kind: this.resource.kind, id, name: this.voice.nameOf(news) };
    return new InitializationError(who, concealed(this.resource, outputs, news), cause, [outputs, news]);
  }

  /** What the template gives a new object. A failure of this look is none of the creation. */
  private async brought(inputs: Props): Promise<Props | undefined> {
    return this.operations.brought?.(this.session(), inputs).catch(() => undefined);
  }

  /** States of earlier versions do not say what the template brought, so it is asked where the answer counts. */
  private async withBrought(state: Props, news: Props): Promise<Props> {
    const { inputs } = this.resource;
    const isAsked = Object.keys(inputs).some(
      (name) => isUntold(inputs[name]!, name, state) && news[name] !== undefined,
    );
    if (!isAsked || !this.operations.brought) return state;
    return { ...state, [hidden.brought]: await this.operations.brought(this.session(), state) };
  }

  /** The made-up name that an interrupted create used; also tells who has what from the inputs that the engine has. */
  private async keptName(olds: Props, news: Props): Promise<string | undefined> {
    const { kind } = this.resource;
    const key = keyOf(news);
    if (key === undefined) return undefined;
    const { creates } = this.session();
    if (Object.keys(olds).length > 0)
      creates.engineHasInputs(kind, key, typeof olds.name === "string" ? olds.name : undefined);
    return news.name === undefined && olds.name === undefined ? creates.interruptedName(kind, key) : undefined;
  }

  /**
   * Outputs leave out what may hold a secret where the program did not set it. What it sets now has to be compared with
   * what is there, not with what leaving it out meant.
   */
  private alsoDeclared(olds: Props, news: Props): Props {
    const names = [...declaredNames(this.resource, olds), ...declaredNames(this.resource, news)];
    return { ...revealed(olds), [hidden.declared]: [...new Set(names)] };
  }

  private outputs(object: T, asked: Props): Props {
    const outputs = project(this.resource, object.id, asked, this.operations.observe(object, asked));
    return { ...outputs, [hidden.seen]: this.look.here };
  }

  /** After a rename, state holds the key of the old name. */
  private holds(id: string, olds: Props, news: Props): void {
    this.memory.sawObject(id, keyOf(news));
    const keys = [keyOf(olds), keyOf(news)].filter((key) => key !== undefined);
    if (keyOf(news) !== undefined) this.session().creates.programHas(this.resource.kind, id, keys);
  }

  /** People want to hear of what interrupted runs of this stack have left open. */
  private hearsOf(props: Props): void {
    const stack = props[hidden.stack];
    if (keyOf(props) === undefined) return;
    this.session().creates.asksAbout(keyOf(props), typeof stack === "string" ? stack : undefined);
  }

  private configured(): Settings {
    this.settings ??= readSettings({ get: () => undefined }, this.sessions.context.env);
    return this.settings;
  }

  private session(): Session {
    return (this.opened ??= this.sessions.of(this.configured()));
  }
}
