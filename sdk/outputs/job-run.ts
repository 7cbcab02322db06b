// Made from the declaration in provider/kinds by `npm run docs`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { type Kind, PlatformResource } from "../resource";

export const jobRunKind: Kind = {
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

/** What a JobRun has as outputs. */
export abstract class JobRunOutputs extends PlatformResource {
  /** The endpoint that runs the job, of type QUEUE. */
  declare readonly endpointId: pulumi.Output<string>;
  /** What the worker gets. Its contents belong to the worker. */
  declare readonly input: pulumi.Output<Record<string, unknown>>;
  /** Limits of this job: `executionTimeout` and `ttl` in milliseconds, and with `lowPriority` it makes the endpoint start no worker. Without `executionTimeout` the endpoint's `timeout` applies, without `ttl` a day from submission. Only where the program sets it. */
  declare readonly policy: pulumi.Output<{ executionTimeout?: number; ttl?: number; lowPriority?: boolean } | undefined>;
  /** The platform's id of the job. */
  declare readonly jobId: pulumi.Output<string>;
  /** How the job ended, as far as it was waited for. */
  declare readonly status: pulumi.Output<"IN_QUEUE" | "IN_PROGRESS" | "COMPLETED" | "FAILED" | "CANCELLED" | "TIMED_OUT">;
  /** What the worker answered. It may quote the input, so it is always concealed; `pulumi.unsecret` shows it. A secret. */
  declare readonly output: pulumi.Output<unknown>;
  /** Fingerprints of what is secret in the arguments, which show whether it changed. A secret. */
  declare readonly fingerprints: pulumi.Output<Record<string, string> | undefined>;
  /** How long the job was queued, in milliseconds. */
  declare readonly delayTime: pulumi.Output<number | undefined>;
  /** How long the job ran, in milliseconds. */
  declare readonly executionTime: pulumi.Output<number | undefined>;
}
