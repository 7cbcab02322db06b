// Previews a stack, and writes what would change into a file for the comment and into the summary of the job. Ends as the preview ended,
// so that a refusal or a mandatory policy fails the job.
import { spawnSync } from "node:child_process";
import { appendFileSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const {
  PREVIEW_STACK: stack = "",
  PREVIEW_POLICY_PACK: policyPack = "",
  PREVIEW_COMMENT: comment = "",
  GITHUB_STEP_SUMMARY: summary = "",
} = process.env;

/** What the program is not told: the files by which a step speaks to the next ones, and their folder. It runs as the same user. */
const isOfTheJob = /^(PREVIEW_.*|RUNNER_TEMP|GITHUB_(ENV|OUTPUT|PATH|STATE|STEP_SUMMARY|TOKEN))$/;
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOfTheJob.test(name)));

const folder = mkdtempSync(join(tmpdir(), "preview-"));

/** Runs a program, whose output of any size goes to a file; passes on what it says of itself. */
function run(name, program, args) {
  const file = join(folder, name);
  const output = openSync(file, "w", 0o600);
  try {
    const { status, error } = spawnSync(program, args, { env, stdio: ["ignore", output, "inherit"] });
    if (error) throw error;
    return { file, code: status ?? 1 };
  } finally {
    closeSync(output);
  }
}

function preview() {
  const compute = ["--no", "compute", "preview", "--stack", stack, "--markdown"];
  if (policyPack === "") return run("plan.md", "npx", compute);
  const whole = ["--json", "--show-replacement-steps", "--show-sames"];
  const pulumi = ["preview", "--stack", stack, ...whole, "--policy-pack", policyPack];
  const { file, code } = run("preview.json", "pulumi", pulumi);
  return { ...run("plan.md", "npx", [...compute, "--file", file]), code };
}

try {
  const { file, code } = preview();
  const out = readFileSync(file, "utf8").trim();
  const failed = "The preview failed; the log of the job says why.";
  const body = out === "" ? failed : `${out}${code === 0 ? "" : `\n\n> **Error** ${failed}`}`;
  if (comment) writeFileSync(comment, `${body}\n`, { mode: 0o600 });
  if (summary) appendFileSync(summary, `${body}\n`);
  process.exitCode = code;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
