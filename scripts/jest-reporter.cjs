const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { dirname, join } = require("node:path");

/**
 * Ends a test run with plain lines, for people and programs: what this machine could not try, and why
 * (`tests/support/not-tried.ts`), and `N passed, N failed` and `, N skipped` if any. They are written when the process
 * ends, because jest's own summary comes after all other reporters.
 */
module.exports = class PlainSummaryReporter {
  constructor() {
    this.file = join(mkdtempSync(join(tmpdir(), "tests-")), "not-tried");
    writeFileSync(this.file, "");
    // Workers are started later, and inherit it.
    process.env.TESTS_NOT_TRIED = this.file;
  }

  onRunComplete(_contexts, results) {
    // A file that could not even be loaded holds tests that nobody counted: it is a failure of its own.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const line = `${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`;
    const notTried = [...new Set(readFileSync(this.file, "utf8").split("\n"))].filter((each) => each !== "");
    rmSync(dirname(this.file), { recursive: true, force: true });
    const lines = notTried.sort().map((each) => `not tried: ${each}\n`);
    process.once("exit", () => process.stdout.write(lines.join("") + line));
  }
};
