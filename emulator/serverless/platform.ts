import { getOrMake } from "../../values/many";
import type { Handlers } from "../jobs/handlers";
import { type JobState, jobView } from "../jobs/job";
import { QueueLimits } from "../jobs/rate-limits";
import { existing } from "../kernel/refusal";
import { LogBook } from "../logs/log";
import { Collection } from "../store/collection";
import type { Store } from "../store/store";
import { woken } from "../store/clock";
import { Alarms } from "../store/timers";
import { EmulatorEffects } from "./emulator-effects";
import { type EndpointState, endpointMembers } from "./record";
import { advance, change, rearm } from "./simulate";
import { endpointView, workersView } from "./view";

/** The serverless half of the platform: endpoints with their workers and jobs, moving on the emulator's clock. */
export class ServerlessPlatform {
  readonly endpoints = new Collection<EndpointState>();
  readonly workerLogs = new LogBook();
  readonly limits = new QueueLimits();
  readonly effects: EmulatorEffects;
  private readonly timers = new Map<string, { at: number; cancel: () => void }>();
  private readonly watchers = new Map<string, Set<() => void>>();

  constructor(
    readonly store: Store,
    handlers: Handlers = {},
  ) {
    this.effects = new EmulatorEffects(this, handlers);
    store.addSection("endpoints", {
      dump: () => this.all().map(toSnapshot),
      load: (value) => this.replaceAll((value as unknown[]).map((saved) => fromSnapshot(saved, store.now()))),
      clear: () => this.replaceAll([]),
      inspect: () => this.all().map((endpoint) => inspectEndpoint(endpoint, store, this.held(endpoint.id))),
    });
    store.dependents.push({
      usesVolume: (id) => this.all().some(({ settings }) => settings.networkVolumes.includes(id)),
      usesTemplate: (id) => this.all().some(({ templateId }) => templateId === id),
      forgetRegistry: (id) => this.forgetRegistry(id),
    });
  }

  all(): EndpointState[] {
    return this.endpoints.newestFirst().map((endpoint) => this.upToNow(endpoint));
  }

  /** The endpoint as it is now; 404 when there is none. */
  endpoint(id: string | undefined): EndpointState {
    return this.upToNow(existing(this.endpoints.get(id ?? ""), "endpoint"));
  }

  add(endpoint: EndpointState): void {
    this.endpoints.set(endpoint);
    this.change(endpoint, () => undefined);
  }

  /** Forgets an endpoint; its waiters look again. */
  remove(endpoint: EndpointState): void {
    this.endpoints.delete(endpoint.id);
    this.store.ledger.stop(endpoint.id, this.store.now());
    this.effects.executions.sweep();
    this.timers.get(endpoint.id)?.cancel();
    this.timers.delete(endpoint.id);
    this.notify(endpoint.id);
  }

  /** Changes an endpoint at this moment, with everything that follows from it. */
  change<T>(endpoint: EndpointState, mutate: () => T): T {
    const result = change(endpoint, this.store.now(), this.effects, mutate);
    this.afterChange(endpoint);
    return result;
  }

  /** Resolves when `isDone`, at `deadline` on the emulator's clock, or when the client goes away. */
  async until(endpointId: string, isDone: () => boolean, deadline: number, signal: AbortSignal): Promise<void> {
    const watchers = getOrMake(this.watchers, endpointId, () => new Set());
    while (!isDone() && this.store.now() < deadline && !signal.aborted) {
      await woken(signal, (wake) => {
        watchers.add(wake);
        return [() => watchers.delete(wake), this.store.clock.at(deadline, wake)];
      });
    }
  }

  /** How many requests wait for something to happen to the endpoint. */
  private held(endpointId: string): number {
    return this.watchers.get(endpointId)?.size ?? 0;
  }

  close(): void {
    this.effects.close();
    for (const { cancel } of this.timers.values()) cancel();
    this.timers.clear();
  }

  private upToNow(endpoint: EndpointState): EndpointState {
    const { alarms } = endpoint;
    const due = alarms.next();
    if (due !== undefined && due <= this.store.now()) {
      advance(endpoint, this.store.now(), this.effects);
      this.afterChange(endpoint);
    }
    return endpoint;
  }

  private afterChange(endpoint: EndpointState): void {
    this.effects.executions.sweep();
    this.arm(endpoint);
    this.notify(endpoint.id);
  }

  /** Wakes when the next thing happens by itself, so that webhooks and handlers are on time. */
  private arm(endpoint: EndpointState): void {
    const at = endpoint.alarms.next();
    const armed = this.timers.get(endpoint.id);
    if (armed?.at === at) return;
    armed?.cancel();
    if (at === undefined || this.endpoints.get(endpoint.id) !== endpoint) this.timers.delete(endpoint.id);
    else this.timers.set(endpoint.id, { at, cancel: this.store.clock.at(at, () => this.onTimer(endpoint)) });
  }

  private onTimer(endpoint: EndpointState): void {
    this.timers.delete(endpoint.id);
    this.upToNow(endpoint);
    this.arm(endpoint);
  }

  notify(endpointId: string): void {
    for (const wake of [...(this.watchers.get(endpointId) ?? [])]) wake();
  }

  private forgetRegistry(id: string): void {
    for (const endpoint of this.all()) {
      // silently, so it is no release of its own.
      if (endpoint.settings.registry === id) endpoint.settings = { ...endpoint.settings, registry: null };
    }
  }

  private replaceAll(endpoints: readonly EndpointState[]): void {
    const gone = this.endpoints.dump().map(({ id }) => id);
    for (const { cancel } of this.timers.values()) cancel();
    this.timers.clear();
    this.workerLogs.clear();
    this.limits.clear();
    this.effects.close();
    this.endpoints.load(endpoints);
    for (const endpoint of endpoints) this.arm(endpoint);
    for (const id of gone) this.notify(id);
  }
}

/** An endpoint with its workers, jobs and cost, for looking at: names of the environment, no values. */
function inspectEndpoint(endpoint: EndpointState, store: Store, heldRequests: number): Record<string, unknown> {
  const view = endpointView(endpoint, store.urls.queueUrl);
  const usdPerHour = endpoint.workers.flatMap(({ place }) => Object.values(place?.rates ?? {}));
  return {
    ...view,
    env: Object.fromEntries(Object.keys(view.env ?? {}).map((name) => [name, "***"])),
    version: endpoint.version,
    heldRequests,
    computePerHourUsd: store.ledger.computeRateOfUsd(endpoint.id),
    ratePerHourUsd: usdPerHour.reduce((sum, usd) => sum + usd, 0),
    spentUsd: store.ledger.spentOnUsd(endpoint.id, store.now()),
    counters: { ...endpoint.counters, inQueue: endpoint.queue.length },
    ...workersView(endpoint, store.now()),
    // Results may be large and are the caller's own: only where a job stands is shown.
    jobs: [...endpoint.jobs.values()].map((job) => {
      const { output: _, error: __, ...standing } = jobView(job);
      return standing;
    }),
  };
}

type Saved = Omit<EndpointState, "jobs" | "alarms"> & { readonly jobs: readonly JobState[] };

/** An endpoint as plain data; its alarms follow from the rest. */
export function toSnapshot({ alarms: _, jobs, ...rest }: EndpointState): Saved {
  return { ...rest, jobs: [...jobs.values()] };
}

/** The endpoint again. A job that a programmed handler was working on waits for its execution timeout: nobody answers. */
export function fromSnapshot(saved: unknown, now: number): EndpointState {
  const { jobs, ...rest } = saved as Saved;
  const endpoint: EndpointState = {
    ...rest,
    settings: endpointMembers.loaded(rest.settings),
    jobs: new Map(jobs.map((job) => [job.id, { ...job, chunks: [...job.chunks] }])),
    alarms: new Alarms(),
  };
  rearm(endpoint, now);
  return endpoint;
}
