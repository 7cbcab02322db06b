import { getOrMake } from "../../values/many";
import type { Clock, ResourceClient } from "../../client";
import type { Hooks } from "../../client/http/hooks";
import { CatalogAnswers } from "../capacity/catalog-answers";
import { CostWatch } from "../cost/watch";
import { KnownSecrets } from "./known-secrets";
import { type Notify, sayingWaits, silent } from "./notify";
import type { RandomBytes } from "../table/names";
import type { Bookkeeping } from "./bookkeeping";
import type { Calls } from "./engine";
import { Declarations } from "./declarations";
import { NamesOfRun } from "./names-of-run";
import { bookkeepingInMemory } from "./open-bookkeeping";
import { Rollouts } from "./rollouts";
import type { Settings } from "./settings";

/** Ids of objects that are being deleted: what they use will soon be free. */
export class Leaving extends Set<string> {
  async during(id: string, remove: () => Promise<void>): Promise<void> {
    this.add(id);
    await remove().finally(() => this.delete(id));
  }
}

/** The shared parts of all resources of one platform in this process: a client with its pool, limiter and reads, and memory. */
export interface Session {
  readonly client: ResourceClient;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly bookkeeping: Bookkeeping;
  /** The catalog's answers, requested only by previews and after a refused create. */
  readonly catalog: CatalogAnswers;
  readonly notify: Notify;
  /** Values of secret arguments of this run's resources, such as passwords, which are masked in quoted logs. */
  readonly secrets: Set<string>;
  readonly knownSecrets: KnownSecrets;
  readonly leaving: Leaving;
  /** Names in the program of resources whose create failed. */
  readonly unmade: Set<string>;
  /** The rollouts, and the pods that this run changes. */
  readonly rollouts: Rollouts;
  /** By kind. */
  readonly names: Map<string, NamesOfRun>;
  /** The program's declarations of resources to which others refer. */
  readonly declarations: Declarations;
  readonly costs: CostWatch;
  /** The account's answers to this run's previews, by question: each is asked once. */
  readonly account: Map<string, Promise<unknown>>;
  /** Ends waits when the engine has cancelled the operation. */
  readonly signal?: AbortSignal;
  /** Ends steps that have sent nothing yet when the operation was cancelled. */
  readonly calledOff?: AbortSignal;
}

/** The sources of time, chance, settings and clients. */
export interface HostContext {
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly connect: (
    settings: Settings,
    clock: Clock,
    isSecret?: (text: string) => boolean,
    hooks?: Hooks,
  ) => ResourceClient;
  /** Opens the record of creates. Default: in memory only, which a crash loses. */
  readonly openBookkeeping?: (settings: Settings, clock: Clock, notify: Notify) => Bookkeeping;
  /** Default: no messages. */
  readonly notify?: Notify;
  /** Default: the values that `check` learns. */
  readonly knownSecrets?: KnownSecrets;
  /** Counts the calls under way. Default: nobody asks. */
  readonly calls?: Calls;
  /** Default: nothing ends a wait. */
  readonly signal?: AbortSignal;
  /** Default: nothing cancels an operation. */
  readonly calledOff?: AbortSignal;
}

export class Sessions {
  private readonly sessions = new Map<string, Session>();
  readonly knownSecrets: KnownSecrets;

  constructor(readonly context: HostContext) {
    this.knownSecrets = context.knownSecrets ?? new KnownSecrets();
  }

  of(settings: Settings): Session {
    return getOrMake(this.sessions, JSON.stringify(settings), () => this.begin(settings));
  }

  private begin(settings: Settings): Session {
    const { clock, connect, randomBytes, openBookkeeping = bookkeepingInMemory, signal, calledOff } = this.context;
    const { knownSecrets } = this;
    const notify = knownSecrets.hiding(this.context.notify ?? silent);
    const client = connect(settings, clock, knownSecrets.has, sayingWaits(notify));
    return {
      client,
      settings,
      clock,
      randomBytes,
      notify,
      knownSecrets,
      bookkeeping: openBookkeeping(settings, clock, notify),
      catalog: new CatalogAnswers(client, clock),
      secrets: new Set(settings.apiKey === undefined ? [] : [settings.apiKey]),
      leaving: new Leaving(),
      unmade: new Set(),
      rollouts: new Rollouts(),
      names: new Map(),
      declarations: new Declarations(),
      costs: new CostWatch(settings, (message) => notify.warn(message)),
      account: new Map(),
      ...(signal && { signal }),
      ...(calledOff && { calledOff }),
    };
  }
}

export const namesOf = ({ names }: Session, kind: string): NamesOfRun => getOrMake(names, kind, () => new NamesOfRun());

/** The account's answer to a question of this run's previews. */
export const answerTo = <T>({ account }: Session, question: string, ask: () => Promise<T>): Promise<T> =>
  getOrMake(account, question, ask) as Promise<T>;
