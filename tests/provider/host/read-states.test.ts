import { chmodSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { statesOf } from "../../../provider/host/read-states";
import { temporaryFolder } from "../../support/temporary-folder";

/** A CLI that knows these stacks: each has one volume, whose id is the stack's name. */
function cliWith(...stacks: readonly string[]) {
  const folder = temporaryFolder("cli");
  const listed = JSON.stringify(stacks.map((name) => ({ name })));
  const urn = "urn:pulumi:dev::shop::compute:index:NetworkVolume::data";
  const entry = { urn, type: "compute:index:NetworkVolume", id: "@", custom: true, outputs: {} };
  const state = JSON.stringify({ version: 3, deployment: { resources: [entry] } });
  const script =
    `#!/bin/sh\nif [ "$2" = ls ]; then echo '${listed}'; exit; fi\n` +
    `case " ${stacks.join(" ")} " in *" $4 "*) echo '${state}' | sed "s|@|$4|";; *) exit 1;; esac\n`;
  writeFileSync(join(folder, "pulumi"), script);
  chmodSync(join(folder, "pulumi"), 0o700);
  return { PATH: [folder, process.env["PATH"]].join(delimiter) };
}
const idsIn = async (env: NodeJS.ProcessEnv, isShared: boolean) =>
  (await statesOf({ isShared }, env).exported!("dev")).map(({ id }) => id);

describe("The state of a stack that is in no folder", () => {
  it("is the one that the CLI exports by the stack's name", async () => {
    expect(await idsIn(cliWith("dev", "dev-2"), false)).toEqual(["dev"]);
  });

  it("is looked for in every organization where there are several, since a provider does not learn its own", async () => {
    expect(await idsIn(cliWith("dev", "acme/dev", "acme/shop/dev", "acme/old-dev"), true)).toEqual([
      "dev",
      "acme/dev",
      "acme/shop/dev",
    ]);
    expect(await idsIn(cliWith("acme/dev"), true)).toEqual(["acme/dev"]);
  });

  it("is unknown where the CLI has no such stack", async () => {
    await expect(idsIn(cliWith("prod"), true)).rejects.toThrow("lists no stack dev");
    await expect(idsIn(cliWith("prod"), false)).rejects.toThrow();
  });
});
