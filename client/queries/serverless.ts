import type { QueueHealth } from "../../api/queue";
import type { ServerlessEndpoint, WorkerList } from "../../api/serverless";
import { listOf, oneOf } from "./lookup";
import type { Ask } from "./questions";

/** Every serverless endpoint of the account. */
export const endpoints = listOf("endpoints", async ({ serverless }) => {
  const found: ServerlessEndpoint[] = [];
  for await (const endpoint of serverless.listAll()) found.push(endpoint);
  return found;
});

export const endpoint = oneOf("serverless endpoint", endpoints, ({ serverless }, id) => serverless.get(id));

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
