import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "@jest/globals";
import { accountSecret } from "../../../provider/kinds/account-secret/fields";
import { sshKey } from "../../../provider/kinds/ssh-key/fields";
import { classByHand, classPages, classSources } from "../../../scripts/docs/class-sources";
import { temporaryFolder } from "../../support/temporary-folder";

const root = temporaryFolder("compute-classes-");

beforeEach(() => {
  mkdirSync(join(root, "sdk"), { recursive: true });
  writeFileSync(join(root, "sdk/ssh-key.ts"), "/**\n * A key.\n */\nexport class SshKey extends SshKeyOutputs {}\n");
});

it("a class that is written by hand gets the example of its page", () => {
  expect(classPages(root, [accountSecret, sshKey])).toEqual([
    ["sdk/ssh-key.ts", expect.stringContaining("new compute.SshKey(")],
  ]);
});

it("a class is made from the table alone, and where it is written by hand, what it extends", () => {
  const made = classSources(classByHand(root));
  expect(made["account-secret.ts"]).toContain("export class AccountSecret extends ReadableResource {");
  expect(made["ssh-key.ts"]).toContain("export abstract class SshKeyOutputs extends ReadableResource {");
  expect(made["ready.ts"]).toContain("extends PlatformResource {");
  expect(made["index.ts"]).toContain('export { SshKey } from "../ssh-key";');
  expect(made["index.ts"]).toContain('export { AccountSecret } from "./account-secret";');
});
