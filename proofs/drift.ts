import type { Client } from "../client";
import { isObject, pick, type Props, sameValue } from "../provider/table/props";
import { type Chance, chanceFrom } from "./chance";
import { apiKey, apiUrl, clientOn, type VirtualPlatform, virtualPlatform } from "./virtual-platform";
import { driftingResources, type Fixtures } from "./drifting-programs";
import { deletion, type Drift, driftsOf } from "./drifts";
import { dataCenters, type Declared, isNameless, type ProgramKind } from "./programs";
import type { Mode } from "./plugin";
import type { Outcome, Proof, ProofOptions } from "./proof";
import { type ProofProvider, providersOf } from "./providers";
import { VirtualClock } from "./virtual-clock";

/** Programs on one platform before it is recreated. */
const perWorld = 100;
/** Refreshes of one process share what they see of the account's keys for less than this. */
const keysAreFreshMs = 16_000;
/** Changes behind our back at one time. */
const atOnce = 4;

interface Counts {
  programs: number;
  resources: number;
  refreshes: number;
  drifts: number;
  "drifts outside of the program": number;
  "deleted behind our back": number;
}

export const drift: Proof = {
  claim:
    "after any up, refresh and preview are empty; what is changed behind our back shows at its path, and one up mends it",
  unit: "programs",
  fullSize: 100_000,
  isSplittable: true,
  hasModes: true,
  stretchesBriefly: true,
  async run({ size, seed, progress, mode = "dynamic" }: ProofOptions): Promise<Outcome> {
    const counts: Counts = {
      programs: 0,
      resources: 0,
      refreshes: 0,
      drifts: 0,
      "drifts outside of the program": 0,
      "deleted behind our back": 0,
    };
    const seen = new Map<string, number>();
    const failures: string[] = [];
    while (counts.programs < size) {
      const scene = await Scene.open(mode, chanceFrom(seed + counts.programs), counts, seen);
      for (let index = 0; index < perWorld && counts.programs < size; index++) {
        const found = await scene.clock.run(scene.play(seed + counts.programs));
        failures.push(...found.map((failure) => `seed ${seed + counts.programs}: ${failure}`));
        counts.programs += 1;
      }
      scene.platform.close();
      if (counts.programs % 1_000 === 0) progress(`${counts.programs} programs, ${failures.length} failures`);
    }
    const places = [...seen].sort(([a], [b]) => a.localeCompare(b));
    return { counts: { ...counts, ...Object.fromEntries(places) }, failures };
  },
};

/** A resource as the engine knows it. */
interface Entry {
  readonly declared: Declared;
  readonly id: string;
  readonly inputs: Props;
  readonly outputs: Props;
}

class Scene {
  readonly clock = new VirtualClock();
  readonly platform: VirtualPlatform;
  private providers: Readonly<Record<ProgramKind, ProofProvider>>;
  private fixtures: Fixtures = { registryIds: [], volumeIds: {} };
  /** Somebody else with the same rights. */
  private readonly other: Client;

  private constructor(
    private readonly mode: Mode,
    private readonly chance: Chance,
    private readonly counts: Counts,
    /** The drifts seen so far, by kind and field. */
    private readonly seen: Map<string, number>,
  ) {
    const traffic = { fate: () => "ok" as const, latencyMs: () => 50 };
    const settings = {
      creditUsd: 1e12,
      spendingCapPerHourUsd: 1e12,
      rateLimit: null,
      provisioningMs: 0,
      startingMs: 0,
    };
    this.platform = virtualPlatform(this.clock, traffic, () => chance.next(), settings);
    this.platform.store.capacity.setFree({}, 10_000);
    this.other = this.platform.stranger();
    this.providers = this.newProcess();
  }

  private newProcess(): Readonly<Record<ProgramKind, ProofProvider>> {
    const { mode, chance } = this;
    return providersOf(mode, {
      env: { COMPUTE_API_KEY: apiKey, COMPUTE_API_URL: apiUrl },
      clock: this.clock,
      randomBytes: (count) => chance.bytes(count),
      connect: () => clientOn(this.platform.dispatcher, this.clock, () => chance.next()),
    });
  }

  static async open(mode: Mode, chance: Chance, counts: Counts, seen: Map<string, number>): Promise<Scene> {
    const scene = new Scene(mode, chance, counts, seen);
    await scene.clock.run(scene.furnish());
    return scene;
  }

  private async furnish(): Promise<void> {
    const { registries, networkVolumes } = this.other;
    const registryIds: string[] = [];
    for (const name of ["ours", "theirs"])
      registryIds.push((await registries.create({ name, username: "puller", password: "example" })).id);
    const volumeIds: Record<string, string> = {};
    for (const dataCenter of dataCenters)
      volumeIds[dataCenter] = (await networkVolumes.create({ name: "shared", size: 10, dataCenter })).id;
    this.fixtures = { registryIds, volumeIds };
  }

  /** One program from its first up to its destruction. */
  async play(seed: number): Promise<string[]> {
    const chance = chanceFrom(seed);
    const failures: string[] = [];
    this.providers = this.newProcess();
    for (const declared of driftingResources(chance, chance.int(1, 2), this.fixtures)) {
      const fail = (failure: string) =>
        failures.push(`${declared.logicalName} ${JSON.stringify(declared.args)}: ${failure}`);
      this.counts.resources += 1;
      let entry = await this.create(declared);
      entry = await this.expect(entry, [], "after up", fail);
      if (await this.isChanged(entry)) fail("a preview after up and refresh is not empty");
      for (let round = chance.next() < 0.3 ? 2 : 1; round > 0; round--) {
        const changes = chosenFrom(driftsOf(declared.kind, entry.inputs), chance);
        if (changes.length > 0) entry = await this.drifted(entry, changes, fail);
      }
      const lose = deletion[declared.kind];
      if (lose && chance.next() < 0.2) entry = await this.lost(entry, lose, fail);
      this.providers = this.newProcess();
      await this.providers[declared.kind].delete(entry.id, entry.outputs);
    }
    return failures;
  }

  /** Changed behind our back, seen by a refresh at exactly its paths, and mended by one up. */
  private async drifted(before: Entry, changes: readonly Drift[], fail: (failure: string) => void): Promise<Entry> {
    const { kind } = before.declared;
    const label = changes.map(({ name }) => name).join(" and ");
    const elsewhere = { client: this.other, store: this.platform.store, fixtures: this.fixtures };
    // Starts are distinguished by the second.
    await this.clock.sleep(isNameless(kind) ? keysAreFreshMs : 2_000);
    for (const { make, path } of changes) {
      await make(elsewhere, before.id);
      this.counts[path === undefined ? "drifts outside of the program" : "drifts"] += 1;
      if (path !== undefined) this.saw(`${kind}.${path.replace(/^env\..*/, "env.*")}`);
    }
    const paths = changes.flatMap(({ path }) => path ?? []).sort();
    const seen = await this.expect(before, paths, label, fail);
    const mended = await this.up(seen);
    const after = await this.expect(mended, [], `${label}, one up later`, fail);
    if (await this.isChanged(after)) fail(`${label}, one up later: a preview is not empty`);
    return after;
  }

  /** Deleted behind our back: a refresh forgets it, and one `up` recreates it. */
  private async lost(before: Entry, lose: Drift["make"], fail: (failure: string) => void): Promise<Entry> {
    const { declared, id, outputs } = before;
    if (isNameless(declared.kind)) await this.clock.sleep(keysAreFreshMs);
    await lose({ client: this.other, store: this.platform.store, fixtures: this.fixtures }, id);
    this.counts["deleted behind our back"] += 1;
    this.saw(`${declared.kind} deleted`);
    const read = await this.providers[declared.kind].read(id, outputs, before.inputs);
    if (read.id !== "") fail("what was deleted behind our back is still there after a refresh");
    const after = await this.expect(await this.create(declared), [], "made anew", fail);
    if (await this.isChanged(after)) fail("made anew: a preview is not empty");
    return after;
  }

  private saw(place: string): void {
    this.seen.set(place, (this.seen.get(place) ?? 0) + 1);
  }

  /** Refreshes, and says so where it shows other paths than these. */
  private async expect(before: Entry, wanted: string[], when: string, fail: (failure: string) => void): Promise<Entry> {
    this.counts.refreshes += 1;
    const { entry, paths } = await this.refresh(before);
    if (!sameValue(paths.sort(), wanted)) fail(`${when}: shows [${paths.join(", ")}] and not [${wanted.join(", ")}]`);
    return entry;
  }

  private async create(declared: Declared): Promise<Entry> {
    const provider = this.providers[declared.kind];
    const { inputs, failures } = await provider.check({}, news(declared));
    if (failures.length > 0) throw new Error(`${JSON.stringify(declared)}: ${failures[0]!.reason}`);
    const { id, outs } = await provider.create(inputs);
    return { declared, id, inputs, outputs: outs };
  }

  /** Refreshes as an engine does, and answers the declared paths at which it would show drift. */
  private async refresh(entry: Entry): Promise<{ entry: Entry; paths: string[] }> {
    const provider = this.providers[entry.declared.kind];
    const { id, props, inputs = entry.inputs } = await provider.read(entry.id, entry.outputs, entry.inputs);
    await provider.diff(id, props, entry.inputs);
    // Names that we made are inputs to go back to, so drift is read from outputs, as the engine shows it.
    const said = (outputs: Props) => pick(outputs, Object.keys(entry.inputs));
    return { entry: { ...entry, outputs: props, inputs }, paths: changedPaths(said(entry.outputs), said(props)) };
  }

  private async isChanged({ declared, id, inputs, outputs }: Entry): Promise<boolean> {
    const provider = this.providers[declared.kind];
    const { inputs: asked } = await provider.check(inputs, news(declared));
    return (await provider.diff(id, outputs, asked)).changes;
  }

  private async up(entry: Entry): Promise<Entry> {
    const { declared, id, outputs } = entry;
    // An engine starts a provider for each operation: one that has kept the object in a preview would not delete it.
    this.providers = this.newProcess();
    const provider = this.providers[declared.kind];
    const { inputs } = await provider.check(entry.inputs, news(declared));
    const { changes, replaces } = await provider.diff(id, outputs, inputs);
    if (replaces.length > 0) {
      const next = await this.create(declared);
      await provider.delete(id, outputs);
      return next;
    }
    return changes
      ? { ...entry, inputs, outputs: (await provider.update(id, outputs, inputs)).outs }
      : { ...entry, inputs };
  }
}

/** Some of the changes, about one thing each. */
function chosenFrom(drifts: readonly Drift[], chance: Chance): Drift[] {
  const wanted = chance.int(1, atOnce);
  const chosen = new Map<string, Drift>();
  for (let tries = 0; tries < wanted && drifts.length > 0; tries++) {
    const drift = chance.pick(drifts);
    if (!chosen.has(drift.about)) chosen.set(drift.about, drift);
  }
  return drifts.filter((drift) => chosen.get(drift.about) === drift);
}

const news = ({ logicalName, args }: Declared): Props => ({
  ...args,
  __logicalName: logicalName,
  __key: `key-${logicalName}`,
  __provider: "code",
});

/** Paths at which two property bags differ, members of objects by name, lists as a whole; ours left out. */
function changedPaths(before: Props, after: Props, prefix = ""): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => {
    const [old, next] = [before[name], after[name]];
    if (name.startsWith("__") || sameValue(old, next)) return [];
    return isObject(old) && isObject(next) ? changedPaths(old, next, `${prefix}${name}.`) : [prefix + name];
  });
}
