import { afterAll, beforeAll } from "@jest/globals";
import { runInThisContext } from "node:vm";

/** A call that an engine was about as it stopped, and one that finds none: CANCELLED and UNAVAILABLE. */
const late: ReadonlySet<unknown> = new Set([1, 14]);

/**
 * Lets a program in this process fail unheard once its engine has stopped, as it does in a process of its own: the calls that
 * it still makes reach nobody, and nobody waits for them. Jest would say that the test has failed.
 */
export function ignoreLateCalls(): void {
  // The one that Node tells: a test file's own is a copy.
  const worker = runInThisContext("process") as NodeJS.Process;
  const ignore = (reason: unknown, promise: Promise<unknown>) => {
    if (late.has((reason as { code?: unknown } | undefined)?.code)) promise.catch(() => undefined);
  };
  beforeAll(() => void worker.on("unhandledRejection", ignore));
  afterAll(() => void worker.off("unhandledRejection", ignore));
}
