const { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { dirname, join } = require("node:path");

const memory = "/dev/shm";

/** Says whether a folder in memory is here that holds what tests write, and from which programs start. */
function hasMemory() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    const mount =
      readFileSync("/proc/mounts", "utf8")
        .split("\n")
        .find((line) => line.split(" ")[1] === memory) ?? "noexec";
    return bavail * bsize > 3e9 && !/\bnoexec\b/.test(mount);
  } catch {
    return false;
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Removes a folder, unless another user has it or something is mounted there. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // It stays, and takes nothing but space.
  }
}

/**
 * A folder for all that one run of the tests writes: each makes and removes hundreds of small files, for which a disk takes
 * longer than all else that an engine does. What a run has left that was killed goes.
 */
function folderOfRun() {
  if (process.env.TMPDIR || !hasMemory()) return undefined;
  for (const name of readdirSync(memory)) {
    const [, pid] = /^tests-(\d+)-/.exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) remove(join(memory, name));
  }
  const folder = mkdtempSync(join(memory, `tests-${process.pid}-`));
  // As open as the folder that it takes the place of: some tests start a process as another user.
  chmodSync(folder, 0o1777);
  return folder;
}

/**
 * Gives a test run a folder of its own, and ends it with plain lines, for people and programs: what this machine could not try, and why
 * (`tests/support/not-tried.ts`), and `N passed, N failed` and `, N skipped` if any. They are written when the process
 * ends, because jest's own summary comes after all other reporters.
 */
module.exports = class PlainSummaryReporter {
  constructor() {
    this.folder = folderOfRun();
    this.file = join(this.folder ?? mkdtempSync(join(tmpdir(), "tests-")), "not-tried");
    writeFileSync(this.file, "");
    // Workers are started later, and inherit them.
    if (this.folder) process.env.TMPDIR = this.folder;
    process.env.TESTS_NOT_TRIED = this.file;
  }

  onRunComplete(_contexts, results) {
    // A file that could not even be loaded holds tests that nobody counted: it is a failure of its own.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const line = `${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`;
    const notTried = [...new Set(readFileSync(this.file, "utf8").split("\n"))].filter((each) => each !== "");
    const lines = notTried.sort().map((each) => `not tried: ${each}\n`);
    process.once("exit", () => {
      remove(this.folder ?? dirname(this.file));
      process.stdout.write(lines.join("") + line);
    });
  }
};
