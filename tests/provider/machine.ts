import { listLagMs } from "../../api/words";
import { type Client, createClient } from "../../client";
import { type Emulator, startEmulator } from "../../emulator";
import { createProviders } from "../../provider";
import { Journal } from "../../provider/journal/journal";
import type { OpenedJournal } from "../../provider/journal/opened-journal";
import { memoryStorage } from "../../provider/journal/storage";
import { Bookkeeping } from "../../provider/host/bookkeeping";
import type { StateEntry } from "../../provider/ownership/states";
import type { Props } from "../../provider/table/props";
import { ManualClock } from "../support/manual-clock";

export { listLagMs };

interface ProcessOptions {
  /** Whether the engine that started it is still there. */
  readonly hasEngine?: () => boolean;
  readonly backend?: string;
  /** The journal, where the process runs on a machine of its own. */
  readonly storage?: ReturnType<typeof memoryStorage>;
  /** The address of that engine: the processes of one engine know of each other. */
  readonly engine?: string;
  readonly apiKey?: string;
  readonly apiUrl?: string;
  /** The setting `compute:interrupted`. */
  readonly interrupted?: string;
  /** What a journal tells beside that of this machine. */
  readonly opened?: Partial<OpenedJournal>;
}

/** A machine with its journal, on which provider processes run, and a platform. */
export class Machine {
  readonly storage = memoryStorage();
  /** What the states of the folder that is their backend have. */
  states: StateEntry[] | undefined;
  /** What the processes warned of. */
  readonly warnings: string[] = [];
  private readonly living = new Set<number>();
  readonly platform: Client;
  private pids = 0;

  private constructor(
    readonly clock: ManualClock,
    readonly emulator: Emulator,
  ) {
    this.platform = createClient({ ...emulator, clock, limiter: false, timeouts: { logQuietMs: 50 } });
  }

  /** @param accounts more accounts of the platform, by the API key of each. */
  static async start(accounts: Readonly<Record<string, string>> = {}): Promise<Machine> {
    const clock = new ManualClock(Date.UTC(2026, 4, 4, 9));
    return new Machine(clock, await startEmulator({ clock, rateLimit: false, accounts }));
  }

  /** The ids of the volumes that the platform has. */
  async volumes(): Promise<string[]> {
    return (await this.platform.networkVolumes.list()).map(({ id }) => id);
  }

  async close(): Promise<void> {
    await this.platform.close();
    await this.emulator.close();
  }

  /** A provider process; `end` is its orderly end, and one that never ends was killed. One of an engine lives until it is. */
  process({
    hasEngine = () => true,
    backend = "b",
    engine,
    storage = this.storage,
    apiKey: ownKey = this.emulator.apiKey,
    apiUrl = this.emulator.apiUrl,
    interrupted,
    opened,
  }: ProcessOptions = {}) {
    const { clock, living, warnings } = this;
    const pid = ++this.pids;
    if (engine !== undefined) living.add(pid);
    let bookkeeping: Bookkeeping | undefined;
    const providers = createProviders({
      env: {},
      clock,
      randomBytes: (size) => new Uint8Array(size).fill(pid),
      connect: (given) =>
        createClient({ ...given, clock, limiter: false, random: () => 0, timeouts: { logQuietMs: 50 } }),
      notify: { warn: async (message) => void warnings.push(message), info: async () => undefined },
      openBookkeeping: ({ apiKey }) =>
        (bookkeeping = new Bookkeeping(clock, async () => ({
          journal: new Journal(storage, { apiKey }),
          backend,
          newId: () => `${pid}`,
          listLagMs,
          process: { pid, startedAt: "", ...(engine !== undefined && { engine }) },
          isAlive: (owner) => living.has(owner.pid),
          isEngineThere: async () => hasEngine(),
          ...(this.states && { inFolder: () => this.states ?? [] }),
          ...opened,
        }))),
    });
    const config: Props = { "compute:apiKey": ownKey, "compute:apiUrl": apiUrl, "compute:interrupted": interrupted };
    /** Begins an operation. */
    const configure = () => {
      for (const each of Object.values(providers))
        void each.configure({ config: { get: (key) => config[key] as string | undefined } });
    };
    configure();
    const die = () => void living.delete(pid);
    const end = async () => {
      await bookkeeping?.end(0);
      die();
    };
    /** What is told at the end of the run, however long it takes to find out. */
    const closing = async () => {
      clock.onSleep = () => new Promise(() => undefined);
      return (await bookkeeping?.closingWarnings(1)) ?? [];
    };
    return { ...providers, configure, end, die, closing };
  }

  /** Names of the entries about changes whose outcome is in no state. */
  openChanges(): string[] {
    return [...this.storage.entries.keys()].filter((name) => name.startsWith("change-"));
  }
}
