import { connect } from "node:net";
import { describe, expect, it } from "@jest/globals";
import { cpuPod, gpuPod, usePlatform } from "../support/platform";
import { newQueue } from "../support/serverless";

const platform = usePlatform();
const notJson = "{";

describe("A-32: what a path names is looked for before the body and the query are", () => {
  it.each([
    ["PATCH", "/v2/pods/none", notJson],
    ["POST", "/v2/pods/none/action", notJson],
    ["GET", "/v2/pods/none/logs?tail=-1"],
    ["PATCH", "/v2/clusters/none", notJson],
    ["PATCH", "/v2/network-volumes/none", notJson],
    ["PATCH", "/v2/templates/none", notJson],
    ["PATCH", "/v2/templates/t0official", notJson],
    ["PATCH", "/v2/account/secrets/none", notJson],
    ["PATCH", "/v2/serverless/none", notJson],
    ["GET", "/v2/serverless/none/releases?limit=0"],
    ["GET", "/v2/catalog/gpus/none?count=0"],
    ["GET", "/v2/catalog/cpus/none?vcpuCount=1"],
    ["GET", "/v2/catalog/datacenters/none?include=x"],
    ["POST", "/queue/v2/none/run", notJson],
    ["PATCH", "/v1/pods/none", notJson],
    ["POST", "/v1/pods/none/update", notJson],
    ["PATCH", "/v1/networkvolumes/none", notJson],
    ["POST", "/v1/networkvolumes/none/update", notJson],
    ["PATCH", "/v1/endpoints/none", notJson],
    ["PATCH", "/v1/templates/none", notJson],
    ["PATCH", "/v1/templates/t0official", notJson],
  ])("%s %s → 404", async (...[method = "", path = "", body]: string[]) => {
    expect((await platform.call(method, path, body)).status).toBe(404);
  });

  it("E-10, J-62: so are the workers, builds and jobs of an endpoint", async () => {
    const queue = await newQueue(platform);
    const wrongs = [
      await platform.get(`/v2/serverless/${queue.id}/workers/none/logs?tail=-1`),
      await platform.get(`/v2/serverless/${queue.id}/builds/none`),
      await queue.get("status/none?ttl=x"),
      await queue.get("status-sync/none?wait=1"),
    ];
    expect(wrongs.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

describe("paths and methods", () => {
  it.each(["/", "/foo", "/favicon.ico", "/queue"])("A-1, A-15: %s is an unknown path like any other", async (path) => {
    expect((await platform.get(path, { key: null })).status).toBe(401);
    expect(await platform.get(path)).toMatchObject({ status: 404, body: { title: "Not Found", status: 404 } });
    expect(platform.emulator.requests.list().map((entry) => [entry.path, entry.status])).toEqual([
      [path, 401],
      [path, 404],
    ]);
  });

  it("A-6, A-14: an interface document asked for by another method gives 405 and names its own", async () => {
    for (const path of ["/v2/openapi.json", "/v1/openapi.json", "/v1/docs"]) {
      const reply = await platform.post(path, {});
      expect([reply.status, reply.headers.allow]).toEqual([405, "GET"]);
    }
  });

  it("the emulator's own paths name their methods too", async () => {
    const wrong = await platform.call("PUT", "/_emulator/faults", undefined, { key: null });
    expect([wrong.status, wrong.headers.allow]).toEqual([405, "DELETE, GET, POST"]);
    expect((await platform.get("/_emulator/none", { key: null })).status).toBe(404);
  });

  it("A-13, A-14: HEAD of a log stream ends, and leaves the connection to the next request", async () => {
    const { id } = await platform.runningPod();
    const socket = connect(Number(new URL(platform.emulator.apiUrl).port), "127.0.0.1");
    const auth = `Host: localhost\r\nAuthorization: Bearer ${platform.emulator.apiKey}\r\n`;
    let text = "";
    socket.on("data", (chunk) => (text += String(chunk)));
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.write(`HEAD /v2/pods/${id}/logs HTTP/1.1\r\n${auth}\r\n`);
    socket.write(`GET /v2/pods/none HTTP/1.1\r\n${auth}Connection: close\r\n\r\n`);
    await closed;
    expect(text).toMatch(/^HTTP\/1\.1 200 [\s\S]*text\/event-stream[\s\S]*\r\n\r\nHTTP\/1\.1 404 /);
  });
});

describe("sizes and amounts", () => {
  it("P-3: a body of 102,400 bytes passes even where its JSON is written shorter than usual", async () => {
    const short = JSON.stringify(gpuPod({ env: { FILL: "@" } })).replace(/}$/, ',"disk":1e9}');
    const body = short.replace("@", "x".repeat(102_400 - short.length + 1));
    expect(Buffer.byteLength(body)).toBe(102_400);
    expect((await platform.call("POST", "/v2/pods", body)).body).toMatchObject({ disk: 1e9 });
    expect((await platform.call("POST", "/v2/pods", body.replace("FILL", "FILL1"))).status).toBe(413);
  });

  it("P-61, A-74: a price times a count has no binary dust", async () => {
    const gpu = { id: "NVIDIA GeForce RTX 4090", count: 3 };
    expect((await platform.create("/v2/pods", gpuPod({ gpu }))).cost).toBe(2.07);
    const cpu = { id: "cpu5c", vcpuCount: 8 };
    expect((await platform.create("/v2/pods", cpuPod({ cpu }))).cost).toBe(0.28);
  });
});
