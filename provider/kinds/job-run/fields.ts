import * as z from "zod";
import { maxRunBytes } from "../../../api/queue";
import { jobStatuses } from "../../../api/words";
import { openEnum, whole } from "../../../api/shared";
import { fingerprints } from "../../state/state";
import { isObject } from "../../table/props";
import { condition, defineResource, field } from "../../table/resource";
import { timeoutsField, triggersField } from "../shared/provider-only";

const milliseconds = (shortest: number) => z.int().min(shortest).max(604_800_000).optional();

const text = z.string().min(1);

/** A job as a program submits it, with the endpoint that the platform expects in the path (J-1). */
const JobRunRequest = z.strictObject({
  endpointId: z.string().min(1),
  input: z.record(z.string(), z.unknown()),
  policy: z
    .strictObject({
      executionTimeout: milliseconds(5_000),
      ttl: milliseconds(10_000),
      lowPriority: z.boolean().optional(),
    })
    .optional(),
  webhook: z
    .string()
    .regex(/^https?:\/\/[^\s/]/i)
    .optional(),
  s3Config: z.strictObject({ accessId: text, accessSecret: text, bucketName: text, endpointUrl: text }).optional(),
});

/** The destination of results, without the keys: rotating them needs no new result. */
function place(s3Config: unknown): unknown {
  if (!isObject(s3Config)) return s3Config;
  const { bucketName, endpointUrl } = s3Config;
  return { bucketName, endpointUrl };
}

/** The platform accepts it once and never reports it. */
const fixed = { change: "replace", writeOnly: true } as const;

export const jobRun = defineResource({
  kind: "JobRun",
  doc: "A job of a serverless endpoint that is run once for its arguments: a create submits it and waits for its end, and a change of what it should do runs another. A preview never submits anything. If the job does not complete, `up` fails and the next `up` submits it again. Deleting the resource cancels the job if it still runs, and undoes nothing that it did.",
  id: "`ENDPOINT/JOB`. The output of a job is there for 30 minutes.",
  source: "12",
  requests: { create: JobRunRequest },
  reaches: "queue",
  isRun: () => true,
  inputs: {
    endpointId: field(JobRunRequest.shape.endpointId, {
      ...fixed,
      doc: "The endpoint that runs the job, of type QUEUE.",
      limits: "an Endpoint or its id",
      refersTo: "Endpoint",
      isLookedFor: true,
      rules: ["J-1", "J-66"],
    }),
    input: field(JobRunRequest.shape.input, {
      ...fixed,
      doc: "What the worker gets. Its contents belong to the worker.",
      limits: "object; at most 10 MB together with the other arguments",
      rules: ["J-14", "J-16"],
      sensitive: true,
    }),
    policy: field(JobRunRequest.shape.policy, {
      ...fixed,
      doc: "Limits of this job: `executionTimeout` and `ttl` in milliseconds, and with `lowPriority` it makes the endpoint start no worker. Without `executionTimeout` the endpoint's `timeout` applies, without `ttl` a day from submission.",
      limits: "`{ executionTimeout?, ttl?, lowPriority? }`; executionTimeout 5000 to 604800000, ttl 10000 to 604800000",
      rules: ["J-18", "J-19", "J-29"],
    }),
    webhook: field(JobRunRequest.shape.webhook, {
      change: condition({
        when: () => "none",
        effects: ["none"],
        because:
          "the platform reports the end of a job once, to the address that the job was submitted with; a new address doesn't run another job",
      }),
      doc: "Address that the platform sends the result to, in a POST, when the job has ended. It tries up to three times, 10 seconds apart. Such an address may hold a token, so it is never an output. A job that `ttl` removes is not told.",
      limits: "http or https URL",
      rules: ["J-40"],
      secret: true,
      whenLeftOut: "nothing changes",
    }),
    s3Config: field(JobRunRequest.shape.s3Config, {
      change: condition({
        when: () => "replace",
        effects: ["none", "replace"],
        because:
          "a job that has run doesn't store its result a second time, so a different bucket or store runs another job; new keys for the same bucket don't, so that they can be rotated",
      }),
      doc: "Bucket for what the worker stores, and the keys for it. The platform hands them to the worker and never returns them. Never an output; outputs hold only a fingerprint of `bucketName` and `endpointUrl`.",
      limits: "`{ accessId, accessSecret, bucketName, endpointUrl }`, all of them required",
      rules: ["J-1"],
      secret: true,
      canonical: place,
      whenLeftOut: "another job runs, whose results go nowhere",
    }),
    triggers: triggersField("A change of any of these values runs the job anew.", { change: "replace" }),
    timeouts: timeoutsField,
  },
  outputs: {
    jobId: { schema: z.string(), doc: "The platform's id of the job.", rules: ["J-11"], stable: true },
    status: { schema: openEnum(jobStatuses), doc: "The last status that was seen.", rules: ["J-12"] },
    output: {
      schema: z.unknown(),
      doc: "What the worker answered. It may quote the input, so it is always concealed; `pulumi.unsecret` shows it.",
      rules: ["J-10"],
      secret: true,
    },
    [fingerprints]: {
      schema: z.record(z.string(), z.string()).optional(),
      doc: "Fingerprints of what is secret in the arguments, which show whether it changed.",
      secret: true,
    },
    delayTime: {
      schema: whole.optional(),
      doc: "How long the job was queued, in milliseconds.",
      rules: ["J-10"],
    },
    executionTime: { schema: whole.optional(), doc: "How long the job ran, in milliseconds.", rules: ["J-10"] },
  },
  maxNameLength: 0,
  largestCreate: { bytes: maxRunBytes, remedy: "put large inputs where the worker fetches them, and pass the address" }, // J-14
  rules: [],
  misplaced: {
    executionTimeout: "use policy.executionTimeout",
    ttl: "use policy.ttl",
    lowPriority: "use policy.lowPriority",
    timeout: "use timeouts.create for the wait, or policy.executionTimeout for the job",
    accessId: "use s3Config.accessId",
    accessSecret: "use s3Config.accessSecret",
    bucketName: "use s3Config.bucketName",
    endpointUrl: "use s3Config.endpointUrl",
    name: "jobs have no names",
  },
});
