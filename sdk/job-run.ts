import type * as pulumi from "@pulumi/pulumi";
import type { JobRunArgs } from "./args/job-run";
import { jobRunKind, JobRunOutputs } from "./outputs/job-run";

/**
 * A job of a serverless endpoint that is run once for its arguments. An `up` submits it and waits for its end;
 * a preview never does. For a job that every `up` is to submit anew, such as a smoke test, there is `queue`.
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
 *   policy: { executionTimeout: 600_000 },
 *   // Another value runs it again.
 *   triggers: ["2026-05-04"],
 * });
 *
 * export const status = thumbnails.status;
 * export const output = thumbnails.output;
 * ```
 */
export class JobRun extends JobRunOutputs {
  constructor(name: string, args: JobRunArgs, options?: pulumi.CustomResourceOptions) {
    super(jobRunKind, name, args, options);
  }

  /** Reads a job that this program does not manage. @param id `ENDPOINT/JOB`. Its output is there for 30 minutes. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): JobRun {
    return new JobRun(name, undefined as unknown as JobRunArgs, { ...options, id });
  }
}
