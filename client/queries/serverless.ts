import type { WorkerList } from "../../api/serverless";
import type { Ask } from "./questions";

export interface GetServerlessWorkersArgs {
  readonly endpointId: string;
}

/** The workers of one endpoint. @throws NotFoundError when there is no such endpoint. */
export const serverlessWorkers = (once: Ask, { endpointId }: GetServerlessWorkersArgs): Promise<WorkerList> =>
  once(`workers ${endpointId}`, (client) => client.serverless.workers(endpointId));
