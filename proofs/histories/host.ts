import type { KindName } from "../../provider/kinds/names";
import { exportNameOf } from "../../provider/state/stored-provider";
import { dynamicType, pluginType } from "../../plugin/names";
import { EngineError, InitFailed } from "../../engine/errors";
import type { ProviderSettings } from "../../engine/hosts/host";
import type { RawProvider, Target } from "../../engine/protocol/provider-verbs";
import type { Unconfigured } from "../../engine/hosts/provider-pool";
import type { JsonMap } from "../../engine/protocol/wire";
import { createProviders } from "../../provider";
import { Journal } from "../../provider/create/journal/journal";
import { Books } from "../../provider/host/books";
import { end } from "../../provider/host/shutdown";
import type { Storage } from "../../provider/create/journal/storage";
import { isObject, type Props } from "../../provider/table/props";
import type { Notify } from "../../provider/host/notify";
import type { Settings } from "../../provider/host/settings";
import type { Chance } from "../chance";
import { clientWith } from "../virtual-platform";
import type { DirectDispatcher } from "../direct-dispatcher";
import { launchPlugin, type Mode } from "../plugin";
import type { LivingKind as Kind } from "../programs";
import type { VirtualClock } from "../virtual-clock";
import type { Machine } from "./machine";

/** How long an engine waits for a host that it has asked to end. */
const graceMs = 5_000;
const listLagMs = 30_000;

export interface HostOptions {
  readonly pid: number;
  /** The address of the engine that starts it. */
  readonly engine: string;
  readonly clock: VirtualClock;
  readonly chance: Chance;
  readonly machine: Machine;
  readonly project: string;
  /** Which backend holds the stack. */
  readonly backend: string;
  readonly env: NodeJS.ProcessEnv;
  /** The way to the platform that these settings name. */
  readonly way: (settings: Settings, host: Host) => DirectDispatcher;
  /** What appears on somebody's screen: lines of the log, and what the host prints to stderr. */
  readonly say: (text: string) => void;
}

type Providers = ReturnType<typeof createProviders>;

/**
 * A provider host as the SDK's dynamic host is one (pulumi-engine 1.6, 1.7), or a plugin, but in this process. It may die.
 */
export class Host {
  private readonly endings: (() => Promise<void>)[] = [];
  private living = true;
  private sequence = 0;
  /** The engine that started it is there. */
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
    const { clock, chance, env, say, way } = this.options;
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
      openBooks: (settings: Settings, _: unknown, notify: Notify) => this.openBooks(settings, notify),
      notify: {
        warn: async (message: string) => say(`warning: ${message}`),
        info: async (message: string) => say(`info: ${message}`),
      },
    };
  }

  get isAlive(): boolean {
    return this.living;
  }

  kill(): void {
    this.living = false;
    this.options.machine.living.delete(this.options.pid);
    this.tellDeath(new EngineError("provider", "error reading from server: EOF\nThe dynamic provider host died."));
  }

  /** Its engine is gone: it ends what it is about, and then itself. */
  orphan(): void {
    this.hasEngine = false;
    this.isOrphan = true;
    if (this.busyWith === 0) this.kill();
  }

  /** SIGINT, and SIGKILL for one that does not obey. */
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

  /** The dynamic providers of this process. */
  connect({ plainArgs }: ProviderSettings): RawProvider {
    const providers: Providers = createProviders(this.context);
    const config = { get: (key: string) => (typeof plainArgs[key] === "string" ? plainArgs[key] : undefined) };
    for (const provider of Object.values(providers)) void provider.configure({ config });
    const of = ({ type }: Target) => providers[kindOfType(type)];
    const from = (json: JsonMap): Props => plain(json);
    return {
      check: (call) =>
        this.answer(async () => {
          const { inputs, failures } = await of(call).check(from(call.olds), from(call.news));
          return { inputs: plain({ ...inputs, __provider: call.news["__provider"] }), failures };
        }),
      diff: (call) =>
        this.answer(async () => {
          const { changes, replaces, deleteBeforeReplace } = await of(call).diff(
            call.id,
            from(call.olds),
            from(call.news),
          );
          return { changes: changes ? "some" : "none", replaces, deleteBeforeReplace };
        }),
      create: (call) =>
        this.answer(async () => {
          const { id, outs } = await of(call).create(from(call.inputs));
          return { id, outputs: withProvider(outs, call.inputs) };
        }),
      update: (call) =>
        this.answer(async () => {
          const { outs } = await of(call).update(call.id, from(call.olds), from(call.news));
          return { outputs: withProvider(outs, call.news) };
        }),
      read: (call) =>
        this.answer(async () => {
          const { id, props, inputs } = await of(call).read(call.id, from(call.outputs));
          const outputs = withProvider(props, call.outputs);
          return { id, outputs, inputs: inputs && withProvider(inputs, call.outputs) };
        }),
      delete: (call) => this.answer(() => of(call).delete(call.id, from(call.outputs))),
      close: () => this.stop(),
    };
  }

  /** An answer as gRPC brings it: none from the dead, none to the dead, and errors as their messages. */
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

  private openBooks(settings: Settings, notify: Notify): Books {
    const { clock, machine, project, backend, pid, engine } = this.options;
    const storage = this.mortal(machine.journal(settings.apiUrl ?? "", project));
    const { apiKey } = settings;
    const keys = { apiKey, machineKey: machine.key };
    const books = new Books(clock, async () => ({
      journal: new Journal(
        storage,
        keys,
        () => machine.otherJournals(settings.apiUrl ?? "", project),
        this.mortal(machine.holders),
      ),
      backend,
      ...(settings.apiUrl !== undefined && { address: settings.apiUrl }),
      newId: () => `${pid}-${++this.sequence}`,
      process: { pid, startedAt: "", engine },
      isAlive: (owner) => machine.living.has(owner.pid),
      isEngineThere: async (address) =>
        address === undefined ? this.hasEngine : machine.engines.get(address)?.() === true,
      listLagMs,
    }));
    this.endings.push(() => end(books, notify));
    return books;
  }

  private mortal(storage: Storage): Storage {
    const never = new Promise<never>(() => undefined);
    const whileAlive = <T>(call: () => Promise<T>): Promise<T> => (this.living ? call() : never);
    return {
      names: () => whileAlive(() => storage.names()),
      read: (name) => whileAlive(() => storage.read(name)),
      append: (name, text) => whileAlive(() => storage.append(name, text)),
      jot: (name, text) => whileAlive(() => storage.jot(name, text)),
      rename: (from, to) => whileAlive(() => storage.rename(from, to)),
      remove: (name) => whileAlive(() => storage.remove(name)),
    };
  }
}

export const kindOfType = (type: string): Kind =>
  exportNameOf(type.slice(type.lastIndexOf(":") + 1) as KindName) as Kind;

export function typeOfKind(kind: Kind, mode: Mode): string {
  const name = kind[0]!.toUpperCase() + kind.slice(1);
  return mode === "plugin" ? pluginType(name) : dynamicType(name);
}

/** As a struct of the wire brings it: nothing that is undefined, and nothing shared. */
const plain = (value: Props): JsonMap => JSON.parse(JSON.stringify(value)) as JsonMap;

const withProvider = (result: Props, props: JsonMap): JsonMap =>
  plain({ ...(isObject(result) ? result : {}), __provider: props["__provider"] });
