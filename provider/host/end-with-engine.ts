import type { Clock } from "../../client";

/** The interval at which a provider host checks for its engine. */
const everyMs = 15_000;
/** The number of failed checks before the engine counts as gone: a single one may be an accident. */
const vainLooks = 2;

export class Calls {
  running = 0;

  async during<Result>(call: () => Promise<Result>): Promise<Result> {
    this.running += 1;
    try {
      return await call();
    } finally {
      this.running -= 1;
    }
  }
}

/** Resolves once nothing listens at the engine's address and no call runs. Nobody notifies a host whose engine was killed. */
export async function engineGone(clock: Clock, calls: Calls, isEngineThere: () => Promise<boolean>): Promise<void> {
  for (let inVain = 0; inVain < vainLooks || calls.running > 0; ) {
    await clock.sleep(everyMs);
    inVain = (await isEngineThere()) ? 0 : inVain + 1;
  }
}
