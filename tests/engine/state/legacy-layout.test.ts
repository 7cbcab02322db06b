import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import * as fs from "node:fs";
import * as path from "node:path";
import { gzipSync } from "node:zlib";
import { systemAmbient } from "../../../engine/ambient";
import { openBackend } from "../../../engine/state/backend";
import { openStack } from "../support/run-local";
import { Workspace } from "../support/workspace";

let workspace: Workspace;
beforeEach(() => {
  workspace = new Workspace();
});
afterEach(() => workspace.remove());

const inState = (name: string) => path.join(workspace.dir, "state/.pulumi", name);
const put = (name: string, content: string | Buffer) => {
  fs.mkdirSync(path.dirname(inState(name)), { recursive: true });
  fs.writeFileSync(inState(name), content);
};
const open = (stack = "dev", project = "proj") =>
  openBackend(path.join(workspace.dir, "state"), project, stack, systemAmbient);

/** What the CLI 3.260 writes with PULUMI_SELF_MANAGED_STATE_LEGACY_LAYOUT=1. */
const stateOf = (project: string) =>
  `{"version":3,"checkpoint":{"stack":"dev","latest":{"manifest":{},"resources":[{"urn":"urn:pulumi:dev::${project}::pulumi:pulumi:Stack::${project}-dev","custom":false,"type":"pulumi:pulumi:Stack"}]}}}`;
const empty = '{"version":3,"checkpoint":{"stack":"dev","latest":{"manifest":{}}}}';

describe("a backend in the legacy layout of the CLI", () => {
  it.each(["dev.json", "dev.json.gz", "other.json"])("is refused with its %s, and the remedy is told", async (name) => {
    put(`stacks/${name}`, name.endsWith("gz") ? gzipSync(stateOf("proj")) : stateOf("proj"));
    const refused = {
      code: "unsupported",
      message: expect.stringMatching(
        new RegExp(`legacy layout.*/stacks/${name}\\).*pulumi state upgrade.*/stacks/<project>/`),
      ),
    };
    expect(() => open()).toThrow(expect.objectContaining(refused));
    await expect(openStack(workspace)).rejects.toMatchObject(refused);
    expect(fs.readdirSync(inState("."))).toEqual(["stacks"]);
  });

  it("is refused with the file of the stack that is meant, and not with a hundred others", () => {
    for (const name of ["a", "b", "c", "d", "dev"]) put(`stacks/${name}.json`, empty);
    expect(() => open()).toThrow(/\(\S+dev\.json, \S+a\.json, \S+b\.json and 2 more\)/);
  });

  it("is one whose mark says version 0, as the CLI has it", () => {
    put("meta.yaml", "version: 0\n");
    expect(() => open()).toThrow(/legacy layout.*meta\.yaml\).*set the version in \S+meta\.yaml to 1/);
  });

  it("is none without a stack in it, whatever else the CLI leaves there", () => {
    for (const name of ["dev.json.bak", "dev.json.attrs", ".dev.json.00ff.tmp"]) put(`stacks/${name}`, "{}");
    expect(() => open()).not.toThrow();
  });
});

describe("a stack that is left in the legacy layout", () => {
  beforeEach(() => put("meta.yaml", "version: 1\n"));

  it.each([
    ["of the same project", stateOf("proj")],
    ["of nobody knows which project", empty],
  ])("is refused if it is %s, and no other stack is", (_, text) => {
    put("stacks/dev.json", text);
    expect(() => open()).toThrow(/legacy layout.*stacks\/dev\.json\).*pulumi state upgrade/);
    expect(() => open("prod")).not.toThrow();
  });

  it("does not stand in the way of a stack of another project, or one that is in its project's folder", async () => {
    put("stacks/dev.json", stateOf("shop"));
    expect(() => open()).not.toThrow();
    put("stacks/dev.json", stateOf("proj"));
    put("stacks/proj/dev.json", stateOf("proj"));
    expect(await open().load()).toBe(stateOf("proj"));
  });
});

it("a backend of a version that the CLI does not know either is refused, and so is a mark without a version", () => {
  put("meta.yaml", "version: 2\n");
  expect(() => open()).toThrow(/a backend of version 2/);
  put("meta.yaml", "");
  expect(() => open()).toThrow(/does not say the version of the backend/);
});
