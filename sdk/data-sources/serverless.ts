import * as pulumi from "@pulumi/pulumi";
import type { QueueHealth } from "../../api/queue";
import type { ServerlessEndpoint, WorkerList } from "../../api/serverless";
import type { LookupArgs } from "../../client/queries/lookup";
import {
  endpoint,
  endpointHealth,
  endpoints,
  type GetEndpointHealthArgs,
  type GetServerlessWorkersArgs,
  serverlessWorkers,
} from "../../client/queries/objects";
import { asking } from "./asking";
import { once } from "./connection";
import { concealed, type Concealed, type Inputs, type Known } from "./shape";

/** An endpoint as the platform reports it; what may hold tokens is there as secrets. */
export type EndpointResult = Concealed<ServerlessEndpoint>;

/** What {@link getEndpoints} answers, as in every language. */
export interface GetEndpointsResult {
  readonly endpoints: EndpointResult[];
}

/** As {@link getEndpointsOutput}, for a program that awaits the answer. */
export const getEndpoints = async (): Promise<GetEndpointsResult> => ({
  endpoints: (await endpoints(once)).map(concealed),
});

/**
 * Every serverless endpoint of the account: one call for each 1,000, shared within a run.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const endpoints = compute.getEndpointsOutput().endpoints;
 * export const names = endpoints.apply((all) => all.map(({ name }) => name));
 * ```
 */
export const getEndpointsOutput = (): pulumi.Output<GetEndpointsResult> =>
  pulumi.output({}).apply(() => getEndpoints());

/** As {@link getEndpointOutput}, for a program that awaits the answer. */
export const getEndpoint = async (args: LookupArgs): Promise<EndpointResult> => concealed(await endpoint(once, args));

/**
 * One serverless endpoint, by id or by name.
 *
 * @throws LookupError when the name fits none or several, or not exactly one of `id` and `name` is given.
 * @throws NotFoundError when there is no endpoint of that id.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const endpoint = compute.getEndpointOutput({ name: "summaries" });
 * export const endpointId = endpoint.id;
 * ```
 */
export const getEndpointOutput = (args: Inputs<LookupArgs>): pulumi.Output<EndpointResult> => asking(args, getEndpoint);

/** How many jobs and workers a queue endpoint has, by where they stand. */
export type EndpointHealthResult = Known<QueueHealth>;

export type { GetEndpointHealthArgs };

/** As {@link getEndpointHealthOutput}, for a program that awaits the answer. */
export const getEndpointHealth = (args: GetEndpointHealthArgs): Promise<EndpointHealthResult> =>
  endpointHealth(once, args);

/**
 * The health of one queue endpoint: one call, shared within a run. @throws NotFoundError when there is no such endpoint.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const endpoint = compute.getEndpointOutput({ name: "summaries" });
 * const health = compute.getEndpointHealthOutput({ endpointId: endpoint.id });
 * export const waiting = health.jobs.inQueue;
 * ```
 */
export const getEndpointHealthOutput = (args: Inputs<GetEndpointHealthArgs>): pulumi.Output<EndpointHealthResult> =>
  asking(args, getEndpointHealth);

/** Workers of a serverless endpoint and how many there are in each status. */
export type ServerlessWorkersResult = Known<WorkerList>;

export type { GetServerlessWorkersArgs };

/** As {@link getServerlessWorkersOutput}, for a program that awaits the answer. */
export const getServerlessWorkers = (args: GetServerlessWorkersArgs): Promise<ServerlessWorkersResult> =>
  serverlessWorkers(once, args);

/**
 * The workers of one endpoint: one call, shared within a run. @throws NotFoundError when there is no such endpoint.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const endpoint = compute.getEndpointOutput({ name: "summaries" });
 * const workers = compute.getServerlessWorkersOutput({ endpointId: endpoint.id });
 * export const total = workers.summary.total;
 * ```
 */
export const getServerlessWorkersOutput = (
  args: Inputs<GetServerlessWorkersArgs>,
): pulumi.Output<ServerlessWorkersResult> => asking(args, getServerlessWorkers);
