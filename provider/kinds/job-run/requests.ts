import type { Job, JobRequest } from "../../../api/queue";
import {
  BadRequestError,
  type CallOptions,
  JobFailedError,
  type JobHandle,
  type LogEvent,
  NotFoundError,
  unlessAbsent,
} from "../../../client";
import { isFinal } from "../../../client/jobs/job-state";
import { costs } from "../../cost/pricing";
import { isObject, pick, type Props } from "../../table/props";
import { hidden, keyOfInputs } from "../../state/state";
import type { Operations, Reading } from "../operations";
import { jobRun } from "./fields";

/** A job, by its endpoint and its own id. */
export interface JobRun {
  readonly id: string;
  readonly name: string;
  /** Undefined once the platform has dropped it (J-29, J-35): then only the state knows it. */
  readonly job: Job | undefined;
}

function placeOf(id: string): { endpointId: string; jobId: string } {
  const at = id.indexOf("/");
  return { endpointId: id.slice(0, at), jobId: id.slice(at + 1) };
}

function handleOf({ client }: Reading, id: string): JobHandle {
  const { endpointId, jobId } = placeOf(id);
  return client.queue(endpointId).job(jobId);
}

/** The label of an attempt, because jobs have no names. After a kill, the next run recognises its attempt by it. */
const nameOf = (endpointId: unknown): string => `a job of ${String(endpointId)}`;

const runOf = (id: string, job: Job | undefined): JobRun => ({ id, name: nameOf(placeOf(id).endpointId), job });

/** The platform forgets jobs, which is no reason to run one again. */
const get = async (session: Reading, id: string, options?: CallOptions): Promise<JobRun> =>
  runOf(id, await unlessAbsent(handleOf(session, id).status(options)));

/** Cancels a running job. An ended or forgotten job stays unchanged (J-38, J-62). */
async function cancel(session: Reading, id: string): Promise<void> {
  const { job } = await get(session, id);
  if (!job || isFinal(job)) return;
  try {
    await handleOf(session, id).cancel();
  } catch (error) {
    if (!(error instanceof NotFoundError || error instanceof BadRequestError)) throw error;
  }
}

/** The worker's own words on why it failed (J-27), as a line before those of its log. */
const wordsOf = (error: unknown): LogEvent => ({
  source: undefined,
  ts: undefined,
  id: undefined,
  line: `error: ${typeof error === "string" ? error : JSON.stringify(error)}`,
});

const jobRunOperations: Operations<JobRun> = {
  platformName: async (_session, { endpointId }) => nameOf(endpointId),
  isUnlisted: true,

  whyDeletedFirst: ({ status }) =>
    isFinal({ status: String(status) })
      ? undefined
      : "The job has not been seen to end: where it still runs, it is cancelled before the new one is submitted.",

  /** A requested replacement (`--replace`) has no diff, and the engine deletes the old job last: a running one would occupy the worker. */
  async beforeCreate(session, inputs) {
    for (const id of await session.bookkeeping.ownership.idsOf("JobRun", keyOfInputs(inputs)))
      await cancel(session, id);
    // This precedes the create, so a failure here has submitted nothing.
    await session.client.queue(String(inputs.endpointId)).locate();
  },

  async create({ client }, { endpointId, input, policy, webhook, s3Config }) {
    const given = {
      ...(isObject(policy) && { policy }),
      ...(typeof webhook === "string" && { webhook }),
      ...(isObject(s3Config) && { s3Config: s3Config as JobRequest["s3Config"] }),
    };
    const { id } = await client.queue(String(endpointId)).run(isObject(input) ? input : {}, given);
    return runOf(`${String(endpointId)}/${id}`, { id, status: "IN_QUEUE" });
  },

  idForm: { pattern: /^[^/]+\/[^/]+$/, inWords: "ENDPOINT/JOB, the ids of the endpoint and of the job" },
  isUnknown: ({ job }) => job === undefined,
  read: (session, id) => get(session, id),
  get,
  list: async () => [],
  observe: ({ id, job }, asked): Props => ({
    ...pick(asked, ["status", "output", "delayTime", "executionTime"]),
    ...(job && pick(job, ["status", "output", "delayTime", "executionTime"])),
    jobId: placeOf(id).jobId,
  }),

  /** Waits for the end of a job whose end no run has seen. A failed job is queued again (J-32); a cancelled one is gone. */
  async apply(session, { id, job }, { isUnready, isMadeNow, withinMs }, seen) {
    if (!isUnready || job?.status === "COMPLETED") return;
    const handle = handleOf(session, id);
    const isRetried = job !== undefined && isFinal(job);
    if (isRetried) await handle.retry();
    const signal = isMadeNow || isRetried ? session.signal : session.calledOff;
    try {
      const done = await handle.result({ timeoutMs: withinMs, signal });
      seen(runOf(id, { ...done, id: handle.id, status: "COMPLETED" }));
    } catch (error) {
      if (error instanceof JobFailedError) seen(runOf(id, error.job));
      else if (error instanceof NotFoundError) seen(runOf(id, undefined));
      throw error;
    }
  },

  // After the end has been seen, the state has everything (J-35). A cancelled job can't be queued again (J-39).
  isGone: ({ job }, state) => (!job || job.status === "CANCELLED") && state?.[hidden.unready] === true,
  howGone: "somebody has cancelled the job, or the platform has dropped it before anybody saw it end (J-35)",
  isSpent: (_run, error) => error instanceof JobFailedError || error instanceof NotFoundError,

  async lastLogLines({ client }, { id, job }) {
    const { error, workerId } = job ?? {};
    const { endpointId } = placeOf(id);
    const logged = workerId === undefined ? [] : client.serverless.workerLastLines(endpointId, workerId);
    return [...(error === undefined ? [] : [wordsOf(error)]), ...(await Promise.resolve(logged).catch(() => []))];
  },

  sendDelete: cancel,
  delete: cancel,
};

export const kind = { resource: jobRun, operations: jobRunOperations, pricing: costs(0, "billed by its endpoint") };
