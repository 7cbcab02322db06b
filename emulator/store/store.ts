import { ownMember } from "../../values/own-member";
import { Capacity } from "../catalog/capacity";
import type { EmulatorClock } from "./clock";
import { Collection, type Stored } from "./collection";
import { checkDump } from "../control/dump-check";
import { type Catalog, catalogFixture } from "../catalog/fixtures/catalog";
import { publicTemplates } from "../catalog/fixtures/templates";
import { Ids } from "./ids";
import { Faults } from "../kernel/faults";
import { type KeyRecord, KeyRing } from "../kernel/keys";
import { type Quotas, RateLimiter } from "../kernel/rate-limit";
import { RequestLog } from "../kernel/request-log";
import { Ledger } from "./ledger";
import { clusterMembers, type StoredCluster } from "../clusters/record";
import { podMembers, type StoredPod } from "../pods/record";
import type { StoredDelegation, StoredRegistry } from "../registries/rules";
import { type StoredVolume, volumeMembers } from "../network-volumes/record";
import type { StoredSecret } from "../secrets/rules";
import { type StoredTemplate, templateMembers } from "../templates/record";
import { PodScripts } from "../pods/scripts";
import type { Settings } from "./settings";

/** When it was made, in ms since the epoch. */
type Made = { readonly createdAt: number } | { readonly createdAtMs: number };

/** A part of the state with a name of its own in dumps. */
export interface Section {
  /** What `load` takes; undefined where there is nothing to keep. */
  dump(): unknown;
  load(value: unknown): void;
  clear(): void;
  /** What of it may be shown under its name in `GET /_emulator/state`: nothing secret. Left out: nothing is. */
  inspect?(): unknown;
}

/** What refers to volumes, templates and credentials from outside the families kept here, e.g. serverless endpoints. */
export interface Dependent {
  /** Blocks the delete of a volume. */ // V-16
  usesVolume?(id: string): boolean;
  /** Blocks the delete of a template. */ // T-22
  usesTemplate?(id: string): boolean;
  /** The credential is gone: drop the reference. */
  forgetRegistry?(id: string): void;
}

export interface StoreOptions {
  readonly clock: EmulatorClock;
  readonly seed: string | number;
  readonly settings: Settings;
  readonly keys: readonly KeyRecord[];
  /** Hosts that webhooks go to although they are link-local or a metadata service. Default: none. */
  readonly allowedWebhooks?: readonly string[];
  /** Another account of the same platform: faults, log, addresses and the state file are one for both. */
  readonly sibling?: Store;
  /** Public templates of other accounts. */ // T-3
  readonly foreignTemplates?: () => readonly StoredTemplate[];
}

/** Everything the emulated platform remembers of one account. Emulators share none, and so do tests. */
export class Store {
  readonly clock: EmulatorClock;
  readonly ids: Ids;
  readonly settings: Settings;
  readonly keys = new KeyRing();
  readonly limiter = new RateLimiter();
  readonly faults: Faults;
  readonly scripts = new PodScripts(() => this.findRestless());
  readonly requests: RequestLog;
  readonly catalog: Catalog = catalogFixture;
  readonly capacity = new Capacity();
  readonly ledger = new Ledger();

  readonly pods = new Collection<StoredPod>();
  /** Pods that change by themselves; the others are not looked at before a decision about capacity or money. */
  readonly restlessPods = new Set<StoredPod>();
  /** No pod changes by itself before this instant. */
  restUntil = Number.NEGATIVE_INFINITY;
  readonly clusters = new Collection<StoredCluster>();
  readonly volumes = new Collection<StoredVolume>();
  readonly registries = new Collection<StoredRegistry>();
  readonly delegations = new Collection<StoredDelegation>();
  readonly templates = new Collection<StoredTemplate>();
  readonly secrets = new Collection<StoredSecret>();
  sshKeys: readonly string[] = [];

  readonly dependents: Dependent[] = [];
  /** Called whenever a pod enters a status, and with TERMINATED when it is gone. */
  readonly podListeners = new Set<(pod: StoredPod, at: number) => void>();
  /** Errors that are mistakes of the emulator itself, in order; the first hundred. */
  readonly defects: unknown[] = [];
  /** Where the emulator listens; filled in when it does. */
  readonly urls: { apiUrl: string; baseUrl: string; queueUrl: string };

  readonly allowedWebhooks: readonly string[];
  private readonly sections = new Map<string, Section>();
  private readonly initial: StoreOptions;
  private sequence = 0;
  private save: () => Promise<void>;

  constructor(options: StoreOptions) {
    this.initial = options;
    this.allowedWebhooks = options.allowedWebhooks ?? [];
    this.clock = options.clock;
    const { sibling } = options;
    this.faults = sibling?.faults ?? new Faults();
    this.requests = sibling?.requests ?? new RequestLog();
    this.urls = sibling?.urls ?? { apiUrl: "", baseUrl: "", queueUrl: "" };
    this.save = () => sibling?.saved() ?? Promise.resolve();
    this.ids = new Ids(options.seed);
    this.settings = { ...options.settings };
    this.keys.load(options.keys);
    this.templates.load(publicTemplates);
    this.addCollection("pods", this.pods, podMembers.loaded);
    this.addCollection("clusters", this.clusters, clusterMembers.loaded);
    this.addCollection("volumes", this.volumes, volumeMembers.loaded);
    this.addCollection("registries", this.registries);
    this.addCollection("delegations", this.delegations);
    this.addCollection("secrets", this.secrets);
    this.addSection("templates", {
      dump: () => this.templates.dump().filter(({ owner }) => owner === "self"),
      load: (value) => {
        const own = (value as StoredTemplate[]).map((template) => templateMembers.loaded(template));
        this.templates.load([...publicTemplates, ...own]);
      },
      clear: () => this.templates.load(publicTemplates),
    });
    this.addSection("capacity", this.capacity);
    this.addSection("ledger", this.ledger);
    this.addSection("scripts", this.scripts);
    this.addSection("account", {
      dump: () => ({ sshKeys: this.sshKeys, settings: this.settings, keys: this.keys.dump() }),
      load: (value) => {
        const { sshKeys, settings, keys } = value as { sshKeys: string[]; settings: Settings; keys: KeyRecord[] };
        this.sshKeys = sshKeys;
        Object.assign(this.settings, settings);
        // The key this run was started with stays valid.
        this.keys.load([...keys, ...this.initial.keys]);
      },
      clear: () => {
        this.sshKeys = [];
        Object.assign(this.settings, options.settings);
        this.keys.load(options.keys);
      },
    });
  }

  now(): number {
    return this.clock.now();
  }

  /** Rises by one with everything created; breaks ties of creation times. */
  nextSeq(): number {
    return ++this.sequence;
  }

  /** Quotas a key is held to; none when limits are off. */
  quotasOf({ quota }: KeyRecord): Quotas | undefined {
    const { rateLimit } = this.settings;
    if (!quota) return rateLimit ?? undefined;
    return { ...unlimited, ...rateLimit, ...quota };
  }

  /** Whether lists show it yet: they may lag behind creation (`listLagMs`). */
  isListed(made: Made): boolean {
    const at = "createdAt" in made ? made.createdAt : made.createdAtMs;
    return this.settings.listLagMs === 0 || this.now() - at >= this.settings.listLagMs;
  }

  /** The objects that a list shows, newest first. */
  listed<T extends Stored & Made>(collection: Collection<T>): readonly T[] {
    return collection.newestFirst().filter((each) => this.isListed(each));
  }

  /** Public templates of other accounts. */
  foreignTemplates(): readonly StoredTemplate[] {
    return this.initial.foreignTemplates?.() ?? [];
  }

  /** Gives a part of the state a place in dumps. Register it before the state is loaded. */
  addSection(name: string, section: Section): void {
    this.sections.set(name, section);
  }

  addCollection<T extends Stored>(name: string, collection: Collection<T>, loaded = (stored: T) => stored): void {
    this.addSection(name, {
      dump: () => collection.dump(),
      load: (value) => collection.load((value as T[]).map(loaded)),
      clear: () => collection.load([]),
    });
  }

  /** Everything that is stored, as it is stored: what happens later changes it, too. */
  dump(): Record<string, unknown> {
    const sections = [...this.sections]
      .map(([name, section]) => [name, section.dump()] as const)
      .filter(([, part]) => part !== undefined);
    return {
      version: 1,
      now: this.now(),
      sequence: this.sequence,
      ids: this.ids.dump(),
      ...Object.fromEntries(sections),
    };
  }

  inspectSections(): Record<string, unknown> {
    const shown = [...this.sections].flatMap(([name, section]) => (section.inspect ? [[name, section.inspect()]] : []));
    return Object.fromEntries(shown) as Record<string, unknown>;
  }

  /** Takes over a copy of a dump, time included, or throws a Refusal and changes nothing. Parts that it lacks are emptied. */
  load(from: Readonly<Record<string, unknown>>): void {
    checkDump(from);
    const dump = structuredClone(from);
    this.sequence = dump.sequence as number;
    this.ids.load(dump.ids as number);
    this.clock.set(dump.now as number);
    for (const [name, section] of this.sections) {
      if (Object.hasOwn(dump, name)) section.load(ownMember(dump, name));
      else section.clear();
    }
    this.findRestless();
  }

  /** Back to how it started: nothing exists, no faults, no log. The clock goes on. */
  reset(): void {
    this.faults.clear();
    this.requests.clear();
    this.clear();
  }

  /** Forgets what the account holds. */
  clear(): void {
    for (const section of this.sections.values()) section.clear();
    this.limiter.clear();
    this.sequence = 0;
    this.ids.load(new Ids(this.initial.seed).dump());
    this.findRestless();
  }

  /** Resolves when what was changed is on disk, where there is a state file. */
  saved(): Promise<void> {
    return this.save();
  }

  saveWith(save: () => Promise<void>): void {
    this.save = save;
  }

  reportDefect(error: unknown): void {
    if (this.defects.length < mostDefects) this.defects.push(error);
    process.stderr.write(
      `emulator defect: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
  }

  private findRestless(): void {
    this.restUntil = Number.NEGATIVE_INFINITY;
    this.restlessPods.clear();
    for (const pod of this.pods.values()) this.restlessPods.add(pod);
  }
}

/** Enough issues to see the problem. */
const mostDefects = 100;
const unlimited: Quotas = { minute: 1e9, hour: 1e9, day: 1e9 };
