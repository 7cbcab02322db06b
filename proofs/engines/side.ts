import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../emulator";
import { parseCheckpoint } from "../../engine/state/checkpoint";
import type { ResourceState } from "../../engine/state/resource-state";
import { type Crypter, openCrypter } from "../../engine/state/secrets";
import { createStateCodec } from "../../engine/state/state-codec";
import { parseUrn } from "../../engine/protocol/urn";
import { chanceFrom } from "../chance";
import type { EngineName } from "../engines";
import type { Mode } from "../plugin";
import { addressDigest } from "../../provider/state/sighting";
import type { Props } from "../../provider/table/props";
import type { ComparedKind } from "../programs";
import { root } from "../root";
import { runCli } from "./cli";
import { ending } from "./ending";
import { LocalDriver } from "./local";
import type { Drift, Fault, Found, Life, Step } from "./life";
import { plainEntry } from "./plain-state";
import { register } from "./register";
import { passphrase, project, stackName, type Told } from "./story";
import { fastClock, pluginNames, ServedProviders } from "./served";

/** The salt of the passphrase, one for all lives, so that its key is derived once. */
const salt = "v1:PS6V+pP4h1s=:v1:aSwUwMbDUEDPLu3Y:FozUJXPzTHU43O9kCoeO6R68xZjpIw==";
/** The folder of all files, in memory on Linux, because an engine waits for the disk after each step. */
const filesIn = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
const speed = 50;
/** A machine is ready at once; otherwise an object's status would depend on the time of the read. */
const settings = { provisioningMs: 0, startingMs: 0 };

/** Outputs that the order of creates and the moment of a read change. */
const chosenByThePlatform = /^outputs\.(ssh|endpoints|network|primary|pods|runtime)\./;

const paths: Readonly<Record<ComparedKind, string>> = {
  pod: "/v2/pods",
  cluster: "/v2/clusters",
  networkVolume: "/v2/network-volumes",
  registryCredential: "/v2/registries",
};

/** The effects of one operation, in terms in which two engines can be compared. */
export interface Observed extends Told {
  /** The requests that changed something on the platform, in order. */
  readonly requests: readonly string[];
  readonly state: readonly string[];
  readonly platform: readonly string[];
}

let crypter: Promise<Crypter> | undefined;
const openKey = () => (crypter ??= openCrypter(passphrase, salt, (count) => Buffer.alloc(count)));

/** A stack with its own platform, on which either engine works. */
export class Side {
  readonly folder = mkdtempSync(join(filesIn, "compute-engines-"));
  private readonly local: LocalDriver;
  private readonly providers: ServedProviders;
  /** Every object that the stack ever had, by id: the logical name, and its number under that name. */
  private readonly owners = new Map<string, string>();
  /** Ids of objects made by others, by name. */
  private readonly strangers = new Map<string, string>();
  private entries: readonly ResourceState[] = [];

  private constructor(
    readonly emulator: Emulator,
    private readonly mode: Mode,
    private readonly life: Pick<Life, "seed" | "parallel" | "oneByOne">,
    private engine: EngineName,
  ) {
    const modules = join(this.folder, "node_modules");
    for (const name of ["state", "node_modules", "home", ".pulumi"]) mkdirSync(join(this.folder, name));
    symlinkSync(root, join(modules, "pulumi-compute-platform"));
    symlinkSync(join(root, "node_modules", "@pulumi"), join(modules, "@pulumi"));
    const yaml = "runtime:\n  name: nodejs\n  options:\n    typescript: false\n";
    const stanza = `plugins:\n  providers:\n    - name: ${pluginNames[mode]}\n      path: plugin\n`;
    writeFileSync(join(this.folder, "Pulumi.yaml"), `name: ${project}\n${yaml}${stanza}`);
    writeFileSync(join(this.folder, "package.json"), '{ "private": true }');
    writeFileSync(join(this.folder, `Pulumi.${stackName}.yaml`), `encryptionsalt: ${salt}\n`);
    const stacks = join(this.folder, "state", ".pulumi", "stacks", project);
    mkdirSync(stacks, { recursive: true });
    writeFileSync(join(this.folder, "state", ".pulumi", "meta.yaml"), "version: 1\n");
    writeFileSync(join(stacks, `${stackName}.json`), emptyCheckpoint);
    const [clock, chance] = [fastClock(speed), chanceFrom(life.seed)];
    this.providers = new ServedProviders(mode, join(this.folder, "plugin"), { clock, chance, env: this.settings });
    this.local = new LocalDriver({
      folder: this.folder,
      env: this.settings,
      parallel: life.parallel,
      start: this.providers.start,
    });
  }

  static async open(life: Life, mode: Mode, engine: EngineName): Promise<Side> {
    const { seed } = life;
    const emulator = await startEmulator({ apiKey: "prove-key", rateLimit: false, speed, seed, settings });
    return new Side(emulator, mode, life, engine);
  }

  /** This engine continues with the same state. */
  handOver(engine: EngineName): void {
    this.engine = engine;
  }

  async run(step: Step): Promise<Observed> {
    for (const found of step.found ?? []) await this.make(found);
    for (const drift of step.drift ?? []) await this.change(drift);
    for (const fault of step.faults ?? []) this.emulator.faults.add(refusal(fault));
    this.emulator.requests.clear();
    const { parallel, oneByOne } = this.life;
    const { apiKey, apiUrl } = this.emulator;
    const platform = { apiKey, apiUrl, idOfFound: (name: string) => this.strangers.get(name) };
    const program = () => register(step.program, this.mode, platform, oneByOne);
    const work = { step, program, folder: this.folder, env: this.settings, parallel };
    const told = await ending((signal) =>
      this.engine === "cli" ? this.providers.during(() => runCli(work, signal)) : this.local.run(work),
    );
    const requests = this.emulator.requests.list().filter(({ method }) => method !== "GET");
    this.emulator.faults.clear();
    await this.look();
    return {
      ...told,
      steps: told.steps.map((text) => this.canonical(text)),
      requests: requests.map(({ method, path, status }) => this.canonical(`${method} ${path} ${status}`)),
      state: this.state().sort(),
      platform: this.platform().sort(),
    };
  }

  async close(): Promise<void> {
    await this.emulator.close();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** The provider's settings of its platform. */
  private get settings(): Record<string, string> {
    return { COMPUTE_API_KEY: this.emulator.apiKey, COMPUTE_API_URL: this.emulator.apiUrl };
  }

  private pending: readonly { readonly type: string; readonly resource: ResourceState }[] = [];

  private async look(): Promise<void> {
    const file = join(this.folder, "state", ".pulumi", "stacks", project, `${stackName}.json`);
    const raw = parseCheckpoint(readFileSync(file, "utf8"), file);
    const codec = createStateCodec(await openKey());
    this.entries = raw.resources.map(codec.readEntry);
    this.pending = raw.operations.map(codec.readOperation);
    for (const { urn, id } of this.entries) {
      if (id === undefined || id === "" || this.owners.has(id)) continue;
      const { name } = parseUrn(urn);
      const before = [...this.owners.values()].filter((owner) => owner.startsWith(`${name}#`)).length;
      this.owners.set(id, `${name}#${before + 1}`);
    }
  }

  private state(): string[] {
    const showCode = () => "<provider>";
    const pending = this.pending.map(({ type, resource }) => ({ pending: type, ...plainEntry(resource, showCode) }));
    const all: Record<string, unknown>[] = [...this.entries.map((entry) => plainEntry(entry, showCode)), ...pending];
    return all.flatMap((entry) => {
      const whose = `${String(entry.urn)}${entry.delete === true ? " (to be deleted)" : ""}`;
      const told = leaves(entry).filter((leaf) => !chosenByThePlatform.test(leaf));
      return told.map((leaf) => this.canonical(`${whose} ${leaf}`));
    });
  }

  private platform(): string[] {
    const { pods, clusters, volumes, registries } = this.emulator.store;
    const named = (kind: string, records: Iterable<{ id: string; name: string }>) =>
      [...records].map(({ id, name }) => this.canonical(`${kind} ${id} ${name}`));
    return [
      ...named(
        "pod",
        [...pods.values()].filter(({ cluster }) => !cluster),
      ),
      ...named("cluster", clusters.values()),
      ...named("volume", volumes.values()),
      ...named("credential", registries.values()),
    ];
  }

  /** A text without the differences between two equal runs: ids, times, addresses, fingerprints, and random ends of names. */
  private canonical(text: string): string {
    const { apiUrl } = this.emulator;
    const known = [...this.owners].reduce((so, [id, owner]) => so.replaceAll(id, `<${owner}>`), text);
    return known
      .replaceAll("urn:pulumi:dev::lives::", "")
      .replaceAll(apiUrl, "<platform>")
      .replaceAll(`@${addressDigest(apiUrl)}`, "@<platform>")
      .replace(/(__adoption = )"[^"]*"/, '$1"…"')
      .replace(/-c[a-z2-7]{8}[2-7][a-z2-7]{2}(?![a-z0-9])/g, "-…")
      .replace(/\bs1:[\w-]{22}/g, "s1:…")
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<uuid>");
  }

  private async make({ name, kind, body }: Found): Promise<void> {
    const answer = await this.send("POST", paths[kind], body);
    const { id } = (await answer.json()) as { id?: string };
    if (id === undefined) return;
    this.strangers.set(name, id);
    this.owners.set(id, name);
  }

  private send(method: string, path: string, body?: Props): Promise<Response> {
    const headers = { authorization: `Bearer ${this.emulator.apiKey}`, "content-type": "application/json" };
    return fetch(this.emulator.apiUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  }

  private async change({ name, body }: Drift): Promise<void> {
    const entry = this.entries.find(({ urn, id }) => urn.endsWith(`::${name}`) && id !== undefined);
    const kind = (Object.keys(paths) as ComparedKind[]).find((each) =>
      entry?.type.toLowerCase().endsWith(`:${each.toLowerCase()}`),
    );
    if (!entry || !kind) return;
    await this.send(body ? "PATCH" : "DELETE", `${paths[kind]}/${entry.id}`, body);
  }
}

const emptyCheckpoint = JSON.stringify({
  version: 3,
  checkpoint: {
    stack: `organization/${project}/${stackName}`,
    latest: {
      manifest: { time: "2020-01-01T00:00:00Z", magic: "", version: "" },
      secrets_providers: { type: "passphrase", state: { salt } },
      metadata: {},
    },
  },
});

/** A permanent refusal, for which nobody waits. */
const refusal = ({ method, kind, nth, times }: Fault) => ({
  method,
  path: method === "POST" ? paths[kind] : `${paths[kind]}/:id`,
  nth,
  times,
  phase: "before" as const,
  status: method === "GET" ? 403 : 400,
});

/** Each value on its own line, with its path. */
function leaves(value: unknown, path = ""): string[] {
  const isLeaf = typeof value !== "object" || value === null || Object.keys(value).length === 0;
  if (isLeaf) return [`${path} = ${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([name, member]) => leaves(member, path === "" ? name : `${path}.${name}`));
}
