import { collected, counted } from "../../../values/many";
import { containerResponse } from "../../../api/container";
import type { ServerlessEndpoint, WorkerList } from "../../../api/serverless";
import { type CallOptions, NotFoundError, type ResourceClient } from "../../../client";
import { AnswerError, ConfigurationError } from "../../../client/errors/errors";
import type { Session } from "../../host/session";
import { hidden } from "../../state/state";
import { isEmpty, isObject, pick, type Props } from "../../table/props";
import { createBody, reported, updateBody } from "../../table/requests";
import type { Operations } from "../operations";
import { commandPatch, observeCommand } from "../shared/command";
import { envPatch, inheritedEnv, observeEnv, type PresentEnv } from "../shared/environment";
import { refuseHeldCredential } from "../shared/held-credential";
import { endpoint as declaration } from "./fields";
import { gpuPatch, pricing, workersByDefault, workersPatch } from "./hardware";

/** The hardware in the program's form: defaults and values from a template stay omitted (E-33). */
function observeGpu(gpu: NonNullable<ServerlessEndpoint["gpu"]>, { gpu: asked, templateId }: Props): Props {
  const request = isObject(asked) ? asked : {};
  const { pools, excludedTypes = [], count = 1, allowedCudaVersions, minCudaVersion } = gpu;
  const says = (name: "excludedTypes" | "count" | "allowedCudaVersions", isUsual: boolean) =>
    request[name] !== undefined || !isUsual;
  const isBrought = templateId !== undefined;
  return {
    pools,
    ...(says("excludedTypes", excludedTypes.length === 0) && { excludedTypes }),
    ...(says("count", count === 1) && { count }),
    ...(says("allowedCudaVersions", isBrought || allowedCudaVersions.length === 0) && { allowedCudaVersions }),
    ...(minCudaVersion !== null && { minCudaVersion }),
  };
}

function observeWorkers(workers: ServerlessEndpoint["workers"], { workers: asked }: Props): Props {
  const names = ["min", "max", "idleTimeout"] as const;
  if (!isObject(asked)) return pick(workers, names);
  const usual: Props = workersByDefault;
  const said = names.filter((name) => asked[name] !== undefined || workers[name] !== usual[name]);
  return pick(workers, said);
}

/** Members that an answer may omit, which are then unchanged (M-1). */
const mayBeUnsaid = Object.keys(containerResponse);

/** The answer for an old endpoint has no type, but its addresses reveal it (E-14, E-15). */
function typeOf({ type, requestUrls = {} }: ServerlessEndpoint, asked: Props): unknown {
  const told = "run" in requestUrls ? "QUEUE" : "base" in requestUrls ? "LOAD_BALANCER" : asked.type;
  return type ?? told;
}

function observe(endpoint: ServerlessEndpoint, asked: Props): Props {
  const { gpu, cpu, workers, scaling, args, cmd, entrypoint, env } = endpoint;
  const inherited = inheritedEnv(env ?? {}, asked);
  return {
    ...pick(asked, mayBeUnsaid),
    ...reported(declaration, endpoint),
    type: typeOf(endpoint, asked),
    ...(args !== undefined && observeCommand({ args, cmd, entrypoint }, asked)),
    ...(env && { env: observeEnv(declaration, env, asked, inherited) }),
    // An answer may omit the hardware (E-14), whose family never changes (E-25).
    gpu: gpu ? observeGpu(gpu, asked) : cpu ? undefined : asked.gpu,
    cpu: cpu?.map((one) => pick(one, ["id", "vcpuCount"])) ?? (gpu ? undefined : asked.cpu),
    workers: observeWorkers(workers, asked),
    scaling: pick(scaling, ["type", "queueDelay", "requestCount"]),
    [hidden.inheritedEnv]: env ? inherited : asked[hidden.inheritedEnv],
  };
}

const environmentOf = ({ env: present }: ServerlessEndpoint): PresentEnv => ({ present });

/** Only a worker with the current settings counts. */
const current = ({ workers }: WorkerList) => workers.filter(({ isStale }) => !isStale);

const canTakeJob = (list: WorkerList): boolean =>
  current(list).some(({ status }) => status === "IDLE" || status === "RUNNING");

const whyNone = (list: WorkerList): string | undefined =>
  current(list).length > 0 && current(list).every(({ status }) => status === "UNHEALTHY")
    ? "all of its workers are UNHEALTHY: see their logs; the image may not start, or its registry refuse the credential"
    : undefined;

/** The jobs that deleting an endpoint would cancel (E-5): those of a queue. @throws JobsUnknownError without its address. */
async function jobsLeft(
  client: ResourceClient,
  id: string,
  options?: CallOptions,
): Promise<{ queued: number; running: number }> {
  try {
    const { jobs } = await client.queue(id).health(options);
    return { queued: jobs.inQueue, running: jobs.inProgress };
  } catch (error) {
    if (error instanceof ConfigurationError) throw new JobsUnknownError(id, error.message);
    if (!(error instanceof NotFoundError)) throw error;
    return { queued: 0, running: 0 };
  }
}

/** @throws JobsLeftError, JobsUnknownError unless the program allows that jobs are cancelled. */
async function refuseToCancelJobs({ client }: Session, id: string, type: unknown, jobLoss: unknown): Promise<void> {
  if (type !== "QUEUE" || jobLoss === "allow") return;
  const { queued, running } = await jobsLeft(client, id);
  if (queued + running > 0) throw new JobsLeftError(id, queued, running);
}

/** The jobs that a replacement cancels, in words. A queue that does not answer hinders nothing that the program allows. */
async function jobsLost({ client }: Session, id: string): Promise<string | undefined> {
  const left = await jobsLeft(client, id, { isSentOnce: true }).catch(() => undefined);
  if (!left) return "may have jobs, which its deletion cancels; its queue can't be asked";
  const { queued, running } = left;
  if (queued + running === 0) return undefined;
  return `has ${counted(queued, "job")} in its queue and ${running} running, which its deletion cancels`;
}

const endpointOperations: Operations<ServerlessEndpoint> = {
  create: ({ client }, inputs, name) => client.serverless.create(createBody(declaration, inputs, name)),
  read: ({ client }, id) => client.reads.endpoint(id),
  get: ({ client }, id, options) => client.serverless.get(id, options),
  list: ({ client }, options) => collected(client.serverless.listAll(options)),
  observe,
  // Without a template, no variables are added on the program's behalf, so all others are foreign.
  presumed: ({ templateId }) => (templateId === undefined ? { [hidden.inheritedEnv]: [] } : {}),
  refuseToStay: (session, kept) => refuseHeldCredential(session, declaration.inputs.registry, kept),
  environmentOf,

  async apply(session, endpoint, task, seen) {
    const { id } = endpoint;
    const { olds, news, brought, isUnready, withinMs } = task;
    const env = { ...environmentOf(endpoint), brought };
    const body = updateBody(declaration, task, {
      command: () => commandPatch(olds, news),
      env: (applies) => envPatch({ ...env, olds, news, appliesTemplate: applies }),
      gpu: () => gpuPatch(olds, news),
      workers: () => workersPatch(news),
    });
    const now = isEmpty(body) ? endpoint : await session.client.serverless.update(id, body);
    if (!isEmpty(body)) seen(now, true);
    if (news.waitFor === "none" || now.workers.min === 0 || (!isUnready && isEmpty(body))) return;
    await session.client.waits.workers(id, { isDone: canTakeJob, failure: whyNone, withinMs });
  },

  async lastLogLines({ client }, { id }) {
    const { workers } = await client.serverless.workers(id);
    const failed = workers.find(({ status }) => status === "UNHEALTHY") ?? workers[0];
    return failed && client.serverless.workerLastLines(id, failed.id);
  },

  rename: ({ client }, id, body) => client.serverless.update(id, body),

  sendDelete: ({ client }, id) => client.serverless.delete(id),

  // This comes before the create of a replacement, which would otherwise be in vain.
  async lostByReplacement(session, id, { type }, { jobLoss }) {
    await refuseToCancelJobs(session, id, type, jobLoss);
    return type === "QUEUE" && jobLoss === "allow" ? jobsLost(session, id) : undefined;
  },

  async delete(session, id, _withinMs, state = {}, programInputs = state) {
    await refuseToCancelJobs(session, id, state.type, programInputs.jobLoss);
    await session.leaving.during(id, () => session.client.serverless.delete(id));
  },
};

/**
 * An endpoint that is about to be deleted or replaced has queued or running jobs.
 *
 * @done It was not deleted; a replacement is refused in the preview.
 * @fix Wait for the jobs and run the command again. To cancel them, set `jobLoss: "allow"` and run `up`, after which    the
 * endpoint can be deleted too.
 */ // E-5
class JobsLeftError extends AnswerError {
  readonly code = "jobs_left";

  constructor(id: string, queued: number, running: number) {
    super(
      `Endpoint ${id} has ${counted(queued, "job")} in its queue and ${running} running, which deleting it would cancel. It was not deleted. ` + // E-5
        'What to do: wait until they are done and run this again; or set jobLoss: "allow" and run `up`, which cancels them where it replaces the ' +
        "endpoint, and after which it can be deleted.",
    );
  }
}

/**
 * A QUEUE endpoint is about to be deleted or replaced, but neither it nor `compute:queueUrl` has the address to check for
 * unfinished jobs.
 *
 * @done It was not deleted.
 * @fix Set `COMPUTE_QUEUE_URL` and run the command again, or set `compute:queueUrl` and run `up` first. To delete without
 * checking, set `jobLoss: "allow"` and run `up`.
 */ // E-5
class JobsUnknownError extends AnswerError {
  readonly code = "jobs_unknown";

  constructor(id: string, why: string) {
    super(
      `Endpoint ${id} may have jobs, which deleting it would cancel, and its queue can't be asked. It was not deleted. ${why} ` +
        "What to do: set COMPUTE_QUEUE_URL and run this again. In refresh and destroy the setting compute:queueUrl counts only after an `up`, which " +
        'would create again what a destroy has deleted. Or set jobLoss: "allow" and run `up`, which asks for no jobs where it replaces the ' +
        "endpoint, and after which it can be deleted.",
    );
  }
}

export const kind = { resource: declaration, operations: endpointOperations, pricing };
