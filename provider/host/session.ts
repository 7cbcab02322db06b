import { randomBytes } from "node:crypto";
import { type Clock, createResourceClient, type ResourceClient, systemClock } from "../../client";
import type { Hooks } from "../../client/http/hooks";
import { CatalogAnswers } from "../capacity/catalog-answers";
import { isEngineThere } from "./engine";
import { Marked } from "./marked";
import { type Notify, sayingWaits, silent } from "./notify";
import { notifyOfHost } from "./host-log";
import { program } from "./program";
import type { RandomBytes } from "../table/names";
import type { Books } from "./books";
import { beginRun, type OfRun } from "./of-run";
import { openBooks, booksInMemory } from "./open-books";
import type { Settings } from "./settings";
import { unsentUntil } from "./step-under-way";

/** What all resources of one platform share in this process: a client with its pool, limiter and reads, and memory. */
export interface Session extends OfRun {
  readonly client: ResourceClient;
  /** What the client was made from. */
  readonly settings: Settings;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  /** Creates, which resource has which object, and the journal of both. */
  readonly books: Books;
  /** What the catalog says, asked only by previews and when a create was refused. */
  readonly catalog: CatalogAnswers;
  /** Tells the person who runs the program. */
  readonly notify: Notify;
  /** Values of secret arguments of this run's resources, such as passwords: what a log quotes of them is not told. */
  readonly secrets: Set<string>;
  /** What programs marked as secret. */
  readonly marked: Marked;
  /** Ends what waits: the engine has called the operation off. */
  readonly signal?: AbortSignal;
  /** Ends what has sent nothing yet: the operation was called off. */
  readonly calledOff?: AbortSignal;
}

/** Where time, chance, settings and clients come from. */
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
  /** Where attempts at creating are written down. Default: in this process only, which a crash forgets. */
  readonly openBooks?: (settings: Settings, clock: Clock, notify: Notify) => Books;
  /** Default: nobody is told. */
  readonly notify?: Notify;
  /** Default: what `check` is told of. */
  readonly marked?: Marked;
  /** Default: nothing ends a wait. */
  readonly signal?: AbortSignal;
  /** Default: nothing calls an operation off. */
  readonly calledOff?: AbortSignal;
}

export const machine: HostContext = {
  env: process.env,
  clock: systemClock,
  randomBytes,
  connect: (settings, clock, isSecret, hooks) =>
    createResourceClient({ ...settings, clock, isSecret, hooks }, undefined, isEngineThere, unsentUntil(program.gone)),
  openBooks: (settings, clock, notify) => openBooks(settings, clock, process.env, notify),
  notify: notifyOfHost(systemClock, process.argv),
  calledOff: program.gone,
};

/** One session for each set of settings. */
export class Sessions {
  private readonly sessions = new Map<string, Session>();
  readonly marked: Marked;

  constructor(readonly context: HostContext) {
    this.marked = context.marked ?? new Marked();
  }

  of(settings: Settings): Session {
    const key = JSON.stringify(settings);
    let session = this.sessions.get(key);
    if (!session) {
      const { clock, connect, randomBytes, openBooks: open = booksInMemory, signal, calledOff } = this.context;
      const { marked } = this;
      const notify = marked.hiding(this.context.notify ?? silent);
      const client = connect(settings, clock, marked.has, sayingWaits(notify));
      const books = open(settings, clock, notify);
      const catalog = new CatalogAnswers(client, clock);
      const secrets = new Set(settings.apiKey === undefined ? [] : [settings.apiKey]);
      const ofRun = beginRun(client, settings, (message) => notify.warn(message));
      const own = { ...ofRun, secrets, marked, ...(signal && { signal }), ...(calledOff && { calledOff }) };
      session = { client, settings, clock, randomBytes, notify, books, catalog, ...own };
      this.sessions.set(key, session);
    }
    return session;
  }
}
