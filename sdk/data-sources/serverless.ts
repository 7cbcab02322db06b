import * as pulumi from "@pulumi/pulumi";
import type { WorkerList } from "../../api/serverless";
import { once } from "./connection";
import type { Inputs, Known } from "./shape";

/** Workers of a serverless endpoint and how many there are in each status (E-6, E-40). */
export type ServerlessWorkersResult = Known<WorkerList>;

export interface GetServerlessWorkersArgs {
  readonly endpointId: string;
}

/** The workers of one endpoint: one call, shared within a run. @throws NotFoundError when there is no such endpoint. */
export const getServerlessWorkers = ({ endpointId }: GetServerlessWorkersArgs): Promise<ServerlessWorkersResult> =>
  once(`workers ${endpointId}`, (client) => client.serverless.workers(endpointId));

export const getServerlessWorkersOutput = (
  args: Inputs<GetServerlessWorkersArgs>,
): pulumi.Output<ServerlessWorkersResult> => pulumi.output(args).apply((plain) => getServerlessWorkers(plain));
