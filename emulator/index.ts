import { serve, type HttpBindings, type ServerType } from "@hono/node-server";
import { createServer, type RequestListener, type Server, type ServerOptions } from "node:http";
import type { AddressInfo } from "node:net";
import { Accounts } from "./accounts";
import { choices } from "./kernel/choices";
import { EmulatorClock, type Now } from "./store/clock";
import type { Handlers } from "./jobs/handlers";
import { refusalAnswer } from "./kernel/answer";
import { Exchange } from "./kernel/exchange";
import type { Faults } from "./kernel/faults";
import { Guard } from "./kernel/guard";
import { defaultQuotas, type Quotas } from "./kernel/rate-limit";
import type { RequestLog } from "./kernel/request-log";
import { openStateFile } from "./store/persistence";
import type { PodScripts } from "./pods/scripts";
import { defaultSettings, type Settings } from "./store/settings";
import type { Store } from "./store/store";

export type { AggregatingHandler, HandlerContext, Handlers, JobHandler } from "./jobs/handlers";
export type { FaultSpec } from "./kernel/faults";
export type { Grant, KeyRecord } from "./kernel/keys";
export type { LoggedRequest } from "./kernel/request-log";
export type { Quotas } from "./kernel/rate-limit";
export type { PodScript } from "./pods/scripts";
export type { Settings } from "./store/settings";
export { EmulatorClock } from "./store/clock";
export { Store } from "./store/store";

export interface EmulatorOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Address to listen on. Default `127.0.0.1`: only this machine reaches it. Beyond it, set `controlToken`. */
  readonly host?: string;
  /** Names and addresses that requests may reach it by (their `Host`), besides `host` and those of this machine. */
  readonly allowHosts?: readonly string[];
  /** What requests to `/_emulator/…` must carry then: `authorization: Bearer TOKEN`. Default: nothing. */
  readonly controlToken?: string;
  /** Hosts of webhooks that are called although they are link-local or a cloud's metadata service. Default: none. */
  readonly allowWebhooks?: readonly string[];
  /** The key that may do everything. Default `emulator-key`. */
  readonly apiKey?: string;
  /**
   * More accounts on the same platform, by name: the key of each that may do everything. A key sees and changes its own
   * account's objects only (A-24). Default: none.
   */
  readonly accounts?: Readonly<Record<string, string>>;
  /** Where time comes from, in ms since the epoch: a function, or a clock shared with the client. Default: the machine. */
  readonly now?: Now;
  readonly clock?: { now(): number };
  /** How many times as fast as real time the emulator's clock runs; 0: only when moved. Default 1. */
  readonly speed?: number;
  /** Ids follow from it. Default `compute`. */
  readonly seed?: string | number;
  /** `false` switches the limits and their headers off. Default: the published quotas (A-57). */
  readonly rateLimit?: boolean | Partial<Quotas>;
  /** File the state is kept in: read at the start, written before each change is answered. */
  readonly stateFile?: string;
  /** Shape of the queue's `stream` answers (J-43). Default `array`. */
  readonly streamForm?: "array" | "object";
  /** Programmed workers, by endpoint id or endpoint name. Default: every worker echoes its input. */
  readonly handlers?: Handlers;
  /** Durations, list lag, credit and the like. */
  readonly settings?: Partial<Settings>;
}

/** A platform of one's own, listening. */
export interface Emulator {
  readonly apiUrl: string;
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  readonly queueUrl: string;
  readonly apiKey: string;
  readonly clock: EmulatorClock;
  readonly faults: Faults;
  readonly scripts: PodScripts;
  readonly requests: RequestLog;
  /** What the account of `apiKey` holds. */
  readonly store: Store;
  /** What each account holds, by its name; that of `apiKey` is `default`. */
  readonly accounts: ReadonlyMap<string, Store>;
  /** A copy of the whole state as JSON, secrets included; `load` takes it back, as often as you like. */
  dump(): Record<string, unknown>;
  load(dump: Readonly<Record<string, unknown>>): void;
  /** Back to an empty platform; the clock goes on. */
  reset(): void;
  /** Ends every connection and frees the port. */
  close(): Promise<void>;
}

/**
 * Starts the emulated platform in this process.
 *
 * @throws Error when the port is taken or the state file can't be read.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { apiKey = "emulator-key", host = "127.0.0.1", port = 0 } = options;
  const shared = options.clock;
  const clock = new EmulatorClock({
    now: options.now ?? (shared && (() => shared.now())),
    speed: options.speed,
  });
  const settings: Settings = {
    ...defaultSettings,
    streamForm: options.streamForm ?? "array",
    rateLimit: quotasFrom(options.rateLimit ?? true),
    ...options.settings,
  };
  const accounts = new Accounts({
    clock,
    seed: options.seed ?? "compute",
    settings,
    apiKey,
    others: options.accounts ?? {},
    allowedWebhooks: options.allowWebhooks ?? [],
    handlers: options.handlers,
    controlToken: options.controlToken,
  });
  const store = accounts.main;
  const stateFile = options.stateFile === undefined ? undefined : await openStateFile(store, options.stateFile);
  const server = await listen(
    (request, env) => accounts.fetch(request, env as HttpBindings),
    host,
    port,
    new Guard([host, ...(options.allowHosts ?? [])]),
  );
  const address = server.address() as AddressInfo;
  const apiUrl = `http://${address.family === "IPv6" ? `[${address.address}]` : address.address}:${address.port}`;
  Object.assign(store.urls, {
    apiUrl,
    baseUrl: apiUrl + choices.basePrefix,
    queueUrl: apiUrl + choices.queuePrefix,
  } satisfies Store["urls"]);
  return {
    ...store.urls,
    apiKey,
    clock,
    faults: store.faults,
    scripts: store.scripts,
    requests: store.requests,
    store,
    get accounts() {
      return accounts.stores;
    },
    dump: () => structuredClone(store.dump()),
    load: (dump) => store.load(dump),
    reset: () => store.reset(),
    close: async () => {
      accounts.close();
      clock.close();
      await closeServer(server);
      await stateFile?.close();
    },
  };
}

function quotasFrom(rateLimit: boolean | Partial<Quotas>): Quotas | null {
  if (rateLimit === false) return null;
  return rateLimit === true ? defaultQuotas : { ...defaultQuotas, ...rateLimit };
}

type Fetch = Parameters<typeof serve>[0]["fetch"];

function listen(fetch: Fetch, hostname: string, port: number, guard: Guard): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch,
        hostname,
        port,
        // The process may be the user's own: its globals are not ours to replace, and unread bodies are ours to end.
        overrideGlobalObjects: false,
        autoCleanupIncoming: false,
        createServer: guarded(guard) as typeof createServer,
        serverOptions: { keepAliveTimeout: 30_000, headersTimeout: 20_000, requestTimeout: 120_000 },
      },
      () => resolve(server),
    );
    server.once("error", reject);
  });
}

/** A server whose requests are looked at before anything is done with them. */
function guarded(guard: Guard) {
  return (options: ServerOptions, listener: RequestListener): Server =>
    createServer(options, (incoming, outgoing) => {
      const refusal = guard.check(incoming);
      if (!refusal) listener(incoming, outgoing);
      else void new Exchange(incoming, outgoing).send(refusalAnswer("api", refusal)).catch(() => outgoing.destroy());
    });
}

function closeServer(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    (server as Server).closeAllConnections();
  });
}
