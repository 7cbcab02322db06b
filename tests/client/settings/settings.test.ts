import { afterEach, describe, expect, it } from "@jest/globals";
import { inspect } from "node:util";
import * as fc from "fast-check";
import { type Client, createClient, settingsFromEnvironment } from "../../../client";
import { addressOf } from "../../../client/settings/address";
import { resolveSettings } from "../../../client/settings/settings";
import { createdPod } from "../../support/pod-samples";
import { startScriptedServer } from "../../support/scripted-server";

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
    for (const way of ["COMPUTE_API_KEY", "compute:apiKey", "`apiKey`"]) expect(error?.message).toContain(way);
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

  it.each([
    { why: "without TLS beyond this machine", apiUrl: "http://platform.example", isRefused: true },
    { why: "with TLS", apiUrl: "https://127.0.0.1:1", isRefused: false },
    { why: "without TLS on this machine", apiUrl: "http://127.0.0.1:1", isRefused: false },
    { why: "without TLS on this machine, spelt otherwise", apiUrl: "http://127.1:1", isRefused: false },
    {
      why: "without TLS on a host that only looks like this machine",
      apiUrl: "http://127.0.0.1.example",
      isRefused: true,
    },
    { why: "without TLS on every interface", apiUrl: "http://0.0.0.0:1", isRefused: true },
  ])("an address $why: refused $isRefused", ({ apiUrl, isRefused }) => {
    const look = () => addressOf("api", { apiUrl });
    if (isRefused) expect(look).toThrow(/begins with http:\/\/.*COMPUTE_ALLOW_HTTP.*allowHttp/);
    else expect(look).not.toThrow();
  });

  it("a host may be reached without TLS where it is named with its port", () => {
    const allowHttp = ["emulator:8080"];
    expect(addressOf("api", { apiUrl: "http://emulator:8080", allowHttp }).origin).toBe("http://emulator:8080");
    expect(() => addressOf("api", { apiUrl: "http://emulator:8081", allowHttp })).toThrow(
      /emulator:8081 is not this machine/,
    );
    expect(resolveSettings(() => undefined, { COMPUTE_ALLOW_HTTP: "a.example, http://emulator:8080/" })).toMatchObject({
      allowHttp: ["a.example", "emulator:8080"],
    });
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

describe("a key and an address from two sources", () => {
  const foreign = "https://elsewhere.example";
  const from = (stack: Record<string, string | undefined>, env: Record<string, string | undefined>) =>
    resolveSettings((name) => stack[name], env);
  const judge = (stack: Record<string, string | undefined>, env: Record<string, string | undefined>) => () =>
    addressOf("api", from(stack, env));

  it.each([
    { why: "both from the stack", stack: { apiKey: "k", apiUrl: foreign }, env: {} },
    { why: "both from the environment", stack: {}, env: { COMPUTE_API_KEY: "k", COMPUTE_API_URL: foreign } },
    {
      why: "the stack's own key, whatever the environment has",
      stack: { apiKey: "k", apiUrl: foreign },
      env: { COMPUTE_API_KEY: "other" },
    },
    {
      why: "the stack's key with the address of whoever runs it, who can read that key",
      stack: { apiKey: "k" },
      env: { COMPUTE_API_URL: foreign },
    },
    {
      why: "an address that the environment has too",
      stack: { apiUrl: `${foreign}/` },
      env: { COMPUTE_API_KEY: "k", COMPUTE_API_URL: foreign },
    },
    {
      why: "a host that the key's owner has named",
      stack: { apiUrl: foreign },
      env: { COMPUTE_API_KEY: "k", COMPUTE_ALLOW_ENVIRONMENT_KEY: "api.example, elsewhere.example" },
    },
  ])("go together: $why", ({ stack, env }) => {
    expect(judge(stack, env)).not.toThrow();
  });

  it.each([
    { why: "the environment has no address", env: {} },
    { why: "the environment has another address", env: { COMPUTE_API_URL: "https://api.example" } },
    { why: "the environment has an empty address", env: { COMPUTE_API_URL: "" } },
    { why: "the environment has the host on another port", env: { COMPUTE_API_URL: `${foreign}:8443` } },
    { why: "the environment has the host without TLS", env: { COMPUTE_API_URL: "http://elsewhere.example" } },
    { why: "another host is allowed", env: { COMPUTE_ALLOW_ENVIRONMENT_KEY: "example" } },
    { why: "the stack's own key is empty", env: {}, stack: { apiKey: "" } },
    { why: "the stack allows it to itself", env: {}, stack: { allowEnvironmentKey: "elsewhere.example" } },
    { why: "the address is this machine, where anybody may listen", env: {}, stack: { apiUrl: "http://127.0.0.1:1" } },
  ])("do not: the key is the environment's, the address the stack's, and $why", async ({ env, stack = {} }) => {
    const settings = from({ apiUrl: foreign, ...stack }, { COMPUTE_API_KEY: "key-CANARY-7f3a", ...env });
    client = createClient(settings);
    const error = await failure(client.pods.list());
    expect(error).toMatchObject({ code: "configuration", setting: "apiUrl" });
    for (const named of ["COMPUTE_API_KEY", "compute:apiUrl", "COMPUTE_API_URL", "COMPUTE_ALLOW_ENVIRONMENT_KEY="])
      expect(error?.message).toContain(named);
    expect(inspect(error)).not.toContain("CANARY");
  });

  it("each address is judged by itself", async () => {
    const env = { COMPUTE_API_KEY: "k", COMPUTE_API_URL: "https://api.example" };
    const settings = from({ queueUrl: "https://elsewhere.example" }, env);
    expect(() => addressOf("api", settings)).not.toThrow();
    expect(() => addressOf("queue", settings)).toThrow(/compute:queueUrl, host elsewhere\.example/);
  });

  it("a key of the environment never goes to an origin that the environment does not name", () => {
    const host = fc.constantFrom("a.example", "b.example", "127.0.0.1:1", "localhost:2", "[::1]:3");
    const address = fc.tuple(fc.constantFrom("http", "https"), host).map(([scheme, name]) => `${scheme}://${name}`);
    const maybe = fc.constantFrom("", undefined);
    fc.assert(
      fc.property(
        fc.record({ apiKey: maybe, apiUrl: fc.oneof(address, maybe) }),
        fc.record({ COMPUTE_API_URL: fc.oneof(address, maybe), COMPUTE_ALLOW_ENVIRONMENT_KEY: fc.oneof(host, maybe) }),
        (stack, env) => {
          const settings = resolveSettings((name) => stack[name as keyof typeof stack], {
            ...env,
            COMPUTE_API_KEY: "k",
          });
          let origin: string;
          try {
            ({ origin } = addressOf("api", settings));
          } catch {
            return;
          }
          const named = [env.COMPUTE_API_URL, env.COMPUTE_ALLOW_ENVIRONMENT_KEY].filter(Boolean).join(" ");
          expect(named).toContain(origin.replace(/^https?:\/\//, ""));
        },
      ),
    );
  });
});
