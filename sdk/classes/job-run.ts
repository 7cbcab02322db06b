// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { JobRunArgs } from "../args/job-run";
import { type ClassKind, ReadableResource } from "../resource";

export const jobRunKind: ClassKind = {
  kind: "JobRun",
  outputs: [
    "endpointId",
    "input",
    "policy",
    "jobId",
    "status",
    "output",
    "fingerprints",
    "delayTime",
    "executionTime",
  ],
  secretArguments: ["webhook", "s3Config"],
  secretOutputs: ["output", "fingerprints"],
};

/**
 * A job of a serverless endpoint that is run once for its arguments: a create submits it and waits for its end, and a change of what it should do runs another. A preview never submits anything. If the job does not complete, `up` fails and the next `up` submits it again. Deleting the resource cancels the job if it still runs, and undoes nothing that it did.
 *
 * `id`: `ENDPOINT/JOB`. The output of a job is there for 30 minutes.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const resizer = new compute.Endpoint("resizer", {
 *   type: "QUEUE",
 *   image: "registry.example.com/public/resizer:2.0",
 *   cpu: [{ id: "cpu3c", vcpuCount: 2 }],
 *   scaling: { type: "QUEUE_DELAY", queueDelay: 3 },
 * });
 *
 * const thumbnails = new compute.JobRun("thumbnails", {
 *   endpointId: resizer,
 *   input: { folder: "catalog", width: 256 },
 *   // Another value runs it again.
 *   triggers: ["2026-05-04"],
 * });
 *
 * export const status = thumbnails.status;
 * ```
 */
export class JobRun extends ReadableResource {
  /** The endpoint that runs the job, of type QUEUE. */
  declare readonly endpointId: pulumi.Output<string>;
  /** What the worker gets. Its contents belong to the worker. */
  declare readonly input: pulumi.Output<Record<string, unknown>>;
  /** Limits of this job: `executionTimeout` and `ttl` in milliseconds, and with `lowPriority` it makes the endpoint start no worker. Without `executionTimeout` the endpoint's `timeout` applies, without `ttl` a day from submission. Only where the program sets it. */
  declare readonly policy: pulumi.Output<{ executionTimeout?: number; ttl?: number; lowPriority?: boolean } | undefined>;
  /** The platform's id of the job. */
  declare readonly jobId: pulumi.Output<string>;
  /** The last status that was seen. */
  declare readonly status: pulumi.Output<"IN_QUEUE" | "IN_PROGRESS" | "COMPLETED" | "FAILED" | "CANCELLED" | "TIMED_OUT">;
  /** What the worker answered. It may quote the input, so it is always concealed; `pulumi.unsecret` shows it. A secret. */
  declare readonly output: pulumi.Output<unknown>;
  /** Fingerprints of what is secret in the arguments, which show whether it changed. A secret. */
  declare readonly fingerprints: pulumi.Output<Record<string, string> | undefined>;
  /** How long the job was queued, in milliseconds. */
  declare readonly delayTime: pulumi.Output<number | undefined>;
  /** How long the job ran, in milliseconds. */
  declare readonly executionTime: pulumi.Output<number | undefined>;

  constructor(name: string, args: JobRunArgs, options?: pulumi.CustomResourceOptions) {
    super(jobRunKind, name, args, options);
  }
}
