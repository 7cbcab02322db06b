import type { Clock } from "../../client";

/** How often a provider host looks whether its engine is still there. */
const everyMs = 15_000;
/** One look in vain may be a bad moment. */
const vainLooks = 2;

const verbs = ["check", "diff", "create", "read", "update", "delete"] as const;
type Verb = (...args: never[]) => Promise<unknown>;

/** Counts the calls that are under way. */
export class Calls {
  running = 0;

  /** Gives the providers back, their calls being counted from now on. */
  countThoseOf<Providers extends object>(providers: Providers): Providers {
    for (const provider of Object.values(providers) as Partial<Record<(typeof verbs)[number], Verb>>[]) {
      for (const verb of verbs) {
        const call = provider[verb]?.bind(provider);
        if (call) provider[verb] = (...args) => this.count(() => call(...args));
      }
    }
    return providers;
  }

  private async count<Result>(call: () => Promise<Result>): Promise<Result> {
    this.running += 1;
    try {
      return await call();
    } finally {
      this.running -= 1;
    }
  }
}

/**
 * Resolves once nobody listens at the engine's address any more and no call is under way. A host whose engine was killed
 * is told by nobody, and would serve for ever.
 */
export async function engineGone(clock: Clock, calls: Calls, isEngineThere: () => Promise<boolean>): Promise<void> {
  for (let inVain = 0; inVain < vainLooks || calls.running > 0; ) {
    await clock.sleep(everyMs);
    inVain = (await isEngineThere()) ? 0 : inVain + 1;
  }
}
