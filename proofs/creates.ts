import { listLagMs } from "../api/words";
import { Journal } from "../provider/journal/journal";
import { Bookkeeping } from "../provider/host/bookkeeping";
import { memoryStorage, type Storage } from "../provider/journal/storage";
import type { StateEntry } from "../provider/ownership/states";
import type { Props } from "../provider/table/props";
import { advised, leftBy } from "./platform-objects";
import { type Chance, chanceFrom } from "./chance";
import type { Fate, Traffic } from "./direct-dispatcher";
import { apiKey, apiUrl, clientOn, type VirtualPlatform, virtualPlatform } from "./virtual-platform";
import type { Mode } from "./plugin";
import { type Declared, isNeverMarked, randomResources, type ProgramKind } from "./programs";
import type { Outcome, Proof, ProofOptions } from "./proof";
import { providersOf } from "./providers";
import { Strangers } from "./strangers";
import { differencesFrom, type Entry, idsOn } from "./made-of-programs";
import { VirtualClock } from "./virtual-clock";

/** Resources of one program, whose creates run in parallel as in an `up`. */
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
  /** Runs that a machine with an empty home went on with, after a kill on another one. */
  "other machines": number;
  /** Objects that such a machine took over, as `compute:interrupted` says. */
  "taken over": number;
  /** Objects of other people with names of the program's. */
  strangers: number;
  /** Creates whose answers were lost for good, of what cannot be marked, and objects that were left: the message says what to do, and it is done. */
  "adopted as advised": number;
  requests: number;
  virtualHours: number;
}

/** How long after a kill another machine goes on: lists show by then what is there. */
const handOverMs = 10 * 60_000;

export const creates: Proof = {
  claim:
    "over faulted creates of all kinds, each resource has exactly one object, and no error is shown but of what an engine was handed and could not record, and of named credentials, secrets and delegations",
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
      "other machines": 0,
      "taken over": 0,
      strangers: 0,
      "adopted as advised": 0,
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
  // On runners that vanish, programs leave names out.
  const hasRunners = chance.next() < 0.5;
  const program = randomResources(chance, size).map((each) => (hasRunners ? withoutName(each) : each));
  const traffic = badTraffic(chance, counts);
  const platform = virtualPlatform(clock, traffic, () => chance.next(), {
    listLagMs: chance.int(0, listLagMs - 5_000),
    creditUsd: 1e9,
    spendingCapPerHourUsd: 1e9,
    ...(chance.next() < 0.9 ? { rateLimit: null } : {}),
  });
  platform.store.capacity.setFree({}, 1_000);
  let storage = memoryStorage();
  const state = new Map<string, Entry>();
  const errors: string[] = [];
  const adopted: Adopted = new Map();
  const living = new Set<number>();
  /** What was there when a machine went on that does not know of it. */
  let there = new Set<string>();
  const strangers = new Strangers(platform.stranger(), clock, chance);
  const isCrowded = chance.next() < 0.3;
  if (isCrowded) await clock.run(strangers.before(program));
  const crowd = isCrowded ? strangers.meanwhile(program) : Promise.resolve();
  let kills = chance.next() < 0.5 ? chance.int(1, 2) : 0;
  for (let pid = 1; state.size < program.length && errors.length === 0; pid++) {
    const isKilled = kills-- > 0;
    const crash: Crash | undefined =
      isKilled && chance.next() < 0.6 ? { at: chance.int(1, program.length), how: chance.pick(crashes) } : undefined;
    const settings = { pid, mode, clock, platform, storage, chance, living, state, isRunner: hasRunners };
    const run = startProcess({ ...settings, ...(crash && { crash }) });
    const up = runUp(run, program, state, errors, adopted);
    const elsewhere = async () => {
      if (!hasRunners || chance.next() < 0.5) return;
      counts["other machines"] += 1;
      storage = memoryStorage();
      await clock.run(clock.sleep(handOverMs));
      there = new Set([...idsOn(platform)].filter((id) => ![...state.values()].some((entry) => entry.id === id)));
    };
    if (isKilled && !crash) {
      await clock.run(Promise.race([up, clock.sleep(chance.int(1, 60_000))]));
      counts["engines killed"] += 1;
      run.engineDies();
      // Either the host dies with the engine, or it is left behind and finishes its work.
      if (chance.next() < 0.5) run.dies();
      await elsewhere();
      continue;
    }
    await clock.run(Promise.race([up, run.crashed]));
    const isCrashed = run.isDead();
    if (isCrashed) counts["hosts killed"] += 1;
    // An engine whose host is gone has failed: it records nothing more.
    run.engineDies();
    run.dies();
    if (isCrashed) await elsewhere();
  }
  await clock.run(crowd);
  counts.programs += 1;
  counts.creates += size;
  counts.strangers += strangers.ids.size;
  counts["adopted as advised"] += adopted.size;
  counts["taken over"] += [...state.values()].filter(({ id }) => there.has(id)).length;
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
  /** The state, as a backend of all machines has it. */
  readonly state: ReadonlyMap<string, Entry>;
  /** A machine of many, on which `compute:interrupted` says "take over". */
  readonly isRunner: boolean;
  readonly crash?: Crash;
}

/** A provider host and the engine that drives it; either can die. */
function startProcess(settings: ProcessSettings) {
  const { pid, mode, clock, platform, storage, chance, living, state, isRunner, crash } = settings;
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
    env: { COMPUTE_API_KEY: apiKey, COMPUTE_API_URL: apiUrl, ...(isRunner && { COMPUTE_INTERRUPTED: "take over" }) },
    clock,
    randomBytes: (count) => chance.bytes(count),
    connect: () =>
      clientOn(
        platform.dispatcher.until(() => !isAlive),
        clock,
        () => chance.next(),
        async () => hasEngine,
      ),
    openBookkeeping: () =>
      new Bookkeeping(clock, async () => ({
        journal: new Journal(mortal, { apiKey }),
        backend: "backend",
        newId: () => `${pid}-${++sequence}`,
        process: { pid, startedAt: "" },
        isAlive: (owner) => living.has(owner.pid),
        isEngineThere: async () => hasEngine,
        listLagMs,
        ...(isRunner && { exported: async () => [...state].map(entryOf) }),
      })),
  });
  return {
    providers,
    isRunner,
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

function withoutName({ args, ...declared }: Declared): Declared {
  const { name: _, ...rest } = args;
  return { ...declared, args: rest };
}

const ofStack = { __stack: "stack", __stackName: "dev" };

const keyOf = (logicalName: string): string => `key-${logicalName}`;

/** An entry of the state as the provider reads it. */
const entryOf = ([logicalName, { id }]: readonly [string, Entry]): StateEntry => {
  const kind = logicalName.replace(/-\d+$/, "").replace(/^./, (letter) => letter.toUpperCase());
  return {
    kind,
    id,
    key: keyOf(logicalName),
    seen: undefined,
    urn: `urn:pulumi:dev::shop::compute:index:${kind}::${logicalName}`,
  };
};

type Process = ReturnType<typeof startProcess>;

/** The ids that people were told to adopt, by logical name. */
type Adopted = Map<string, string>;

/**
 * The object that a refusal or an error advises to adopt. What can't be marked has only its name, and here nobody else takes such names: the
 * advice is right.
 */
function adoptable(kind: ProgramKind, args: Props, said: string): string | undefined {
  return leftBy(said) ?? (isNeverMarked(kind) && args.name !== undefined ? advised(said)?.id : undefined);
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
    const own = { __logicalName: logicalName, __key: keyOf(logicalName), __provider: "code", ...ofStack };
    const news = { ...args, ...own, ...(adopt !== undefined && { adopt: { id: adopt } }) };
    const entry = state.get(logicalName);
    const { inputs, failures } = await provider.check(entry?.inputs ?? {}, news);
    for (const { reason } of failures) {
      const id = adoptable(kind, args, reason);
      if (id !== undefined) adopted.set(logicalName, id);
      else errors.push(`${logicalName}: check: ${reason}`);
    }
    if (failures.length > 0) continue;
    if (entry) {
      await provider.diff(entry.id, entry.outputs, inputs);
      continue;
    }
    const create = provider.create(inputs).then(
      ({ id, outs }) => {
        if (run.returns()) state.set(logicalName, { id, inputs, outputs: outs });
      },
      (error: unknown) => {
        const id = adoptable(kind, args, String(error));
        const { id: made, properties: outputs, code } = error as { id?: string; properties?: Props; code?: string };
        if (id !== undefined) adopted.set(logicalName, id);
        else if (run.isRunner && code === "initialization" && made !== undefined && outputs) {
          if (run.returns()) state.set(logicalName, { id: made, inputs, outputs, isTakenOver: true });
        } else if (run.hasEngine()) errors.push(`${logicalName}: ${String(error)}`);
      },
    );
    underWay.add(create);
    void create.finally(() => underWay.delete(create));
    while (underWay.size >= parallel) await Promise.race(underWay);
  }
  await Promise.all(underWay);
  run.isIdle();
}
