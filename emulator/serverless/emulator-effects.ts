import { ownMember } from "../../values/own-member";
import type { Executions } from "../jobs/executions";
import { handlerFor, type Handlers } from "../jobs/handlers";
import { type JobState, jobView } from "../jobs/job";
import { deliverWebhook, postJson } from "../jobs/webhooks";
import type { LogBook } from "../logs/log-book";
import { diskUsdPerHour } from "../store/ledger";
import type { Store } from "../store/store";
import { findPlacement } from "./placement";
import type { EndpointState, Place, WorkerState } from "./record";

/** The parts of this emulator that the simulation of endpoints uses: capacity, money, logs, programmed handlers and webhooks. */
export class EmulatorEffects implements Effects {
  private closing = new AbortController();

  constructor(
    private readonly store: Store,
    private readonly logs: LogBook,
    private readonly handlers: Handlers,
    private readonly executions: Executions,
    private readonly placedWorkers: () => number,
  ) {}

  get automaticRetries(): number {
    return this.store.settings.automaticJobRetries;
  }

  newId(): string {
    return this.store.ids.next("w");
  }

  newRecord(prefix: string): { id: string; seq: number } {
    return { id: this.store.ids.next(prefix), seq: this.store.nextSeq() };
  }

  place(endpoint: EndpointState): WorkerState["place"] {
    // E-46: off unless set.
    if (this.placedWorkers() >= (this.store.settings.workerQuota ?? Infinity)) return undefined;
    const placement = findPlacement(endpoint.settings, this.store);
    if (!placement) return undefined;
    const { stock, units, rates } = placement;
    this.store.capacity.take(stock.id, units);
    return {
      dataCenterId: stock.dataCenter,
      gpuTypeId: stock.kind === "gpu" ? stock.type : null,
      stockId: stock.id,
      units,
      rates: { ...rates, disk: diskUsdPerHour(endpoint.settings.disk) },
    };
  }

  workerPlaced(endpoint: EndpointState, at: number): void {
    this.meter(endpoint, at);
  }

  workerGone(endpoint: EndpointState, worker: WorkerState, at: number): void {
    if (worker.place) this.store.capacity.release(worker.place.stockId, worker.place.units);
    this.meter(endpoint, at);
    this.logs.end(worker.id);
  }

  log(workerId: string, source: "system" | "container", line: string, at: number): void {
    this.logs.append(workerId, source, line, at);
  }

  runHandler(endpoint: EndpointState, job: JobState): boolean {
    const handler = handlerFor(this.handlers, { id: endpoint.id, name: endpoint.settings.name });
    if (handler) this.executions.start(endpoint, job, handler);
    return handler !== undefined;
  }

  /** J-40: only a job that ended by itself is announced; one that its owner cancelled is not. */
  jobEnded(_endpoint: EndpointState, job: JobState): void {
    if (job.webhook === undefined || job.status === "CANCELLED") return;
    const post = postJson(this.store.allowedWebhooks);
    void deliverWebhook(job.webhook, jobView(job), this.store.clock, this.closing.signal, post);
  }

  /** Ends the announcing of what ended before. */
  close(): void {
    this.closing.abort();
    this.closing = new AbortController();
  }

  /** An endpoint's cost is the sum of its placed workers' costs. */
  private meter(endpoint: EndpointState, at: number): void {
    const total: Record<string, number> = {};
    for (const { place } of endpoint.workers) {
      for (const [amount, usd] of Object.entries(place?.rates ?? {}))
        total[amount] = (ownMember(total, amount) ?? 0) + usd;
    }
    this.store.ledger.start("serverless", endpoint.id, total, at);
  }
}

/** The interface between the simulation of an endpoint and the rest of the emulator. */
export interface Effects {
  /** Identity of a new worker. */
  newId(): string;
  /** Identity of anything that is listed. */
  newRecord(prefix: string): { id: string; seq: number };
  /** Takes capacity for one worker; nothing when there is none now (THROTTLED). */
  place(endpoint: EndpointState): Place | undefined;
  /** The worker is gone: capacity goes back, its log ends, its bill stops. */
  workerGone(endpoint: EndpointState, worker: WorkerState, at: number): void;
  /** One more worker has a machine and costs money from now on. */
  workerPlaced(endpoint: EndpointState, at: number): void;
  log(workerId: string, source: "system" | "container", line: string, at: number): void;
  /** Runs a programmed handler for the job, if the endpoint has one; otherwise the default worker takes it. */
  runHandler(endpoint: EndpointState, job: JobState, at: number): boolean;
  /** The job reached a final status (webhooks, waiting requests). */
  jobEnded(endpoint: EndpointState, job: JobState, at: number): void;
  /** How often the platform requeues a job whose worker was lost (J-51); 0 unless configured. */
  readonly automaticRetries: number;
}
