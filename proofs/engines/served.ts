import { mkdirSync, readFileSync, rmSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Client, type Clock, createClient, createResourceClient, systemClock } from "../../client";
import type { Child, ChildOptions } from "../../engine/program/child";
import { Bookkeeping } from "../../provider/host/bookkeeping";
import type { Backend } from "../../provider/host/backend";
import { entriesInFolder } from "../../provider/ownership/states";
import { Journal } from "../../provider/journal/journal";
import { memoryStorage, type Storage } from "../../provider/journal/storage";
import { dynamicProviderLog } from "../../provider/host/host-log";
import { type Notify, silent } from "../../provider/host/notify";
import type { HostContext } from "../../provider/host/session";
import { addressDigest } from "../../provider/state/sighting";
import { end } from "../../provider/host/shutdown";
import type { Settings } from "../../provider/host/settings";
import { CancelledError, endingWith } from "../../plugin/ending";
import { schema } from "../../plugin/schema";
import { listen } from "../../plugin/server";
import { Verbs } from "../../plugin/verbs";
import { type Chance, chanceFrom } from "../chance";
import { FastClock } from "../fast-clock";
import type { Mode } from "../plugin";
import { hostFile, serveHost } from "./serve-host";

/** A server of a provider, with its address for an engine. */
export interface Serving {
  readonly port: number;
  readonly close: () => void;
}

const servers: Readonly<Record<Mode, (context: HostContext) => Promise<Serving>>> = {
  dynamic: serveHost,
  plugin: (context) =>
    servePlugin(context, (settings, signal) => createClient({ ...settings, clock: context.clock }, signal)),
};

/** A clock that runs faster than real time by a factor. */
export const fastClock = (speed: number): Clock => new FastClock(speed);

/** The CLI's name of the provider of each mode. */
export const pluginNames: Readonly<Record<Mode, string>> = { dynamic: "pulumi-nodejs", plugin: "compute" };

interface ServedOptions {
  readonly clock?: Clock;
  readonly chance?: Chance;
  readonly env?: NodeJS.ProcessEnv;
  /** The receiver of a provider's messages: `"engine"` for its engine, as in a real process. Default: none. */
  readonly listener?: Notify | "engine";
  readonly storage?: Storage;
  /** The backend whose stacks they serve, where more than these providers reads their journal. */
  readonly backend?: Backend;
}

/** Providers in this process for the local engine, because a Node process for each operation would take most of the time of a proof. */
export class ServedProviders {
  private attempts = 0;
  private readonly options: Required<ServedOptions>;

  constructor(
    private readonly mode: Mode,
    options: ServedOptions = {},
  ) {
    const memory = { storage: memoryStorage(), backend: { key: "proof", id: () => "proof", isShared: false } };
    this.options = { clock: systemClock, chance: chanceFrom(1), env: {}, listener: silent, ...memory, ...options };
  }

  /** Starts a provider for the local engine. */
  readonly start = ({ args, onLine }: ChildOptions): Child => {
    const opened: Bookkeeping[] = [];
    const notify =
      this.options.listener === "engine"
        ? dynamicProviderLog(args.at(-1)!, hostFile, systemClock)
        : this.options.listener;
    const served = servers[this.mode](this.context(opened, notify));
    void served.then(({ port }) => onLine(String(port), "stdout"));
    let exit!: (code: number) => void;
    const exited = new Promise<number>((resolve) => {
      exit = resolve;
    });
    const signal = () => void served.then((serving) => this.end(serving, opened, notify)).then(() => exit(0));
    return { exited, signal };
  };

  private async end({ close }: Serving, opened: readonly Bookkeeping[], notify: Notify): Promise<void> {
    // The closing reads take real time, of which a fast clock would allow little on a busy machine.
    const patient = (bookkeeping: Bookkeeping): Parameters<typeof end>[0] => ({
      end: (ms) => bookkeeping.end(ms),
      creates: bookkeeping.creates,
      closingWarnings: (ms) => bookkeeping.closingWarnings(ms * 1_000),
    });
    await Promise.all(opened.map((bookkeeping) => end(patient(bookkeeping), notify)));
    close();
  }

  private context(opened: Bookkeeping[], notify: Notify): HostContext {
    return {
      env: this.options.env,
      clock: this.options.clock,
      randomBytes: (count) => this.options.chance.bytes(count),
      connect: (settings, clock) => createResourceClient({ ...settings, clock }),
      openBookkeeping: (settings) => this.openBookkeeping(settings, opened),
      notify,
    };
  }

  private openBookkeeping({ apiKey, apiUrl }: Settings, opened: Bookkeeping[]): Bookkeeping {
    const { key, states, id, isShared } = this.options.backend;
    const address = apiUrl === undefined ? {} : { address: addressDigest(apiUrl) };
    const bookkeeping = new Bookkeeping(this.options.clock, async () => ({
      journal: new Journal(this.options.storage, { apiKey, ...address }),
      backend: key,
      markedBy: id,
      isShared,
      ...(states !== undefined && { inFolder: () => entriesInFolder(states) }),
      newId: () => String(++this.attempts),
      process: { pid: 1, startedAt: "" },
      isAlive: () => false,
      isEngineThere: async () => true,
      listLagMs: 0,
    }));
    opened.push(bookkeeping);
    return bookkeeping;
  }
}

/** The seconds after which such an executable ends by itself, where the CLI was killed: more than any operation takes. */
const longestSeconds = 300;

/** An executable that the CLI takes for the provider of a mode. It only prints the port of a server in this process. */
export class Executable {
  constructor(
    mode: Mode,
    private readonly folder: string,
  ) {
    mkdirSync(folder);
    writeFileSync(join(folder, `pulumi-resource-${pluginNames[mode]}`), executableThatTells(folder), { mode: 0o755 });
  }

  /** The address of the engine that started it last. */
  get engine(): string {
    return readFileSync(join(this.folder, "engine"), "utf8").trim();
  }

  /** Serves the CLI during `work`: it starts one server for each provider, and one more if a refresh comes first. */
  async during<T>(
    serve: () => Promise<Serving>,
    work: () => Promise<T>,
    end: (served: readonly Serving[]) => Promise<void>,
  ): Promise<T> {
    const [ports, taken] = ["ports", "taken"].map((name) => join(this.folder, name)) as [string, string];
    for (const folder of [ports, taken]) {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      mkdirSync(folder);
    }
    const served: Promise<Serving>[] = [];
    const offer = async () => {
      const serving = serve();
      served.push(serving);
      writeFileSync(join(ports, String((await serving).port)), "");
    };
    // After one is taken, another is offered. A client that finds none waits.
    const watcher = watch(taken, () => void offer());
    try {
      await offer();
      return await work();
    } finally {
      watcher.close();
      await end(await Promise.all(served));
    }
  }
}

/**
 * The first process that moves a port's file owns it. The shell starts in a fiftieth of the time that Node takes. The CLI
 * ends it; where the CLI is killed, it ends by itself.
 */
const executableThatTells = (folder: string): string => `#!/bin/sh
cd "${folder}/ports" || exit 1
echo "$1" > ../engine
for try in $(seq 500); do
  for port in *; do
    if mv "$port" "../taken/$port" 2>/dev/null; then echo "$port"; exec sleep ${longestSeconds}; fi
  done
  sleep 0.02
done
exit 1
`;

/**
 * The plugin's server, with its own provider.
 *
 * @param connect makes a client whose waits end with the signal.
 */
export async function servePlugin(
  context: HostContext,
  connect: (settings: Settings, signal: AbortSignal) => Client,
): Promise<Serving> {
  const cancelled = new AbortController();
  const clock = endingWith(context.clock, cancelled.signal);
  let verbs: Verbs | undefined;
  return listen({
    verbs: async () =>
      (verbs ??= new Verbs({
        ...context,
        clock,
        connect: (settings) => connect(settings, cancelled.signal),
        signal: cancelled.signal,
      })),
    schema: async () => JSON.stringify(schema),
    cancel: () => cancelled.abort(new CancelledError()),
  });
}
