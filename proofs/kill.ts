import { advised } from "./platform-objects";
import { chanceFrom } from "./chance";
import { type Ended, type EngineName, enginesHere } from "./engines";
import { phases, type Strike } from "./killing-proxy";
import type { Outcome, Proof, ProofOptions } from "./proof";
import { logicalNameOf, type Spec, Workbench } from "./workbench";
import { differencesBetween, shapeOf } from "./platform-shape";

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

const template = (name: string, args: Readonly<Record<string, unknown>>): Spec => ({
  kind: "Template",
  name,
  args: { image: `${image}:1`, ...args },
});

const secret = (value: string): Spec => ({ kind: "AccountSecret", name: "token", args: { value } });
const key = (comment: string): Spec => ({
  kind: "SshKey",
  name: "ada",
  args: { publicKey: `ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ${comment}` },
});
const delegation = (repository: string): Spec => ({
  kind: "RegistryDelegation",
  name: "images",
  args: { resource: `arn:aws:ecr:eu-central-1:123456789012:repository/${repository}` },
});

const endpoint = (name: string, args: Readonly<Record<string, unknown>>): Spec => ({
  kind: "Endpoint",
  name,
  args: {
    type: "QUEUE",
    image: `${image}:1`,
    scaling: { type: "QUEUE_DELAY", queueDelay: 3 },
    gpu: { pools: ["ADA_24"] },
    jobLoss: "allow",
    ...args,
  },
});
/** Waits for pods together; the platform knows nothing of it. */
const ready = (...names: readonly string[]): Spec => ({
  kind: "Ready",
  name: "ready",
  args: { pods: names.map((name) => ({ $id: name })) },
});

/** Resources of nearly all kinds, with names of the program's and of ours, some of them equal, and dependencies. */
const before: readonly Spec[] = [
  credential("registry", "example-1", "acme"),
  credential("mirror", "example-1"),
  secret("example-1"),
  key("ada@example.org"),
  delegation("app"),
  template("base", {}),
  template("private", { name: "private", registry: { $id: "registry" } }),
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
  endpoint("generator", {}),
  endpoint("shared", { name: "shared", workers: { min: 1, max: 2 } }),
  ready("plain", "trainer"),
];

/** Updates, replacements, a rotation in use, one resource more and one fewer. */
const changes: Readonly<Record<string, Spec | undefined>> = {
  registry: credential("registry", "example-2", "acme"),
  models: volume("models", 40, "models"),
  token: secret("example-2"),
  ada: key("ada@example.com"),
  images: delegation("app-2"),
  base: template("base", { disk: 30 }),
  private: template("private", { name: "private-b", registry: { $id: "registry" } }),
  plain: pod("plain", { image: `${image}:2` }),
  named: pod("named", { name: "worker", cpu: { id: "cpu3c", vcpuCount: 4 } }),
  stopped: pod("stopped", { desiredStatus: "RUNNING" }),
  mirror: undefined,
  generator: endpoint("generator", { image: `${image}:2`, workers: { max: 5 } }),
  shared: endpoint("shared", {
    name: "shared",
    type: "LOAD_BALANCER",
    scaling: { type: "REQUEST_COUNT", requestCount: 2 },
  }),
  ready: ready("plain", "named"),
};
const after: readonly Spec[] = [
  ...before.flatMap((spec) => (spec.name in changes ? (changes[spec.name] ?? []) : [spec])),
  volume("extra", 10),
];

const job = (day: string): Spec => ({
  kind: "JobRun",
  name: "thumbnails",
  args: { endpointId: { $id: "resizer" }, input: { day } },
});
const wholeList = (...people: readonly string[]): Spec => ({
  kind: "AccountSshKeys",
  name: "people",
  args: {
    keys: people.map((each) => `ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6of7${each} ${each}`),
    lockout: "allow",
  },
});
const resizer = (max: number) => endpoint("resizer", { workers: { min: 1, max } });

/** The course of a stack, from nothing to nothing. */
interface Scenario {
  readonly name: string;
  readonly before: readonly Spec[];
  readonly after: readonly Spec[];
  /** The resource of it that the platform holds no object of. */
  readonly unseen: string;
  /** Another machine goes on after a kill: it has the state, and no journal. */
  readonly isOnRunners?: boolean;
}

/** On runners that vanish, programs leave names out. */
const withoutName = ({ args: { name: _, ...args }, ...spec }: Spec): Spec => ({ ...spec, args });

/** The courses: the whole list of keys excludes a single one, and a job is no object that could be found. */
const scenarios: readonly Scenario[] = [
  { name: "most kinds", before, after, unseen: "ready" },
  {
    name: "most kinds, on runners",
    isOnRunners: true,
    unseen: "ready",
    before: before.map(withoutName),
    after: after.map(withoutName),
  },
  {
    name: "jobs and the whole list of keys",
    before: [resizer(2), job("monday"), wholeList("ada")],
    after: [resizer(3), job("tuesday"), wholeList("ada", "bo")],
    unseen: "thumbnails",
  },
];

/** One operation of a scenario: where it starts from, what is run, and what must be there in the end. */
interface Stage {
  readonly name: string;
  readonly enter: () => void;
  readonly run: (advice?: Advice) => Promise<Ended>;
  /** Jobs that it submits. */
  readonly jobs: number;
  /** The content of the platform and of the state after it, if nobody was killed. */
  readonly wanted: Aftermath;
  /** HTTP exchanges that it takes. */
  readonly exchanges: number;
  readonly scenario: Scenario;
}

/** The advice that people were given. */
interface Advice {
  /** The credential to take over, by its name. */
  readonly adopt?: { readonly name: string; readonly id: string } | undefined;
  /** Asks for the job anew, because nobody can tell whether it runs. */
  readonly runAnew: boolean;
}

interface Aftermath {
  readonly shape: ReadonlyMap<string, string>;
  readonly entries: readonly string[];
}

export const kill: Proof = {
  claim: "after kill -9 of the provider at any point, one more run reaches exactly what the program declares",
  unit: "points with each engine, 0 being every one",
  fullSize: 0,
  variants: ["local", "cli"],
  hasModes: true,
  async run({ size, seed, progress, only, mode, serves }: ProofOptions): Promise<Outcome> {
    const counts: Record<string, number> = {};
    const failures: string[] = [];
    for (const engine of enginesHere().filter((each) => only === undefined || each === only)) {
      const found = await throughEngine(engine, { size, seed, progress, mode, serves });
      for (const [what, count] of Object.entries(found.counts)) counts[`${engine}: ${what}`] = count;
      failures.push(...found.failures.map((failure) => `${engine}: ${failure}`));
    }
    if (Object.keys(counts).length === 0) failures.push(`there is no engine called ${only} here`);
    return { counts, failures };
  },
};

async function throughEngine(engine: EngineName, { size, seed, progress, mode, serves }: ProofOptions) {
  const bench = await Workbench.open({ engine, mode, serves });
  try {
    const stages = await prepare(bench);
    const points = allPoints(stages);
    const chosen = size === 0 ? points : sample(points, size, seed);
    const failures: string[] = [];
    let kills = 0;
    let adoptions = 0;
    let unclear = 0;
    let elsewhere = 0;
    for (const [index, { stage, strike }] of chosen.entries()) {
      stage.enter();
      bench.emulator.requests.clear();
      bench.arm(strike);
      await stage.run();
      if (bench.hasStruck) kills += 1;
      bench.arm();
      if (stage.scenario.isOnRunners) {
        elsewhere += 1;
        bench.leaveMachine();
      }
      let again = await stage.run();
      const place = `${stage.name}, exchange ${strike.exchange}, ${strike.phase}`;
      const found = submittedWrongly(bench.submissions, stage, again).map((wrong) => `${place}: ${wrong}`);
      // Nothing but its name speaks of a credential that the program named, and nothing at all of a job: the error says
      // what to do, and it is done.
      const advice = adviceOf(again);
      if (advice) {
        adoptions += advice.adopt ? 1 : 0;
        unclear += advice.runAnew ? 1 : 0;
        again = await stage.run(advice);
      }
      // What was taken up from other arguments is compared by the run after.
      if (again.diagnostics.some(({ message }) => message.includes(isTakenUp))) again = await stage.run(advice);
      found.push(...differences(bench, stage.wanted, again).map((difference) => `${place}: ${difference}`));
      for (const failure of found) progress(`${engine}: ${failure}`);
      failures.push(...found);
      if (index % 20 === 19)
        progress(`${engine}: ${index + 1} of ${chosen.length} points, ${kills} kills, ${failures.length} failures`);
    }
    const counts = {
      operations: stages.length,
      points: points.length,
      "points tried": chosen.length,
      kills,
      "other machines": elsewhere,
      adoptions,
      "jobs told of as unclear": unclear,
    };
    return { counts, failures };
  } finally {
    await bench.close();
  }
}

/** Runs the scenarios once without a kill, and keeps where each of their operations starts from and what it leaves. */
async function prepare(bench: Workbench): Promise<Stage[]> {
  const stages: Stage[] = [];
  const add = async (scenario: Scenario, what: string, run: Stage["run"], resources: number) => {
    const name = `${scenario.name}, ${what}`;
    const enter = bench.remember();
    bench.emulator.requests.clear();
    bench.arm();
    mustSucceed(name, await run());
    const wanted = aftermath(bench);
    if (wanted.shape.size !== resources) throw new Error(`${name} leaves ${[...wanted.shape.keys()].join(", ")}`);
    const { submissions: jobs, proxy } = bench;
    stages.push({ name, enter, run, wanted, jobs, exchanges: proxy.exchanges, scenario });
  };
  for (const scenario of scenarios) {
    const { before: first, after: then, unseen } = scenario;
    const onPlatform = (specs: readonly Spec[]) => specs.filter((spec) => spec.name !== unseen).length;
    bench.clear();
    await add(scenario, "create", (advice) => bench.up(advisedOn(first, advice)), onPlatform(first));
    await add(scenario, "change", (advice) => bench.up(advisedOn(then, advice)), onPlatform(then));
    await add(scenario, "destroy", () => bench.destroy(), 0);
  }
  return stages;
}

const advisedOn = (specs: readonly Spec[], { adopt, runAnew = false }: Partial<Advice> = {}): Spec[] =>
  specs.map((spec) => {
    if (adopt && spec.kind === "RegistryCredential" && spec.args.name === adopt.name)
      return { ...spec, args: { ...spec.args, adopt: { id: adopt.id } } };
    return runAnew && spec.kind === "JobRun" ? { ...spec, args: { ...spec.args, triggers: ["again"] } } : spec;
  });

const isUnclear = "nobody can tell whether it runs";
const isTakenUp = "It was taken into the state as it is";

function adviceOf({ diagnostics }: Ended): Advice | undefined {
  const said = diagnostics.map(({ message }) => message).join("\n");
  const advice: Advice = { adopt: advised(said), runAnew: said.includes(isUnclear) };
  return advice.adopt || advice.runAnew ? advice : undefined;
}

/** Nobody runs a job twice without being asked to: it is submitted once, or somebody is told that nobody knows. */
function submittedWrongly(submissions: number, { jobs }: Stage, again: Ended): string[] {
  const isTold = adviceOf(again)?.runAnew === true;
  if (submissions === jobs || (isTold && submissions < jobs)) return [];
  return [`${submissions} jobs were submitted, not ${jobs}`];
}

/** Of the course that has a twin on runners, each takes every other point. */
function allPoints(stages: readonly Stage[]): { stage: Stage; strike: Strike }[] {
  const [named] = scenarios;
  return stages.flatMap((stage) => {
    const points = Array.from({ length: stage.exchanges }, (_, index) => index + 1).flatMap((exchange) =>
      phases.map((phase) => ({ stage, strike: { exchange, phase } })),
    );
    const { isOnRunners = false } = stage.scenario;
    const isTurn = ({ strike: { exchange, phase } }: (typeof points)[number]) =>
      (exchange + phases.indexOf(phase)) % 2 === Number(isOnRunners);
    return isOnRunners || stage.scenario === named ? points.filter(isTurn) : points;
  });
}

function mustSucceed(what: string, { result, diagnostics }: Ended): void {
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

function aftermath(bench: Workbench): Aftermath {
  const entries = bench.entries();
  return { shape: shapeOf(bench.emulator.store, entries), entries: entries.map(logicalNameOf).sort() };
}

/** The differences from a run in which nobody is killed. */
function differences(bench: Workbench, wanted: Aftermath, { result, diagnostics }: Ended): string[] {
  const there = aftermath(bench);
  const found = differencesBetween(wanted.shape, there.shape);
  if (result !== "succeeded") found.push(`the next run failed: ${diagnostics.map(({ message }) => message).join(" ")}`);
  if (there.entries.join() !== wanted.entries.join())
    found.push(`the state has ${there.entries.join(", ")} and not ${wanted.entries.join(", ")}`);
  for (const attempt of bench.openAttempts()) found.push(`the journal still holds ${attempt} open`);
  return found;
}
