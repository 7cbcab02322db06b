import { connect, type Socket } from "node:net";
import { describe, expect, it } from "@jest/globals";
import { cpuPod, gpuPod, usePlatform } from "./support/platform";

const platform = usePlatform();
const auth = "Authorization: Bearer emulator-key\r\n";

function open(): Socket {
  const { port } = new URL(platform.emulator.apiUrl);
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("error", () => undefined);
  return socket;
}

/** Sends raw bytes and returns all that comes until the other side ends. */
async function raw(...parts: readonly (string | Buffer)[]): Promise<string> {
  const socket = open();
  const received: Buffer[] = [];
  socket.on("data", (chunk) => received.push(chunk));
  const closed = new Promise((resolve) => socket.once("close", resolve));
  for (const part of parts) socket.write(part);
  await closed;
  return Buffer.concat(received).toString();
}

const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${auth}Content-Type: application/json\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const get = (path: string) => raw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${auth}Connection: close\r\n\r\n`);

async function expectAlive(): Promise<void> {
  expect((await platform.get("/v2/pods")).status).toBe(200);
}

describe("hostile input", () => {
  it.each([
    "GARBAGE\r\n\r\n",
    "GET /v2/pods HTTP/9.9\r\n\r\n",
    "GET /v2/pods HTTP/1.1\r\nHost: localhost\r\nbad header\r\n\r\n",
    `POST /v2/pods HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n`,
    `POST /v2/pods HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\nzz\r\n`,
    `GET /v2/pods HTTP/1.1\r\nHost: localhost\r\nX: ${"a".repeat(70_000)}\r\n\r\n`,
    "GET /v2/pods HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n",
    "\0\x01\x02\x03\r\n\r\n",
  ])("A-20: malformed HTTP %# is refused and the connection ended", async (bytes) => {
    expect(await raw(bytes)).toMatch(/^HTTP\/1\.1 4\d\d /);
    await expectAlive();
  });

  it("A-27: a body announced as 100 MB is refused without being read", async () => {
    const head = `POST /v2/pods HTTP/1.1\r\nHost: localhost\r\n${auth}Content-Length: 104857600\r\n\r\n`;
    const answer = await raw(head);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer.toLowerCase()).toContain("connection: close");
    await expectAlive();
  });

  it("A-27: a client that sends 20 MB before it reads still gets to read its 413", async () => {
    const env = { A: "x".repeat(20 * 1024 * 1024) };
    for (let i = 0; i < 3; i++) expect((await platform.post("/v2/pods", gpuPod({ env }))).status).toBe(413);
  });

  it("a client that goes away while it sends is no mistake of anybody's", async () => {
    const socket = open();
    socket.write(`POST /v2/registries HTTP/1.1\r\nHost: localhost\r\n${auth}Content-Length: 100\r\n\r\n{`);
    await expectAlive();
    socket.destroy();
    await expectAlive();
    expect(platform.emulator.store.defects).toEqual([]);
  });

  it("A-27: a body of unannounced length is cut off at the limit, with memory bounded", async () => {
    const { port } = new URL(platform.emulator.apiUrl);
    const before = process.memoryUsage().rss;
    const socket = connect(Number(port), "127.0.0.1");
    const received: Buffer[] = [];
    socket.on("data", (chunk) => received.push(chunk));
    socket.on("error", () => undefined);
    let isClosed = false;
    const closed = new Promise<void>((resolve) =>
      socket.once("close", () => {
        isClosed = true;
        resolve();
      }),
    );
    socket.write(`POST /v2/network-volumes HTTP/1.1\r\nHost: localhost\r\n${auth}Transfer-Encoding: chunked\r\n\r\n`);
    const megabyte = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(0x100000, 32), Buffer.from("\r\n")]);
    for (let sent = 0; sent < 100 && !isClosed; sent++) {
      if (!socket.write(megabyte)) {
        await Promise.race([new Promise((resolve) => socket.once("drain", resolve)), closed]);
      }
    }
    socket.end();
    await closed;
    expect(Buffer.concat(received).toString()).toMatch(/^HTTP\/1\.1 413 /);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    await expectAlive();
  });

  it.each(["[", '{"a":'])("A-20: JSON nested 100,000 deep with %s → 400", async (open) => {
    const answer = await raw(post("/v2/network-volumes", open.repeat(100_000)));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    const closedWell = "[".repeat(100_000) + "]".repeat(100_000);
    expect(await raw(post("/v2/network-volumes", closedWell))).toMatch(/^HTTP\/1\.1 400 /);
    await expectAlive();
  });

  it.each([
    "/v2/pods/../../_emulator/state",
    "/v2/pods/..%2f..%2f_emulator%2fstate",
    "/v2/pods/%2e%2e/registries",
    "/v2/pods/%",
    "/v2/pods/%zz",
    "/v2/pods/%00",
    "/v2//pods",
    "/v2/pods/__proto__",
    "/v2/pods/constructor",
    "/V2/pods",
    "/v2/pods/a%2Fb",
    "/v2/pods\\x",
    "/./v2/pods",
    "/v2/pods/%2E./registries",
  ])("A-15, A-24: the path %s finds nothing", async (path) => {
    expect(await get(path)).toMatch(/^HTTP\/1\.1 40[04] /);
    await expectAlive();
  });

  it("A-24: a very long id finds nothing", async () => {
    expect(await get(`/v2/pods/${"x".repeat(8_000)}`)).toMatch(/^HTTP\/1\.1 404 /);
  });

  it("A-40, A-43: names of Object.prototype are ordinary names", async () => {
    const refused = await platform.call(
      "POST",
      "/v2/registries",
      '{"__proto__":{"x":1},"name":"n","username":"u","password":"p"}',
    );
    expect(refused.body.errors).toEqual(["$: additional properties '__proto__' not allowed"]);
    const env = '{"constructor":"a","toString":"b","hasOwnProperty":"c","__proto__":"d"}';
    const body = JSON.stringify(gpuPod()).replace(/}$/, `,"env":${env}}`);
    const created = await platform.call("POST", "/v2/pods", body);
    expect(JSON.stringify(created.body.env)).toBe(env);
    const replaced = await platform.call("PATCH", `/v2/pods/${created.body.id}`, `{"env":${env.replace("d", "e")}}`);
    expect(JSON.stringify(replaced.body.env)).toBe(env.replace("d", "e"));
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it("A-28: huge and odd values are refused, and not repeated at length", async () => {
    const long = "9".repeat(50_000);
    const refused = await platform.post("/v2/pods", gpuPod({ ports: [long] }));
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body).length).toBeLessThan(1_000);
    for (const disk of ["1e400", "-0.5", "1e20"]) {
      const body = JSON.stringify(gpuPod()).replace(/}$/, `,"disk":${disk}}`);
      expect((await platform.call("POST", "/v2/pods", body)).status).toBe(422);
    }
  });

  it("idle and half-sent connections keep nobody else waiting", async () => {
    const sockets = Array.from({ length: 1_000 }, () => open());
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("connect", resolve))));
    sockets
      .slice(0, 500)
      .forEach((socket) =>
        socket.write(`POST /v2/pods HTTP/1.1\r\nHost: localhost\r\n${auth}Content-Length: 100\r\n\r\n{`),
      );
    for (let i = 0; i < 20; i++) await expectAlive();
    expect((await platform.post("/v2/pods", cpuPod())).status).toBe(201);
    sockets.forEach((socket) => socket.destroy());
    await expectAlive();
  });

  it("a client that does not read its answer keeps nobody else waiting", async () => {
    for (let i = 0; i < 60; i++) await platform.create("/v2/pods", cpuPod({ env: { FILL: "x".repeat(5_000) } }));
    const socket = open();
    socket.pause();
    for (let i = 0; i < 20; i++) socket.write(`GET /v2/pods HTTP/1.1\r\nHost: localhost\r\n${auth}\r\n`);
    for (let i = 0; i < 10; i++) await expectAlive();
    socket.destroy();
    await expectAlive();
  });

  it("A-20: a body that comes byte by byte keeps nobody else waiting, and is taken when it is whole", async () => {
    const socket = open();
    let answer = "";
    socket.on("data", (chunk) => (answer += String(chunk)));
    const body = JSON.stringify({ name: "slow", username: "u", password: "p" });
    socket.write(
      `POST /v2/registries HTTP/1.1\r\nHost: localhost\r\n${auth}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    for (const byte of body) {
      await new Promise<void>((written) => socket.write(byte, () => written()));
      await new Promise((resolve) => setImmediate(resolve));
    }
    while (answer === "") await expectAlive();
    expect(answer).toMatch(/^HTTP\/1\.1 201 /);
    socket.destroy();
  });

  it("listens on loopback unless told otherwise", () => {
    expect(new URL(platform.emulator.apiUrl).hostname).toBe("127.0.0.1");
  });
});
