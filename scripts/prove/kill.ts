import type { OperationResult } from "../../engine";
import { chanceFrom } from "./chance";
import { phases, type Strike } from "./killing-proxy";
import type { Outcome, Proof, ProofOptions } from "./proof";
import { type Spec, Workbench } from "./workbench";

const image = "registry.example.com/acme/app";
const pod = (name: string, args: Readonly<Record<string, unknown>>): Spec => ({
  kind: "Pod",
  name,
  args: { image: `${image}:1`, cpu: { id: "cpu3c", vcpuCount: 2 }, ...args },
});
const volume = (name: string, size: number, given?: string): Spec => ({
  kind: "NetworkVolume",
  name,
  args: { size, dataCenter: "EU-XX-1", ...(given && { name: given }) },
});
const credential = (name: string, password: string, given?: string): Spec => ({
  kind: "RegistryCredential",
  name,
  args: { username: "puller", password, ...(given && { name: given }) },
});

/** Twelve resources of all kinds, with names of the program's and of ours, some of them equal, and dependencies. */
const before: readonly Spec[] = [
  credential("registry", "example-1", "acme"),
  credential("mirror", "example-1"),
  volume("datasets", 20),
  volume("models", 30, "models"),
  volume("scratch", 10, "models"),
  pod("plain", {}),
  pod("named", { name: "worker" }),
  pod("twin", { name: "worker" }),
  pod("trainer", {
    registry: { $id: "registry" },
    dataCenterIds: ["EU-XX-1"],
    mounts: { network: [{ volumeId: { $id: "datasets" }, path: "/data" }] },
  }),
  pod("stopped", { desiredStatus: "EXITED" }),
  pod("locked", { locked: true, waitFor: "none" }),
  {
    kind: "Cluster",
    name: "cluster",
    args: {
      type: "TRAINING",
      image: `${image}:1`,
      compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 },
    },
  },
];

/** Updates, replacements, a rotation in use, one resource more and one fewer. */
const changes: Readonly<Record<string, Spec | undefined>> = {
  registry: credential("registry", "example-2", "acme"),
  models: volume("models", 40, "models"),
  plain: pod("plain", { image: `${image}:2` }),
  named: pod("named", { name: "worker", cpu: { id: "cpu3c", vcpuCount: 4 } }),
  stopped: pod("stopped", { desiredStatus: "RUNNING" }),
  mirror: undefined,
};
const after: readonly Spec[] = [
  ...before.flatMap((spec) => (spec.name in changes ? (changes[spec.name] ?? []) : [spec])),
  volume("extra", 10),
];

/** One operation of the scenario: where it starts from, what is run, and what must be there in the end. */
interface Stage {
  readonly name: string;
  readonly enter: () => void;
  readonly run: () => Promise<OperationResult>;
  readonly wanted: readonly Spec[];
  /** HTTP exchanges that it takes. */
  readonly exchanges: number;
}

export const kill: Proof = {
  claim: "after kill -9 of the provider at any point, one more run reaches exactly the program's world",
  unit: "points; 0 for every one",
  fullSize: 0,
  async run({ size, seed, progress }: ProofOptions): Promise<Outcome> {
    const bench = await Workbench.open();
    try {
      const stages = await prepare(bench);
      const points = allPoints(stages);
      const chosen = size === 0 ? points : sample(points, size, seed);
      const failures: string[] = [];
      let struck = 0;
      for (const [index, { stage, strike }] of chosen.entries()) {
        stage.enter();
        bench.proxy.arm(strike);
        await stage.run();
        if (bench.proxy.hasStruck) struck += 1;
        bench.proxy.arm();
        const again = await stage.run();
        const place = `${stage.name}, exchange ${strike.exchange}, ${strike.phase}`;
        failures.push(...differences(bench, stage.wanted, again).map((difference) => `${place}: ${difference}`));
        if (index % 20 === 19) progress(`${index + 1} of ${chosen.length} points, ${failures.length} failures`);
      }
      const counts = {
        stages: stages.length,
        "points in all": points.length,
        "points tried": chosen.length,
        kills: struck,
      };
      return { counts, failures };
    } finally {
      await bench.close();
    }
  },
};

/** Runs the scenario once without a kill, and keeps where each of its operations starts from. */
async function prepare(bench: Workbench): Promise<Stage[]> {
  const stages: Stage[] = [];
  const add = async (name: string, run: () => Promise<OperationResult>, wanted: readonly Spec[]) => {
    const enter = bench.remember();
    bench.proxy.arm();
    mustSucceed(name, await run());
    stages.push({ name, enter, run, wanted, exchanges: bench.proxy.exchanges });
  };
  await add("create", () => bench.up(before), before);
  await add("change", () => bench.up(after), after);
  await add("destroy", () => bench.destroy(), []);
  return stages;
}

function allPoints(stages: readonly Stage[]): { stage: Stage; strike: Strike }[] {
  return stages.flatMap((stage) =>
    Array.from({ length: stage.exchanges }, (_, index) => index + 1).flatMap((exchange) =>
      phases.map((phase) => ({ stage, strike: { exchange, phase } })),
    ),
  );
}

function mustSucceed(what: string, { result, diagnostics }: OperationResult): void {
  if (result === "succeeded") return;
  throw new Error(`${what} fails even without a kill: ${diagnostics.map(({ message }) => message).join("\n")}`);
}

/** A part of the points, in their order, chosen by the seed. */
function sample<T>(points: readonly T[], size: number, seed: number): T[] {
  const chance = chanceFrom(seed);
  const rest = points.map((point, index) => ({ point, index }));
  const chosen = Array.from(
    { length: Math.min(size, rest.length) },
    () => rest.splice(chance.int(0, rest.length - 1), 1)[0]!,
  );
  return chosen.sort((a, b) => a.index - b.index).map(({ point }) => point);
}

/** What there is too much, what is missing, and what is not as the program has it. */
function differences(bench: Workbench, wanted: readonly Spec[], { result, diagnostics }: OperationResult): string[] {
  const found =
    result === "succeeded" ? [] : [`the next run failed: ${diagnostics.map(({ message }) => message).join(" ")}`];
  const { store } = bench.emulator;
  const objects = new Map<string, string>([
    ...[...store.pods.values()].filter(({ cluster }) => !cluster).map(({ id, name }) => [id, name] as const),
    ...[...store.clusters.values(), ...store.volumes.values()].map(({ id, name }) => [id, name] as const),
    ...[...store.registries.values()].map(({ id, name }) => [id, name] as const),
  ]);
  const entries = new Map(bench.entries().map((entry) => [entry.urn.slice(entry.urn.lastIndexOf("::") + 2), entry]));
  for (const { name, args } of wanted) {
    const id = entries.get(name)?.id;
    const object = id === undefined ? undefined : objects.get(id);
    if (object === undefined) found.push(`${name} has no object`);
    else if (!object.startsWith(typeof args.name === "string" ? args.name : name))
      found.push(`${name} is named ${object}`);
    if (id !== undefined) objects.delete(id);
    entries.delete(name);
  }
  for (const name of entries.keys()) found.push(`the state still has ${name}`);
  for (const [id, name] of objects) found.push(`there is ${id} too much, named ${name}`);
  return found;
}
