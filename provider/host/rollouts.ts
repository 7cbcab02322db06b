import { ComputeError } from "../../client/errors/errors";
import { visible } from "../../client/errors/visible";

/** Why no more of a group are changed: as many of them as may be away will not come back by themselves. */
export class RolloutStoppedError extends ComputeError {
  readonly code = "rollout_stopped";

  constructor(id: string, group: string, lost: ReadonlyMap<string, string>) {
    const each = [...lost].map(([other, why]) => `${other}: ${visible(why)}`).join("; ");
    super(
      `Pod ${id} was not changed: of the pods that roll together as ${JSON.stringify(group)}, ${lost.size} did not come back ` +
        `after their change, and no more may be away (\`rollout.maxUnavailable\`). ${each}. What to do: see what is wrong with ` +
        "those by `compute logs`, correct the program, and run `up` again, which goes on with the rest.",
    );
    this.stack = "";
  }
}

/** What one that wants to be changed waits for. */
interface Turn {
  readonly id: string;
  readonly most: number;
  start(): void;
  fail(error: Error): void;
}

/** Those that roll together: only so many of them are away at a time because somebody changes them. */
class Rollout {
  /** Changed, or about to be, and not back. */
  private readonly away = new Set<string>();
  /** Those of them that will not come back by themselves, with why. */
  private readonly lost = new Map<string, string>();
  /** Seen to be away before anything was changed: an earlier run ended too soon to see them come back. */
  private readonly leftAway = new Set<string>();
  private turns: Turn[] = [];

  constructor(private readonly group: string) {}

  /** An earlier run left it away. */
  foundAway(id: string): void {
    if (!this.away.has(id)) this.leftAway.add(id);
  }

  /** Those that were found away, once. */
  takeFoundAway(): string[] {
    const ids = [...this.leftAway].filter((id) => !this.away.has(id));
    this.leftAway.clear();
    return ids;
  }

  /** It is away, whatever is done to it now. */
  isAway(id: string): void {
    this.leftAway.delete(id);
    this.lost.delete(id);
    this.away.add(id);
  }

  /** Resolves when it may be taken away too. @throws RolloutStoppedError; the signal's reason. */
  turn(id: string, most: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const onAbort = () => {
        this.turns = this.turns.filter((other) => other !== turn);
        reject(signal?.reason as Error);
      };
      const turn: Turn = {
        id,
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

  isLost(id: string, why: string): void {
    this.lost.set(id, why);
    this.goOn();
  }

  private goOn(): void {
    for (let next = this.turns[0]; next; next = this.turns[0]) {
      const isStopped = this.lost.size >= next.most;
      if (!isStopped && this.away.size >= next.most) return;
      this.turns.shift();
      if (isStopped) {
        next.fail(new RolloutStoppedError(next.id, this.group, this.lost));
      } else {
        this.away.add(next.id);
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
