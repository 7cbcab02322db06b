/** From the decision to have a worker until it takes jobs. */
export const bootMs = 3_000;
const retentionMs = 1_800_000;

export type Outcome = "COMPLETED" | "FAILED" | "TIMED_OUT";

interface ModelJob {
  readonly runMs: number;
  readonly outcome: Outcome;
  status: "IN_QUEUE" | "IN_PROGRESS" | "CANCELLED" | Outcome;
  queuedAt: number;
  startedAt?: number | undefined;
  finishedAt?: number | undefined;
}

/** An endpoint with one worker that is always there, or none at all: jobs one after the other, in the order they came. */
export class ModelEndpoint {
  readonly jobs = new Map<string, ModelJob>();
  readonly counters = { completed: 0, failed: 0, retried: 0 };
  version = 1;
  private queue: string[] = [];
  private running: string | undefined;
  private readyAt: number;
  /** The worker runs an older image and goes after its job (E-37). */
  private isStale = false;

  constructor(
    now: number,
    readonly hasWorker: boolean,
    public name: string,
    public image: string,
    public registry: string | null,
    readonly volume: string | undefined,
  ) {
    this.readyAt = now + bootMs;
  }

  /** Lets everything happen that is due by now, in the order of time. */
  advanceTo(now: number): void {
    for (;;) {
      const current = this.running === undefined ? undefined : this.jobs.get(this.running);
      if (current) {
        const endsAt = (current.startedAt ?? 0) + current.runMs;
        if (endsAt > now) break;
        this.end(current, current.outcome, endsAt);
        this.counters[current.outcome === "COMPLETED" ? "completed" : "failed"] += 1;
        // A worker whose job timed out is stopped (J-28); another one comes in its place.
        this.free(endsAt, current.outcome === "TIMED_OUT");
        continue;
      }
      const [next] = this.queue;
      const job = next === undefined ? undefined : this.jobs.get(next);
      if (!this.hasWorker || !job) break;
      const startsAt = Math.max(job.queuedAt, this.readyAt);
      if (startsAt > now) break;
      this.queue.shift();
      this.running = next;
      Object.assign(job, { status: "IN_PROGRESS", startedAt: startsAt });
    }
    for (const [id, { finishedAt }] of this.jobs)
      if (finishedAt !== undefined && finishedAt + retentionMs <= now) this.jobs.delete(id);
  }

  private end(job: ModelJob, status: ModelJob["status"], at: number): void {
    job.status = status;
    job.finishedAt = at;
  }

  private free(at: number, isGone: boolean): void {
    this.running = undefined;
    this.readyAt = isGone || this.isStale ? at + bootMs : Math.max(this.readyAt, at);
    this.isStale = false;
  }

  submit(id: string, now: number, runMs: number, outcome: Outcome): void {
    this.jobs.set(id, { status: "IN_QUEUE", queuedAt: now, runMs, outcome });
    this.queue.push(id);
    this.advanceTo(now);
  }

  /** J-30, J-31, J-38. */
  cancel(id: string, now: number): number {
    const job = this.jobs.get(id);
    if (!job) return 404;
    if (job.status === "CANCELLED") return 200;
    if (job.finishedAt !== undefined) return 400;
    this.queue = this.queue.filter((each) => each !== id);
    this.end(job, "CANCELLED", now);
    if (this.running === id) this.free(now, false);
    this.advanceTo(now);
    return 200;
  }

  /** J-32, J-39. */
  retry(id: string, now: number): number {
    const job = this.jobs.get(id);
    if (!job) return 404;
    if (job.status !== "FAILED" && job.status !== "TIMED_OUT") return 400;
    Object.assign(job, { status: "IN_QUEUE", queuedAt: now, startedAt: undefined, finishedAt: undefined });
    this.counters.retried += 1;
    this.queue.push(id);
    this.advanceTo(now);
    return 200;
  }

  /** J-34, J-52. */
  purge(): number {
    for (const id of this.queue) this.jobs.delete(id);
    return this.queue.splice(0).length;
  }

  /** E-37, E-38: another image is a release; an idle worker is replaced at once, a busy one after its job. */
  setImage(image: string, now: number): void {
    if (image === this.image) return;
    this.image = image;
    this.version += 1;
    if (this.running === undefined) this.readyAt = now + bootMs;
    else this.isStale = true;
  }

  health(now: number) {
    const isUp = this.hasWorker && this.readyAt <= now;
    const isRunning = this.running !== undefined;
    return {
      jobs: { ...this.counters, inProgress: isRunning ? 1 : 0, inQueue: this.queue.length },
      workers: { idle: isUp && !isRunning ? 1 : 0, running: isRunning ? 1 : 0 },
    };
  }
}
