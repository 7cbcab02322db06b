// Made from the declaration in provider/kinds by `npm run docs`; do not edit.
import type { Input } from "@pulumi/pulumi";
import type { Endpoint } from "../endpoint";
import type { IdOf, TimeoutsArgs } from "../values";

/** A job of a serverless endpoint that is run once for its arguments: a create submits it and waits for its end, and a change of any argument runs another. A preview never submits anything. A job that ends other than COMPLETED fails the `up`, and the next one submits it anew. Deleting the resource cancels the job if it still runs, and undoes nothing that it did. */
export interface JobRunArgs {
  /**
   * The endpoint that runs the job, of type QUEUE.
   *
   * Allowed: an Endpoint or its id.
   * On change: replace.
   * Rules: J-1, J-66.
   */
  readonly endpointId: Input<IdOf<Endpoint>>;
  /**
   * What the worker gets. Its contents belong to the worker.
   *
   * Allowed: object; at most 10 MB together with `policy`.
   * On change: replace.
   * Rules: J-14, J-16.
   */
  readonly input: Input<Record<string, unknown>>;
  /**
   * Limits of this job: `executionTimeout` and `ttl` in milliseconds, and with `lowPriority` it makes the endpoint start no worker. Without `executionTimeout` the endpoint's `timeout` applies, without `ttl` a day from submission.
   *
   * Allowed: `{ executionTimeout?, ttl?, lowPriority? }`; executionTimeout 5000 to 604800000, ttl 10000 to 604800000.
   * On change: replace.
   * Rules: J-18, J-19, J-29.
   */
  readonly policy?: Input<{ executionTimeout?: number; ttl?: number; lowPriority?: boolean }>;
  /**
   * A change of any of these values runs the job anew.
   *
   * Allowed: list of any values, such as a file's hash or another resource's output.
   * On change: replace.
   */
  readonly triggers?: Input<Input<unknown>[]>;
  /**
   * How long create, update and delete wait before they give up. Whatever was created stays in state, and the next `up` continues from there. The option `customTimeouts` sets the same; members set here win. A changed `delete` takes effect with the next update.
   *
   * Allowed: seconds as a number, or a string such as "90s", "10m" or "1h30m".
   * On change: none.
   */
  readonly timeouts?: TimeoutsArgs;
}
