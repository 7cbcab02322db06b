import { ComputeError } from "../../../client/errors/errors";

/** Deleting the endpoint would cancel jobs, and the program does not allow that. */
export class JobsLeftError extends ComputeError {
  readonly code = "jobs_left";

  constructor(id: string, queued: number, running: number) {
    super(
      `Endpoint ${id} has ${queued} jobs in its queue and ${running} running, which deleting it would cancel (E-5). It was not deleted. ` +
        'What to do: wait until they are done and run this again; or set jobLoss: "allow", run `up`, and delete it then.',
    );
    this.stack = "";
  }
}
