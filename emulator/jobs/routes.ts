import type * as z from "zod";
import { type Job, type JobRequest, queue } from "../../api/queue";
import { finalJobStatuses } from "../../api/words";
import { ownMember } from "../../values/own-member";
import { shown } from "../kernel/checks";
import { badRequest, existing, notFound, Refusal } from "../kernel/refusal";
import { type MountOptions, type Operations, operations, type RouteContext, type Routes } from "../kernel/route";
import type { ServerlessPlatform } from "../serverless/platform";
import type { EndpointState } from "../serverless/record";
import { afterEnd, enqueue } from "../serverless/run-jobs";
import { markActive } from "../serverless/simulate";
import { isFinal, type JobKind, type JobState, jobView, removedAt, setLife, submitted } from "./job";
import { defaultWaitMs, streamWaitMs } from "./limits";
import { cancel, drain, JobStateError, retry } from "./machine";
import { type LimitedOperation, limitedOperations } from "./rate-limits";
import { isRefusedWebhook } from "./webhook-addresses";

type Context = RouteContext<"/v2/:endpointId/run">;

/** Within the operation's own limits (J-63), the endpoint must be there (J-62) and have a queue (J-66). */
function checks(platform: ServerlessPlatform): MountOptions<typeof queue> {
  return {
    admit: ({ id }, { endpointId = "" }, { user }) =>
      admit(platform, ownMember(limitedOperations, id), endpointId, user),
    endpointId: ({ endpointId }) => endpointId,
    resource: ({ endpointId, jobId }) => {
      const { settings, jobs } = platform.endpoint(endpointId);
      if (settings.type !== "QUEUE") throw badRequest("a LOAD_BALANCER endpoint has no queue");
      if (jobId !== undefined) existing(jobs.get(jobId), "job");
    },
    rules: {
      run: (body) => webhookRule(body, platform.store.allowedWebhooks),
      runSync: (body) => webhookRule(body, platform.store.allowedWebhooks),
    },
  };
}

/** Counts a request until it is answered, or refuses it; where limits are switched off, these are too. */
function admit(
  platform: ServerlessPlatform,
  operation: LimitedOperation | undefined,
  endpointId: string,
  user: string,
): (() => void) | undefined {
  const { store, limits, endpoints } = platform;
  const { settings } = store;
  if (operation === undefined || settings.rateLimit === null || !endpoints.get(endpointId)) return undefined;
  const running = platform.endpoint(endpointId).workers.filter(({ status }) => status === "RUNNING").length;
  const workersAllow = running * settings.queueRequestsPerWorker;
  const leave = limits.enter({ user, endpointId, operation, workersAllow, now: store.now() });
  if (!leave) throw new Refusal(429, `rate limit exceeded for ${operation}`);
  return leave;
}

function routes(platform: ServerlessPlatform): Routes<typeof queue> {
  const { store } = platform;
  const endpointOf = ({ params }: Context) => platform.endpoint(params.endpointId);

  /** The job as it is now, with its endpoint; 404 when unknown, expired or purged (J-62). */
  const found = ({ params }: RouteContext<"/v2/:endpointId/status/:jobId">) => {
    const endpoint = platform.endpoint(params.endpointId);
    return { endpoint, job: existing(endpoint.jobs.get(params.jobId), "job") };
  };

  function submit(context: Context, kind: JobKind, request: z.output<typeof JobRequest>, waitMs?: number): JobState {
    const endpoint = endpointOf(context);
    refuseLongQueue(endpoint, store.settings.limitQueueLength);
    const id = kind === "run" ? `${store.ids.uuid()}-u1` : `sync-${store.ids.uuid()}`; // J-11
    const job = submitted(id, kind, request, store.now(), waitMs);
    platform.change(endpoint, () => {
      markActive(endpoint, store.now());
      enqueue(endpoint, job);
    });
    return job;
  }

  /** Holds the request until the job ended or `waitMs` passed; then the job as it stands (J-20). */
  async function held(context: Context, job: JobState, waitMs: number): Promise<Job> {
    const endpoint = endpointOf(context);
    const isGone = () => endpoint.jobs.get(job.id) !== job;
    await platform.until(endpoint.id, () => isFinal(job) || isGone(), store.now() + waitMs, context.signal);
    if (isGone() && !isFinal(job)) throw notFound("job");
    return jobView(job);
  }

  return {
    // Always the status at submission, even where an idle worker has taken it by now (J-23).
    run: (context) => ({ id: submit(context, "run", context.body).id, status: "IN_QUEUE" }),
    runSync: async (context) => {
      const job = submit(context, "runsync", context.body, context.query.wait);
      return withoutProgress(await held(context, job, context.query.wait ?? defaultWaitMs));
    },
    status: (context) => {
      const { ttl } = context.query;
      if (ttl !== undefined && ttl < 0) throw badRequest("ttl must not be negative");
      const { endpoint, job } = found(context);
      if (ttl !== undefined) {
        setLife(job, ttl, store.now());
        endpoint.alarms.add(removedAt(job));
      }
      return jobView(job);
    },
    statusSync: (context) => held(context, found(context).job, context.query.wait ?? defaultWaitMs),
    stream: async (context) => {
      const { endpoint, job } = found(context);
      const hasNews = () => job.chunks.length > 0 || isFinal(job) || endpoint.jobs.get(job.id) !== job;
      await platform.until(endpoint.id, hasNews, store.now() + streamWaitMs, context.signal);
      // Chunks for a client that is gone stay for the next call.
      const chunks = context.signal.aborted ? [] : drain(job);
      return store.settings.streamForm === "array" ? chunks : { status: job.status, stream: chunks };
    },
    cancel: (context) => {
      const { endpoint, job } = found(context);
      const wasFinal = isFinal(job);
      platform.change(endpoint, () => {
        allowed(() => cancel(job, store.now()));
        if (wasFinal) return;
        endpoint.queue = endpoint.queue.filter((id) => id !== job.id);
        afterEnd(endpoint, job, store.now(), platform.effects);
      });
      return { id: job.id, status: job.status };
    },
    retry: (context) => {
      const { endpoint, job } = found(context);
      platform.change(endpoint, () => {
        allowed(() => retry(job, store.now()));
        endpoint.counters.retried += 1;
        enqueue(endpoint, job);
      });
      return { id: job.id, status: "IN_QUEUE" };
    },
    purgeQueue: (context) => {
      const endpoint = endpointOf(context);
      const removed = platform.change(endpoint, () => {
        const ids = endpoint.queue.splice(0);
        for (const id of ids) endpoint.jobs.delete(id);
        return ids.length;
      });
      return { removed, status: "completed" };
    },
    health: (context) => {
      const { counters, queue: queued, workers } = endpointOf(context);
      const count = (status: string) => workers.filter((worker) => worker.status === status).length;
      const inProgress = workers.filter(({ jobId }) => jobId !== undefined).length;
      return {
        jobs: { ...counters, inProgress, inQueue: queued.length },
        workers: { idle: count("IDLE"), running: count("RUNNING") },
      };
    },
  };
}

export const queueOperations = (platform: ServerlessPlatform): Operations =>
  operations(queue, routes(platform), checks(platform));

/** `webhook` is a URL that can be called (section 12.1, J-60). */
function webhookRule({ webhook }: Readonly<Record<string, unknown>>, allowed: readonly string[]): readonly string[] {
  if (typeof webhook !== "string") return [];
  if (!/^https?:/i.test(webhook) || !URL.canParse(webhook)) return [`$.webhook: ${shown(webhook)} is not valid uri`];
  if (!isRefusedWebhook(webhook, allowed)) return [];
  return [
    `$.webhook: ${shown(webhook)} is link-local or a metadata service; the emulator needs --allow-webhook for it`,
  ];
}

/** An unfinished `runsync` answers without output (J-20); progress is for those who ask for the status (J-45). */
function withoutProgress({ output, ...job }: Job): Job {
  return finalJobStatuses.includes(job.status) && output !== undefined ? { ...job, output } : job;
}

/** Runs a transition; one that the job's state does not allow gives 400 (J-38, J-39). */
function allowed(transition: () => void): void {
  try {
    transition();
  } catch (error) {
    throw error instanceof JobStateError ? badRequest(error.message) : error;
  }
}

/** Off unless asked for (J-68). */
function refuseLongQueue({ queue: { length }, settings }: EndpointState, isLimited: boolean): void {
  if (isLimited && length > 50 && length > 500 * settings.workers.max) throw new Refusal(429, "the queue is full");
}
