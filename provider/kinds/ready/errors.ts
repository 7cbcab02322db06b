import { AnswerError } from "../../../client/errors/errors";

/** A pod that was waited for in vain. */
export interface NotReadyPod {
  readonly id: string;
  /** As it was last seen; undefined where it never was. */
  readonly name: string | undefined;
  /** As part of a sentence: `it is gone`. */
  readonly why: string;
  /** It ran, and has ended: somebody, or \`compute keep\`, may have stopped it. */
  readonly hasRun: boolean;
}

/** Of pods that one resource waits for, some did not get ready. */
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

/** Enough to see what they have in common. */
const mostNamed = 20;
