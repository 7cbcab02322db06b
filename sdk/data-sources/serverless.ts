import * as pulumi from "@pulumi/pulumi";
import type { WorkerList } from "../../api/serverless";
import { type GetServerlessWorkersArgs, serverlessWorkers } from "../../client/queries/serverless";
import { once } from "./connection";
import type { Inputs, Known } from "./shape";

/** Workers of a serverless endpoint and how many there are in each status (E-6, E-40). */
export type ServerlessWorkersResult = Known<WorkerList>;

export type { GetServerlessWorkersArgs };

/** The workers of one endpoint: one call, shared within a run. @throws NotFoundError when there is no such endpoint. */
export const getServerlessWorkers = (args: GetServerlessWorkersArgs): Promise<ServerlessWorkersResult> =>
  serverlessWorkers(once, args);

export const getServerlessWorkersOutput = (
  args: Inputs<GetServerlessWorkersArgs>,
): pulumi.Output<ServerlessWorkersResult> => pulumi.output(args).apply((plain) => getServerlessWorkers(plain));
