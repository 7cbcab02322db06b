import { getOrMake } from "../../values/many";
import { AnswerError } from "../../client/errors/errors";
import { visible } from "../../client/errors/visible";

/** A pod: its id, and its name in the program if known. */
export interface RollingPod {
  readonly id: string;
  readonly name: string | undefined;
}

export interface Loss {
  /** A predicate of the pod. */
  readonly why: string;
  /** Its last log lines, without secrets and control characters. */
  readonly said: readonly string[];
}

/**
 * As many pods of a rollout as `maxUnavailable` allows did not come back after their change. The message names them, with
 * their last log lines.
 *
 * @done The pods before this one were changed; this one was not.
 * @fix Read `compute logs`, correct the program, and run `up`, which continues with the rest.
 */
export class RolloutStoppedError extends AnswerError {
  readonly code = "rollout_stopped";

  constructor(pod: RollingPod, group: string, lost: readonly (RollingPod & Loss)[]) {
    const each = lost.map((one) => `${called(one)}: ${visible(one.why)}`).join("; ");
    const lines = lost.flatMap(({ id, name = id, said }) => said.map((line) => `  ${name}: ${line}`));
    const logged = lines.length > 0 ? `\nThe last lines of their logs:\n${lines.join("\n")}\n` : " ";
    super(
      `Pod ${pod.name === undefined ? pod.id : `${JSON.stringify(pod.name)} (${pod.id})`} was not changed: of the pods that roll ` +
        `together as ${JSON.stringify(group)}, ${lost.length} did not come back after their change, and no more may be away ` +
        `(\`rollout.maxUnavailable\`). ${each}.${logged}What to do: see what is wrong with those by \`compute logs\`, correct the ` +
        "program, and run `up` again, which continues with the rest.",
    );
  }
}

const called = ({ id, name }: RollingPod): string => (name === undefined ? id : `${name} (${id})`);

/** The error quotes the logs of this many lost pods: they tend to say the same. */
const mostTold = 3;

/** `worker-2` is before `worker-10`. */
const byName = new Intl.Collator("en", { numeric: true });

interface Turn {
  readonly pod: RollingPod;
  readonly most: number;
  start(): void;
  fail(error: Error): void;
}

/** The rollout of one group of pods: only a limited number of them is unavailable at a time. */
class Rollout {
  /** The pods that are being changed or are not back yet, by id. */
  private readonly away = new Map<string, RollingPod>();
  /** The pods among them that will not come back by themselves, each with the reason. */
  private readonly lost = new Map<string, Loss>();
  /** An error has already quoted the logs of the lost pods. */
  private hasToldLogs = false;
  /** Pods that were unavailable before this run changed anything, because an earlier run ended before they came back. */
  private readonly leftAway = new Map<string, RollingPod>();
  private turns: Turn[] = [];

  constructor(private readonly group: string) {}

  /** Marks a pod that is unavailable because an earlier run ended before it came back. */
  markFoundAway(pod: RollingPod): void {
    if (!this.away.has(pod.id)) this.leftAway.set(pod.id, pod);
  }

  /** Returns the pods that were found unavailable, each once, for a caller that waits for them. */
  takeFoundAway(): RollingPod[] {
    const pods = [...this.leftAway.values()].filter(({ id }) => !this.away.has(id));
    this.leftAway.clear();
    return pods;
  }

  /** Marks a pod that does not run, because it is being changed or was stopped before. It needs no turn. */
  markAway(pod: RollingPod): void {
    this.leftAway.delete(pod.id);
    this.lost.delete(pod.id);
    this.away.set(pod.id, pod);
  }

  /** Resolves when the pod may become unavailable too, and counts it as such from then on. @throws RolloutStoppedError */
  waitForTurn(pod: RollingPod, most: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const onAbort = () => {
        this.turns = this.turns.filter((other) => other !== turn);
        reject(signal?.reason as Error);
      };
      const over = () => signal?.removeEventListener("abort", onAbort);
      const turn: Turn = {
        pod,
        most,
        start: () => (over(), resolve()),
        fail: (error) => (over(), reject(error)),
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.turns.push(turn);
      this.startNext();
    });
  }

  markBack(id: string): void {
    this.away.delete(id);
    this.lost.delete(id);
    this.startNext();
  }

  markLost(id: string, loss: Loss): void {
    this.lost.set(id, loss);
    this.startNext();
  }

  /** The error of a stopped rollout. Only the first quotes the logs, because every unchanged pod fails for the same lost pods. */
  private stoppedError(pod: RollingPod): RolloutStoppedError {
    const lost = [...this.lost]
      .map(([id, loss]) => ({ ...this.away.get(id)!, ...loss }))
      .sort((one, other) => byName.compare(one.name ?? one.id, other.name ?? other.id))
      .map((one, index) => (this.hasToldLogs || index >= mostTold ? { ...one, said: [] } : one));
    this.hasToldLogs = true;
    return new RolloutStoppedError(pod, this.group, lost);
  }

  private startNext(): void {
    for (let next = this.turns[0]; next; next = this.turns[0]) {
      const isStopped = this.lost.size >= next.most;
      if (!isStopped && this.away.size >= next.most) return;
      this.turns.shift();
      if (isStopped) {
        next.fail(this.stoppedError(next.pod));
      } else {
        this.away.set(next.pod.id, next.pod);
        next.start();
      }
    }
  }
}

/** The rollouts of one process by group. */
export class Rollouts {
  private readonly groups = new Map<string, Rollout>();
  /** The pods that this run, or the run after this preview, makes unavailable, until their return was awaited. */
  readonly absent = new Map<string, "certain" | "possible">();

  of(group: string): Rollout {
    return getOrMake(this.groups, group, () => new Rollout(group));
  }
}
