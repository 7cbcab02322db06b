import { ComputeError } from "../../../client/errors/errors";

/** Deleting the endpoint would cancel jobs, and the program does not allow that. */
export class JobsLeftError extends ComputeError {
  readonly code = "jobs_left";

  constructor(id: string, queued: number, running: number) {
    super(
      `Endpoint ${id} has ${queued} jobs in its queue and ${running} running, which deleting it would cancel. It was not deleted. ` + // E-5
        'What to do: wait until they are done and run this again; or set jobLoss: "allow" and run `up`, which cancels them where it replaces the ' +
        "endpoint, and after which it can be deleted.",
    );
    this.stack = "";
  }
}

/** Whether the endpoint that is to be deleted has jobs can't be asked. */
export class JobsUnknownError extends ComputeError {
  readonly code = "jobs_unknown";

  constructor(id: string, why: string) {
    super(
      `Endpoint ${id} may have jobs, which deleting it would cancel, and its queue can't be asked. It was not deleted. ${why} ` +
        "What to do: set COMPUTE_QUEUE_URL and run this again. In refresh and destroy the setting compute:queueUrl counts only after an `up`, which " +
        'would create again what a destroy has deleted. Or set jobLoss: "allow" and run `up`, which asks for no jobs where it replaces the ' +
        "endpoint, and after which it can be deleted.",
    );
    this.stack = "";
  }
}
