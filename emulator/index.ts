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
  /** The port to listen on. Default 0, which chooses a free port. */
  readonly port?: number;
  /** The address to listen on. Default `127.0.0.1`, which only this machine can reach. For any other address, set `controlToken`. */
  readonly host?: string;
  /** Names and addresses that the `Host` header of a request may have, besides `host` and those of this machine. */
  readonly allowHosts?: readonly string[];
  /** If set, requests to `/_emulator/…` must carry `authorization: Bearer TOKEN`. By default they need no token. */
  readonly controlToken?: string;
  /** Hosts that webhooks are sent to even though they are link-local or a cloud's metadata service. Default: none. */
  readonly allowWebhooks?: readonly string[];
  /** The API key that may do everything. Default `emulator-key`. */
  readonly apiKey?: string;
  /**
   * More accounts on the same platform: for each name, the API key that may do everything in that account. A key sees and
   * changes only the objects of its own account. Default: none.
   */ // A-24
  readonly accounts?: Readonly<Record<string, string>>;
  /** The source of time, in milliseconds since 1970: a function, or a clock shared with the client. Default: the machine's clock. */
  readonly now?: Now;
  readonly clock?: { now(): number };
  /** How many times faster than real time the emulator's clock runs. With 0 it moves only when a test moves it. Default 1. */
  readonly speed?: number;
  /** The seed that ids are derived from. Default `compute`. */
  readonly seed?: string | number;
  /** `false` switches off rate limits and their headers. Default: the published quotas. */ // A-57
  readonly rateLimit?: boolean | Partial<Quotas>;
  /** The file that keeps the state. It is read at the start, and written before the answer to each change. */
  readonly stateFile?: string;
  /** Shape of the queue's `stream` answers. Default `array`. */ // J-43
  readonly streamForm?: "array" | "object";
  /** Functions that play serverless workers, by the id or the name of the endpoint. By default every worker echoes its input. */
  readonly handlers?: Handlers;
  /** Durations, the lag of lists, credit and other behaviour of the platform. */
  readonly settings?: Partial<Settings>;
}

/** A running emulator. */
export interface Emulator {
  readonly apiUrl: string;
  /** The address of the version 1 API; ends in `/v1`. */
  readonly baseUrl: string;
  readonly queueUrl: string;
  readonly apiKey: string;
  readonly clock: EmulatorClock;
  readonly faults: Faults;
  readonly scripts: PodScripts;
  readonly requests: RequestLog;
  /** The objects of the account that `apiKey` belongs to. */
  readonly store: Store;
  /** The objects of each account, by the account's name. The account of `apiKey` is `default`. */
  readonly accounts: ReadonlyMap<string, Store>;
  /** Returns a copy of the whole state as JSON, secrets included. `load` restores it, as often as you like. */
  dump(): Record<string, unknown>;
  load(dump: Readonly<Record<string, unknown>>): void;
  /** Empties the platform. The clock keeps running. */
  reset(): void;
  /** Ends every connection and frees the port. */
  close(): Promise<void>;
}

/** Starts an emulator of the platform in this process. @throws Error when the port is taken or the state file can't be read. */
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
  const save = options.stateFile === undefined ? undefined : await openStateFile(store, options.stateFile);
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
      await save?.();
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
