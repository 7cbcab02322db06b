import { appendFileSync } from "node:fs";

/**
 * Writes down what this machine can't try, and why. `scripts/jest/reporter.cjs` shows all of it at the end of the run,
 * so that nobody takes tests for passed that did not run.
 */
export function notTried(what: string, why: string): void {
  const file = process.env["TESTS_NOT_TRIED"];
  if (file !== undefined) appendFileSync(file, `${what}, since ${why}\n`);
}

/** There is no CLI to try something with. */
export const noCli = "there is no `pulumi` on the PATH";
