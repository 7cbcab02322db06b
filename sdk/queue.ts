import * as pulumi from "@pulumi/pulumi";
import type { JobRequest } from "../api/queue";
import { connection } from "./data-sources/connection";

export interface QueueRunOptions {
  /** How long to wait for the job's end, in ms. Default: until it has ended. The job goes on when the wait is given up. */
  readonly timeoutMs?: number;
  /** Limits of this job: `executionTime` and `ttl` in ms, and whether it may make the endpoint scale up. */
  readonly policy?: JobRequest["policy"];
}

/** The jobs of one endpoint, for a program. */
export interface EndpointQueue {
  /**
   * Submits a job, waits for its end and answers its output. Every `up` submits it anew, so it must be such that
   * once more does no harm: a smoke test, or a preparation that finds its work done. A preview submits nothing, and the
   * output is unknown there. What is made of a secret is a secret.
   *
   * It fails the program, and so the `up`, with `JobFailedError` when the job ends other than COMPLETED; what is to
   * come only after a test that passed takes its output, or what was made of it, as an argument.
   */
  runOutput<T = unknown>(input: pulumi.Input<pulumi.Inputs>, options?: QueueRunOptions): pulumi.Output<T>;
}

/**
 * The jobs of a serverless endpoint of type QUEUE, with the stack's own address and key.
 *
 * @param endpoint its id, or a resource whose id it is.
 */
export function queue(endpoint: pulumi.Input<string> | pulumi.CustomResource): EndpointQueue {
  const endpointId = pulumi.CustomResource.isInstance(endpoint) ? endpoint.id : endpoint;
  return {
    runOutput: <T>(input: pulumi.Input<pulumi.Inputs>, options: QueueRunOptions = {}) =>
      pulumi.all([endpointId, input]).apply(async ([id, given]) => {
        if (pulumi.runtime.isDryRun()) return pulumi.unknown;
        return submit(id, given, options);
      }) as pulumi.Output<T>,
  };
}

async function submit(endpointId: string, input: JobRequest["input"], { policy, timeoutMs }: QueueRunOptions) {
  const job = await connection()
    .queue(endpointId)
    .run(input, policy && { policy });
  const { output } = await job.result({ timeoutMs });
  return output;
}
