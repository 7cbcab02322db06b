import { chmod, lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { startEmulator } from "../../emulator";
import { runEmulatorCli } from "../../emulator/cli";
import { isRefusedWebhook, openLookup } from "../../emulator/jobs/webhook-addresses";
import { fitsPattern } from "../../emulator/kernel/path-pattern";
import { clusterBody, gpuPod, usePlatform } from "./support/platform";
import { newQueue } from "./support/serverless";

const platform = usePlatform();
const control = (path: string, body?: unknown, headers = {}) =>
  platform.post(`/_emulator/${path}`, body, { key: null, headers });
const port = () => new URL(platform.emulator.apiUrl).port;

describe("who may ask", () => {
  it.each(["localhost:{port}", "127.0.0.1:{port}", "[::1]:{port}", "LOCALHOST", "127.1.2.3", "localhost:1"])(
    "the host %s is this machine",
    async (host) => {
      expect((await control("reset", undefined, { host: host.replace("{port}", port()) })).status).toBe(204);
    },
  );

  it.each(["evil.example", "evil.example:80", "localhost.evil.example", "10.0.0.1", "x", "127.0.0.1.evil.example"])(
    "the host %s is foreign, on every route",
    async (host) => {
      for (const path of ["/_emulator/state", "/_emulator/", "/v2/pods", "/v2/openapi.json"]) {
        const { status, body } = await platform.get(path, { headers: { host } });
        expect([status, body.detail]).toEqual([403, expect.stringContaining("--allow-host")]);
      }
    },
  );

  it("names that are allowed, and its own --host, are its own", async () => {
    const emulator = await startEmulator({ host: "0.0.0.0", allowHosts: ["emulator.test"], speed: 0 });
    const ask = async (host: string) => {
      const url = new URL(emulator.apiUrl);
      const { request } = await import("undici");
      const answer = await request(`http://127.0.0.1:${url.port}/_emulator/state`, { headers: { host } });
      await answer.body.dump();
      return answer.statusCode;
    };
    expect(await ask("emulator.test:8080")).toBe(200);
    expect(await ask("Emulator.Test")).toBe(200);
    expect(await ask("0.0.0.0")).toBe(200);
    expect(await ask("other.test")).toBe(403);
    await emulator.close();
  });

  it.each([
    { origin: "http://evil.example" },
    { origin: "null" },
    { origin: "http://localhost:1" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ])("a page of another origin is refused: %j", async (headers) => {
    await platform.create("/v2/pods", gpuPod());
    expect((await control("reset", undefined, headers)).status).toBe(403);
    expect((await platform.get("/_emulator/dump", { headers: headers as never })).status).toBe(403);
    expect((await platform.post("/v2/pods", gpuPod(), { headers: headers as never })).status).toBe(403);
    expect(platform.emulator.store.pods.size).toBe(1);
  });

  it("its own page may, and a link may lead to the page and to nothing else", async () => {
    const own = { origin: platform.emulator.apiUrl, "sec-fetch-site": "same-origin" };
    expect((await control("clock", { advanceMs: 1 }, own)).status).toBe(200);
    const visit = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    expect((await platform.get("/_emulator/", { headers: visit })).status).toBe(200);
    expect((await platform.get("/_emulator/dump", { headers: visit })).status).toBe(403);
    const framed = { ...visit, "sec-fetch-dest": "iframe" };
    expect((await platform.get("/_emulator/", { headers: framed })).status).toBe(403);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""])(
    "A-16: a body sent as %j is 415, on all surfaces and its own routes",
    async (type) => {
      const headers = { "content-type": type };
      const queue = await newQueue(platform, {});
      for (const path of [
        "/v2/pods",
        "/v1/pods",
        `/queue/v2/${queue.id}/run`,
        "/_emulator/clock",
        "/_emulator/reset",
      ]) {
        expect([path, (await platform.post(path, "{}", { headers })).status]).toEqual([path, 415]);
      }
      expect(
        (await control("clock", '{"advanceMs":1}', { "content-type": "Application/JSON; charset=utf-8" })).status,
      ).toBe(200);
      expect((await platform.post("/_emulator/reset", undefined, { headers })).status).toBe(204);
    },
  );

  it("every answer is inert in a browser, whatever it is", async () => {
    platform.emulator.faults.add({
      path: "/v2/pods",
      phase: "before",
      headers: { "content-type": "text/html" },
      body: "<b>",
    });
    const paths = [
      "/v2/pods",
      "/v2/pods",
      "/none",
      "/_emulator/state",
      "/_emulator/none",
      "/_emulator/",
      "/v1/docs",
      "/_emulator",
    ];
    for (const path of paths) {
      const { headers } = await platform.get(path);
      expect(headers["content-security-policy"]).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "x-frame-options": "DENY" });
    }
    const set = (headers: object) => control("faults", { phase: "before", headers });
    expect((await set({ "Content-Security-Policy": "default-src *" })).status).toBe(400);
    expect((await set({ "content-length": "5" })).status).toBe(400);
    expect((await set({ "a b": "x" })).status).toBe(400);
    expect((await set({ a: "x\r\ny: z" })).status).toBe(400);
  });

  it("--control-token: its own routes want it, the platform and the page's markup do not", async () => {
    const emulator = await startEmulator({ speed: 0, controlToken: "let-me-in" });
    const ask = async (path: string, authorization: string) =>
      (await fetch(emulator.apiUrl + path, { headers: { authorization } })).status;
    expect(await ask("/_emulator/state", "")).toBe(401);
    expect(await ask("/_emulator/state", "Bearer let-me-i")).toBe(401);
    expect(await ask("/_emulator/state", "Bearer let-me-in")).toBe(200);
    expect(await ask("/_emulator/", "")).toBe(200);
    expect(await ask("/v2/pods", `Bearer ${emulator.apiKey}`)).toBe(200);
    await emulator.close();
  });

  it("beyond loopback it says so, and what to do", async () => {
    const run = async (...argv: string[]) => {
      let error = "";
      await runEmulatorCli(argv, {
        env: {},
        out: () => undefined,
        error: (text) => void (error += text),
        stop: async () => undefined,
      });
      return error;
    };
    expect(await run("--host", "0.0.0.0")).toMatch(/warning: .*0\.0\.0\.0.*--control-token/);
    expect(await run("--host", "0.0.0.0", "--control-token", "t")).toMatch(/warning: .*plain text/);
    expect(await run()).not.toContain("warning");
    expect(await run("--allow-host", "http://x")).toContain("--allow-host takes a name");
  });
});

describe("what is given away", () => {
  it("a dump has no secret in it unless asked for, and can be loaded with or without", async () => {
    const canary = "canary-77";
    await platform.create("/v2/registries", { name: "r", username: `${canary}-u`, password: `${canary}-p` });
    await platform.create("/v2/pods", gpuPod({ env: { TOKEN: `${canary}-env` } }));
    await platform.advance(10_000);
    await platform.create("/v2/templates", { name: "t", image: "i", env: { T: `${canary}-template` } });
    await platform.create("/v2/account/secrets", { name: "s", value: `${canary}-secret` });
    await platform.create("/v2/clusters", clusterBody());
    const queue = await newQueue(platform, { env: { Q: `${canary}-queue` } });
    await platform.patch(`/v2/serverless/${queue.id}`, { env: { Q: `${canary}-again` } });
    const s3Config = { accessId: canary, accessSecret: canary, bucketName: "b", endpointUrl: "https://s3.example" };
    await platform.post(`/queue/v2/${queue.id}/run`, { input: {}, webhook: `http://127.0.0.1:1/${canary}`, s3Config });
    await control("keys", { key: `${canary}-key` });
    const masked = (await platform.get("/_emulator/dump")).body;
    expect(JSON.stringify(masked)).not.toContain(canary);
    expect(JSON.stringify(masked)).not.toContain(platform.emulator.apiKey);
    const full = (await platform.get("/_emulator/dump?secrets=true")).body;
    for (const dump of [masked, full]) {
      expect((await control("load", dump)).status).toBe(204);
      expect((await platform.get("/v2/pods")).body.pods).toHaveLength(1);
    }
    expect((await platform.get("/_emulator/dump?secrets=true")).body).toEqual(full);
  });
});

describe("what it takes", () => {
  it.each([
    ["/v2/pods", "/v2/pods", true],
    ["/v2/pods/:id", "/v2/pods/a", true],
    ["/v2/pods/:id", "/v2/pods/a/action", false],
    ["/v2/pods/:id", "/v2/pods/", false],
    ["/v2/*", "/v2/a/b", true],
    ["/v2/*/action", "/v2/pods/p/action", true],
    ["*", "", true],
    ["/*/:id/x", "/a/b/c/x", true],
    ["/v2/pods", "/v2/podsx", false],
    ["/v2.pods", "/v2/pods", false],
  ])("the pattern %s and the path %s: %s", (pattern, path, fits) => {
    expect(fitsPattern(pattern, path)).toBe(fits);
  });

  it("a pattern that would keep an expression busy for ever is nothing to it", async () => {
    const path = "*a".repeat(100);
    for (let i = 0; i < 200; i++) platform.emulator.faults.add({ path, phase: "before", times: "always" });
    expect((await platform.get(`/v2/${"a".repeat(10_000)}b`)).status).toBe(404);
    expect((await control("faults", { path: "/v2/pods", phase: "before" })).status).toBe(400);
  });

  it("numbers have bounds, and the clock an end", async () => {
    for (const advanceMs of [1e308, 1e15, -1]) expect((await control("clock", { advanceMs })).status).toBe(422);
    expect((await control("settings", { provisioningMs: Number.MAX_SAFE_INTEGER })).status).toBe(422);
    expect((await control("faults", { phase: "slow", delayMs: 1e15 })).status).toBe(422);
    platform.emulator.clock.set(Date.UTC(9_998, 11, 31));
    expect((await control("clock", { advanceMs: 366 * 86_400_000 })).status).toBe(400);
    expect((await platform.get("/_emulator/clock")).body.now).toBe("9998-12-31T00:00:00.000Z");
  });

  it("a dump that is none changes nothing", async () => {
    const pod = await platform.runningPod();
    const dump = (await platform.get("/_emulator/dump?secrets=true")).body;
    const wrong: readonly object[] = [
      { pods: [{}] },
      { pods: [{ ...dump.pods[0], stockId: "nowhere" }] },
      { pods: [{ ...dump.pods[0], gpu: { id: "x", count: 1e9 } }] },
      { pods: [{ ...dump.pods[0], cluster: { id: "none", rank: 0 } }] },
      { now: 1e300 },
      { sequence: "1" },
      { account: null },
      { version: { toString: 1 } },
    ];
    for (const part of wrong) {
      const { status, body } = await control("load", { ...dump, ...part });
      expect([part, status, typeof body.detail]).toEqual([part, expect.any(Number), "string"]);
      expect([400, 422]).toContain(status);
    }
    expect((await platform.get(`/v2/pods/${pod.id}`)).body).toEqual(pod);
  });

  it("a job that asks its worker for more than there is room for fails", async () => {
    const queue = await newQueue(platform, {});
    const id = await queue.run({ $emulate: { chunks: 1e9 } });
    await platform.advance(60_000);
    expect((await platform.get(`/queue/v2/${queue.id}/status/${id}`)).body).toMatchObject({
      status: "FAILED",
      error: expect.stringContaining("chunks"),
    });
  });
});

describe("where webhooks go", () => {
  const urls = [
    "http://169.254.169.254/latest/",
    "http://0xa9fea9fe/",
    "http://[::ffff:169.254.169.254]/",
    "http://2852039166/",
    "http://0251.0376.0251.0376/",
    "http://169.254.169.254./",
    "http://[::a9fe:a9fe]/",
    "http://[::ffff:0:a9fe:a9fe]/",
    "http://[64:ff9b::a9fe:a9fe]/",
    "http://[64:ff9b:1::a9fe:a9fe]/",
    "http://[2002:a9fe:a9fe::]/",
    "http://[fe80::1]/",
    "http://[fd00:ec2::254]/",
    "http://100.100.100.200/",
  ];

  it.each(urls)("not to %s", async (webhook) => {
    const queue = await newQueue(platform, {});
    const { status, body } = await platform.post(`/queue/v2/${queue.id}/run`, { input: {}, webhook });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("--allow-webhook")]);
    expect(isRefusedWebhook(webhook, [new URL(webhook).hostname.replace(/^\[|\]$/g, "")])).toBe(false);
  });

  it("not to a name that stands for such an address; to this machine, yes", async () => {
    const found = (address: string, allowed: readonly string[] = []) =>
      new Promise((resolve) => {
        const lookup = (_: string, __: object, done: (...args: unknown[]) => void) =>
          done(null, [{ address, family: 4 }]);
        openLookup(allowed, lookup as never)("metadata.test", {}, (error, to) => resolve(error?.message ?? to));
      });
    expect(await found("169.254.169.254")).toContain("which webhooks do not go to");
    expect(await found("169.254.169.254", ["metadata.test"])).toBe("169.254.169.254");
    expect(await found("127.0.0.1")).toBe("127.0.0.1");
    let told: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (told = resolve));
    const server = createServer((_, answer) => {
      answer.end();
      told();
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const queue = await newQueue(platform, {});
    const webhook = `http://localhost:${(server.address() as AddressInfo).port}/`;
    await platform.post(`/queue/v2/${queue.id}/run`, { input: {}, webhook });
    await platform.advance(10_000);
    await arrived;
    server.close();
    server.closeAllConnections();
  });
});

describe("the state file", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "strangers-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("is for its owner alone, and no link that somebody laid is written through or read", async () => {
    const [victim, stateFile] = [join(folder, "victim"), join(folder, "state.json")];
    await writeFile(victim, "precious");
    // The name that it used to write under.
    await symlink(victim, `${stateFile}.${process.pid}.tmp`);
    const emulator = await startEmulator({ stateFile, speed: 0 });
    await emulator.close();
    expect(await readFile(victim, "utf8")).toBe("precious");
    expect((await stat(stateFile)).mode & 0o777).toBe(0o600);
    expect((await lstat(stateFile)).isFile()).toBe(true);
    expect((await readdir(folder)).filter((name) => /\.[\da-f]{24}\.tmp$/.test(name))).toEqual([]);
    await chmod(stateFile, 0o644);
    await (await startEmulator({ stateFile, speed: 0 })).close();
    expect((await stat(stateFile)).mode & 0o777).toBe(0o600);
    const link = join(folder, "link.json");
    await symlink(stateFile, link);
    await expect(startEmulator({ stateFile: link })).rejects.toThrow("is a symbolic link");
    await writeFile(join(folder, "bad.json"), '{"version":1,"secret"');
    await expect(startEmulator({ stateFile: join(folder, "bad.json") })).rejects.toThrow(/bad\.json is not the JSON/);
  });
});
