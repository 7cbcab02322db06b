// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type { Input } from "@pulumi/pulumi";
import type { Endpoint } from "../classes";
import type { TimedArgs } from "./shared";
import type { IdOf, JobS3ConfigArgs } from "../values";

/** A job of a serverless endpoint that is run once for its arguments: a create submits it and waits for its end, and a change of what it should do runs another. A preview never submits anything. If the job does not complete, `up` fails and the next `up` submits it again. Deleting the resource cancels the job if it still runs, and undoes nothing that it did. */
export interface JobRunArgs extends TimedArgs {
  /**
   * The endpoint that runs the job, of type QUEUE.
   *
   * Allowed: an Endpoint or its id.
   * On change: replace.
   */
  readonly endpointId: Input<IdOf<Endpoint>>;
  /**
   * What the worker gets. Its contents belong to the worker.
   *
   * Allowed: object; at most 10 MB together with the other arguments.
   * On change: replace.
   */
  readonly input: Input<Record<string, unknown>>;
  /**
   * Limits of this job: `executionTimeout` and `ttl` in milliseconds, and with `lowPriority` it makes the endpoint start no worker. Without `executionTimeout` the endpoint's `timeout` applies, without `ttl` a day from submission.
   *
   * Allowed: `{ executionTimeout?, ttl?, lowPriority? }`; executionTimeout 5000 to 604800000, ttl 10000 to 604800000.
   * On change: replace.
   * When a program no longer sets it: nothing changes.
   */
  readonly policy?: Input<{ executionTimeout?: number; ttl?: number; lowPriority?: boolean }>;
  /**
   * Address that the platform sends the result to, in a POST, when the job has ended. It tries up to three times, 10 seconds apart. Such an address may hold a token, so it is never an output. A job that `ttl` removes is not told. Always a secret.
   *
   * Allowed: http or https URL.
   * On change: none: the platform reports the end of a job once, to the address that the job was submitted with; a new address doesn't run another job.
   * When a program no longer sets it: nothing changes.
   */
  readonly webhook?: Input<string>;
  /**
   * Bucket for what the worker stores, and the keys for it. The platform hands them to the worker and never returns them. Never an output; outputs hold only a fingerprint of `bucketName` and `endpointUrl`. Always a secret.
   *
   * Allowed: `{ accessId, accessSecret, bucketName, endpointUrl }`, all of them required.
   * On change: none or replace: a job that has run doesn't store its result a second time, so a different bucket or store runs another job; new keys for the same bucket don't, so that they can be rotated.
   * When a program no longer sets it: another job runs, whose results go nowhere.
   */
  readonly s3Config?: Input<JobS3ConfigArgs>;
  /**
   * A change of any of these values runs the job anew.
   *
   * Allowed: list of any values, such as a file's hash or another resource's output.
   * On change: replace.
   * When a program no longer sets it: it goes back to its default, none, which replaces the JobRun.
   */
  readonly triggers?: Input<Input<unknown>[]>;
}
