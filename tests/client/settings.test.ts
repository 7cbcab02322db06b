import { afterEach, describe, expect, it } from "@jest/globals";
import { inspect } from "node:util";
import { type Client, createClient, settingsFromEnvironment } from "../../client";
import { createdPod } from "../support/pod-samples";
import { startScriptedServer } from "../support/scripted-server";

const apiKey = "key-CANARY-7f3a";
let client: Client;
afterEach(() => client.close());

const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error as Error,
  );

describe("settings", () => {
  it.each([
    { option: "apiUrl", variable: "COMPUTE_API_URL", call: () => client.pods.get("p") },
    { option: "baseUrl", variable: "COMPUTE_BASE_URL", call: () => client.v1.pods.start("p") },
    { option: "queueUrl", variable: "COMPUTE_QUEUE_URL", call: () => client.queue("e").health() },
  ])("a missing $option names every way to set it, and only when it is needed", async ({ option, variable, call }) => {
    client = createClient({ apiKey });
    const error = await failure(call());
    expect(error).toMatchObject({ code: "configuration", setting: option });
    for (const way of [option, variable, `compute:${option}`]) expect(error?.message).toContain(way);
  });

  it("a missing key names every way to set it", async () => {
    client = createClient({ apiUrl: "http://127.0.0.1:1" });
    const error = await failure(client.pods.get("p"));
    expect(error).toMatchObject({ code: "configuration", setting: "apiKey" });
    for (const way of ["COMPUTE_API_KEY", "compute:apiKey", "createClient"]) expect(error?.message).toContain(way);
  });

  it.each([
    { why: "not a URL", apiUrl: "platform" },
    { why: "another scheme", apiUrl: "ftp://platform.example" },
    { why: "credentials", apiUrl: "https://user:CANARY@platform.example" },
    { why: "a query", apiUrl: "https://platform.example/?a=1" },
    { why: "the version", apiUrl: "https://platform.example/v2/" },
  ])("an address is refused for $why, without showing it", async ({ apiUrl }) => {
    client = createClient({ apiUrl, apiKey });
    const error = await failure(client.pods.get("p"));
    expect(error).toMatchObject({ code: "configuration", setting: "apiUrl" });
    expect(error?.message).not.toContain("CANARY");
  });

  it("a version 1 address has to end in /v1", async () => {
    client = createClient({ baseUrl: "https://platform.example", apiKey });
    expect(await failure(client.v1.pods.list())).toMatchObject({ setting: "baseUrl" });
  });

  it("a key with a line end in it is refused, without showing it", async () => {
    client = createClient({ apiUrl: "http://127.0.0.1:1", apiKey: "CANARY\r\nx: y" });
    const error = await failure(client.pods.get("p"));
    expect(error).toMatchObject({ setting: "apiKey" });
    expect(inspect(error)).not.toContain("CANARY");
  });

  it("the environment gives the four settings", () => {
    client = createClient({});
    const env = {
      COMPUTE_API_KEY: "k",
      COMPUTE_API_URL: "a",
      COMPUTE_BASE_URL: "b",
      COMPUTE_QUEUE_URL: "q",
      OTHER: "o",
    };
    expect(settingsFromEnvironment(env)).toEqual({ apiKey: "k", apiUrl: "a", baseUrl: "b", queueUrl: "q" });
  });

  it("an address may have a path and a trailing slash", async () => {
    const server = await startScriptedServer([{ status: 200, body: createdPod }]);
    try {
      client = createClient({ apiUrl: `${server.url}/gateway/`, apiKey });
      await client.pods.get("p");
      expect(server.lines).toEqual(["GET /gateway/v2/pods/p"]);
    } finally {
      await server.close();
    }
  });
});
