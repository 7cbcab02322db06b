import type { Clock, ResourceClient } from "../../client";
import type { Hooks } from "../../client/http/hooks";
import { CatalogAnswers } from "../capacity/catalog-answers";
import { KnownSecrets } from "./known-secrets";
import { type Notify, sayingWaits, silent } from "./notify";
import type { RandomBytes } from "../table/names";
import type { Bookkeeping } from "./bookkeeping";
import type { Calls } from "./end-with-engine";
import { beginRun, type OfRun } from "./of-run";
import { bookkeepingInMemory } from "./open-bookkeeping";
import type { Settings } from "./settings";

/** The shared parts of all resources of one platform in this process: a client with its pool, limiter and reads, and memory. */
export interface Session extends OfRun {
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
    const key = JSON.stringify(settings);
    let session = this.sessions.get(key);
    if (!session) {
      const {
        clock,
        connect,
        randomBytes,
        openBookkeeping: open = bookkeepingInMemory,
        signal,
        calledOff,
      } = this.context;
      const { knownSecrets } = this;
      const notify = knownSecrets.hiding(this.context.notify ?? silent);
      const client = connect(settings, clock, knownSecrets.has, sayingWaits(notify));
      const bookkeeping = open(settings, clock, notify);
      const catalog = new CatalogAnswers(client, clock);
      const secrets = new Set(settings.apiKey === undefined ? [] : [settings.apiKey]);
      const ofRun = beginRun(client, settings, (message) => notify.warn(message));
      const own = { ...ofRun, secrets, knownSecrets, ...(signal && { signal }), ...(calledOff && { calledOff }) };
      session = { client, settings, clock, randomBytes, notify, bookkeeping, catalog, ...own };
      this.sessions.set(key, session);
    }
    return session;
  }
}
