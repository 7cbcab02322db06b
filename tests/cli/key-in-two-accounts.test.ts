import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createClient } from "../../client";
import { type Emulator, startEmulator } from "../../emulator";
import { noCli, notTried } from "../support/not-tried";
import { publicKey } from "../provider/fixtures";
import { engines, projectOn } from "./on-both-engines";
import { cliOnPath } from "./run-cli";

if (cliOnPath() === undefined) notTried("one SSH key in two accounts, in the CLI's hands", noCli);

let emulator: Emulator;
const theirs = "key-of-the-second";
beforeEach(async () => {
  emulator = await startEmulator({ rateLimit: false, accounts: { second: theirs } });
});
afterEach(() => emulator.close());

async function keysOf(apiKey: string): Promise<readonly string[]> {
  const client = createClient({ apiUrl: emulator.apiUrl, apiKey });
  try {
    return await client.account.sshKeys.list();
  } finally {
    await client.close();
  }
}

describe.each(engines)("With %s", (_, stackIn) => {
  it("U-2: one SSH key of two accounts of a project goes from each account with its own resource", async () => {
    const folder = projectOn(emulator);
    const stack = stackIn(folder);
    const inAccount = (name: string, apiKey: string) => `{
      const compute = require("pulumi-compute-platform/plugin");
      const provider = new compute.Provider("of-${name}", { apiUrl: "${emulator.apiUrl}", apiKey: "${apiKey}" });
      new compute.SshKey("${name}", ${JSON.stringify(publicKey)}, { provider });
    }\n`;
    const [first, second] = [inAccount("first", emulator.apiKey), inAccount("second", theirs)];
    const keys = async () => [await keysOf(emulator.apiKey), await keysOf(theirs)];
    const up = async (program: string) => {
      folder.write(program);
      expect(await stack.up()).toMatchObject({ isSuccess: true, said: expect.not.stringContaining("was not deleted") });
      return keys();
    };
    await stack.init();
    expect(await up(first + second)).toEqual([[publicKey.publicKey], [publicKey.publicKey]]);
    expect(await up(second)).toEqual([[], [publicKey.publicKey]]);
    expect(await up("")).toEqual([[], []]);
  }, 600_000);
});
