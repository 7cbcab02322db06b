import { type Clock, systemClock } from "../../client";
import { AnswerError } from "../../client/errors/errors";

/** How often the program is looked for while it waits for a step. */
const everyMs = 1_000;

/** The run was called off before anything was sent for a step. */
export class CalledOffError extends AnswerError {
  readonly code = "called_off";

  constructor() {
    super("nothing was made or changed: the run was called off, or its program ended, before that. Run `up` again.");
  }
}

/**
 * The program whose resources a dynamic provider host serves. It waits for each create and update. At Ctrl-C the CLI ends it
 * and tells the host nothing, so that its end is how the host learns that the run was called off.
 */
export class Program {
  private pid: number | undefined;
  private awaited = 0;
  private isWatched = false;
  private readonly ending = new AbortController();
  /** Aborted once the program is gone while it should wait for a step. */
  readonly gone: AbortSignal = this.ending.signal;

  constructor(
    private readonly clock: Clock,
    private readonly isThere: (pid: number) => boolean,
  ) {}

  /** A program that can't be seen from here, such as one in a container, tells nothing. */
  learn(pid: unknown): void {
    if (typeof pid === "number" && this.isThere(pid)) this.pid = pid;
  }

  /** Runs a step that the program waits for. */
  async waitsFor<R>(call: () => Promise<R>): Promise<R> {
    this.awaited += 1;
    if (!this.isWatched) void this.watch();
    try {
      return await call();
    } finally {
      this.awaited -= 1;
    }
  }

  private async watch(): Promise<void> {
    this.isWatched = true;
    while (this.awaited > 0) {
      await this.clock.sleep(everyMs);
      const isGone = this.pid !== undefined && !this.isThere(this.pid);
      if (this.awaited > 0 && isGone) this.ending.abort(new CalledOffError());
    }
    this.isWatched = false;
  }
}

/** The program of this process's run. */
export const program = new Program(systemClock, (pid) => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
});
