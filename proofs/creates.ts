import { listLagMs } from "../api/list-lag";
import { Journal } from "../provider/create/journal/journal";
import { Books } from "../provider/host/books";
import { memoryStorage, type Storage } from "../provider/create/journal/storage";
import type { Props } from "../provider/table/props";
import { advised } from "./advice";
import { type Chance, chanceFrom } from "./chance";
import type { Fate, Traffic } from "./direct-dispatcher";
import { apiKey, apiUrl, clientOn, type VirtualPlatform, virtualPlatform } from "./virtual-platform";
import type { Mode } from "./plugin";
import { type Declared, isNameless, isNeverMarked, type Kind, randomResources } from "./programs";
import type { Outcome, Proof, ProofOptions } from "./proof";
import { providersOf } from "./providers";
import { Strangers } from "./strangers";
import { collections, keysIn, plainObject, type PlatformObject, type StoredKind } from "./platform-objects";
import { VirtualClock } from "./virtual-clock";

/** Resources of one program, and creates at once, as in an `up`. */
const perProgram = { least: 8, most: 64 };
const parallel = 32;

const postFates: readonly Fate[] = [
  ...(["lost-before", "lost-after", "hang-before", "hang-after", "late", "slow-before", "slow-after"] as const),
  ...(["429-before", "500-before", "502-after", "503-before", "cut", "garbled"] as const),
];
const readFates: readonly Fate[] = ["lost-before", "429-before", "500-before", "502-after", "cut", "slow-after"];

/** The point at which a host is killed: a write to the journal, counted from 1, or the return of a create. */
interface Crash {
  readonly at: number;
  readonly how: "before a write" | "amid a write" | "after a write" | "before a return";
}
const crashes = ["before a write", "amid a write", "after a write", "before a return"] as const;

interface Counts {
  programs: number;
  creates: number;
  /** Creates whose request or answer met a fault; two of one name in one program count as one. */
  "faulted creates": number;
  faults: number;
  "engines killed": number;
  "hosts killed": number;
  /** Objects of other people with names of the program's. */
  strangers: number;
  /** Creates of what can't be marked, with a name of the program's, whose answers were lost for good: the error says what to do, and it is done. */
  "named ones adopted": number;
  requests: number;
  virtualHours: number;
}

/** An entry of the engine's state file. */
interface Entry {
  readonly id: string;
  readonly inputs: Props;
  readonly outputs: Props;
}

export const creates: Proof = {
  claim:
    "over faulted creates of all kinds, each resource has exactly one object, and no error is shown but for named credentials, secrets and delegations",
  unit: "faulted creates",
  fullSize: 1_000_000,
  isSplittable: true,
  hasModes: true,
  stretchesBriefly: true,
  async run({ size, seed, progress, mode = "dynamic" }: ProofOptions): Promise<Outcome> {
    const counts: Counts = {
      programs: 0,
      creates: 0,
      "faulted creates": 0,
      faults: 0,
      "engines killed": 0,
      "hosts killed": 0,
      strangers: 0,
      "named ones adopted": 0,
      requests: 0,
      virtualHours: 0,
    };
    const failures: string[] = [];
    for (let program = 0; counts["faulted creates"] < size; program++) {
      const programSeed = seed + program;
      const found = await runProgram(chanceFrom(programSeed), counts, mode);
      failures.push(...found.map((failure) => `seed ${programSeed}: ${failure}`));
      if (program % 500 === 499) progress(`${counts["faulted creates"]} faulted creates, ${failures.length} failures`);
    }
    return { counts: { ...counts, virtualHours: Math.round(counts.virtualHours * 10) / 10 }, failures };
  },
};

async function runProgram(chance: Chance, counts: Counts, mode: Mode): Promise<string[]> {
  const clock = new VirtualClock();
  const size = chance.int(perProgram.least, perProgram.most);
  const startedAt = clock.now();
  const program = randomResources(chance, size);
  const traffic = badTraffic(chance, counts);
  const platform = virtualPlatform(clock, traffic, () => chance.next(), {
    listLagMs: chance.int(0, listLagMs - 5_000),
    creditUsd: 1e9,
    spendingCapPerHourUsd: 1e9,
    ...(chance.next() < 0.9 ? { rateLimit: null } : {}),
  });
  platform.store.capacity.setFree({}, 1_000);
  const storage = memoryStorage();
  const state = new Map<string, Entry>();
  const errors: string[] = [];
  const adopted: Adopted = new Map();
  const living = new Set<number>();
  const strangers = new Strangers(platform.stranger(), clock, chance);
  const isCrowded = chance.next() < 0.3;
  if (isCrowded) await clock.run(strangers.before(program));
  const crowd = isCrowded ? strangers.meanwhile(program) : Promise.resolve();
  let kills = chance.next() < 0.5 ? chance.int(1, 2) : 0;
  for (let pid = 1; state.size < program.length && errors.length === 0; pid++) {
    const isKilled = kills-- > 0;
    const crash: Crash | undefined =
      isKilled && chance.next() < 0.6 ? { at: chance.int(1, program.length), how: chance.pick(crashes) } : undefined;
    const run = startProcess({ pid, mode, clock, platform, storage, chance, living, ...(crash && { crash }) });
    const up = runUp(run, program, state, errors, adopted);
    if (isKilled && !crash) {
      await clock.run(Promise.race([up, clock.sleep(chance.int(1, 60_000))]));
      counts["engines killed"] += 1;
      run.engineDies();
      // Either the host dies with the engine, or it is left behind and finishes what it was about.
      if (chance.next() < 0.5) run.dies();
      continue;
    }
    await clock.run(Promise.race([up, run.crashed]));
    if (run.isDead()) counts["hosts killed"] += 1;
    // An engine whose host is gone has failed: it records nothing more.
    run.engineDies();
    run.dies();
  }
  await clock.run(crowd);
  counts.programs += 1;
  counts.creates += size;
  counts.strangers += strangers.ids.size;
  counts["named ones adopted"] += adopted.size;
  counts.requests += platform.dispatcher.sent;
  counts.virtualHours += (clock.now() - startedAt) / 3_600_000;
  platform.close();
  return [...errors, ...differencesFrom(platform, program, state, strangers.ids)];
}

/** Faults come at random, at most two in a row for one request: the retries of the client outlast them. */
function badTraffic(chance: Chance, counts: Counts): Traffic {
  const spells = new Map<string, number>();
  const faulted = new Set<string>();
  const rate = chance.next() < 0.2 ? 0.3 : 0.9;
  return {
    fate: (method, path, body) => {
      const isCreate = method === "POST";
      const name = isCreate ? `${path} ${String((JSON.parse(body ?? "{}") as Props).name)}` : path;
      const spell = spells.get(name) ?? 0;
      const isBad = spell < 2 && chance.next() < (isCreate ? rate : 0.03);
      spells.set(name, isBad ? spell + 1 : 0);
      if (!isBad) return "ok";
      if (isCreate) {
        counts.faults += 1;
        if (!faulted.has(name)) counts["faulted creates"] += 1;
        faulted.add(name);
      }
      return chance.pick(isCreate ? postFates : readFates);
    },
    latencyMs: () => chance.int(40, 600),
  };
}

interface ProcessSettings {
  readonly pid: number;
  readonly mode: Mode;
  readonly clock: VirtualClock;
  readonly platform: VirtualPlatform;
  readonly storage: Storage;
  readonly chance: Chance;
  /** Process numbers of hosts that are still busy. */
  readonly living: Set<number>;
  readonly crash?: Crash;
}

/** A provider host and the engine that drives it; either can die. */
function startProcess({ pid, mode, clock, platform, storage, chance, living, crash }: ProcessSettings) {
  let isAlive = true;
  let hasEngine = true;
  const never = new Promise<never>(() => undefined);
  let tellCrash!: () => void;
  const crashed = new Promise<void>((resolve) => {
    tellCrash = resolve;
  });
  const die = () => {
    isAlive = false;
    living.delete(pid);
    tellCrash();
  };
  const whileAlive = <T>(call: () => Promise<T>): Promise<T> => (isAlive ? call() : never);
  let writes = 0;
  /** A write that the host may not live to see the end of; `amid` is what is left of one that was cut. */
  const write = (call: () => Promise<void>, amid: () => Promise<void>): Promise<void> =>
    whileAlive(async () => {
      const how = ++writes === crash?.at ? crash.how : undefined;
      if (how === "before a write") die();
      else if (how === "amid a write") await amid().then(die);
      else if (how === "after a write") await call().then(die);
      else await call();
      return isAlive ? undefined : never;
    });
  const mortal: Storage = {
    names: () => whileAlive(() => storage.names()),
    read: (name) => whileAlive(() => storage.read(name)),
    append: (name, text, isLasting) =>
      isLasting === false
        ? whileAlive(() => storage.append(name, text))
        : write(
            () => storage.append(name, text),
            () => storage.append(name, text.slice(0, chance.int(0, text.length - 1))),
          ),
    remove: (name) =>
      write(
        () => storage.remove(name),
        () => Promise.resolve(),
      ),
  };
  let returns = 0;
  let sequence = 0;
  living.add(pid);
  const providers = providersOf(mode, {
    env: { COMPUTE_API_KEY: apiKey, COMPUTE_API_URL: apiUrl },
    clock,
    randomBytes: (count) => chance.bytes(count),
    connect: () =>
      clientOn(
        platform.dispatcher.until(() => !isAlive),
        clock,
        () => chance.next(),
        async () => hasEngine,
      ),
    openBooks: () =>
      new Books(clock, async () => ({
        journal: new Journal(mortal, { apiKey }),
        backend: "backend",
        newId: () => `${pid}-${++sequence}`,
        process: { pid, startedAt: "" },
        isAlive: (owner) => living.has(owner.pid),
        isEngineThere: async () => hasEngine,
        listLagMs,
      })),
  });
  return {
    providers,
    hasEngine: () => hasEngine,
    engineDies: () => {
      hasEngine = false;
    },
    crashed,
    isDead: () => !isAlive,
    dies: die,
    /** A create is about to return: whether its host lives to do it, and an engine to hear it. */
    returns: () => {
      if (crash?.how === "before a return" && ++returns === crash.at) die();
      return isAlive && hasEngine;
    },
    /** The host has nothing left to do: an orphan ends. */
    isIdle: () => living.delete(pid),
  };
}

type Process = ReturnType<typeof startProcess>;

/** The ids that people were told to adopt, by logical name. */
type Adopted = Map<string, string>;

/** The object that an error advises to adopt. Its name is its only mark, and here nobody else takes such names: the advice is right. */
function takenOver(kind: Kind, args: Props, error: unknown): string | undefined {
  if (!isNeverMarked(kind) || args.name === undefined) return undefined;
  return advised((error as Error).message)?.id;
}

/** Runs an `up` as an engine does: check and diff one after another, creates beside each other. */
async function runUp(
  run: Process,
  program: readonly Declared[],
  state: Map<string, Entry>,
  errors: string[],
  adopted: Adopted,
) {
  const underWay = new Set<Promise<void>>();
  for (const { kind, logicalName, args } of program) {
    if (!run.hasEngine()) break;
    const provider = run.providers[kind];
    const adopt = adopted.get(logicalName);
    const own = { __logicalName: logicalName, __key: `key-${logicalName}`, __provider: "code" };
    const news = { ...args, ...own, ...(adopt !== undefined && { adopt: { id: adopt } }) };
    const entry = state.get(logicalName);
    const { inputs, failures } = await provider.check(entry?.inputs ?? {}, news);
    for (const { reason } of failures) errors.push(`${logicalName}: check: ${reason}`);
    if (entry) {
      await provider.diff(entry.id, entry.outputs, inputs);
      continue;
    }
    const create = provider.create(inputs).then(
      ({ id, outs }) => {
        if (run.returns()) state.set(logicalName, { id, inputs, outputs: outs });
      },
      (error: unknown) => {
        const id = takenOver(kind, args, error);
        if (id !== undefined) adopted.set(logicalName, id);
        else if (run.hasEngine()) errors.push(`${logicalName}: ${String(error)}`);
      },
    );
    underWay.add(create);
    void create.finally(() => underWay.delete(create));
    while (underWay.size >= parallel) await Promise.race(underWay);
  }
  await Promise.all(underWay);
  run.isIdle();
}

/** Objects of a kind as the emulator keeps them. */
function objectsOf(
  store: VirtualPlatform["store"],
  kind: StoredKind | "endpoint" | "sshKey",
): readonly PlatformObject[] {
  if (kind === "sshKey") return keysIn(store);
  if (kind !== "endpoint") return store[collections[kind]].newestFirst().map(plainObject);
  const { endpoints } = store.dump() as { endpoints: readonly { id: string; settings: { name: string } }[] };
  return endpoints.map(({ id, settings }) => ({ id, name: settings.name }));
}

/** Orphans, duplicates, resources without an object, and what was taken from others. */
function differencesFrom(
  { store }: VirtualPlatform,
  program: readonly Declared[],
  state: ReadonlyMap<string, Entry>,
  theirs: ReadonlySet<string>,
): string[] {
  const found: string[] = [];
  const left = new Set<string>();
  for (const kind of [...(Object.keys(collections) as StoredKind[]), "endpoint", "sshKey"] as const) {
    const objects = objectsOf(store, kind);
    const there = new Map(
      objects
        .filter((object) => !object.cluster && (object.owner ?? "self") === "self")
        .map((object) => [object.id, object]),
    );
    for (const { logicalName, args } of program.filter((declared) => declared.kind === kind)) {
      const entry = state.get(logicalName);
      const object = entry && there.get(entry.id);
      if (!object) found.push(`${logicalName} has no object of its own`);
      else if (!isNameless(kind) && object.name !== (args.name ?? entry.inputs.name))
        found.push(`${logicalName} is named ${object.name}`);
      if (entry) there.delete(entry.id);
    }
    for (const { id, name } of there.values()) if (!theirs.has(id)) found.push(`orphan: ${kind} ${id}, named ${name}`);
    for (const { id } of objects) if (theirs.has(id)) left.add(id);
  }
  for (const id of theirs) if (!left.has(id)) found.push(`${id} of somebody else is gone`);
  for (const [logicalName, { id }] of state)
    if (theirs.has(id)) found.push(`${logicalName} took ${id} of somebody else`);
  return found;
}
