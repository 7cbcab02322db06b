import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { type Emulator, startEmulator } from "../../emulator";
import type { Props } from "../../provider/table/props";
import { Engine, secret, urnOf } from "./driver";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ rateLimit: false });
});
afterAll(() => emulator.close());

let engine: Engine | undefined;
afterEach(() => engine?.close());

/** A plugin in this environment. */
async function start(env: NodeJS.ProcessEnv = {}): Promise<Engine> {
  engine?.close();
  return (engine = await Engine.start(emulator, { env }));
}

/** What the check of a provider's arguments says. */
async function told(given: Props, { name = "second", env = {} }: { name?: string; env?: NodeJS.ProcessEnv } = {}) {
  const { failures } = await (await start(env)).checkConfig(given, name);
  return failures.map(({ reason }) => reason);
}

describe("an explicit Provider, which takes nothing from the stack,", () => {
  it("is told to be given what is missing, and not to set what only a stack has", async () => {
    expect(await told({})).toEqual([
      "the API key is not set; give the Provider `apiKey`, or set the environment variable COMPUTE_API_KEY",
      "the platform's address is not set; give the Provider `apiUrl`, or set the environment variable COMPUTE_API_URL",
    ]);
    for (const name of ["default", "default_1_2_3"])
      expect((await told({}, { name })).join()).toContain(
        "run `pulumi config set --stack dev --secret compute:apiKey`, or set the",
      );
  });

  it("is advised to set the key's variable only with what lets that key go to its address", async () => {
    const { host } = new URL(emulator.apiUrl);
    const given = { apiUrl: emulator.apiUrl };
    const alone = "the API key is not set; give the Provider `apiKey`, or set ";
    expect(await told(given)).toEqual([
      `${alone}COMPUTE_API_KEY in the environment together with COMPUTE_ALLOW_ENVIRONMENT_KEY=${host}, ` +
        "without which it is not sent to this address",
    ]);
    for (const env of [{ COMPUTE_API_URL: emulator.apiUrl }, { COMPUTE_ALLOW_ENVIRONMENT_KEY: host }])
      expect(await told(given, { env })).toEqual([`${alone}the environment variable COMPUTE_API_KEY`]);
    const env = { COMPUTE_API_KEY: "of-mine", COMPUTE_ALLOW_ENVIRONMENT_KEY: host };
    expect(await told(given, { env })).toEqual([]);
  });

  it("is told why a key of the environment was not sent to its address, and nothing of the stack", async () => {
    const [reason, ...more] = await told({ apiUrl: emulator.apiUrl }, { env: { COMPUTE_API_KEY: "key-CANARY" } });
    expect(reason).toMatch(
      /the address from a `Provider` of the program \(`apiUrl`, host .*give the Provider `apiKey`/,
    );
    expect(reason).not.toMatch(/CANARY|compute:|pulumi config|stack/);
    expect(more).toEqual([]);
  });

  it.each([
    { given: { apiUrl: "nowhere" }, problem: "apiUrl is not a URL, such as https://api.example.com.", name: "apiUrl" },
    { given: { apiKey: "two words" }, problem: "The API key holds a space", name: "apiKey" },
    {
      given: { refreshBeforeUpdate: "maybe" },
      problem: '`refreshBeforeUpdate` must be true or false, not "maybe".',
      name: "refreshBeforeUpdate",
    },
    { given: { queueAuth: "basic" }, problem: "must be bearer (the default) or bare", name: "queueAuth" },
    { given: { baseUrl: "x" }, problem: "baseUrl is not a URL", name: "baseUrl" },
    { given: { baseUrl: "https://api.example.com" }, problem: "baseUrl must end in /v1", name: "baseUrl" },
    { given: { queueUrl: "nonsense" }, problem: "queueUrl is not a URL", name: "queueUrl" },
    { given: { portUrl: "y" }, problem: "portUrl is not an address with {podId} and {port} in it", name: "portUrl" },
  ])("is told to correct its argument: $given", async ({ given, problem, name }) => {
    const reasons = await told({ apiKey: "x", apiUrl: emulator.apiUrl, ...given });
    expect(reasons).toEqual([expect.stringContaining(problem)]);
    expect(reasons[0]).toContain(
      `What to do: correct the Provider's \`${name}\`, or the environment variable COMPUTE_`,
    );
    expect(reasons[0]).not.toContain("pulumi config");
  });

  it("hears of no option of createClient, which its program does not have, and nor does a stack", async () => {
    const given = { apiKey: "x", apiUrl: "http://api.example.com" };
    for (const name of ["second", "default"]) {
      const reasons = await told(given, { name });
      expect(reasons).toEqual([
        expect.stringContaining("set the environment variable COMPUTE_ALLOW_HTTP=api.example.com. What to do: "),
      ]);
      expect(reasons[0]).not.toMatch(/createClient|allowHttp/);
    }
  });

  it("quotes once what an SDK hands over as JSON, and takes true and false in quotes", async () => {
    const given = { apiKey: "x", apiUrl: emulator.apiUrl };
    expect(await told({ ...given, refreshBeforeUpdate: '"maybe"' })).toEqual([
      expect.stringContaining('must be true or false, not "maybe".'),
    ]);
    expect(await told({ ...given, refreshBeforeUpdate: '"true"' })).toEqual([]);
  });

  it("is what its resources and calls speak of too, where the engine says which provider it configures", async () => {
    const engine = await start();
    await engine.configure({ apiUrl: emulator.apiUrl }, "second");
    const { failures } = await engine.check(urnOf("JobRun"), { endpointId: "e", input: {} });
    const reasons = failures.map(({ reason }) => reason);
    expect(reasons).toEqual([expect.stringContaining("give the Provider `apiKey`")]);
    const ask = async () => {
      const error = await engine.invoke("getPods").catch((failure: unknown) => failure as Error);
      return error instanceof Error ? error.message : "";
    };
    const withoutKey = await ask();
    expect(withoutKey).toContain("Give the Provider `apiKey`");
    await engine.configure({ apiKey: secret("x") }, "second");
    const withoutAddress = await ask();
    expect(withoutAddress).toContain("Give the Provider `apiUrl`");
    expect([...reasons, withoutKey, withoutAddress].join()).not.toMatch(/pulumi config|compute:/);
  });
});
