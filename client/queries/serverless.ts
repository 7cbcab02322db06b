import type { QueueHealth } from "../../api/queue";
import type { ServerlessEndpoint, WorkerList } from "../../api/serverless";
import type { Client } from "../client";
import { lookUp, type LookupArgs } from "./lookup";
import type { Ask } from "./questions";

/** Every serverless endpoint of the account. */
export const endpoints = (once: Ask): Promise<ServerlessEndpoint[]> => once("endpoints", allEndpoints);

async function allEndpoints({ serverless }: Client): Promise<ServerlessEndpoint[]> {
  const found: ServerlessEndpoint[] = [];
  for await (const endpoint of serverless.listAll()) found.push(endpoint);
  return found;
}

/** One serverless endpoint. @throws LookupError; NotFoundError */
export const endpoint = (once: Ask, args: LookupArgs): Promise<ServerlessEndpoint> =>
  lookUp(
    "serverless endpoint",
    args,
    () => endpoints(once),
    (id) => once(`endpoint ${id}`, ({ serverless }) => serverless.get(id)),
  );

export interface GetEndpointHealthArgs {
  readonly endpointId: string;
}

/** Jobs and workers of one queue endpoint, counted. @throws NotFoundError when there is no such endpoint. */
export const endpointHealth = (once: Ask, { endpointId }: GetEndpointHealthArgs): Promise<QueueHealth> =>
  once(`health ${endpointId}`, (client) => client.queue(endpointId).health());

export interface GetServerlessWorkersArgs {
  readonly endpointId: string;
}

/** The workers of one endpoint. @throws NotFoundError when there is no such endpoint. */
export const serverlessWorkers = (once: Ask, { endpointId }: GetServerlessWorkersArgs): Promise<WorkerList> =>
  once(`workers ${endpointId}`, (client) => client.serverless.workers(endpointId));
