import type { BadRequestError } from "../../../client";
import { ComputeError } from "../../../client/errors/errors";
import { listed } from "../../table/spelling";

const lockedProblems = {
  stopped:
    'a locked pod can\'t be stopped. It was not stopped. Set locked: false together with desiredStatus: "EXITED"; lock it again afterwards.', // P-46
  changed:
    "the platform refused the change (409). It was not changed. Set locked: false together with the change; lock it again afterwards.",
  deleted:
    "the platform refused to delete it (409). It was not deleted. Set locked: false, run `up`, and delete it then.",
};

export type LockedDoing = keyof typeof lockedProblems;

/**
 * The pod is locked, but has to be stopped, changed or deleted.
 *
 * @done It was not.
 * @fix Set `locked: false` together with the change; before a delete, run `up` with it.
 */ // P-46
export class LockedError extends ComputeError {
  readonly code = "pod_locked";

  constructor(id: string, doing: LockedDoing = "stopped", cause?: unknown) {
    super(`pod ${id} is locked, and ${lockedProblems[doing]}`, { cause });
  }
}

/**
 * The platform refused to start a stopped pod, which starts only on its own host: the host has no free hardware.
 *
 * @done Earlier changes of the update stay, and the message names them.
 * @fix Run `up` later, or replace the pod with `triggers` or `pulumi up --replace URN`, which loses its disks.
 */ // P-44, P-58, P-63
export class StartRefusedError extends ComputeError {
  readonly code = "start_refused";

  /** @param set arguments of the update that the platform has accepted. */
  constructor(
    id: string,
    set: readonly string[],
    override readonly cause: BadRequestError,
  ) {
    const done = set.length === 0 ? "" : `${listed(set, "and")} ${set.length === 1 ? "was" : "were"} set, but `;
    super(
      `${done}pod ${id} can't start: ${cause.detail.replace(/\.$/, "")} (${cause.request} failed with ${cause.status}). It stays stopped, ` +
        "and starts only on the host where it was made. What to do: run `up` again later, or replace the pod by a new one, which finds " +
        "another host: change `triggers`, or run `pulumi up --replace URN`. A replacement loses the container disk and a persistent disk.",
    );
  }
}
