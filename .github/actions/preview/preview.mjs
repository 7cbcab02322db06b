// Previews a stack, and writes what would change into one comment of the pull request and into the summary of the job.
// Ends as the preview ended, so that a refusal or a mandatory policy fails the job.
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const {
  PREVIEW_STACK: stack = "",
  PREVIEW_POLICY_PACK: policyPack = "",
  PREVIEW_TOKEN: token = "",
  PREVIEW_PULL_REQUEST: pullRequest = "",
  GITHUB_API_URL: api = "",
  GITHUB_REPOSITORY: repository = "",
  GITHUB_STEP_SUMMARY: summary = "",
} = process.env;
const mark = `<!-- preview of ${stack.replace(/[^\w./-]/g, "")} -->`;

/** Runs a program; answers its output, and passes on what it says of itself. */
function run(program, args) {
  const { stdout, status, error } = spawnSync(program, args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (error) throw error;
  return { out: stdout, code: status ?? 1 };
}

function preview() {
  const compute = ["--no", "compute", "preview", "--stack", stack, "--markdown"];
  if (policyPack === "") return run("npx", compute);
  const { out, code } = run("pulumi", ["preview", "--stack", stack, "--json", "--policy-pack", policyPack]);
  const file = join(mkdtempSync(join(tmpdir(), "preview-")), "preview.json");
  writeFileSync(file, out, { mode: 0o600 });
  return { out: run("npx", [...compute, "--file", file]).out, code };
}

async function ask(method, path, body) {
  const answer = await fetch(`${api}/repos/${repository}/issues/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, accept: "application/vnd.github+json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} issues/${path} answered ${answer.status}`);
  return answer.json();
}

/** The comment of an earlier run of this stack, wherever it stands among the others. */
async function earlierComment() {
  for (let page = 1; ; page += 1) {
    const comments = await ask("GET", `${pullRequest}/comments?per_page=100&page=${page}`);
    const own = comments.find(({ body }) => body.startsWith(mark));
    if (own || comments.length < 100) return own;
  }
}

const { out, code } = preview();
const failed = "The preview failed; the log of the job says why.";
const body = `${mark}\n${out.trim() === "" ? failed : out.trim()}${code !== 0 && out.trim() !== "" ? `\n\n> **Error** ${failed}` : ""}\n`;
if (summary) appendFileSync(summary, body);
if (/^\d+$/.test(pullRequest)) {
  const own = await earlierComment();
  await (own ? ask("PATCH", `comments/${own.id}`, { body }) : ask("POST", `${pullRequest}/comments`, { body }));
}
process.exitCode = code;
