// Keeps one comment of the pull request up to date with what the preview has written. Comments of others are left alone.
import { existsSync, readFileSync, rmSync } from "node:fs";

const {
  PREVIEW_STACK: stack = "",
  PREVIEW_COMMENT: comment = "",
  PREVIEW_TOKEN: token = "",
  PREVIEW_AUTHOR: author = "",
  PREVIEW_PULL_REQUEST: pullRequest = "",
  GITHUB_API_URL: api = "",
  GITHUB_REPOSITORY: repository = "",
} = process.env;
const mark = `<!-- preview of ${stack.replace(/[^\w./-]/g, "")} -->`;

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
    const own = comments.find(({ body, user }) => user?.login === author && body.startsWith(mark));
    if (own || comments.length < 100) return own;
  }
}

if (/^\d+$/.test(pullRequest)) {
  const said = existsSync(comment)
    ? readFileSync(comment, "utf8")
    : "The preview failed; the log of the job says why.\n";
  rmSync(comment, { force: true });
  const body = `${mark}\n${said}`;
  const own = await earlierComment();
  await (own ? ask("PATCH", `comments/${own.id}`, { body }) : ask("POST", `${pullRequest}/comments`, { body }));
}
