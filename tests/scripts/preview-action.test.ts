import { expect, it } from "@jest/globals";
import { spawn } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { parse } from "yaml";
import { type Answer, startScriptedServer } from "../support/scripted-server";
import { temporaryFolder } from "../support/temporary-folder";

const folder = join(__dirname, "..", "..", ".github", "actions", "preview");

/** Runs the action's script with programs of these outputs, on a pull request with these comments. */
async function preview(
  programs: Readonly<Record<string, { readonly out: string; readonly code?: number }>>,
  answers: readonly Answer[],
  env: Readonly<Record<string, string>> = {},
) {
  const bin = temporaryFolder("action");
  for (const [name, { out, code = 0 }] of Object.entries(programs)) {
    const path = join(bin, name);
    writeFileSync(join(bin, `${name}.out`), out);
    writeFileSync(
      path,
      `#!/bin/sh\necho "$@" >> "${path}.calls"\nenv > "${path}.env"\ncat "${path}.out"\nexit ${code}\n`,
    );
    chmodSync(path, 0o700);
  }
  const server = await startScriptedServer(answers);
  const place = temporaryFolder("action-of");
  const run = async (script: string, own: Readonly<Record<string, string>>) => {
    const child = spawn(process.execPath, [join(folder, script)], {
      env: {
        PATH: `${bin}${delimiter}${process.env["PATH"]}`,
        PREVIEW_STACK: "dev",
        TMPDIR: place,
        PREVIEW_COMMENT: join(place, "comment.md"),
        ...own,
        ...env,
      },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    return { errors: await text(child.stderr), code: await ended };
  };
  const summary = join(bin, "summary");
  const { code, errors } = await run("preview.mjs", {
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_ENV: summary,
    RUNNER_TEMP: place,
  });
  const posted = await run("comment.mjs", {
    PREVIEW_TOKEN: "token",
    PREVIEW_AUTHOR: "github-actions[bot]",
    PREVIEW_PULL_REQUEST: "7",
    GITHUB_API_URL: server.url,
    GITHUB_REPOSITORY: "team/stack",
  });
  await server.close();
  const envOf = (name: string) => readFileSync(join(bin, `${name}.env`), "utf8");
  const callsOf = (name: string) =>
    existsSync(join(bin, `${name}.calls`)) ? readFileSync(join(bin, `${name}.calls`), "utf8").trim() : "";
  const last = server.asked.at(-1);
  return {
    code,
    errors: errors + posted.errors,
    left: readdirSync(place).filter((name) => name.startsWith("preview-")),
    lines: server.lines,
    body: last ? (JSON.parse(last.body || "{}") as { body?: string }).body : undefined,
    callsOf,
    envOf,
  };
}

const markdown = { npx: { out: "### shop/dev\n\nNothing changes.\n" } };
const none = { status: 200, body: [] };
const done = { status: 200, body: {} };

it("writes a comment where there is none, and updates its own where there is one", async () => {
  const first = await preview(markdown, [none, done]);
  expect(first).toMatchObject({ code: 0, errors: "" });
  expect(first.lines.at(-1)).toBe("POST /repos/team/stack/issues/7/comments");
  expect(first.body).toContain("### shop/dev");
  const others = [
    { id: 1, body: "hello" },
    { id: 2, body: first.body, user: { login: "somebody" } },
    { id: 3, body: first.body, user: { login: "github-actions[bot]" } },
  ];
  const second = await preview(markdown, [{ status: 200, body: others }, done]);
  expect(second.lines.at(-1)).toBe("PATCH /repos/team/stack/issues/comments/3");
});

it("fails as the policy says, with the plan in the comment", async () => {
  const programs = { ...markdown, pulumi: { out: '{"steps":[]}', code: 255 } };
  const { code, body, callsOf } = await preview(programs, [none, done], { PREVIEW_POLICY_PACK: "policies" });
  expect(code).toBe(255);
  expect(body).toMatch(/### shop\/dev[^]*The preview failed/);
  expect(callsOf("pulumi")).toBe(
    "preview --stack dev --json --show-replacement-steps --show-sames --policy-pack policies",
  );
  expect(callsOf("npx")).toMatch(/^--no compute preview --stack dev --markdown --file /);
});

it("comments on nothing outside of a pull request", async () => {
  const { code, lines } = await preview(markdown, [], { PREVIEW_PULL_REQUEST: "" });
  expect({ code, lines }).toEqual({ code: 0, lines: [] });
});

it("gives the program neither the token nor the files by which a step speaks to the next, and leaves no file", async () => {
  const { envOf, left } = await preview(markdown, [none, done]);
  expect(envOf("npx")).not.toMatch(/^(PREVIEW_|RUNNER_TEMP|GITHUB_(ENV|STEP_SUMMARY))/m);
  expect(left).toEqual([]);
});

it("takes a plan of any size", async () => {
  const steps = `{"steps":[${'"x",'.repeat(1_000_000)}"x"]}`;
  const { code, errors, body } = await preview({ ...markdown, pulumi: { out: steps } }, [none, done], {
    PREVIEW_POLICY_PACK: "policies",
  });
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  expect(body).toContain("### shop/dev");
});

it("is a composite action whose scripts get what they read, and whose program runs in a step without a token", () => {
  const action = parse(readFileSync(join(folder, "action.yml"), "utf8")) as {
    inputs: object;
    runs: { using: string; steps: { if?: string; run: string; env: Record<string, string> }[] };
  };
  expect(action.runs.using).toBe("composite");
  for (const { run, env } of action.runs.steps) {
    const script = readFileSync(join(folder, /\w+\.mjs/.exec(run)![0]), "utf8");
    expect(Object.keys(env).sort()).toEqual([...new Set(script.match(/PREVIEW_[A-Z_]+/g))].sort());
  }
  const [first, second] = action.runs.steps;
  expect(JSON.stringify(first!.env)).not.toContain("token");
  expect(second!.if).toBe("always()");
  for (const [, name] of JSON.stringify(action.runs).matchAll(/inputs\.([\w-]+)/g))
    expect(Object.keys(action.inputs)).toContain(name);
});
