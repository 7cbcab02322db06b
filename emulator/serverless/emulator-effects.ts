import { ownMember } from "../../values/own-member";
import { Executions } from "../jobs/executions";
import { type Handlers, handlerFor } from "../jobs/handlers";
import { type JobState, jobView } from "../jobs/job";
import { deliverWebhook, postJson } from "../jobs/webhooks";
import { diskUsdPerHour } from "../store/ledger";
import { findPlacement } from "./placement";
import type { ServerlessPlatform } from "./platform";
import type { EndpointState, WorkerState } from "./record";

/** What the simulation of endpoints does to the rest of the emulator: capacity, money, logs, programmed handlers and webhooks. */
export class EmulatorEffects {
  private closing = new AbortController();
  readonly executions: Executions;
  private readonly store;
  private readonly logs;

  constructor(
    private readonly platform: ServerlessPlatform,
    private readonly handlers: Handlers,
  ) {
    this.executions = new Executions(platform);
    this.store = platform.store;
    this.logs = platform.workerLogs;
  }

  /** How often the platform requeues a job whose worker was lost (J-51); 0 unless configured. */
  get automaticRetries(): number {
    return this.store.settings.automaticJobRetries;
  }

  newId(): string {
    return this.store.ids.next("w");
  }

  /** Identity of anything that is listed. */
  newRecord(prefix: string): { id: string; seq: number } {
    return { id: this.store.ids.next(prefix), seq: this.store.nextSeq() };
  }

  /** Takes capacity for one worker; nothing when there is none now (THROTTLED). */
  place(endpoint: EndpointState): WorkerState["place"] {
    const workers = [...this.platform.endpoints.values()].flatMap((each) => each.workers);
    // E-46: off unless set.
    if (workers.filter((worker) => worker.place).length >= (this.store.settings.workerQuota ?? Infinity))
      return undefined;
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

  /** The worker is gone: capacity goes back, its log ends, its bill stops. */
  workerGone(endpoint: EndpointState, worker: WorkerState, at: number): void {
    if (worker.place) this.store.capacity.release(worker.place.stockId, worker.place.units);
    this.meter(endpoint, at);
    this.logs.end(worker.id);
  }

  log(workerId: string, source: "system" | "container", line: string, at: number): void {
    this.logs.of(workerId).append(source, line, at);
  }

  /** Runs a programmed handler for the job, if the endpoint has one; otherwise the default worker takes it. */
  runHandler(endpoint: EndpointState, job: JobState): boolean {
    const handler = handlerFor(this.handlers, { id: endpoint.id, name: endpoint.settings.name });
    if (handler) this.executions.start(endpoint, job, handler);
    return handler !== undefined;
  }

  /** Announces a job that ended by itself, and not one that its owner cancelled (J-40). */
  jobEnded(job: JobState): void {
    if (job.webhook === undefined || job.status === "CANCELLED") return;
    const post = postJson(this.store.allowedWebhooks);
    void deliverWebhook(job.webhook, jobView(job), this.store.clock, this.closing.signal, post);
  }

  /** Ends the announcing of what ended before, and the handlers at work. */
  close(): void {
    this.executions.close();
    this.closing.abort();
    this.closing = new AbortController();
  }

  /** Bills what the endpoint costs from now on: the sum of its placed workers' costs. */
  meter(endpoint: EndpointState, at: number): void {
    const total: Record<string, number> = {};
    for (const { place } of endpoint.workers) {
      for (const [amount, usd] of Object.entries(place?.rates ?? {}))
        total[amount] = (ownMember(total, amount) ?? 0) + usd;
    }
    this.store.ledger.start("serverless", endpoint.id, total, at);
  }
}
