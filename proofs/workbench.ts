import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type Emulator, startEmulator } from "../emulator";
import type { Ambient, EngineEvent } from "../engine";
import { systemAmbient } from "../engine/ambient";
import { fastClock, ServedProviders } from "./engines/served";
import { findBackend, idFile } from "../provider/host/backend";
import { fileStorage } from "../provider/journal/storage";
import { declareHere, programText } from "./declare";
import { cliEngine, type Ended, type EngineName, localEngine, type Operation } from "./engines";
import type { KindName } from "../provider/kinds/names";
import { fastHost } from "./fast-host";
import { KillingProxy, type Strike } from "./killing-proxy";
import type { Mode } from "./plugin";
import { root } from "./root";

/** A resource of a program: `{ $id: name }` in its arguments stands for another one, `{ $secret: value }` for a secret. */
export interface Spec {
  readonly kind: KindName;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const executable = "pulumi-resource-compute";
const stanza = "plugins:\n  providers:\n    - name: compute\n      path: plugin\n";

export interface WorkbenchOptions {
  readonly apiKey?: string;
  readonly engine?: EngineName;
  /** Default: dynamic resources. */
  readonly mode?: Mode | undefined;
  /** The local engine's providers are in this process, but for those that are to be killed. */
  readonly serves?: boolean | undefined;
  /** The pace of the platform and the provider's host, as a multiple of real time. Default 50. */
  readonly speed?: number;
}

const defaultSpeed = 50;

/**
 * A stack with a platform of its own: real engine, real provider host, real sockets; only time is fast. The local engine
 * runs the program in this process: to start one takes longer than the run.
 */
export class Workbench {
  readonly folder = mkdtempSync(join(tmpdir(), "compute-prove-"));
  readonly stackName = "prove";
  readonly passphrase = "prove";
  /** Hears the local engine's events while it works. */
  onEvent: ((event: EngineEvent) => void) | undefined;
  private ambient: Ambient | undefined;
  private isArmed = false;
  private constructor(
    readonly engine: EngineName,
    private readonly mode: Mode,
    readonly emulator: Emulator,
    readonly proxy: KillingProxy,
    readonly apiUrl: string,
    private readonly speed: number,
  ) {
    const modules = join(this.folder, "project", "node_modules");
    mkdirSync(modules, { recursive: true });
    symlinkSync(root, join(modules, "pulumi-compute-platform"));
    symlinkSync(join(root, "node_modules", "@pulumi"), join(modules, "@pulumi"));
    writeFileSync(join(this.folder, "project", "package.json"), '{ "private": true, "main": "index.js" }');
    writeFileSync(
      join(this.folder, "project", "Pulumi.yaml"),
      "name: prove\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n" + (mode === "plugin" ? stanza : ""),
    );
    mkdirSync(join(this.folder, "project", "plugin"));
    symlinkSync(join(root, "dist", "plugin", `${executable}.js`), join(this.folder, "project", "plugin", executable));
    writeFileSync(join(this.folder, "project", "index.js"), programText(mode));
    this.clear();
  }

  static async open({
    apiKey = "prove-key",
    engine = "local",
    mode = "dynamic",
    speed = defaultSpeed,
    serves = false,
  }: WorkbenchOptions = {}): Promise<Workbench> {
    const emulator = await startEmulator({ apiKey, rateLimit: false, speed, seed: "prove" });
    const proxy = new KillingProxy(() => emulator.apiUrl);
    const bench = new Workbench(engine, mode, emulator, proxy, await proxy.listen(), speed);
    proxy.kill = () => bench.killHost();
    if (serves) await bench.serve();
    return bench;
  }

  /** Empty state, journal and platform. The folder of states keeps its id, which marks begin with and a process remembers. */
  clear(): void {
    const place = join(this.folder, "state", ".pulumi");
    const id = existsSync(join(place, idFile)) ? readFileSync(join(place, idFile)) : undefined;
    for (const name of ["state", "journal"]) {
      rmSync(join(this.folder, name), { recursive: true, force: true });
      mkdirSync(join(this.folder, name));
    }
    if (id) mkdirSync(place);
    if (id) writeFileSync(join(place, idFile), id);
    this.emulator.reset();
  }

  /** The next operation is on a machine with an empty home, which has the state and no journal. */
  leaveMachine(): void {
    rmSync(join(this.folder, "journal"), { recursive: true, force: true });
    mkdirSync(join(this.folder, "journal"));
  }

  /** Keeps state, journal and platform as they are now, and returns how to come back to them. */
  remember(): () => void {
    const kept = mkdtempSync(join(this.folder, "kept-"));
    for (const name of ["state", "journal"]) cpSync(join(this.folder, name), join(kept, name), { recursive: true });
    const dump = JSON.stringify(this.emulator.dump());
    return () => {
      this.clear();
      for (const name of ["state", "journal"]) cpSync(join(kept, name), join(this.folder, name), { recursive: true });
      this.emulator.load(JSON.parse(dump) as Record<string, unknown>);
    };
  }

  /** The next operation's host is killed there; without a strike none is. */
  arm(strike?: Strike): void {
    rmSync(this.hostFiles.struck, { force: true });
    this.proxy.arm(strike);
    this.isArmed = strike !== undefined;
  }

  /** A host was killed since. */
  get hasStruck(): boolean {
    return existsSync(this.hostFiles.struck);
  }

  async up(specs: readonly Spec[]): Promise<Ended> {
    writeFileSync(join(this.folder, "program.json"), JSON.stringify(specs));
    return this.operate("up");
  }

  async preview(specs: readonly Spec[]): Promise<Ended> {
    writeFileSync(join(this.folder, "program.json"), JSON.stringify(specs));
    return this.operate("preview");
  }

  refresh(): Promise<Ended> {
    return this.operate("refresh");
  }

  destroy(): Promise<Ended> {
    return this.operate("destroy");
  }

  /** The jobs that the platform was asked to run, as far as its request log goes back. */
  get submissions(): number {
    return this.emulator.requests.list().filter(({ method, path }) => method === "POST" && path.endsWith("/run"))
      .length;
  }

  /** The entries of our resources in the stack's state file. */
  entries(): Entry[] {
    const file = join(this.folder, "state", ".pulumi", "stacks", "prove", `${this.stackName}.json`);
    if (!existsSync(file)) return [];
    const { checkpoint } = JSON.parse(readFileSync(file, "utf8")) as Checkpoint;
    return (checkpoint.latest?.resources ?? []).filter(({ type }) =>
      /^(pulumi-nodejs:dynamic\/compute:|compute:index:)/.test(type),
    );
  }

  /**
   * Attempts that the journal holds open and of whose object the state knows nothing. One whose object it knows is
   * confirmed as the provider's host ends, or, where a busy machine cut that short, by the next run.
   */
  openAttempts(): string[] {
    const folder = join(this.folder, "journal");
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const ids = new Set(this.entries().map(({ id }) => id));
    return names.filter((name) => {
      if (!basename(name).startsWith("attempt-")) return false;
      const text = readFileSync(join(folder, name), "utf8");
      // Killed before its first line was written, so nothing was sent: it never began.
      if (!/^\{"begin":.*\}$/m.test(text)) return false;
      const made = /"made":"([^"]+)"/.exec(text)?.[1];
      return made === undefined || !ids.has(made);
    });
  }

  async close(): Promise<void> {
    this.proxy.close();
    await this.emulator.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async serve(): Promise<void> {
    const { folder, mode, speed, env, backendUrl } = this;
    const providers = new ServedProviders(mode, {
      clock: fastClock(speed),
      env,
      listener: "engine",
      storage: fileStorage(join(folder, "journal", "journal")),
      backend: await findBackend({ PULUMI_BACKEND_URL: backendUrl }, join(folder, "project")),
    });
    this.ambient = { ...systemAmbient, start: providers.start };
  }

  private get backendUrl(): string {
    return `file://${join(this.folder, "state")}`;
  }

  private get env(): Record<string, string> {
    return {
      ...fastHost(this.hostFiles, this.speed, this.mode),
      PROVE_PROGRAM: join(this.folder, "program.json"),
      // What is killed is gone on with by nobody but the next run.
      COMPUTE_INTERRUPTED: "take over",
      COMPUTE_API_KEY: this.emulator.apiKey,
      COMPUTE_API_URL: this.apiUrl,
      COMPUTE_QUEUE_URL: this.emulator.queueUrl.replace(this.emulator.apiUrl, this.apiUrl),
      COMPUTE_JOURNAL_DIR: join(this.folder, "journal"),
    };
  }

  private get hostFiles() {
    return { pid: join(this.folder, "host.pid"), struck: join(this.folder, "host.struck") };
  }

  private killHost(): void {
    process.kill(Number(readFileSync(this.hostFiles.pid, "utf8")), "SIGKILL");
    writeFileSync(this.hostFiles.struck, "");
  }

  private async operate(operation: Operation): Promise<Ended> {
    const open = this.engine === "cli" ? cliEngine : localEngine;
    const operate = await open({
      projectDir: join(this.folder, "project"),
      stack: this.stackName,
      backendUrl: this.backendUrl,
      passphrase: this.passphrase,
      home: join(this.folder, "home"),
      env: this.env,
      onEvent: this.onEvent,
      ambient: this.isArmed ? undefined : this.ambient,
      program: () => declareHere(JSON.parse(readFileSync(this.env["PROVE_PROGRAM"]!, "utf8")) as Spec[], this.mode),
    });
    return operate(operation);
  }
}

/** A resource in the state file. */
export interface Entry {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly delete?: boolean;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly outputs?: Readonly<Record<string, unknown>>;
}

/** The name that the program gave it. */
export const logicalNameOf = ({ urn }: Entry): string => urn.slice(urn.lastIndexOf("::") + 2);

interface Checkpoint {
  readonly checkpoint: { readonly latest?: { readonly resources?: readonly Entry[] } };
}
