import type { Props } from "../provider/table/props";
import { callsThrough } from "./calls-engine";
import { type Chance, chanceFrom } from "./chance";
import type { Traffic } from "./direct-dispatcher";
import { apiKey, apiUrl, clientOn, type VirtualPlatform, virtualPlatform } from "./virtual-platform";
import { enginesHere } from "./engines";
import type { Mode } from "./plugin";
import { atMost, type Outcome, type Part, type Proof, type ProofOptions } from "./proof";
import { providersOf } from "./providers";
import { VirtualClock } from "./virtual-clock";

/** Creates that an engine has under way at once. */
const parallel = 16;
const minuteMs = 60_000;
const latencyMs = 100;

export const calls: Proof = {
  claim: "reads, waits and creates of many resources cost next to nothing under a tight limit",
  unit: "pods refreshed",
  fullSize: 500,
  variants: ["local", "cli"],
  hasModes: true,
  async run({ size, seed, only, progress, mode = "dynamic", serves }: ProofOptions): Promise<Outcome> {
    const found: Part[] = [];
    for (const engine of enginesHere().filter((each) => only === undefined || each === only)) {
      progress(`${size} pods through an engine: ${engine}`);
      found.push(await callsThrough(engine, { mode, serves }, size));
    }
    found.push(
      await refreshed(mode, size, chanceFrom(seed)),
      await becomingReady(mode, 100, chanceFrom(seed)),
      ...(await Promise.all([false, true].map((isNamed) => created(mode, 100, isNamed, chanceFrom(seed))))),
    );
    return {
      counts: Object.assign({}, ...found.map(({ counts }) => counts)) as Outcome["counts"],
      failures: found.flatMap(({ failures }) => failures),
    };
  },
};

/** A platform in virtual time, with its requests. */
class Observed {
  readonly clock = new VirtualClock();
  readonly asked: { readonly method: string; readonly at: number }[] = [];
  readonly platform: VirtualPlatform;

  constructor(
    private readonly mode: Mode,
    private readonly chance: Chance,
    settings: Parameters<typeof virtualPlatform>[3],
  ) {
    const traffic: Traffic = {
      fate: (method) => {
        this.asked.push({ method, at: this.clock.now() });
        return "ok";
      },
      latencyMs: () => latencyMs,
    };
    const plenty = { creditUsd: 1e9, spendingCapPerHourUsd: 1e9 };
    this.platform = virtualPlatform(this.clock, traffic, () => chance.next(), { ...plenty, ...settings });
    this.platform.store.capacity.setFree({}, 10_000);
  }

  /** A new provider process, with empty memory. */
  pods() {
    const { pod } = providersOf(this.mode, {
      env: { COMPUTE_API_KEY: apiKey, COMPUTE_API_URL: apiUrl },
      clock: this.clock,
      randomBytes: (count) => this.chance.bytes(count),
      connect: () => clientOn(this.platform.dispatcher, this.clock, () => this.chance.next()),
    });
    return pod;
  }

  /** Checks and creates pods as an engine does. */
  async create(count: number, args: (index: number) => Props) {
    const pods = this.pods();
    const made: { id: string; inputs: Props; outs: Props }[] = [];
    const underWay = new Set<Promise<void>>();
    for (let index = 0; index < count; index++) {
      const own = { __logicalName: `pod-${index}`, __key: `key-${index}`, __provider: "code" };
      const { inputs } = await pods.check(
        {},
        { image: "i", cpu: { id: "cpu3c", vcpuCount: 2 }, ...own, ...args(index) },
      );
      const create = pods.create(inputs).then(({ id, outs }) => void made.push({ id, inputs, outs }));
      underWay.add(create);
      void create.then(() => underWay.delete(create));
      while (underWay.size >= parallel) await Promise.race(underWay);
    }
    await Promise.all(underWay);
    return made;
  }

  /** The largest number of requests in any minute, but for the creates themselves. */
  mostInAMinute(): number {
    const times = this.asked.filter(({ method }) => method !== "POST").map(({ at }) => at);
    return Math.max(0, ...times.map((start) => times.filter((at) => at >= start && at < start + minuteMs).length));
  }
}

async function refreshed(mode: Mode, count: number, chance: Chance): Promise<Part> {
  // The refresh sees them run, so that nothing is left to look at.
  const observed = new Observed(mode, chance, { rateLimit: null, provisioningMs: 0, startingMs: 0 });
  const made = await observed.clock.run(observed.create(count, () => ({ waitFor: "none" })));

  observed.asked.length = 0;
  const refreshing = observed.pods();
  const after = await observed.clock.run(inTurns(made, ({ id, outs }) => refreshing.read(id, outs)));
  const reads = observed.asked.length;

  observed.asked.length = 0;
  const upping = observed.pods();
  const unchanged = async () => {
    let changed = 0;
    for (const [index, { id, inputs }] of made.entries()) {
      const own = { __logicalName: inputs.__logicalName ?? "x", __key: inputs.__key, __provider: "code" };
      const again = await upping.check(inputs, {
        image: "i",
        cpu: { id: "cpu3c", vcpuCount: 2 },
        waitFor: "none",
        ...own,
      });
      if ((await upping.diff(id, after[index]!.props, again.inputs)).changes) changed += 1;
    }
    return changed;
  };
  const changed = await observed.clock.run(unchanged());
  const idle = observed.asked.length;
  observed.platform.close();
  return {
    counts: { "pods refreshed": count, "requests of the refresh": reads, "requests of a no-change up": idle },
    failures: [
      ...atMost("requests of the refresh", reads, 3),
      ...atMost("requests of a no-change up", idle, 0),
      ...atMost("resources that a no-change up would change", changed, 0),
    ],
  };
}

/** Runs the calls, as many at once as an engine has under way. */
async function inTurns<T, R>(all: readonly T[], call: (each: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < all.length; index = next++) results[index] = await call(all[index]!);
  };
  await Promise.all(Array.from({ length: parallel }, lane));
  return results;
}

async function becomingReady(mode: Mode, count: number, chance: Chance): Promise<Part> {
  const observed = new Observed(mode, chance, { rateLimit: null, provisioningMs: 4 * minuteMs, startingMs: minuteMs });
  const pods = observed.pods();
  const wait = async () => {
    const asked = await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const own = { __logicalName: `pod-${index}`, __key: `key-${index}`, __provider: "code" };
        return (await pods.check({}, { image: "i", cpu: { id: "cpu3c", vcpuCount: 2 }, ...own })).inputs;
      }),
    );
    return Promise.all(asked.map((inputs) => pods.create(inputs)));
  };
  const made = await observed.clock.run(wait());
  const perMinute = observed.mostInAMinute();
  const creates = observed.asked.filter(({ method }) => method === "POST").length;
  const isReady = made.every(({ outs }) => outs.status === "RUNNING");
  observed.platform.close();
  return {
    counts: { "pods becoming ready together": count, "requests a minute meanwhile, at most": perMinute },
    failures: [
      ...atMost("requests a minute", perMinute, 15),
      ...atMost("creates", creates, count),
      ...(isReady ? [] : ["a create returned before its pod ran"]),
    ],
  };
}

async function created(mode: Mode, count: number, isNamed: boolean, chance: Chance): Promise<Part> {
  const observed = new Observed(mode, chance, {});
  const startedAt = observed.clock.now();
  await observed.clock.run(
    observed.create(count, (index) => ({ waitFor: "none", ...(isNamed && { name: `pod-${index}` }) })),
  );
  const seconds = (observed.clock.now() - startedAt) / 1_000;
  const refused = observed.platform.store.requests.list().filter(({ status }) => status === 429).length;
  const requests = observed.asked.length;
  const { minute: quota } = observed.platform.store.settings.rateLimit!;
  // What the program names is created under a marked name and then given its own: a second request.
  const needed = isNamed ? 2 * count : count;
  // Full windows that must pass, and the answer to the last call.
  const leastSeconds = (Math.ceil(needed / quota) - 1) * 60 + latencyMs / 1_000;
  observed.platform.close();
  const label = isNamed ? "creates with names of the program's" : "creates with names of ours";
  return {
    counts: {
      [label]: count,
      [`${label}: requests`]: requests,
      [`${label}: seconds`]: seconds,
      [`${label}: seconds at least`]: leastSeconds,
    },
    failures: [
      ...atMost(`${label}: refused with 429`, refused, 0),
      ...atMost(`${label}: requests`, requests, needed * 1.05),
      ...atMost(`${label}: seconds`, seconds, leastSeconds * 1.05),
    ],
  };
}
