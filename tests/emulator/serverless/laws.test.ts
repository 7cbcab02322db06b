import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { JobRequest } from "../../../api/queue";
import { EndpointCreate } from "../../../api/serverless";
import { EmulatorClock } from "../../../emulator/store/clock";
import { isFinal, removedAt, submitted } from "../../../emulator/jobs/job";
import { cancel, retry } from "../../../emulator/jobs/machine";
import { createEndpoint, updateEndpoint } from "../../../emulator/serverless/lifecycle";
import { ServerlessPlatform } from "../../../emulator/serverless/platform";
import { afterEnd, enqueue, loseWorker } from "../../../emulator/serverless/run-jobs";
import { idleGraceMs } from "../../../emulator/serverless/scaling";
import { toSnapshot } from "../../../emulator/serverless/platform";
import type { EndpointState } from "../../../emulator/serverless/record";
import { defaultSettings } from "../../../emulator/store/settings";
import { Store } from "../../../emulator/store/store";
import { queueEndpoint } from "../support/serverless";

const second = 1_000;
const pick = fc.nat(50);
const command = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("run" as const),
      delayMs: fc.integer({ min: 0, max: 20 * second }),
      hang: fc.boolean(),
      isLow: fc.boolean(),
      ttl: fc.constantFrom(10 * second, 86_400_000),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("advance" as const), ms: fc.integer({ min: 0, max: 120 * second }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel" as const), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("retry" as const), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("lose" as const), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("workers" as const), min: fc.nat(2), more: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("image" as const), tag: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("capacity" as const), free: fc.nat(3) }) },
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;
const scaling = fc.constantFrom({ type: "QUEUE_DELAY", queueDelay: 2 }, { type: "REQUEST_COUNT", requestCount: 2 });

class Trial {
  private time = 1_700_000_000_000;
  readonly clock = new EmulatorClock({ now: () => this.time });
  readonly store = new Store({
    clock: this.clock,
    seed: "laws",
    settings: { ...defaultSettings, automaticJobRetries: 1 },
    keys: [],
  });
  readonly platform = new ServerlessPlatform(this.store);
  readonly endpoint: EndpointState;

  constructor(
    policy: unknown,
    private readonly stepMs: number,
  ) {
    const body = queueEndpoint({ gpu: { pools: ["AMPERE_16"] }, scaling: policy, timeout: 15 * second });
    this.endpoint = createEndpoint(this.platform, EndpointCreate.parse(body));
  }

  async carryOut(each: Command): Promise<void> {
    const { platform, endpoint, store } = this;
    const now = this.clock.now();
    const jobs = [...endpoint.jobs.values()];
    switch (each.do) {
      case "advance":
        return this.advance(each.ms);
      case "run": {
        const input = { $emulate: { delayMs: each.delayMs, hang: each.hang } };
        const request = JobRequest.parse({ input, policy: { lowPriority: each.isLow, ttl: each.ttl } });
        return platform.change(endpoint, () => enqueue(endpoint, submitted(store.ids.uuid(), "run", request, now)));
      }
      case "cancel": {
        const job = jobs.filter((one) => !isFinal(one))[each.pick];
        if (!job) return;
        return platform.change(endpoint, () => {
          cancel(job, now);
          endpoint.queue = endpoint.queue.filter((id) => id !== job.id);
          afterEnd(endpoint, job, now, platform.effects);
        });
      }
      case "retry": {
        const job = jobs.filter(({ status }) => status === "TIMED_OUT" || status === "FAILED")[each.pick];
        if (!job) return;
        return platform.change(endpoint, () => {
          retry(job, now);
          enqueue(endpoint, job);
        });
      }
      case "lose": {
        const worker = endpoint.workers[each.pick];
        if (worker) platform.change(endpoint, () => loseWorker(endpoint, worker, now, platform.effects));
        return;
      }
      case "workers":
        return updateEndpoint(platform, endpoint, { workers: { min: each.min, max: each.min + each.more } });
      case "image":
        return updateEndpoint(platform, endpoint, { image: `registry.example.com/acme/gen:${each.tag}` });
      case "capacity":
        store.capacity.setFree({ type: "NVIDIA RTX A4000", cloud: "SECURE" }, each.free);
    }
  }

  private async advance(ms: number): Promise<void> {
    // A jump is a shared clock that was moved behind the emulator's back: nothing happens before somebody looks.
    if (this.stepMs === Infinity) this.time += ms;
    else for (let left = ms; left > 0; left -= this.stepMs) await this.clock.advance(Math.min(left, this.stepMs));
    this.platform.all();
  }
}

function expectSound({ endpoint, store }: Trial): void {
  const jobs = [...endpoint.jobs.values()];
  const idsIn = (status: string) =>
    jobs
      .filter((job) => job.status === status)
      .map(({ id }) => id)
      .sort();
  expect([...endpoint.queue].sort()).toEqual(idsIn("IN_QUEUE"));
  const busy = endpoint.workers.filter(({ jobId }) => jobId !== undefined);
  expect(busy.map(({ jobId }) => jobId).sort()).toEqual(idsIn("IN_PROGRESS"));
  for (const worker of endpoint.workers) expect(worker.status === "RUNNING").toBe(worker.jobId !== undefined);
  const { min, max } = endpoint.settings.workers;
  const staying = endpoint.workers.filter(({ isLeaving }) => !isLeaving);
  expect(staying.length).toBeLessThanOrEqual(max);
  expect(staying.length).toBeGreaterThanOrEqual(min);
  expect(endpoint.workers.filter(({ jobId, version }) => jobId === undefined && version !== endpoint.version)).toEqual(
    [],
  );
  for (const job of jobs)
    if (job.startedAt !== undefined && !isFinal(job)) expect(store.now() - job.startedAt).toBeLessThan(15 * second);
  // Nothing that fell due was forgotten: results, idle workers, and work that an idle worker could do.
  for (const job of jobs) expect(removedAt(job)).toBeGreaterThan(store.now());
  const idle = staying.filter(({ status }) => status === "IDLE");
  const graceMs = idleGraceMs(endpoint.settings);
  if (graceMs > 0 && staying.length > min) {
    for (const { idleSince = 0 } of idle) expect(store.now() - idleSince).toBeLessThan(graceMs);
  }
  if (idle.length > 0) expect(endpoint.queue).toEqual([]);

  const placed = endpoint.workers.flatMap(({ place }) => (place ? [place] : []));
  const rate = placed.flatMap(({ rates }) => Object.values(rates)).reduce((sum, usd) => sum + usd, 0);
  expect(store.ledger.ratePerHourUsd()).toBeCloseTo(rate, 9);
  const { used } = store.capacity.dump() as { used: [string, number][] };
  expect(used.reduce((sum, [, units]) => sum + units, 0)).toBe(placed.reduce((sum, { units }) => sum + units, 0));
}

describe("laws of endpoints", () => {
  it("E-36, E-37, E-40, J-25: after any commands queue, workers, capacity and cost agree with each other", async () => {
    await fc.assert(
      fc.asyncProperty(scaling, fc.array(command, { maxLength: 60, size: "max" }), async (policy, commands) => {
        const trial = new Trial(policy, Infinity);
        for (const each of commands) {
          await trial.carryOut(each);
          expectSound(trial);
        }
        trial.platform.close();
      }),
      { numRuns: 60 },
    );
  });

  it("J-28, J-29, J-35: a clock that jumps leaves the same as one that creeps", async () => {
    const snapshot = ({ endpoint, store }: Trial) =>
      JSON.stringify([toSnapshot(endpoint), store.ledger.spentUsd(store.now()).toFixed(9)]);
    await fc.assert(
      fc.asyncProperty(scaling, fc.array(command, { maxLength: 30, size: "max" }), async (policy, commands) => {
        const [jumping, creeping] = [new Trial(policy, Infinity), new Trial(policy, 777)];
        for (const each of commands) {
          await jumping.carryOut(each);
          await creeping.carryOut(each);
        }
        expect(snapshot(creeping)).toBe(snapshot(jumping));
        jumping.platform.close();
        creeping.platform.close();
      }),
      { numRuns: 40 },
    );
  });
});
