import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pod } from "../api/pods";
import type { Client } from "../client";
import { type Emulator, startEmulator } from "../emulator";
import { type Chance, chanceFrom } from "./chance";
import { type Death, Keeper, type Passed } from "./keep/keeper";
import { Model } from "./keep/model";
import { isOther, newPod, observers, otherKey, type Plan, project, stacks, writeStacks } from "./keep/pods";
import { openWebhook, type Webhook } from "./keep/webhook";
import type { Outcome, Proof, ProofOptions } from "./proof";

const minuteMs = 60_000;
const intervalMs = 5 * minuteMs;
const dayMs = 24 * 60 * minuteMs;
/** The most reads of a pass over any number of pods and stacks, apart from those before a stop: two lists an account. */
const mostReads = 4;

export const keep: Proof = {
  claim:
    "A pod is stopped by the first pass of `compute keep` that sees that its time is over or that it idled long enough, and no other pod is. Each stop is told, and a pass that could not find something out ends with 1.",
  unit: "pods",
  fullSize: 200,
  run: async (options) => {
    const folder = mkdtempSync(join(tmpdir(), "keep-"));
    const settings = { creditUsd: 1e9, spendingCapPerHourUsd: 1e9 };
    const seed = `keep-${options.seed}`;
    const accounts = { other: otherKey };
    const emulator = await startEmulator({ speed: 0, seed, rateLimit: false, settings, accounts });
    const webhook = await openWebhook();
    try {
      return await new Weeks(options, emulator, webhook, folder).play();
    } finally {
      webhook.close();
      await emulator.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** One keeper, with the rules that hold for it and what it has still to tell. */
interface Side {
  readonly keeper: Keeper;
  readonly path: string;
  readonly model: Model;
  /** Stops that the webhook has not taken, by pod and time, with their stack. */
  readonly owed: Map<string, string>;
  readonly told: Set<string>;
  /** Failed passes that the metrics have to count, by stack, and passes that died, which may be among them. */
  readonly failed: Map<string, number>;
  died: number;
}

/** A part of the time in which something is away. */
interface Outage {
  readonly from: number;
  readonly to: number;
}

type Pods = ReadonlyMap<string, Pod>;

/** Two weeks, or three hours where there are few pods: two machines keep, and the world around them changes. */
class Weeks {
  private readonly chance: Chance;
  private readonly failures: string[] = [];
  private readonly counts = {
    passes: 0,
    "ended or killed": 0,
    faults: 0,
    "with the network away": 0,
    "with a revoked key": 0,
    "with the webhook away": 0,
    restarts: 0,
    starts: 0,
    stopped: 0,
    told: 0,
    drift: 0,
    "most reads": 0,
  };
  private readonly plans: Plan[] = [];
  private last: Pods = new Map();
  private readonly observers: readonly [own: Client, other: Client];
  private readonly begins: number;
  private readonly ends: number;
  private readonly away: Readonly<Record<"network" | "key" | "webhook", readonly Outage[]>>;

  constructor(
    private readonly options: ProofOptions,
    private readonly emulator: Emulator,
    private readonly webhook: Webhook,
    private readonly folder: string,
  ) {
    this.chance = chanceFrom(options.seed);
    this.observers = observers(emulator);
    this.begins = emulator.clock.now() + minuteMs;
    this.ends = this.begins + (this.isBrief ? dayMs / 8 : 14 * dayMs);
    this.away = { network: this.outages(), key: this.outages(), webhook: this.outages() };
  }

  async play(): Promise<Outcome> {
    const { emulator, options, plans, counts, failures } = this;
    for (const store of emulator.accounts.values()) store.capacity.setFree({}, 10_000);
    for (let nth = 0; nth < options.size; nth += 1) {
      const observer = this.observerOf({ stack: stacks[nth % stacks.length]! });
      plans.push(await newPod(observer, emulator, nth, this.chance, this.isBrief ? 2 : 40));
    }
    await emulator.clock.advance(minuteMs);
    writeStacks(this.folder, plans);
    this.last = await this.podsNow();
    const sides = ["/one", "/two"].map((path) => this.side(path));
    while (emulator.clock.now() < this.ends) {
      for (const side of sides) {
        await emulator.clock.advance(intervalMs / sides.length - minuteMs / 2);
        await this.people();
        await emulator.clock.advance(minuteMs / 2);
        await this.pass(side);
      }
      if (counts.passes % 500 === 0) options.progress(`${counts.passes} passes`);
    }
    for (const side of sides) this.checkMetrics(side);
    if (counts["most reads"] > mostReads) failures.push(`a pass sent ${counts["most reads"]} reads`);
    await Promise.all(this.observers.map((client) => client.close()));
    return { counts: { pods: plans.length, stacks: stacks.length, ...counts }, failures };
  }

  private get isBrief(): boolean {
    return this.options.size < 30;
  }

  private side(path: string): Side {
    const { emulator, folder, webhook } = this;
    const keeper = new Keeper(emulator, folder, join(folder, path.slice(1)), webhook.url + path);
    return { keeper, path, model: new Model(), owed: new Map(), told: new Set(), failed: new Map(), died: 0 };
  }

  /** One a week or two, of ten minutes to eight hours; in three hours, one. */
  private outages(): Outage[] {
    const { chance, begins, ends } = this;
    const whole = ends - begins;
    return Array.from({ length: whole > dayMs ? 4 : 1 }, () => {
      const from = begins + Math.floor(chance.next() * whole * 0.8);
      const lasts = chance.int(10, Math.min(480, whole / minuteMs / 6)) * minuteMs;
      return { from, to: from + lasts };
    });
  }

  private isAway(what: "network" | "key" | "webhook"): boolean {
    const now = this.emulator.clock.now();
    return this.away[what].some(({ from, to }) => from <= now && now < to);
  }

  private observerOf(plan: Pick<Plan, "stack">): Client {
    return this.observers[isOther(plan) ? 1 : 0];
  }

  private async podsNow(): Promise<Pods> {
    const all: Pod[] = [];
    for (const client of this.observers) for await (const pod of client.pods.listAll()) all.push(pod);
    return new Map(all.map((pod) => [pod.id, pod]));
  }

  /** What people do in the meantime. */
  private async people(): Promise<void> {
    const { chance, counts } = this;
    for (const plan of this.plans) {
      const running = this.last.get(plan.id)!.status === "RUNNING";
      if (chance.next() >= (running ? 0.0004 : 0.004)) continue;
      counts[running ? "restarts" : "starts"] += 1;
      const client = this.observerOf(plan).pods;
      await (running ? client.restart(plan.id) : client.start(plan.id));
    }
  }

  private async pass(side: Side): Promise<void> {
    const { chance, counts, emulator, webhook } = this;
    const before = await this.podsNow();
    const isFaulted = chance.next() < 0.02;
    const method = chance.pick(["GET", "POST"] as const);
    const nth = chance.int(1, 3);
    const death = chance.next() < 0.02 ? { turns: chance.int(0, 60), isSudden: chance.next() < 0.5 } : undefined;
    const [isOff, isRevoked] = [this.isAway("network"), this.isAway("key")];
    webhook.isAway = this.isAway("webhook");
    emulator.accounts.get("other")!.keys.set({ key: otherKey, grant: "all", user: "owner", disabled: isRevoked });
    if (isOff) emulator.faults.add({ phase: "reset", times: "always" });
    else if (isFaulted) emulator.faults.add({ method, phase: "before", status: 403, nth, times: 1 });
    emulator.requests.clear();
    const passed = await side.keeper.pass(death);
    const isStruck = !isOff && emulator.faults.list().some(({ struck }) => struck > 0);
    emulator.faults.clear();
    counts.passes += 1;
    if (passed.code === undefined) counts["ended or killed"] += 1;
    if (isStruck) counts.faults += 1;
    if (isOff) counts["with the network away"] += 1;
    if (isRevoked) counts["with a revoked key"] += 1;
    if (webhook.isAway) counts["with the webhook away"] += 1;
    const asked = emulator.requests.list();
    const reads = asked.filter(({ method, path }) => method === "GET" && !/pods\/./.test(path)).length;
    if (!isOff && !isStruck) counts["most reads"] = Math.max(counts["most reads"], reads);
    const after = (this.last = await this.podsNow());
    const isSeen = (plan: Plan) => !isOff && !(isRevoked && isOther(plan));
    this.judge({ side, before, after, passed, death, isStruck, isSeen, isOff, isRevoked, asked });
  }

  private judge(pass: Judged): void {
    const { side, before, after, passed, death, isStruck, isSeen, isOff, isRevoked, asked } = pass;
    const { counts, plans, emulator } = this;
    const now = emulator.clock.now();
    const fail = (what: string) => this.failures.push(`${side.path} at ${new Date(now).toISOString()}: ${what}`);
    const isWhole = passed.code !== undefined;
    const { posts, refused } = this.webhook.taken();
    const stopped = plans.filter(({ id }) => {
      return before.get(id)!.status === "RUNNING" && after.get(id)!.status !== "RUNNING";
    });
    counts.stopped += stopped.length;
    for (const plan of plans) {
      const pod = before.get(plan.id)!;
      const due = side.model.due(plan, pod, now);
      const isStopped = stopped.includes(plan);
      if (isStopped && due === "must not") fail(`${plan.name} was stopped, and nothing said so`);
      if (!isStopped && due === "must" && isWhole && !isStruck && isSeen(plan))
        fail(`${plan.name} was due, and runs on`);
      if (isSeen(plan)) side.model.saw(plan, pod, now, isWhole && !isStruck);
    }
    // What is owed and told.
    const at = new Date(now).toISOString();
    for (const { id, stack } of stopped) side.owed.set(`${id} ${at}`, `${project}/${stack}`);
    for (const { stack, stopped: told } of posts)
      for (const { id, at } of told) {
        const key = `${id} ${at}`;
        counts.told += 1;
        if (side.owed.get(key) !== stack && !side.told.has(key)) fail(`a stop of ${id} was told that was none`);
        if (side.told.has(key)) fail(`the stop of ${id} at ${at} was told twice`);
        side.owed.delete(key);
        // A pass that died may not have remembered that it told.
        if (isWhole) side.told.add(key);
      }
    if (!isWhole) {
      side.died += 1;
      if (death!.isSudden) this.forgiveLast(side, asked, at);
      return;
    }
    if (!this.webhook.isAway && side.owed.size > 0) fail(`${side.owed.size} stops were not told`);
    // What it says, and its end.
    const said = passed.documents.flatMap((one) => one.stopped.map(({ id }) => id)).sort();
    if (String(said) !== String(stopped.map(({ id }) => id).sort())) fail(`it said that ${String(said)} was stopped`);
    const isUnknown = isOff || isRevoked || refused > 0 || passed.documents.some((one) => one.notStopped.length > 0);
    if (!isStruck && (passed.code === 1) !== isUnknown) fail(`it ended with ${passed.code}: ${passed.errors}`);
    if (passed.code === 1 && passed.errors === "") fail("it failed in silence");
    const drifts = passed.documents.flatMap(({ drift }) => drift.map(({ id }) => id)).sort();
    counts.drift += drifts.length;
    if (passed.code !== 1 && (passed.code === 2) !== stopped.length + drifts.length > 0)
      fail(`it ended with ${passed.code}, with ${stopped.length} stopped and ${drifts.length} that differ`);
    for (const [stack, isFailed] of failuresIn(passed))
      if (isFailed) side.failed.set(stack, (side.failed.get(stack) ?? 0) + 1);
  }

  /** A process that was killed right after a stop had no time for a note of it, whereas it had for those before. */
  private forgiveLast({ owed }: Side, asked: Judged["asked"], at: string): void {
    const last = asked.filter(({ method }) => method === "POST").at(-1);
    const pod = this.plans.find(({ id }) => last?.path.includes(id));
    if (pod) owed.delete(`${pod.id} ${at}`);
  }

  private checkMetrics({ keeper, path, failed, died }: Side): void {
    const text = readFileSync(keeper.metrics, "utf8");
    for (const stack of stacks) {
      const title = `${project}/${stack}`;
      const counted = Number(
        new RegExp(`^compute_pass_failures_total\\{stack="${title}"\\} (\\d+)$`, "m").exec(text)?.[1],
      );
      const sure = failed.get(title) ?? 0;
      if (!(counted >= sure && counted <= sure + died))
        this.failures.push(
          `${path}: the metrics count ${counted} failed passes over ${title}, and there were ${sure} to ${sure + died}`,
        );
    }
  }
}

interface Judged {
  readonly side: Side;
  readonly before: Pods;
  readonly after: Pods;
  readonly passed: Passed;
  readonly death: Death | undefined;
  readonly isStruck: boolean;
  readonly isSeen: (plan: Plan) => boolean;
  readonly isOff: boolean;
  readonly isRevoked: boolean;
  readonly asked: ReturnType<Emulator["requests"]["list"]>;
}

/** Whether a pass over each stack failed, by what it wrote to stderr. */
const failuresIn = ({ errors }: Passed): [stack: string, isFailed: boolean][] =>
  stacks.map((stack) => [`${project}/${stack}`, errors.includes(`error: ${project}/${stack}: `)]);
