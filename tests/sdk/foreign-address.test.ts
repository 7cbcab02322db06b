import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { type Emulator, startEmulator } from "../../emulator";
import { LocalStack, type OperationResult } from "../../engine";
import { Project } from "../support/project";

jest.setTimeout(120_000);

const withResource = `
  import * as compute from "pulumi-compute-platform";
  new compute.NetworkVolume("data", { size: 10, dataCenter: "EU-XX-1" });
`;
const withLookUp = `
  import * as compute from "pulumi-compute-platform";
  export const count = compute.getNetworkVolumesOutput().networkVolumes.apply((found) => found.length);
`;

let theirs: Emulator;
beforeEach(async () => {
  theirs = await startEmulator({ speed: 10_000 });
});
afterEach(() => theirs.close());

/** A repository whose stack file says where the platform is, run in an environment that has a key. */
function repository(program: string) {
  const about = { stack: "test", yaml: "runtime: nodejs\n", files: { "index.ts": program } };
  const { options, env: own } = new Project(undefined, about);
  return async (env: Record<string, string>): Promise<LocalStack> => {
    const all = { ...own, COMPUTE_API_KEY: theirs.apiKey, PULUMI_NODEJS_TRANSPILE_ONLY: "true", ...env };
    const stack = await LocalStack.open({ ...options, env: all });
    await stack.setConfig("compute:apiUrl", theirs.apiUrl);
    await stack.setConfig("compute:allowEnvironmentKey", new URL(theirs.apiUrl).host);
    return stack;
  };
}

function expectRefused({ result, diagnostics }: OperationResult): void {
  expect(result).toBe("failed");
  const told = diagnostics.map(({ message }) => message).join("\n");
  for (const named of ["COMPUTE_API_KEY", "compute:apiUrl", "COMPUTE_ALLOW_ENVIRONMENT_KEY="])
    expect(told).toContain(named);
  expect(told).not.toContain(theirs.apiKey);
  expect(theirs.requests.list()).toEqual([]);
}

describe("the key of the environment and an address from a stack file", () => {
  it.each([
    ["the provider", withResource],
    ["a data source", withLookUp],
  ])("do not meet through %s, and the message names the ways out", async (_title, program) => {
    const open = repository(program);
    const stack = await open({ COMPUTE_API_URL: "https://api.example" });
    expectRefused(await stack.up());
  });

  it("meet where the key's owner names the host, and in a refresh or a destroy only while that still holds", async () => {
    const open = repository(withResource);
    const named = { COMPUTE_ALLOW_ENVIRONMENT_KEY: new URL(theirs.apiUrl).host };
    expect((await (await open(named)).up()).result).toBe("succeeded");
    theirs.requests.clear();
    // Both replay the address of the last up from the state, and have the environment of now.
    expectRefused(await (await open({})).refresh());
    expectRefused(await (await open({})).destroy());
    expect((await (await open(named)).refresh()).result).toBe("succeeded");
    expect((await (await open({ COMPUTE_API_URL: `${theirs.apiUrl}/` })).destroy()).summary).toMatchObject({
      delete: 2,
    });
  });
});
