import { listLagMs } from "../../api/words";
import type { KindName } from "../../provider/kinds/names";
import { exportNameOf } from "../../provider/state/stored-provider";
import { dynamicType, pluginType } from "../../plugin/names";
import { EngineError, InitFailed } from "../../engine/errors";
import type { ProviderSettings } from "../../engine/hosts/host";
import type { Monitor } from "../../engine/protocol/monitor-server";
import type { RawProvider, Target } from "../../engine/protocol/provider-verbs";
import type { Unconfigured } from "../../engine/hosts/provider-pool";
import type { JsonMap } from "../../engine/protocol/wire";
import { createProviders } from "../../provider";
import { Bookkeeping } from "../../provider/host/bookkeeping";
import { end } from "../../provider/host/shutdown";
import type { StateEntry } from "../../provider/ownership/states";
import type { Storage } from "../../provider/journal/storage";
import type { Props } from "../../provider/table/props";
import type { Notify } from "../../provider/host/notify";
import type { Settings } from "../../provider/host/settings";
import type { Chance } from "../chance";
import { serveHost } from "../engines/serve-host";
import { servePlugin, type Serving } from "../engines/served";
import { clientWith } from "../virtual-platform";
import type { DirectDispatcher } from "../direct-dispatcher";
import { launchPlugin, type Mode } from "../plugin";
import type { LivingKind as Kind } from "../programs";
import type { LifeClock } from "../virtual-clock";
import type { Machine } from "./machine";

/** The time that an engine gives a host to end. */
const graceMs = 5_000;

export interface HostOptions {
  readonly pid: number;
  /** The address of the engine that starts it. */
  readonly engine: string;
  readonly clock: LifeClock;
  readonly chance: Chance;
  readonly machine: Machine;
  readonly project: string;
  /** The backend of the stack, and what its states have. */
  readonly backend: string;
  readonly inFolder: () => readonly StateEntry[];
  readonly env: NodeJS.ProcessEnv;
  /** The way to the platform that these settings name. */
  readonly way: (settings: Settings, host: Host) => DirectDispatcher;
  /** Writes to somebody's screen: lines of the log, and what the host prints to stderr. */
  readonly say: (text: string) => void;
  /** The engine that it speaks to, once a program runs. */
  readonly monitor: () => Pick<Monitor, "log"> | undefined;
  /** Hears its messages in place of the engine. */
  readonly notify?: Notify;
}

type Providers = ReturnType<typeof createProviders>;

/** A provider host like the SDK's dynamic host (pulumi-engine 1.6, 1.7), or a plugin, but in this process. It may die. */
export class Host {
  private readonly endings: (() => Promise<void>)[] = [];
  private living = true;
  private sequence = 0;
  /** The engine that started it still runs. */
  hasEngine = true;
  private busyWith = 0;
  private isOrphan = false;
  private tellDeath!: (error: Error) => void;
  private readonly death = new Promise<never>((_, reject) => {
    this.tellDeath = reject;
  });

  constructor(private readonly options: HostOptions) {
    const { pid, machine } = options;
    this.death.catch(() => undefined);
    machine.living.add(pid);
  }

  private get context() {
    const { clock, chance, env, way } = this.options;
    return {
      env,
      clock,
      randomBytes: (count: number) => chance.bytes(count),
      connect: (settings: Settings) =>
        clientWith(
          settings,
          way(settings, this),
          clock,
          () => chance.next(),
          undefined,
          async () => this.hasEngine,
        ),
      openBookkeeping: (settings: Settings, _: unknown, notify: Notify) => this.openBookkeeping(settings, notify),
      notify: this.options.notify ?? {
        warn: async (message: string, urn?: string) => this.log("warning", message, urn),
        info: async (message: string, urn?: string) => this.log("info", message, urn),
        facts: async (facts: object, urn: string) => this.log("debug", JSON.stringify(facts), urn),
      },
    };
  }

  private log(severity: "debug" | "info" | "warning", message: string, urn?: string): void {
    const { monitor, say } = this.options;
    // While it stops the host, the engine still shows what is said at the end of the run.
    const engine = this.isOrphan ? undefined : monitor();
    if (engine) engine.log(severity, message, urn, false);
    else say(`${severity}: ${message}`);
  }

  get isAlive(): boolean {
    return this.living;
  }

  kill(): void {
    this.living = false;
    this.options.machine.living.delete(this.options.pid);
    this.tellDeath(new EngineError("provider", "error reading from server: EOF\nThe dynamic provider host died."));
  }

  /** Loses its engine: the host finishes its work and then ends. */
  orphan(): void {
    this.hasEngine = false;
    this.isOrphan = true;
    if (this.busyWith === 0) this.kill();
  }

  /** Sends SIGINT, then SIGKILL if the host does not end. */
  async stop(): Promise<void> {
    if (!this.living) return;
    this.hasEngine = false;
    const { clock } = this.options;
    await Promise.race([
      Promise.allSettled(this.endings.map((each) => each())),
      clock.sleep(graceMs),
      this.death.catch(() => undefined),
    ]);
    this.kill();
  }

  /** The plugin of this process, which the engine is to configure. */
  launch(): Promise<Unconfigured> {
    return launchPlugin(this.context, {
      between: (answer) => this.answer(answer, true),
      stop: () => this.stop(),
    });
  }

  /** Serves an engine in another process. */
  serve(mode: Mode): Promise<Serving> {
    return mode === "dynamic" ? serveHost(this.context) : servePlugin(this.context, this.context.connect);
  }

  /** The dynamic providers of this process. */
  connect({ plainArgs }: ProviderSettings): RawProvider {
    const providers: Providers = createProviders(this.context);
    const config = { get: (key: string) => (typeof plainArgs[key] === "string" ? plainArgs[key] : undefined) };
    for (const provider of Object.values(providers)) void provider.configure({ config });
    const answering =
      <C extends Target, R>(verb: (provider: Providers[Kind], call: C) => Promise<R>) =>
      (call: C): Promise<R> =>
        this.answer(() => verb(providers[kindOfType(call.type)], plain(call)));
    return {
      check: answering(async (provider, { olds, news }) => {
        const { inputs, failures } = await provider.check(olds, news);
        return { inputs: withProvider(inputs, news), failures };
      }),
      diff: answering(async (provider, { id, olds, news }) => {
        const { changes, ...about } = await provider.diff(id, olds, news);
        return { changes: changes ? "some" : "none", ...about };
      }),
      create: answering(async (provider, { inputs }) => {
        const { id, outs } = await provider.create(inputs);
        return { id, outputs: withProvider(outs, inputs) };
      }),
      update: answering(async (provider, { id, olds, news }) => ({
        outputs: withProvider((await provider.update(id, olds, news)).outs, news),
      })),
      read: answering(async (provider, { id: of, outputs: known }) => {
        const { id, props, inputs } = await provider.read(of, known);
        return { id, outputs: withProvider(props, known), inputs: inputs && withProvider(inputs, known) };
      }),
      delete: answering((provider, { id, outputs }) => provider.delete(id, outputs)),
      close: () => this.stop(),
    };
  }

  /** An answer over gRPC: none from or to a dead process, and errors only as messages. */
  private async answer<T>(work: () => Promise<T>, isOfPlugin = false): Promise<T> {
    const never = new Promise<never>(() => undefined);
    if (!this.hasEngine) return never;
    this.busyWith += 1;
    const [end] = await Promise.allSettled([Promise.race([this.living ? work() : this.death, this.death])]);
    this.busyWith -= 1;
    if (!this.hasEngine) {
      if (this.busyWith === 0 && this.isOrphan) this.kill();
      return never;
    }
    if (end.status === "fulfilled") return end.value;
    throw end.reason instanceof EngineError || isOfPlugin ? end.reason : this.asSent(end.reason);
  }

  private asSent(error: unknown): Error {
    const { message, stack } = error as Error;
    this.options.say(`${String(error)}: ${stack}`);
    const { id, properties, reasons } = error as { id?: string; properties?: Props; reasons?: string[] };
    if (id === undefined) return new Error(message);
    return new InitFailed(id, plain(properties ?? {}), undefined, reasons?.length ? reasons : [message]);
  }

  private openBookkeeping(settings: Settings, notify: Notify): Bookkeeping {
    const { clock, machine, backend, inFolder, pid, engine } = this.options;
    const bookkeeping = new Bookkeeping(clock, async () => ({
      journal: machine.openJournal(settings, (storage) => this.mortal(storage)),
      backend,
      inFolder,
      newId: () => `${pid}-${++this.sequence}`,
      process: { pid, startedAt: "", engine },
      isAlive: (owner) => machine.living.has(owner.pid),
      isEngineThere: async () => this.hasEngine,
      listLagMs,
    }));
    this.endings.push(() => end(bookkeeping, notify));
    return bookkeeping;
  }

  private mortal(storage: Storage): Storage {
    const never = new Promise<never>(() => undefined);
    const whileAlive = <T>(call: () => Promise<T>): Promise<T> => (this.living ? call() : never);
    return {
      names: () => whileAlive(() => storage.names()),
      read: (name) => whileAlive(() => storage.read(name)),
      append: (...line) => whileAlive(() => storage.append(...line)),
      remove: (name) => whileAlive(() => storage.remove(name)),
    };
  }
}

export const kindOfType = (type: string): Kind =>
  exportNameOf(type.slice(type.lastIndexOf(":") + 1) as KindName) as Kind;

export const nameOfKind = (kind: Kind): KindName => (kind[0]!.toUpperCase() + kind.slice(1)) as KindName;

export const typeOfKind = (kind: Kind, mode: Mode): string =>
  mode === "plugin" ? pluginType(nameOfKind(kind)) : dynamicType(nameOfKind(kind));

/** A value after its transport: nothing undefined and nothing shared. */
const plain = <T extends object>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

const withProvider = (result: Props, props: JsonMap): JsonMap =>
  plain({ ...result, __provider: props["__provider"] }) as JsonMap;
