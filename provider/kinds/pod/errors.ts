import { ComputeError } from "../../../client/errors/errors";

const lockedProblems = {
  stopped:
    'a locked pod can\'t be stopped. It was not stopped. Set locked: false together with desiredStatus: "EXITED"; lock it again afterwards.', // P-46
  changed:
    "the platform refused the change (409). It was not changed. Set locked: false together with the change; lock it again afterwards.",
  deleted:
    "the platform refused to delete it (409). It was not deleted. Set locked: false, run `up`, and delete it then.",
};

export type LockedDoing = keyof typeof lockedProblems;

/** A locked pod can't be stopped, and the program does not unlock it; or the platform did not let it be changed or deleted. */
export class LockedError extends ComputeError {
  readonly code = "pod_locked";

  constructor(id: string, doing: LockedDoing = "stopped", cause?: unknown) {
    super(`pod ${id} is locked, and ${lockedProblems[doing]}`, { cause });
  }
}
