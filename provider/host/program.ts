import { AsyncLocalStorage } from "node:async_hooks";
import { type Clock, systemClock } from "../../client";
import type { Unsent } from "../../client/http/unsent";
import { AnswerError } from "../../client/errors/errors";
import { answersSignals } from "../../disk/process";

const everyMs = 1_000;

/**
 * The run was cancelled, or its program ended, before a step had created or changed anything.
 *
 * @fix Run `up` again.
 */
export class CalledOffError extends AnswerError {
  readonly code = "called_off";

  constructor() {
    super("nothing was created or changed, because the run was cancelled or its program ended first. Run `up` again.");
  }
}

/**
 * The program whose resources a dynamic provider host serves. It waits for each create and update. At Ctrl-C the CLI ends
 * the program without notifying the host, so the host learns of the cancellation from the program's end.
 */
export class Program {
  private pid: number | undefined;
  private awaited = 0;
  private isWatched = false;
  private readonly ending = new AbortController();
  /** Aborts once the program has ended although it should wait for a step. */
  readonly gone: AbortSignal = this.ending.signal;

  constructor(
    private readonly clock: Clock,
    private readonly isThere: (pid: number) => boolean,
  ) {}

  /** A program that is invisible from here, such as one in a container, is ignored. */
  learn(pid: unknown): void {
    if (typeof pid === "number" && this.isThere(pid)) this.pid = pid;
  }

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

export const program = new Program(systemClock, answersSignals);

const steps = new AsyncLocalStorage<{ hasSent: boolean }>();

/** Runs a create or an update whose client knows whether it has sent anything. */
export const asStep = <R>(call: () => Promise<R>): Promise<R> => steps.run({ hasSent: false }, call);

/** Ends queued requests of steps that have sent nothing, once the run is cancelled. */
export const unsentUntil = (calledOff: AbortSignal): Unsent => ({
  signal: () => (steps.getStore()?.hasSent === false ? calledOff : undefined),
  sends: () => {
    const step = steps.getStore();
    if (step) step.hasSent = true;
  },
});
