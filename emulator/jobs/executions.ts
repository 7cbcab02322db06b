import type { ServerlessPlatform } from "../serverless/platform";
import type { EndpointState } from "../serverless/record";
import { endJob } from "../serverless/run-jobs";
import { runHandler, type AggregatingHandler } from "./handlers";
import type { JobState } from "./job";
import { emit, publish } from "./machine";

interface Execution {
  readonly job: JobState;
  readonly attempt: number;
  readonly endpoint: EndpointState;
  readonly controller: AbortController;
}

/** Programmed handlers at work. What one says after its job has left IN_PROGRESS is not heard. */
export class Executions {
  private readonly running = new Set<Execution>();

  constructor(private readonly platform: ServerlessPlatform) {}

  start(endpoint: EndpointState, job: JobState, handler: AggregatingHandler): void {
    const { platform } = this;
    const { clock } = platform.store;
    const execution = { job, attempt: job.attempt, endpoint, controller: new AbortController() };
    this.running.add(execution);
    const { signal } = execution.controller;
    const heard = (act: () => void) => {
      if (!this.running.has(execution) || !isCurrent(execution)) return;
      act();
      platform.notify(endpoint.id);
    };
    const context = {
      jobId: job.id,
      endpointId: endpoint.id,
      workerId: job.workerId ?? "",
      attempt: job.attempt,
      s3Config: job.s3Config,
      signal,
      progress: (value: unknown) => heard(() => publish(job, value)),
      // What can't be sent fails the job: the handler gets the error, and a throw of a handler is its end (J-27).
      emit: (output: unknown, metrics?: Record<string, unknown>) =>
        heard(() => emit(job, metrics ? { output, metrics } : { output })),
      log: (line: string) => platform.effects.log(job.workerId ?? "", "container", line, clock.now()),
      sleep: (ms: number) => clock.sleep(ms, signal),
    };
    // The handler starts once its caller has finished with the endpoint.
    const run = Promise.resolve().then(() => runHandler(handler, job.input, context));
    void run.then((outcome) => {
      const isHeard = this.running.delete(execution) && isCurrent(execution);
      if (isHeard) platform.change(endpoint, () => endJob(endpoint, job, outcome, clock.now(), platform.effects));
    });
  }

  /** Aborts the handlers whose job was cancelled, timed out, expired, or was given to another worker. */
  sweep(): void {
    for (const execution of this.running) {
      if (isCurrent(execution)) continue;
      this.running.delete(execution);
      execution.controller.abort();
    }
  }

  /** Aborts all of them, and hears none any more. */
  close(): void {
    for (const { controller } of this.running) controller.abort();
    this.running.clear();
  }
}

function isCurrent({ job, attempt, endpoint }: Execution): boolean {
  return job.status === "IN_PROGRESS" && job.attempt === attempt && endpoint.jobs.get(job.id) === job;
}
