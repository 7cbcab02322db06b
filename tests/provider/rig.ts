import { type Client, type Clock, createClient } from "../../client";
import { type Emulator, startEmulator } from "../../emulator";
import { createProviders } from "../../provider";
import type { Props } from "../../provider/table/props";
import type { Resource } from "../../provider/table/resource";
import { CalledOffError, unsentUntil } from "../../provider/host/program";
import type { HostContext } from "../../provider/host/session";
import { exportNameOf } from "../../provider/state/stored-provider";
import { ManualClock } from "../support/manual-clock";

type Kind = Resource["kind"];

/** One resource of a program. `id:<name>` among its inputs, or a function, stands for the id of one before it. */
export interface Declared {
  readonly kind: Kind;
  readonly inputs: Props | ((idOf: (name: string) => string) => Props);
}

export type Program = Readonly<Record<string, Declared>>;

interface Entry {
  readonly kind: Kind;
  readonly id: string;
  readonly inputs: Props;
  readonly outputs: Props;
  readonly isBroken: boolean;
}

/** As much of Pulumi's engine as the provider can see, in this process: state by name, and the calls in their order. */
export class Stack {
  readonly state = new Map<string, Entry>();
  /** Warnings. */
  readonly said: string[] = [];
  /** What was told and warns of nothing. */
  readonly informed: string[] = [];
  private readonly providers: ReturnType<typeof createProviders>;

  constructor(
    clock: Clock,
    connect: HostContext["connect"],
    private readonly config: Props,
    calledOff?: AbortSignal,
  ) {
    const warn = async (message: string) => void this.said.push(message);
    const notify = { warn, info: async (message: string) => void this.informed.push(message) };
    this.providers = createProviders({
      env: {},
      clock,
      randomBytes: counting(),
      connect,
      notify,
      ...(calledOff && { calledOff }),
    });
    this.begin();
  }

  /** An engine configures a provider at the start of each operation. */
  begin(): void {
    for (const provider of Object.values(this.providers))
      void provider.configure({ config: { get: (key) => this.config[key] as string | undefined } });
  }

  provider(kind: Kind) {
    return this.providers[exportNameOf(kind)];
  }

  /** What an up does, by resource. Throws what the provider throws, with state kept as the engine keeps it. */
  async up(program: Program): Promise<Record<string, string>> {
    this.begin();
    const done: Record<string, string> = {};
    const replaced: { kind: Kind; id: string; outputs: Props }[] = [];
    for (const [name, { kind, inputs }] of Object.entries(program)) {
      const asked = typeof inputs === "function" ? inputs((other) => this.entry(other).id) : this.withIds(inputs);
      const news = wire({ ...asked, __provider: kind, __logicalName: name });
      done[name] = await this.register(name, kind, news, replaced);
    }
    for (const name of [...this.state.keys()].reverse()) {
      if (name in program) continue;
      await this.remove(name);
      done[name] = "delete";
    }
    // What is no longer in the program may use what was replaced, so that it goes first.
    for (const { kind, id, outputs } of replaced.reverse()) await this.provider(kind).delete(id, wire(outputs));
    return done;
  }

  async destroy(): Promise<void> {
    this.begin();
    for (const name of [...this.state.keys()].reverse()) await this.remove(name);
  }

  /** Reads everything and tells what the engine would show as drift. */
  async refresh(): Promise<string[]> {
    const drifted: string[] = [];
    for (const [name, old] of [...this.state]) {
      const provider = this.provider(old.kind);
      const { id, props, inputs } = await provider.read(old.id, wire(old.outputs));
      if (id === "") {
        this.state.delete(name);
        drifted.push(name);
        continue;
      }
      const { changes } = await provider.diff(id, wire(props), wire(old.inputs));
      if (changes) drifted.push(name);
      this.state.set(name, { ...old, id, outputs: wire(props), inputs: wire(inputs ?? old.inputs), isBroken: false });
    }
    return drifted;
  }

  /** Reads everything at the same time, as an engine does, and then asks for the differences. Writes nothing down. */
  async refreshAtOnce(): Promise<void> {
    const all = [...this.state.values()];
    const read = await Promise.all(all.map(({ kind, id, outputs }) => this.provider(kind).read(id, wire(outputs))));
    for (const [index, { kind, id, inputs }] of all.entries())
      await this.provider(kind).diff(id, wire(read[index]!.props), wire(inputs));
  }

  entry(name: string): Entry {
    const entry = this.state.get(name);
    if (!entry) throw new Error(`the state has no ${name}`);
    return entry;
  }

  private withIds(inputs: Props): Props {
    const text = JSON.stringify(inputs).replace(/"id:(\w+)"/g, (_all, other: string) =>
      JSON.stringify(this.entry(other).id),
    );
    return JSON.parse(text) as Props;
  }

  private async remove(name: string): Promise<void> {
    const { kind, id, outputs } = this.entry(name);
    await this.provider(kind).delete(id, wire(outputs));
    this.state.delete(name);
  }

  private async register(
    name: string,
    kind: Kind,
    news: Props,
    replaced: { kind: Kind; id: string; outputs: Props }[],
  ) {
    const provider = this.provider(kind);
    const old = this.state.get(name);
    const inputs = await this.checked(kind, old?.inputs ?? {}, news);
    if (!old) return this.create(name, kind, inputs);
    const { changes, replaces, deleteBeforeReplace } = await provider.diff(old.id, wire(old.outputs), wire(inputs));
    if (replaces.length > 0) {
      if (deleteBeforeReplace) await this.remove(name);
      else replaced.push(old);
      await this.create(name, kind, await this.checked(kind, {}, news));
      return "replace";
    }
    if (!changes && !old.isBroken) {
      this.state.set(name, { ...old, inputs });
      return "same";
    }
    try {
      const { outs } = await provider.update(old.id, wire(old.outputs), wire(inputs));
      this.state.set(name, { ...old, inputs, outputs: wire(outs), isBroken: false });
    } catch (error) {
      const { properties } = error as { properties?: Props };
      if (properties) this.state.set(name, { ...old, outputs: wire(properties), isBroken: true });
      throw error;
    }
    return "update";
  }

  private async create(name: string, kind: Kind, inputs: Props): Promise<string> {
    try {
      const { id, outs } = await this.provider(kind).create(wire(inputs));
      this.state.set(name, { kind, id, inputs, outputs: wire(outs), isBroken: false });
    } catch (error) {
      const { id, properties } = error as { id?: string; properties?: Props };
      if (id) this.state.set(name, { kind, id, inputs, outputs: wire(properties ?? {}), isBroken: true });
      throw error;
    }
    return "create";
  }

  private async checked(kind: Kind, olds: Props, news: Props): Promise<Props> {
    const { inputs, failures } = await this.provider(kind).check(wire(olds), wire(news));
    if (failures.length > 0)
      throw new Error(failures.map(({ property, reason }) => `${property}: ${reason}`).join("\n"));
    return wire(inputs);
  }
}

/** The emulator sends all that a log has at once, so that no line comes late; how long to wait for one is real time. */
const timeouts = { logQuietMs: 50 };

/** A rig whose platform is an emulator behind a socket, with a clock that jumps. */
export class Rig extends Stack {
  /** The platform without a provider between: to look, and to change things behind its back. */
  readonly platform: Client;
  /** Calls the run off, as Ctrl-C does. */
  readonly callOff: () => void;
  private readonly connected: readonly Client[];

  constructor(
    readonly emulator: Emulator,
    readonly clock: ManualClock,
    settings: Props,
  ) {
    const connected: Client[] = [];
    const calling = new AbortController();
    super(
      clock,
      (given, _clock, isSecret) => {
        const options = { ...given, isSecret, clock, limiter: false, random: () => 0, timeouts } as const;
        const client = createClient(options, undefined, undefined, unsentUntil(calling.signal));
        connected.push(client);
        return client;
      },
      {
        "compute:apiKey": emulator.apiKey,
        "compute:apiUrl": emulator.apiUrl,
        "compute:queueUrl": emulator.queueUrl,
        ...settings,
      },
      calling.signal,
    );
    this.callOff = () => calling.abort(new CalledOffError());
    this.platform = createClient({ ...emulator, clock, limiter: false, timeouts });
    connected.push(this.platform);
    this.connected = connected;
  }

  /** Ends what the provider still follows, too. */
  async close(): Promise<void> {
    await Promise.all(this.connected.map((client) => client.close()));
    await this.emulator.close();
  }
}

/** An emulator without limits, and providers that live in its time. */
export async function startRig(settings: Props = {}): Promise<Rig> {
  const clock = new ManualClock(Date.UTC(2026, 4, 4, 9));
  const emulator = await startEmulator({ clock, rateLimit: false });
  return new Rig(emulator, clock, settings);
}

/** What is left of properties on the way through Pulumi's protocol. */
export const wire = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

function counting(): (size: number) => Uint8Array {
  let count = 0;
  return (size) => {
    count += 1;
    return Uint8Array.from({ length: size }, (_, at) => Math.floor(count / 6 ** at) & 0xff);
  };
}
