/**
 * Ends a test run with one plain line, for people and programs: `N passed, N failed` and `, N skipped` if any. It is
 * written when the process ends, because jest's own summary comes after all other reporters.
 */
module.exports = class PlainSummaryReporter {
  onRunComplete(_contexts, results) {
    // A file that could not even be loaded holds tests that nobody counted: it is a failure of its own.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const line = `${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`;
    process.once("exit", () => process.stdout.write(line));
  }
};
