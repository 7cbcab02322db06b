import { describe, expect, it } from "@jest/globals";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { pods } from "../../../api/pods";
import { channels, version, type Client, type RequestEvent, type ResponseEvent } from "../../../client";
import { Transport } from "../../../client/http/transport";
import { ManualClock } from "../../support/manual-clock";
import { createdPod, podCreate } from "../../support/pod-samples";
import { failureOf, useScriptedClient } from "../../support/scripted-client";
import { absent, type Script } from "../../support/scripted-server";

const apiKey = "key-CANARY-7f3a";
let client: Client;
const against = useScriptedClient((made) => (client = made), { apiKey });

const ok = { status: 200, body: createdPod };
const job = { status: 200, body: { id: "j", status: "IN_QUEUE" } };

describe("authorization", () => {
  it("A-1, A-2: sends the key as a bearer token, and says who it is", async () => {
    const { asked } = await against([ok], { userAgent: "my-tool/1.2" });
    await client.pods.get("p");
    expect(asked[0]?.headers).toMatchObject({
      authorization: `Bearer ${apiKey}`,
      accept: "application/json",
      "user-agent": expect.stringMatching(/^my-tool\/1\.2 pulumi-compute-platform\/\d+\.\d+\.\d+ node\/\d+/),
    });
  });

  it("A-3: sends Bearer on the queue, or the bare key when told to", async () => {
    for (const [options, sent] of [[{}, `Bearer ${apiKey}`] as const, [{ queueAuth: "bare" }, apiKey] as const]) {
      const { asked } = await against([job], options);
      await client.queue("e").status("j");
      expect(asked.map(({ headers }) => headers.authorization)).toEqual([sent]);
    }
  });

  it("A-3: sends nothing to a queue with a form of authorization that there is not", async () => {
    const { asked } = await against([job], { queueAuth: "basic" as "bare" });
    await expect(client.queue("e").status("j")).rejects.toMatchObject({ code: "configuration", setting: "queueAuth" });
    expect(asked).toEqual([]);
  });

  it("A-10: a body is application/json, and without one there is no content type", async () => {
    const { asked } = await against([{ status: 201, body: createdPod }, ok]);
    await client.pods.create(podCreate);
    await client.pods.get("p");
    expect(asked.map(({ headers }) => headers["content-type"])).toEqual(["application/json", undefined]);
    expect(JSON.parse(asked[0]?.body ?? "")).toEqual(podCreate);
  });

  it("J-55: cancel, retry and purge have no body and say application/json all the same, as published clients do", async () => {
    const { asked } = await against([job, job, { status: 200, body: { removed: 0, status: "completed" } }]);
    const queue = client.queue("e");
    await queue.cancel("j");
    await queue.retry("j");
    await queue.purgeQueue();
    expect(asked.map(({ headers, body }) => [headers["content-type"], body])).toEqual([
      ["application/json", ""],
      ["application/json", ""],
      ["application/json", ""],
    ]);
  });

  it("a header that can't be sent is an error at once: nothing was sent, and nothing is tried again", async () => {
    const clock = new ManualClock();
    await against([ok], { clock, userAgent: "two\nlines" });
    const ends = [await failureOf(client.pods.get("p")), await failureOf(client.pods.logs("p").next())];
    for (const end of ends) expect(end).toMatchObject({ code: "invalid_request", outcome: "not-sent" });
    expect(clock.sleeps).toEqual([]);
  });

  it("the version it tells is the package's", () => {
    expect(JSON.parse(readFileSync("package.json", "utf8"))).toMatchObject({ version });
  });
});

describe("paths and queries", () => {
  it.each([
    ["NVIDIA L40S", "NVIDIA%20L40S"],
    ["a/b", "a%2Fb"],
    ["../x", "..%2Fx"],
    ["%2e%2e", "%252e%252e"],
    ["a?b#c", "a%3Fb%23c"],
    ["ü", "%C3%BC"],
  ])("A-71: the id %j stays in its segment", async (id, encoded) => {
    const { lines } = await against([ok]);
    await client.pods.get(id);
    expect(lines).toEqual([`GET /v2/pods/${encoded}`]);
  });

  it.each(["", ".", "..", "\ud800"])("A-70: the id %j is refused before sending", async (id) => {
    const { lines } = await against([ok]);
    const error = await failureOf(client.pods.get(id));
    expect(error).toMatchObject({ code: "invalid_request", outcome: "not-sent", issues: [{ path: "$.path.id" }] });
    expect(lines).toEqual([]);
  });

  it("A-73: arrays are comma-separated on version 2 and repeated on version 1; an empty one is left out", async () => {
    const { lines } = await against([
      { status: 200, body: { gpus: [] } },
      { status: 200, body: [] },
    ]);
    await client.catalog.gpus({
      include: ["AVAILABILITY"],
      product: ["POD", "SERVERLESS"],
      cudaVersions: [],
      count: 2,
    });
    await client.v1.pods.list({ gpuTypeId: ["NVIDIA L40S", "NVIDIA A40"], includeMachine: true });
    expect(lines).toEqual([
      "GET /v2/catalog/gpus?include=AVAILABILITY&product=POD,SERVERLESS&count=2",
      "GET /v1/pods?gpuTypeId=NVIDIA%20L40S&gpuTypeId=NVIDIA%20A40&includeMachine=true",
    ]);
  });

  it("A-28: every violation is listed at once, with its path and without its value", async () => {
    const { lines } = await against([ok]);
    const body = {
      name: "",
      gpu: { id: "g", count: 0 },
      colour: "CANARY",
      ports: ["CANARY/udp"],
      env: { A: 1 },
    } as never;
    const error = await failureOf(client.pods.create(body));
    expect(error).toMatchObject({ code: "invalid_request", outcome: "not-sent", request: "POST /v2/pods" });
    const { issues } = error as unknown as { issues: { path: string }[] };
    expect(issues.map(({ path }) => path).sort()).toEqual(["$", "$.env.A", "$.gpu.count", "$.name", "$.ports[0]"]);
    expect(inspect(error)).not.toContain("CANARY");
    expect(lines).toEqual([]);
  });

  it("A-45: what exists only on create is refused on update", async () => {
    const { lines } = await against([ok]);
    const error = await failureOf(client.pods.update("p", { cloud: "SECURE", startSsh: true } as never));
    expect(error?.message).toMatch(/cloud.*startSsh/);
    expect(lines).toEqual([]);
  });

  it("P-3: a body above 102,400 bytes is refused before sending", async () => {
    const { lines } = await against([ok]);
    const error = await failureOf(client.pods.create({ ...podCreate, env: { A: "x".repeat(102_400) } }));
    expect(error?.message).toMatch(/102\d\d\d bytes are more than the 102400 allowed/);
    expect(lines).toEqual([]);
  });

  it("A-84: an empty update of a volume is refused before sending", async () => {
    const { lines } = await against([ok]);
    expect(await failureOf(client.networkVolumes.update("v", {}))).toMatchObject({ code: "invalid_request" });
    expect(lines).toEqual([]);
  });
});

describe("answers", () => {
  it("A-44, E-15: an endpoint of a type not known yet is read with the addresses it has", async () => {
    const endpoint = {
      id: "e1",
      name: "n",
      type: "STREAM",
      requestUrls: { connect: "https://example.com/connect" },
      workers: { min: 0, max: 1 },
      scaling: { type: "CONNECTIONS", connections: 5 },
      dataCenterIds: [],
      networkVolumes: [],
      timeout: 1,
      flashboot: "OFF",
      createdAt: "2026-05-05T08:00:00Z",
    };
    await against([{ status: 200, body: { endpoints: [endpoint] } }]);
    expect((await client.serverless.list()).endpoints).toEqual([endpoint]);
  });

  it("A-44, K-22: unknown members and enum values pass through", async () => {
    const body = { ...createdPod, status: "HIBERNATING", colour: "red", gpu: { id: "g", count: 1, pcie: 4 } };
    await against([{ status: 200, body }]);
    expect(await client.pods.get("p")).toEqual(body);
  });

  it("a member named __proto__ is only a member", async () => {
    await against([{ status: 200, body: JSON.stringify(createdPod).replace("{", '{"__proto__":{"polluted":true},') }]);
    await client.pods.get("p");
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it("A-12: a 204 has no body", async () => {
    await against([{ status: 204 }]);
    expect(await client.clusters.delete("c")).toBeUndefined();
  });

  it("O-20: the body of an action on version 1 is not read", async () => {
    await against([{ status: 200, body: "not { json" }]);
    expect(await client.v1.pods.start("p")).toBeUndefined();
  });

  it.each([
    [400, "bad_request", "refused"],
    [401, "unauthenticated", "refused"],
    [402, "payment_required", "refused"],
    [403, "forbidden", "refused"],
    [404, "not_found", "refused"],
    [405, "api_error", "refused"],
    [409, "conflict", "refused"],
    [413, "too_large", "refused"],
    [422, "unprocessable", "refused"],
    [500, "server_error", "unknown"],
    [302, "api_error", "refused"],
  ])("A-11: %i is %s, with what was tried, what came back and what was done", async (status, code, outcome) => {
    const body = { title: "T", status, detail: "the detail.", errors: ["$.a: wrong"], extra: 1 };
    await against([{ status, body, headers: { "x-request-id": "req-9" } }], { retry: { attempts: 1 } });
    const error = await failureOf(client.clusters.get("c1"));
    expect(error).toMatchObject({
      code,
      status,
      outcome,
      request: "GET /v2/clusters/c1",
      detail: "the detail.",
      requestId: "req-9",
    });
    expect(error).toMatchObject({ errors: ["$.a: wrong"] });
    expect(error?.message).toMatch(
      new RegExp(
        `^GET /v2/clusters/c1 failed with ${status}: the detail \\[\\$\\.a: wrong\\] \\(request req-9\\)\\. .+`,
      ),
    );
  });

  it.each([
    { what: "O-3: version 1's message", body: { message: "no" }, detail: "no" },
    { what: "J-65: the queue's error", body: { error: "no" }, detail: "no" },
    { what: "a page of a proxy", body: "<html><b>Bad</b> gateway</html>", detail: "Bad gateway" },
    { what: "O-3: the message beside a null", body: { title: "T", detail: null, message: "no" }, detail: "no" },
    {
      what: "A-44: the sentence beside errors of another make",
      body: { detail: "no", errors: [{ a: 1 }] },
      detail: "no",
    },
    { what: "A-44: the sentence beside a map of errors", body: { message: "no", errors: { a: ["b"] } }, detail: "no" },
    { what: "nothing", body: undefined, detail: "HTTP 400" },
  ])("$what is the detail", async ({ body, detail }) => {
    await against([{ status: 400, body }]);
    expect(await failureOf(client.pods.get("p"))).toMatchObject({ detail });
  });

  it.each([
    ["a web page", { headers: { "content-type": "text/html" }, body: "<h1>404 Not Found</h1>" }],
    ["another gateway's words", { body: { message: "no Route matched with those values" } }],
    ["another server's words", { body: { detail: "Not Found" } }],
    ["no body", {}],
    ["a text", { headers: { "content-type": "text/plain" }, body: "404 page not found" }],
  ])("A-24: a 404 with %s is not the platform's, so nothing is gone and nothing counts as deleted", async (_, said) => {
    await against([{ status: 404, ...said }]);
    for (const call of [client.pods.get("p"), client.pods.delete("p")]) {
      const error = (await failureOf(call)) as Error;
      expect(error).toMatchObject({ code: "api_error", status: 404, outcome: "refused" });
      expect(error.message).toMatch(/not the platform's answer; check the address, and any proxy on the way to it/);
      expect(error.message).not.toContain("does not exist");
    }
  });

  it("J-62, O-4: the queue and the account's older interface have a 404 of their own", async () => {
    await against([
      { status: 404, body: { error: "job not found" } },
      { status: 404, body: { message: "no such name" } },
    ]);
    expect(await failureOf(client.queue("e").health())).toMatchObject({ code: "not_found" });
    expect(await failureOf(client.registries.delegations.list())).toMatchObject({ code: "api_error" });
  });

  it("A-24: what is gone counts as deleted, and only on delete", async () => {
    await against([absent("gone")]);
    await client.pods.delete("p");
    expect(await failureOf(client.pods.update("p", {}))).toMatchObject({ code: "not_found" });
  });
});

describe("nothing", () => {
  const { runtime: _, ...withoutRuntime } = createdPod;

  it.each([
    ["null where it should be absent", { ...createdPod, cpu: null, cluster: null }, createdPod],
    ["absent where it should be null", withoutRuntime, createdPod],
    [
      "null inside an object",
      {
        ...createdPod,
        mounts: { ...createdPod.mounts, network: null },
        globalNetworking: { enabled: false, ip: null },
      },
      createdPod,
    ],
  ])("A-75: %s is read as what it means", async (_what, body, expected) => {
    await against([{ status: 201, body }]);
    expect(await client.pods.create(podCreate)).toEqual(expected);
  });

  it.each([{}, { gpus: [{}], cpu: {}, memory: {}, ports: [{}] }, { gpus: [{ util: null }], cpu: null }])(
    "P-30: no figure of a pod's runtime is required: %j",
    async (runtime) => {
      await against([{ status: 200, body: { ...createdPod, status: "RUNNING", runtime } }]);
      expect(await client.pods.get("p")).toMatchObject({ id: createdPod.id, status: "RUNNING" });
    },
  );

  it("A-75: what may be neither null nor absent is refused", async () => {
    await against([{ status: 200, body: { ...createdPod, name: null } }]);
    expect(await failureOf(client.pods.get("p"))).toMatchObject({ code: "response_shape" });
  });
});

describe("watching", () => {
  it("hooks and channels tell each attempt, without headers, query or body", async () => {
    const told: (RequestEvent | ResponseEvent)[] = [];
    const hooks = { onRequest: (e: RequestEvent) => told.push(e), onResponse: (e: ResponseEvent) => told.push(e) };
    const heard: unknown[] = [];
    const listen = (event: unknown) => heard.push(event);
    await against([{ status: 503 }, { status: 200, body: { pods: [] } }], { hooks, random: () => 0.5 });
    for (const name of Object.values(channels)) subscribe(name, listen);
    await client.pods.list({ limit: 7 });
    for (const name of Object.values(channels)) unsubscribe(name, listen);
    const request = { operation: "P-1", method: "GET", route: "/v2/pods", path: "/v2/pods" };
    expect(told).toEqual([
      { ...request, attempt: 1 },
      { ...request, attempt: 1, status: 503, bytes: 0, durationMs: 0, error: expect.anything(), retryInMs: 125 },
      { ...request, attempt: 2 },
      { ...request, attempt: 2, status: 200, bytes: 11, durationMs: 0 },
    ]);
    expect(heard).toEqual(told);
    expect(inspect(told, { depth: 9 })).not.toContain("CANARY");
  });

  it("a hook that throws does not break the call", async () => {
    const hooks = {
      onRequest: () => {
        throw new Error("mine");
      },
    };
    await against([ok], { hooks });
    expect(await client.pods.get("p")).toMatchObject({ id: createdPod.id });
  });
});

describe("ending a call", () => {
  const silent: Script = () => undefined;
  const halfway: Script = (_, response) => void response.writeHead(200).write("{");

  it("an AbortSignal ends it with the caller's own reason", async () => {
    await against([silent]);
    const stop = new AbortController();
    const call = failureOf(client.pods.get("p", { signal: stop.signal }));
    setImmediate(() => stop.abort(new Error("enough")));
    expect(await call).toMatchObject({ message: "enough" });
    expect(await failureOf(client.pods.get("p", { signal: stop.signal }))).toMatchObject({ message: "enough" });
  });

  it.each([
    { phase: "headers", timeouts: { headersMs: 30 }, script: silent },
    { phase: "total", timeouts: { totalMs: 1_000 }, script: silent },
    { phase: "body", timeouts: { bodyMs: 30 }, script: halfway },
  ])("a call that takes too long is a timeout of its $phase", async ({ phase, timeouts, script }) => {
    await against([script], { timeouts, retry: { attempts: 1 } });
    const error = await failureOf(client.pods.get("p"));
    expect(error).toMatchObject({ code: "timeout", phase, outcome: "unknown", request: "GET /v2/pods/p" });
  });

  it("a call that has a deadline ends by then, whatever its time limits allow", async () => {
    const { url } = await against([silent]);
    const { clock, call } = new Transport({ apiUrl: url, apiKey });
    const error = await failureOf(call(pods.get, { params: { id: "p" }, deadline: clock.now() + 30 }));
    expect(error).toMatchObject({ code: "timeout", phase: "total", request: "GET /v2/pods/p" });
  });

  it("close is harmless, twice and before use; the client goes on with new connections", async () => {
    await against([ok]);
    await client.close();
    await client.pods.get("p");
    await client.close();
    await client.close();
    expect(await client.pods.get("p")).toMatchObject({ id: createdPod.id });
  });
});
