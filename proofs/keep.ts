import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pod } from "../api/pods";
import { CommandFailure } from "../cli/io";
import { createProgram } from "../cli/program";
import { createClient } from "../client";
import { type Emulator, startEmulator } from "../emulator";
import { durationMs } from "../provider/table/duration";
import { type Chance, chanceFrom } from "./chance";
import type { Outcome, Proof, ProofOptions } from "./proof";
import { unattendedIo } from "./unattended-io";

const minuteMs = 60_000;
const intervalMs = 5 * minuteMs;
const weekMs = 7 * 24 * 60 * minuteMs;
/** The most requests of a pass over any number of pods, stops aside. */
const mostRequests = 6;

/** A pod's limits in the program, and its load over time after a start. */
interface Plan {
  readonly id: string;
  readonly stopAfter: string | undefined;
  readonly stopWhenIdle: { readonly after: string; readonly gpuBelow: number } | undefined;
  readonly load: readonly { readonly afterMs: number; readonly percent: number }[];
}

export const keep: Proof = {
  claim:
    "A pod is stopped by the first pass of `compute keep` that finds its time over or that it idled long enough, and no other pod is.",
  unit: "pods",
  fullSize: 200,
  run: async (options) => {
    const folder = mkdtempSync(join(tmpdir(), "keep-"));
    const settings = { creditUsd: 1e9, spendingCapPerHourUsd: 1e9 };
    const emulator = await startEmulator({ speed: 0, seed: `keep-${options.seed}`, rateLimit: false, settings });
    try {
      return await week(options, emulator, folder);
    } finally {
      await emulator.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function week({ size, seed, progress }: ProofOptions, emulator: Emulator, folder: string): Promise<Outcome> {
  const chance = chanceFrom(seed);
  emulator.store.capacity.setFree({}, 10_000);
  const client = createClient({ apiKey: emulator.apiKey, apiUrl: emulator.apiUrl });
  const plans: Plan[] = [];
  for (let nth = 0; nth < size; nth += 1) plans.push(await newPod(client, emulator, nth, chance));
  await emulator.clock.advance(minuteMs);
  const state = join(folder, "state.json");
  writeFileSync(state, JSON.stringify(stateOf(plans)));
  const keepers = ["one", "two"].map((name) => new Keeper(join(folder, name), plans));
  const failures: string[] = [];
  const counts = { passes: 0, failed: 0, killed: 0, restarts: 0, starts: 0, stopped: 0, "most requests": 0 };
  const ends = emulator.clock.now() + (size < 50 ? weekMs / 14 : weekMs);
  const podsNow = async (): Promise<ReadonlyMap<string, Pod>> => {
    const all: Pod[] = [];
    for await (const pod of client.pods.listAll()) all.push(pod);
    return new Map(all.map((pod) => [pod.id, pod]));
  };
  let before = await podsNow();
  while (emulator.clock.now() < ends) {
    for (const keeper of keepers) {
      await emulator.clock.advance(intervalMs / keepers.length);
      for (const plan of plans) {
        const running = before.get(plan.id)!.status === "RUNNING";
        if (chance.next() >= (running ? 0.0004 : 0.004)) continue;
        counts[running ? "restarts" : "starts"] += 1;
        await (running ? client.pods.restart(plan.id) : client.pods.start(plan.id));
      }
      await emulator.clock.advance(minuteMs / 2);
      before = await podsNow();
      const isFaulted = chance.next() < 0.02;
      const method = chance.pick(["GET", "POST"] as const);
      if (isFaulted) emulator.faults.add({ method, phase: "before", status: 403, nth: chance.int(1, 3), times: 1 });
      const dies = chance.next() < 0.02 ? chance.int(0, 40) : undefined;
      emulator.requests.clear();
      const isWhole = await keeper.pass(emulator, state, dies);
      emulator.faults.clear();
      counts.passes += 1;
      if (dies !== undefined) counts.killed += 1;
      else if (!isWhole) counts.failed += 1;
      const after = await podsNow();
      const now = emulator.clock.now();
      const stopped = plans.filter(
        ({ id }) => before.get(id)!.status === "RUNNING" && after.get(id)!.status !== "RUNNING",
      );
      counts.stopped += stopped.length;
      const reads = emulator.requests.list().filter(({ method, path }) => method === "GET" && !/pods\/./.test(path));
      counts["most requests"] = Math.max(counts["most requests"], reads.length - 1);
      for (const plan of plans) {
        const pod = before.get(plan.id)!;
        const isDue = keeper.isDue(plan, pod, now);
        const isStopped = stopped.includes(plan);
        if (isStopped && !isDue) failures.push(`${plan.id} was stopped at ${at(now)}, and nothing said so`);
        if (!isStopped && isDue && isWhole && !isFaulted)
          failures.push(`${plan.id} was due at ${at(now)}, and runs on`);
      }
      if (isWhole) keeper.saw(before, now);
      before = after;
    }
    if (counts.passes % 500 === 0) progress(`${counts.passes} passes`);
  }
  if (counts["most requests"] > mostRequests) failures.push(`a pass sent ${counts["most requests"]} requests`);
  await client.close();
  return { counts: { pods: size, ...counts }, failures };
}

const at = (now: number) => new Date(now).toISOString();

async function newPod(
  client: ReturnType<typeof createClient>,
  emulator: Emulator,
  nth: number,
  chance: Chance,
): Promise<Plan> {
  const hardware = { gpu: { id: "NVIDIA L40S", count: 1 } };
  const { id } = await client.pods.create({ name: `pod-${nth}`, image: "registry.example.com/a:1", ...hardware });
  const load = Array.from({ length: 100 }, (_, part) => ({
    afterMs: part * chance.int(20, 200) * minuteMs,
    percent: chance.next() < 0.5 ? chance.int(0, 4) : chance.int(5, 100),
  })).sort((one, other) => one.afterMs - other.afterMs);
  emulator.scripts.add({ match: { id }, load: [{ afterMs: 0, percent: 50 }, ...load] });
  const stopAfter = chance.next() < 0.5 ? `${chance.int(1, 40)}h` : undefined;
  const after = `${chance.int(20, 180)}m`;
  const stopWhenIdle = chance.next() < 0.5 ? { after, gpuBelow: chance.pick([5, 30]) } : undefined;
  return { id, load, stopAfter, stopWhenIdle };
}

const stateOf = (plans: readonly Plan[]) => ({
  version: 3,
  deployment: {
    resources: plans.map(({ id, stopAfter, stopWhenIdle }, nth) => {
      const asked = { name: `pod-${nth}`, desiredStatus: "RUNNING", stopAfter, stopWhenIdle };
      const type = "compute:index:Pod";
      return {
        urn: `urn:pulumi:dev::kept::${type}::pod-${nth}`,
        custom: true,
        type,
        id,
        inputs: asked,
        outputs: asked,
      };
    }),
  },
});

/** One machine that keeps, with what its whole passes have seen: the model that the passes are held against. */
class Keeper {
  private readonly idle = new Map<string, { startedAt: string | null; since: number; seenAt: number }>();

  constructor(
    private readonly home: string,
    private readonly plans: readonly Plan[],
  ) {}

  /** Answers whether the pass went through. @param dies after so many turns of the event loop. */
  async pass(emulator: Emulator, state: string, dies: number | undefined): Promise<boolean> {
    const ending = new AbortController();
    const io = unattendedIo({
      env: { HOME: this.home, COMPUTE_API_URL: emulator.apiUrl, COMPUTE_API_KEY: emulator.apiKey },
      cwd: tmpdir(),
      now: () => emulator.clock.now(),
      signal: ending.signal,
    });
    let turns = 0;
    const turn = () => {
      if (dies === undefined || ending.signal.aborted) return;
      if (++turns > dies) ending.abort();
      else setImmediate(turn);
    };
    turn();
    try {
      await createProgram(io).parseAsync(["node", "compute", "keep", "--once", "--file", state, "--json"]);
      return true;
    } catch (error) {
      return error instanceof CommandFailure && error.exitCode === 2;
    }
  }

  isDue({ id, stopAfter, stopWhenIdle }: Plan, pod: Pod, now: number): boolean {
    if (pod.status !== "RUNNING") return false;
    if (stopAfter !== undefined && now - Date.parse(pod.startedAt!) >= durationMs(stopAfter)) return true;
    const since = this.idleSince(id, pod, now);
    return stopWhenIdle !== undefined && since !== undefined && now - since >= durationMs(stopWhenIdle.after);
  }

  saw(pods: ReadonlyMap<string, Pod>, now: number): void {
    for (const { id } of this.plans) {
      const pod = pods.get(id)!;
      const since = this.idleSince(id, pod, now);
      if (since === undefined) this.idle.delete(id);
      else this.idle.set(id, { startedAt: pod.startedAt, since, seenAt: now });
    }
  }

  private idleSince(id: string, pod: Pod, now: number): number | undefined {
    const { stopWhenIdle } = this.plans.find((plan) => plan.id === id)!;
    const busy = pod.runtime?.gpus?.[0]?.util;
    if (pod.status !== "RUNNING" || !stopWhenIdle || busy === undefined || busy >= stopWhenIdle.gpuBelow)
      return undefined;
    const known = this.idle.get(id);
    const goesOn = known?.startedAt === pod.startedAt && now - known.seenAt <= durationMs(stopWhenIdle.after);
    return goesOn ? known.since : now;
  }
}
