import { afterAll, expect, it } from "@jest/globals";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accountSecret } from "../../provider/kinds/account-secret/fields";
import { sshKey } from "../../provider/kinds/ssh-key/fields";
import { classPages, missingClasses } from "../../scripts/docs/classes";

const root = mkdtempSync(join(tmpdir(), "compute-classes-"));
afterAll(() => rmSync(root, { recursive: true }));

it("a kind whose class is not written yet is named, and keeps nothing else from being generated", () => {
  mkdirSync(join(root, "sdk"));
  writeFileSync(join(root, "sdk/ssh-key.ts"), "/**\n * A key.\n */\nexport class SshKey extends Outputs {}\n");
  const kinds = [accountSecret, sshKey];
  expect(missingClasses(root, kinds)).toEqual(["sdk/account-secret.ts"]);
  expect(classPages(root, kinds)).toEqual([["sdk/ssh-key.ts", expect.stringContaining("new compute.SshKey(")]]);
});
