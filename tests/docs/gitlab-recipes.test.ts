import { describe, expect, it } from "@jest/globals";
import { spawn } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { parse } from "yaml";
import { z } from "zod";
import { startScriptedServer } from "../support/scripted-server";
import { temporaryFolder } from "../support/temporary-folder";
import { codeBlocks, root } from "./code-blocks";

/** What GitLab's published schema says of the keys that our jobs use; both were also held against the schema itself. */
const job = z.strictObject({
  image: z.string(),
  rules: z.array(z.strictObject({ if: z.string() })).nonempty(),
  resource_group: z.string().optional(),
  cache: z
    .strictObject({ key: z.string(), when: z.literal("always").optional(), paths: z.array(z.string()).nonempty() })
    .optional(),
  script: z.array(z.string()).nonempty(),
  allow_failure: z.strictObject({ exit_codes: z.int() }).optional(),
});
const preview = codeBlocks("docs/guides/plans-for-review.md").find(
  ({ language, code }) => language === "yaml" && code.includes("CI_PIPELINE_SOURCE"),
)!.code;
const keep = readFileSync(join(root, "examples", "keep", "gitlab-ci.yml"), "utf8");

it.each([
  { name: "preview", recipe: preview, source: "merge_request_event" },
  { name: "keep", recipe: keep, source: "schedule" },
])("the job $name has only keys that GitLab CI takes, each with a value that it takes", ({ name, recipe, source }) => {
  const jobs = parse(recipe) as Readonly<Record<string, unknown>>;
  expect(Object.keys(jobs)).toEqual([name]);
  expect(job.parse(jobs[name]).rules).toEqual([{ if: `$CI_PIPELINE_SOURCE == "${source}"` }]);
});

/** Runs the lines of the preview's job as GitLab's runner does, where a preview prints this and ends so. */
async function runPreview(plan: string, code: number) {
  const bin = temporaryFolder("gitlab");
  for (const [name, lines] of Object.entries({ npm: "", npx: `cat "$PLAN"\nexit ${code}\n` })) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${lines}`);
    chmodSync(join(bin, name), 0o700);
  }
  writeFileSync(join(bin, "plan"), plan);
  const server = await startScriptedServer([{ status: 201, body: {} }]);
  const { script } = job.parse((parse(preview) as Record<string, unknown>)["preview"]);
  const child = spawn("bash", ["-eo", "pipefail", "-c", script.join("\n")], {
    cwd: temporaryFolder("gitlab"),
    env: {
      PATH: `${bin}${delimiter}${process.env["PATH"]}`,
      PLAN: join(bin, "plan"),
      NOTES_TOKEN: "token",
      CI_API_V4_URL: server.url,
      CI_PROJECT_ID: "12",
      CI_MERGE_REQUEST_IID: "7",
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  await text(child.stderr);
  const status = await ended;
  await server.close();
  const { body, headers } = server.asked.at(-1) ?? {};
  return { status, lines: server.lines, body, token: headers?.["private-token"] };
}

describe("the lines of the preview's job", () => {
  it("give no other process the token as an argument, which other users of the runner could read", () => {
    expect(preview).toMatch(/printf [^|]*\$NOTES_TOKEN[^|]*\|/);
    expect(preview.split("$NOTES_TOKEN")).toHaveLength(2);
  });

  it("write the plan into a note of the merge request as it stands, quotes and lines included", async () => {
    const plan = '### shop/dev\n\n| `a"b` | $HOME | \\n |\n';
    const { body, ...rest } = await runPreview(plan, 0);
    expect(rest).toEqual({ status: 0, lines: ["POST /projects/12/merge_requests/7/notes"], token: "token" });
    expect(JSON.parse(body ?? "")).toEqual({ body: plan });
  });

  it("fail with the preview", async () => {
    expect(await runPreview("", 3)).toMatchObject({ status: 3 });
  });
});
