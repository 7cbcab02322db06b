import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { newCrypter } from "../../../engine/state/secrets";
import { run as runProgram } from "../support/program/things";
import { openStack } from "../support/run-local";
import type { ProgramSpec } from "../support/scenario";
import { Workspace } from "../support/workspace";

jest.setTimeout(60_000);

let workspace: Workspace;
beforeEach(() => {
  workspace = new Workspace();
});
afterEach(() => workspace.remove());

const one = (): ProgramSpec => ({ resources: [{ name: "a", args: { name: "a" } }] });
const here = { program: () => runProgram(JSON.parse(workspace.read("program.json")!)), providersHere: true };

async function up(program: ProgramSpec): Promise<void> {
  workspace.prepare({ run: "up", program });
  await (await openStack(workspace, here)).up();
}

const stored = () => fs.readFileSync(workspace.stateFile, "utf8");

describe("imported states", () => {
  it("survive an export and import", async () => {
    await up({ ...one(), outputs: { password: { $secret: "exported" } } });
    const stack = await openStack(workspace, here);
    const state = await stack.exportState();
    expect(JSON.stringify(state)).not.toContain("exported");
    fs.rmSync(workspace.stateFile);
    await stack.importState(state);
    expect(await stack.outputs({ showSecrets: true })).toEqual({ password: "exported" });
    expect((await stack.up({ expectNoChanges: true })).result).toBe("succeeded");
  });

  it("have the secrets of an import encrypted, whether it has them in clear or under another salt", async () => {
    await up({ ...one(), outputs: { password: { $secret: "exported" } } });
    const stack = await openStack(workspace, here);
    const sealed = await stack.exportState();
    const { deployment, ...form } = sealed;
    const { secrets_providers: _, ...rest } = deployment;
    const shown = JSON.parse(
      JSON.stringify(rest).replace(/"ciphertext":"[^"]*"/g, '"plaintext":"\\"exported\\""'),
    ) as typeof deployment;
    fs.rmSync(workspace.stateFile);
    await stack.importState({ ...form, deployment: shown });
    expect(stored()).not.toContain("exported");
    expect(await stack.outputs({ showSecrets: true })).toEqual({ password: "exported" });

    const { salt } = await newCrypter("correct horse", randomBytes);
    fs.writeFileSync(workspace.configFile, `encryptionsalt: ${salt}\n`);
    await stack.importState(sealed);
    expect(await stack.exportState()).toMatchObject({ deployment: { secrets_providers: { state: { salt } } } });
    expect(await stack.outputs({ showSecrets: true })).toEqual({ password: "exported" });
  });

  it("are not replaced by an import that this passphrase does not open, and no salt is made for it", async () => {
    await up({ ...one(), outputs: { password: { $secret: "exported" } } });
    const stack = await openStack(workspace, here);
    const { deployment, ...form } = await stack.exportState();
    const { salt } = await newCrypter("another", randomBytes);
    const { secrets_providers: _, ...without } = deployment;
    const before = stored();
    fs.writeFileSync(workspace.configFile, "");
    const other = { ...without, secrets_providers: { type: "passphrase", state: { salt } } };
    await expect(stack.importState({ ...form, deployment: other })).rejects.toThrow(
      /^incorrect passphrase.*\. Nothing was changed\.$/,
    );
    await expect(stack.importState({ ...form, deployment: without })).rejects.toThrow(/no secrets manager/);
    expect(stored()).toEqual(before);
    expect(fs.readFileSync(workspace.configFile, "utf8")).toBe("");
  });

  it.each([
    [{ version: 5 }, "state version 5"],
    [{ version: 4, features: ["taint", "hooks", "views"] }, "the features hooks, views of the imported state;"],
  ])("that say %j are refused by name", async (form, message) => {
    const stack = await openStack(workspace, here);
    await expect(stack.importState({ ...form, deployment: {} })).rejects.toThrow(message);
  });

  it("of another stack are refused, whose objects the next up would delete, unless that is meant", async () => {
    await up(one());
    const stack = await openStack(workspace, here);
    const { deployment, ...form } = await stack.exportState();
    const foreign = (from: string, to: string) =>
      JSON.parse(JSON.stringify({ ...form, deployment }).replaceAll(from, to)) as Awaited<
        ReturnType<typeof stack.exportState>
      >;
    for (const other of [foreign("urn:pulumi:dev::", "urn:pulumi:other::"), foreign("::proj::", "::elsewhere::")]) {
      await expect(stack.importState(other)).rejects.toThrow(
        /^the imported state is of the stack (other|dev) of the project (proj|elsewhere) .*would delete.*Nothing was changed.*pass `--force`/,
      );
      expect((await stack.preview({ expectNoChanges: true })).result).toBe("succeeded");
    }
    await stack.importState(foreign("urn:pulumi:dev::", "urn:pulumi:other::"), { force: true });
    expect((await stack.preview()).summary).toMatchObject({ delete: 2 });
  });

  it("that are invalid are refused before they take the place of a good one", async () => {
    await up(one());
    const stack = await openStack(workspace, here);
    const { deployment, ...form } = await stack.exportState();
    const resources = deployment["resources"] as object[];
    const wrongs = [[...resources, resources.at(-1)!], resources.filter((_, at) => at !== 1)];
    for (const wrong of wrongs)
      await expect(stack.importState({ ...form, deployment: { ...deployment, resources: wrong } })).rejects.toThrow(
        /^the state is invalid: .*Nothing was changed\.$/,
      );
    expect((await stack.preview({ expectNoChanges: true })).result).toBe("succeeded");
  });

  it("say the version and the features of what they hold, whatever an import says of itself", async () => {
    await up(one());
    const stack = await openStack(workspace, here);
    const { deployment } = await stack.exportState();
    await stack.importState({ version: 4, features: ["taint"], deployment });
    expect(await stack.exportState()).toMatchObject({ version: 3 });
    expect(workspace.read("state/.pulumi/stacks/proj/dev.json")).toMatch(/^{"version":3,"checkpoint"/);
    const resources = (deployment["resources"] as object[]).map((entry) => ({ ...entry, taint: true }));
    await stack.importState({ version: 3, deployment: { ...deployment, resources } });
    expect(await stack.exportState()).toMatchObject({ version: 4, features: ["taint"] });
    expect(workspace.read("state/.pulumi/stacks/proj/dev.json")).toMatch(/^{"version":4,"features":\["taint"\],/);
  });
});
