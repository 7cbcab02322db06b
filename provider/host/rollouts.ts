import { ComputeError } from "../../client/errors/errors";
import { visible } from "../../client/errors/visible";

/** A pod, by its id, and by what the program calls it where that is known. */
export interface RollingPod {
  readonly id: string;
  readonly name: string | undefined;
}

/** Why a pod will not come back by itself. */
export interface Loss {
  /** As part of a sentence, which has named the pod. */
  readonly why: string;
  /** What it logged last, without secrets and control characters. */
  readonly said: readonly string[];
}

/** Why no more of a group are changed: as many of them as may be away will not come back by themselves. */
export class RolloutStoppedError extends ComputeError {
  readonly code = "rollout_stopped";

  constructor(pod: RollingPod, group: string, lost: readonly (RollingPod & Loss)[]) {
    const each = lost.map((one) => `${called(one)}: ${visible(one.why)}`).join("; ");
    const lines = lost.flatMap(({ id, name = id, said }) => said.map((line) => `  ${name}: ${line}`));
    const logged = lines.length > 0 ? `\nThe last lines of their logs:\n${lines.join("\n")}\n` : " ";
    super(
      `Pod ${pod.name === undefined ? pod.id : `${JSON.stringify(pod.name)} (${pod.id})`} was not changed: of the pods that roll ` +
        `together as ${JSON.stringify(group)}, ${lost.length} did not come back after their change, and no more may be away ` +
        `(\`rollout.maxUnavailable\`). ${each}.${logged}What to do: see what is wrong with those by \`compute logs\`, correct the ` +
        "program, and run `up` again, which goes on with the rest.",
    );
    this.stack = "";
  }
}

const called = ({ id, name }: RollingPod): string => (name === undefined ? id : `${name} (${id})`);

/** Of so many lost pods the logs are told: they tend to say the same. */
const mostTold = 3;

/** `worker-2` is before `worker-10`. */
const byName = new Intl.Collator("en", { numeric: true });

/** What one that wants to be changed waits for. */
interface Turn {
  readonly pod: RollingPod;
  readonly most: number;
  start(): void;
  fail(error: Error): void;
}

/** Those that roll together: only so many of them are away at a time because somebody changes them. */
class Rollout {
  /** Changed, or about to be, and not back. */
  private readonly away = new Set<string>();
  /** Those of them that will not come back by themselves, with why. */
  private readonly lost = new Map<string, Loss>();
  /** What the program calls them. */
  private readonly names = new Map<string, string>();
  /** Somebody was told what the lost ones have logged. */
  private hasToldLogs = false;
  /** Seen to be away before anything was changed: an earlier run ended too soon to see them come back. */
  private readonly leftAway = new Set<string>();
  private turns: Turn[] = [];

  constructor(private readonly group: string) {}

  /** An earlier run left it away. */
  foundAway({ id, name }: RollingPod): void {
    if (name !== undefined) this.names.set(id, name);
    if (!this.away.has(id)) this.leftAway.add(id);
  }

  /** Those that were found away, once. */
  takeFoundAway(): string[] {
    const ids = [...this.leftAway].filter((id) => !this.away.has(id));
    this.leftAway.clear();
    return ids;
  }

  /** It is away, whatever is done to it now. */
  isAway({ id, name }: RollingPod): void {
    if (name !== undefined) this.names.set(id, name);
    this.leftAway.delete(id);
    this.lost.delete(id);
    this.away.add(id);
  }

  /** Resolves when it may be taken away too. @throws RolloutStoppedError; the signal's reason. */
  turn(pod: RollingPod, most: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const onAbort = () => {
        this.turns = this.turns.filter((other) => other !== turn);
        reject(signal?.reason as Error);
      };
      const turn: Turn = {
        pod,
        most,
        start: () => {
          signal?.removeEventListener("abort", onAbort);
          resolve();
        },
        fail: (error) => {
          signal?.removeEventListener("abort", onAbort);
          reject(error);
        },
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.turns.push(turn);
      this.goOn();
    });
  }

  isBack(id: string): void {
    this.away.delete(id);
    this.lost.delete(id);
    this.goOn();
  }

  isLost(id: string, loss: Loss): void {
    this.lost.set(id, loss);
    this.goOn();
  }

  /** The logs are told once: all that are not changed fail over the same pods. */
  private stopped(pod: RollingPod): RolloutStoppedError {
    const lost = [...this.lost]
      .map(([id, loss]) => ({ id, name: this.names.get(id), ...loss }))
      .sort((one, other) => byName.compare(one.name ?? one.id, other.name ?? other.id))
      .map((one, index) => (this.hasToldLogs || index >= mostTold ? { ...one, said: [] } : one));
    this.hasToldLogs = true;
    return new RolloutStoppedError(pod, this.group, lost);
  }

  private goOn(): void {
    for (let next = this.turns[0]; next; next = this.turns[0]) {
      const isStopped = this.lost.size >= next.most;
      if (!isStopped && this.away.size >= next.most) return;
      this.turns.shift();
      if (isStopped) {
        next.fail(this.stopped(next.pod));
      } else {
        this.away.add(next.pod.id);
        next.start();
      }
    }
  }
}

/** What the resources of one process have to know of each other's changes. */
export class Rollouts {
  private readonly groups = new Map<string, Rollout>();
  private readonly foreseen = new Set<string>();

  of(group: string): Rollout {
    let rollout = this.groups.get(group);
    if (!rollout) this.groups.set(group, (rollout = new Rollout(group)));
    return rollout;
  }

  /** This run changes it such that it is away for a while, or would if it were not a preview. */
  foresees(id: string): void {
    this.foreseen.add(id);
  }

  /** It was waited for since. */
  hasSettled(id: string): void {
    this.foreseen.delete(id);
  }

  isForeseen(id: string): boolean {
    return this.foreseen.has(id);
  }
}
