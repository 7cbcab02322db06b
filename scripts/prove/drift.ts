import type { Client } from "../../client";
import { createProviders } from "../../provider";
import { isObject, pick, type Props, sameValue } from "../../provider/props";
import { type Chance, chanceFrom } from "./chance";
import { apiKey, apiUrl, clientOn, type DirectWorld, directWorld } from "./direct-world";
import { type Drift, driftsOf } from "./drifts";
import { type Declared, driftingResources } from "./programs";
import type { Outcome, Proof, ProofOptions } from "./proof";
import { VirtualClock } from "./virtual-clock";

/** Programs on one platform before it is made anew. */
const perWorld = 200;

interface Counts {
  programs: number;
  resources: number;
  drifts: number;
  "drifts outside of the program": number;
}

export const drift: Proof = {
  claim:
    "after any up, refresh and preview are empty; what is changed behind our back shows at its path, and one up mends it",
  unit: "programs",
  fullSize: 100_000,
  async run({ size, seed, progress }: ProofOptions): Promise<Outcome> {
    const counts: Counts = { programs: 0, resources: 0, drifts: 0, "drifts outside of the program": 0 };
    const failures: string[] = [];
    while (counts.programs < size) {
      const scene = new Scene(chanceFrom(seed + counts.programs));
      for (let index = 0; index < perWorld && counts.programs < size; index++) {
        const found = await scene.clock.run(scene.play(seed + counts.programs, counts));
        failures.push(...found.map((failure) => `seed ${seed + counts.programs}: ${failure}`));
        counts.programs += 1;
      }
      scene.world.close();
      if (counts.programs % 1_000 === 0) progress(`${counts.programs} programs, ${failures.length} failures`);
    }
    return { counts: { ...counts }, failures };
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
  readonly world: DirectWorld;
  private readonly providers;
  /** Somebody else with the same rights. */
  private readonly other: Client;

  constructor(chance: Chance) {
    const traffic = { fate: () => "ok" as const, latencyMs: () => 50 };
    const settings = {
      creditUsd: 1e12,
      spendingCapPerHourUsd: 1e12,
      rateLimit: null,
      provisioningMs: 0,
      startingMs: 0,
    };
    this.world = directWorld(this.clock, traffic, () => chance.next(), settings);
    this.world.store.capacity.setFree({}, 10_000);
    this.other = clientOn(this.world.dispatcher, this.clock, () => chance.next());
    this.providers = createProviders({
      env: { COMPUTE_API_KEY: apiKey, COMPUTE_API_URL: apiUrl },
      clock: this.clock,
      randomBytes: (count) => chance.bytes(count),
      connect: () => clientOn(this.world.dispatcher, this.clock, () => chance.next()),
    });
  }

  /** One program from its first up to its destruction. */
  async play(seed: number, counts: Counts): Promise<string[]> {
    const chance = chanceFrom(seed);
    const failures: string[] = [];
    for (const declared of driftingResources(chance, chance.int(1, 3))) {
      counts.resources += 1;
      let entry = await this.create(declared);
      const { entry: again, paths } = await this.refresh(entry);
      const label = `${declared.logicalName} ${JSON.stringify(declared.args)}`;
      if (paths.length > 0) failures.push(`${label}: a refresh after up shows ${paths.join(", ")}`);
      if (await this.isChanged(again)) failures.push(`${label}: a preview after up and refresh is not empty`);
      entry = again;
      for (const change of driftsOf(declared.kind, entry.inputs)) {
        const found = await this.drifted(entry, change);
        counts[change.path === undefined ? "drifts outside of the program" : "drifts"] += 1;
        failures.push(...found.failures.map((failure) => `${label}: ${change.name}: ${failure}`));
        entry = found.entry;
      }
      await this.providers[declared.kind].delete(entry.id, entry.outputs);
    }
    return failures;
  }

  private async drifted(before: Entry, change: Drift): Promise<{ entry: Entry; failures: string[] }> {
    const failures: string[] = [];
    await change.make(this.other, before.id);
    const { entry, paths } = await this.refresh(before);
    const wanted = change.path === undefined ? [] : [change.path];
    if (!sameValue(paths, wanted)) failures.push(`shows [${paths.join(", ")}] and not [${wanted.join(", ")}]`);
    const mended = await this.up(entry);
    const { entry: after, paths: left } = await this.refresh(mended);
    if (left.length > 0) failures.push(`one up later, a refresh still shows ${left.join(", ")}`);
    if (await this.isChanged(after)) failures.push("one up later, a preview is not empty");
    return { entry: after, failures };
  }

  private async create(declared: Declared): Promise<Entry> {
    const provider = this.providers[declared.kind];
    const { inputs, failures } = await provider.check({}, news(declared));
    if (failures.length > 0) throw new Error(`${JSON.stringify(declared)}: ${failures[0]!.reason}`);
    const { id, outs } = await provider.create(inputs);
    return { declared, id, inputs, outputs: outs };
  }

  /** As the engine refreshes, and the declared paths at which it would show drift. */
  private async refresh(entry: Entry): Promise<{ entry: Entry; paths: string[] }> {
    const provider = this.providers[entry.declared.kind];
    const { id, props, inputs = entry.inputs } = await provider.read(entry.id, entry.outputs);
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
