import { beforeEach, expect, it } from "@jest/globals";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createProgram } from "../../../cli/program";
import { findStack } from "../../../cli/stack/flags";
import { temporaryFolder } from "../../support/temporary-folder";
import { FakeIo } from "../fake-io";

let io: FakeIo;
let state: string;
beforeEach(() => {
  io = new FakeIo();
  io.cwd = realpathSync(temporaryFolder("project"));
  state = temporaryFolder("state");
  writeFileSync(join(io.cwd, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
  Object.assign(io.env, { PULUMI_BACKEND_URL: `file://${state}`, PULUMI_HOME: join(state, "home") });
});

function haveStacks(...names: string[]): void {
  const folder = join(state, ".pulumi", "stacks", "shop");
  mkdirSync(folder, { recursive: true });
  for (const name of names) writeFileSync(join(folder, `${name}.json`), '{"version":3,"checkpoint":{}}');
}

/** What `pulumi stack select` writes (CLI 3.260). */
function select(stack: string, backend = `file://${state}`): void {
  const digest = createHash("sha1").update(join(io.cwd, "Pulumi.yaml")).digest("hex");
  const folder = join(state, "home", "workspaces");
  mkdirSync(folder, { recursive: true });
  const text = JSON.stringify({ stacks: { [backend]: `organization/shop/${stack}` } });
  writeFileSync(join(folder, `shop-${digest}-workspace.json`), text);
}

it("a sole stack needs no name", async () => {
  haveStacks("dev");
  expect(await findStack(io, {})).toBe("dev");
});

it("of several stacks the one that `pulumi stack select` chose is meant", async () => {
  haveStacks("dev", "prod");
  select("prod");
  expect(await findStack(io, {})).toBe("prod");
});

it("a new stack is selected in the CLI's file, and what was chosen in other backends stays", async () => {
  haveStacks("dev");
  select("prod", "s3://states");
  io.env["PULUMI_CONFIG_PASSPHRASE"] = "x";
  await createProgram(io).parseAsync(["node", "compute", "stack", "init", "staging"]);
  expect(await findStack(io, {})).toBe("staging");
  const folder = join(state, "home", "workspaces");
  const [file = ""] = readdirSync(folder);
  expect(JSON.parse(readFileSync(join(folder, file), "utf8"))).toEqual({
    stacks: { "s3://states": "organization/shop/prod", [`file://${state}`]: "organization/shop/staging" },
  });
  writeFileSync(join(folder, file), "no JSON");
  await createProgram(io).parseAsync(["node", "compute", "stack", "init", "prod"]);
  expect(io.written.err).toMatch(/Made the stack prod\. .* It could not be selected \(.*JSON.*\): pass --stack prod/);
});

it("a stack that was selected in another backend, or is gone, is not meant", async () => {
  haveStacks("dev", "prod");
  select("prod", "file:///elsewhere");
  await expect(findStack(io, {})).rejects.toThrow(/several stacks: dev, prod\. Pass --stack/);
  select("gone");
  await expect(findStack(io, {})).rejects.toThrow(/several stacks/);
});

it("--stack wins over PULUMI_STACK, and that over what is selected", async () => {
  haveStacks("dev", "prod", "test");
  select("prod");
  io.env["PULUMI_STACK"] = "dev";
  expect(await findStack(io, {})).toBe("dev");
  expect(await findStack(io, { stack: "test" })).toBe("test");
});

it("without any stack the message says how to make one", async () => {
  await expect(findStack(io, {})).rejects.toThrow(
    "This project has no stack yet. The first `up` makes one: pass its name, such as --stack dev, or set PULUMI_STACK.",
  );
});

it("in a language that only the Pulumi CLI runs, the message names what makes a stack there", async () => {
  writeFileSync(join(io.cwd, "Pulumi.yaml"), "name: shop\nruntime: yaml\n");
  await expect(findStack(io, {})).rejects.toThrow("no stack yet. `pulumi stack init dev` makes one.");
});

it("where only settings are there, the message names their stacks", async () => {
  for (const name of ["staging", "prod"]) writeFileSync(join(io.cwd, `Pulumi.${name}.yaml`), "config: {}\n");
  await expect(findStack(io, {})).rejects.toThrow(
    "no stack yet, but settings for prod, staging. The first `up` makes one: pass its name, such as --stack prod",
  );
});

it("a project whose stacks are in the CLI's legacy layout does not count as one without stacks", async () => {
  const folder = join(state, ".pulumi", "stacks");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "dev.json"), '{"version":3,"checkpoint":{}}');
  await expect(findStack(io, {})).rejects.toThrow(/legacy layout.*stacks\/dev\.json\).*pulumi state upgrade/);
  expect(await findStack(io, { stack: "dev" })).toBe("dev");
});
