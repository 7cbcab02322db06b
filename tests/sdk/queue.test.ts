import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { type Client, createClient } from "../../client";
import { type Emulator, startEmulator } from "../../emulator";
import { queue } from "../../sdk";

let emulator: Emulator;
let platform: Client;
let endpointId: string;

const valueOf = <T>(output: pulumi.Output<T>) =>
  (output as unknown as { promise(withUnknowns?: boolean): Promise<T> }).promise(true);
const isKnown = (output: pulumi.Output<unknown>) => (output as unknown as { isKnown: Promise<boolean> }).isKnown;
const isSecret = (output: pulumi.Output<unknown>) => (output as unknown as { isSecret: Promise<boolean> }).isSecret;
const resourcesOf = (output: pulumi.Output<unknown>) =>
  (output as unknown as { allResources(): Promise<unknown> }).allResources();
const submitted = () => emulator.requests.list().filter(({ path }) => path.endsWith("/run"));

async function program(isPreview: boolean): Promise<void> {
  const none = { call: () => ({}), newResource: () => ({ id: "any", state: {} }) };
  await pulumi.runtime.setMocks(none, "project", "stack", isPreview);
  const { apiKey, apiUrl, queueUrl } = emulator;
  pulumi.runtime.setAllConfig({ "compute:apiKey": apiKey, "compute:apiUrl": apiUrl, "compute:queueUrl": queueUrl });
}

beforeEach(async () => {
  emulator = await startEmulator({ speed: 500, rateLimit: false });
  platform = createClient(emulator);
  const image = "registry.example.com/acme/gen-worker:3.1";
  const scaling = { type: "REQUEST_COUNT" as const, requestCount: 1 };
  const body = { name: "img-gen", type: "QUEUE" as const, image, gpu: { pools: ["ADA_24"] }, scaling };
  endpointId = (await platform.serverless.create(body)).id;
  emulator.requests.clear();
});
afterEach(async () => {
  await platform.close();
  await emulator.close();
});

describe("a job that a program submits", () => {
  it("J-1, J-4: is submitted in an up, with the stack's own connection, and its output is an output", async () => {
    await program(false);
    const output = queue(pulumi.output(endpointId)).runOutput(pulumi.output({ prompt: "ping" }));
    expect(await valueOf(output)).toEqual({ prompt: "ping" });
    expect(submitted()).toHaveLength(1);
  });

  it("is never submitted in a preview, and its output is unknown there", async () => {
    await program(true);
    const output = queue(endpointId).runOutput({ prompt: "ping" });
    await valueOf(output);
    expect(await isKnown(output)).toBe(false);
    expect(emulator.requests.list()).toEqual([]);
  });

  it("fails the program where it ends other than COMPLETED", async () => {
    await program(false);
    const output = queue(endpointId).runOutput({ $emulate: { fail: "no" } });
    // An Output that fails does so in each of its parts.
    const parts = [isKnown(output), isSecret(output), resourcesOf(output)].map((part) => part.catch(() => undefined));
    await expect(valueOf(output)).rejects.toMatchObject({ code: "job_failed" });
    await Promise.all(parts);
  });

  it("keeps what was made of a secret a secret", async () => {
    await program(false);
    const output = queue(endpointId).runOutput(pulumi.secret({ prompt: "hush" }));
    expect(await valueOf(output)).toEqual({ prompt: "hush" });
    expect(await isSecret(output)).toBe(true);
  });
});
