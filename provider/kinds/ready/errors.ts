import { AnswerError } from "../../../client/errors/errors";

export interface NotReadyPod {
  readonly id: string;
  /** Its last known name; undefined if it was never seen. */
  readonly name: string | undefined;
  /** The reason as a clause: `it is gone`. */
  readonly why: string;
  /** It ran and has ended: somebody, or \`compute keep\`, may have stopped it. */
  readonly hasRun: boolean;
}

/**
 * Some pods of a `Ready` or a `Fleet` failed, ended, are gone or take too long. The message names them.
 *
 * @done The pods are in the state and are billed.
 * @fix Read `compute logs`, correct the program, and run `up`, which starts, creates and waits again.
 */
export class NotReadyError extends AnswerError {
  readonly code = "pods_not_ready";

  constructor(
    readonly pods: readonly NotReadyPod[],
    all: number,
  ) {
    const each = pods
      .slice(0, mostNamed)
      .map(({ id, name, why }) => `${name === undefined ? id : `${name} (${id})`}: ${why}`);
    const rest = pods.length > mostNamed ? [`and ${pods.length - mostNamed} more`] : [];
    super(
      `${pods.length} of ${all} pods did not get ready: ${[...each, ...rest].join("; ")}. ` +
        "They are in the state, and those that exist are billed. The next `up` creates what is gone, starts what has stopped, and waits again." +
        (pods.some(({ hasRun }) => hasRun)
          ? " It starts no pod that has `stopAfter` or `stopWhenIdle`: for those, set `acceptStopped: true` here, or change their `restartTriggers`."
          : ""),
    );
  }
}

/** The greatest number of named pods: enough to see a pattern. */
const mostNamed = 20;
