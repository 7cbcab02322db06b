import { expect, it } from "@jest/globals";
import { spawn } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
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
    writeFileSync(path, `#!/bin/sh\necho "$@" >> "${path}.calls"\ncat "${path}.out"\nexit ${code}\n`);
    chmodSync(path, 0o700);
  }
  const server = await startScriptedServer(answers);
  const child = spawn(process.execPath, [join(folder, "preview.mjs")], {
    env: {
      ...{ PATH: `${bin}${delimiter}${process.env["PATH"]}`, PREVIEW_STACK: "dev", PREVIEW_TOKEN: "token" },
      ...{ PREVIEW_PULL_REQUEST: "7", GITHUB_API_URL: server.url, GITHUB_REPOSITORY: "team/stack", ...env },
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const errors = await text(child.stderr);
  const code = await ended;
  await server.close();
  const callsOf = (name: string) =>
    existsSync(join(bin, `${name}.calls`)) ? readFileSync(join(bin, `${name}.calls`), "utf8").trim() : "";
  const last = server.asked.at(-1);
  return {
    code,
    errors,
    lines: server.lines,
    body: last ? (JSON.parse(last.body || "{}") as { body?: string }).body : undefined,
    callsOf,
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
    { id: 2, body: first.body },
  ];
  const second = await preview(markdown, [{ status: 200, body: others }, done]);
  expect(second.lines.at(-1)).toBe("PATCH /repos/team/stack/issues/comments/2");
});

it("fails as the policy says, with the plan in the comment", async () => {
  const programs = { ...markdown, pulumi: { out: '{"steps":[]}', code: 255 } };
  const { code, body, callsOf } = await preview(programs, [none, done], { PREVIEW_POLICY_PACK: "policies" });
  expect(code).toBe(255);
  expect(body).toMatch(/### shop\/dev[^]*The preview failed/);
  expect(callsOf("pulumi")).toBe("preview --stack dev --json --policy-pack policies");
  expect(callsOf("npx")).toMatch(/^--no compute preview --stack dev --markdown --file /);
});

it("comments on nothing outside of a pull request", async () => {
  const { code, lines } = await preview(markdown, [], { PREVIEW_PULL_REQUEST: "" });
  expect({ code, lines }).toEqual({ code: 0, lines: [] });
});

it("is a composite action whose script gets what it reads", () => {
  const action = parse(readFileSync(join(folder, "action.yml"), "utf8")) as {
    inputs: object;
    runs: { using: string; steps: { shell: string; run: string; env: Record<string, string> }[] };
  };
  expect(action.runs.using).toBe("composite");
  const [step] = action.runs.steps;
  const script = readFileSync(join(folder, "preview.mjs"), "utf8");
  expect(Object.keys(step!.env).sort()).toEqual([...new Set(script.match(/PREVIEW_[A-Z_]+/g))].sort());
  for (const [, name] of JSON.stringify(action.runs).matchAll(/inputs\.([\w-]+)/g))
    expect(Object.keys(action.inputs)).toContain(name);
});
