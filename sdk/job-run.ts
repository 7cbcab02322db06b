import type * as pulumi from "@pulumi/pulumi";
import type { JobRunArgs } from "./args/job-run";
import { jobRunKind, JobRunOutputs } from "./outputs/job-run";

/**
 * A job of a serverless endpoint that is run once for its arguments (section 12). An `up` submits it and waits for its end;
 * a preview never does. For a job that every `up` is to submit anew, such as a smoke test, there is `queue`.
 */
export class JobRun extends JobRunOutputs {
  constructor(name: string, args: JobRunArgs, options?: pulumi.CustomResourceOptions) {
    super(jobRunKind, name, args, options);
  }

  /** Reads a job that this program does not manage. @param id `ENDPOINT/JOB`. Its output is there for 30 minutes (J-36). */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): JobRun {
    return new JobRun(name, undefined as unknown as JobRunArgs, { ...options, id });
  }
}
