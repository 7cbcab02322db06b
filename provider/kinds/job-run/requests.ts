import type { Job, JobRequest } from "../../../api/queue";
import {
  BadRequestError,
  type CallOptions,
  JobFailedError,
  type JobHandle,
  type LogEvent,
  NotFoundError,
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
  /** Undefined once the platform has dropped it (J-29, J-35): then what state says of it is all there is. */
  readonly job: Job | undefined;
}

/** Where one finds the job of an id. */
function placeOf(id: string): { endpointId: string; jobId: string } {
  const at = id.indexOf("/");
  return { endpointId: id.slice(0, at), jobId: id.slice(at + 1) };
}

function handleOf({ client }: Reading, id: string): JobHandle {
  const { endpointId, jobId } = placeOf(id);
  return client.queue(endpointId).job(jobId);
}

/** Jobs have no names. This is what people are told of an attempt, and by which a run that was killed knows its own. */
const nameOf = (endpointId: unknown): string => `a job of ${String(endpointId)}`;

const runOf = (id: string, job: Job | undefined): JobRun => ({ id, name: nameOf(placeOf(id).endpointId), job });

/** A platform forgets jobs: that is no reason to run one again. */
async function get(session: Reading, id: string, options?: CallOptions): Promise<JobRun> {
  try {
    return runOf(id, await handleOf(session, id).status(options));
  } catch (error) {
    if (error instanceof NotFoundError) return runOf(id, undefined);
    throw error;
  }
}

/** Ends it where it still runs. Whatever has ended, or is not known any more, stays as it is (J-38, J-62). */
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

  goesFirst: ({ status }) =>
    isFinal({ status: String(status) })
      ? undefined
      : "The job has not been seen to end: where it still runs, it is cancelled before the new one is submitted.",

  /** A replacement on request (`--replace`) comes without a diff, and the engine deletes the old job last: what runs would keep the worker. */
  async beforeCreate(session, inputs) {
    for (const id of await session.books.ownership.idsOf("JobRun", keyOfInputs(inputs))) await cancel(session, id);
    // Not as a part of the create: a failure here has submitted nothing.
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

  /** Waits for the end of a job that was not seen to end. One that has failed by now is queued again (J-32); one that was cancelled is gone. */
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

  // Of one that was seen to end, state has all there is (J-35). One that was cancelled can't be queued again (J-39).
  isGone: ({ job }, state) => (!job || job.status === "CANCELLED") && state?.[hidden.unready] === true,
  howGone: "somebody has cancelled the job, or the platform has dropped it before anybody saw it end (J-35)",
  isSpent: (_run, error) => error instanceof JobFailedError || error instanceof NotFoundError,

  async lastLogLines({ client }, { id, job }) {
    const { error, workerId } = job ?? {};
    const { endpointId } = placeOf(id);
    const logged = workerId === undefined ? [] : client.serverless.workerLastLines(endpointId, workerId);
    return [...(error === undefined ? [] : [wordsOf(error)]), ...(await Promise.resolve(logged).catch(() => []))];
  },

  remove: cancel,
  delete: cancel,
};

export const kind = { resource: jobRun, operations: jobRunOperations, pricing: costs(0, "billed by its endpoint") };
