import { afterEach, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { createClient, type Client, type ClientOptions } from "../../../client";
import { CallError } from "../../../client/errors/errors";
import { createdPod } from "../../support/pod-samples";

let server: Server;
let client: Client;
const sockets = new Set<Socket>();
const unhandled: unknown[] = [];
process.on("unhandledRejection", (reason) => unhandled.push(reason));

afterEach(async () => {
  await client.close();
  for (const socket of sockets) socket.destroy();
  server.close();
  await once(server, "close");
  await new Promise(setImmediate);
  if (unhandled.length > 0) throw new Error("a rejection was not handled", { cause: unhandled.shift() });
});

/** A server below HTTP: answers the bytes it is told to, once a whole request has come. */
async function serve(respond: (socket: Socket) => void, options: ClientOptions = {}): Promise<void> {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    socket.on("data", (data) => {
      if (data.includes("\r\n\r\n")) respond(socket);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  client = createClient({
    apiUrl: `http://127.0.0.1:${port}`,
    apiKey: "key",
    clock: { now: () => 0, sleep: async () => undefined },
    retry: { attempts: 1 },
    ...options,
  });
}

const body = JSON.stringify(createdPod);
const whole = (content: string | Buffer, type = "application/json", status = "200 OK") =>
  Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(content)}\r\n\r\n`),
    Buffer.from(content),
  ]);

/** The error of a get; fails when it was none of ours. */
async function errorOf(call: Promise<unknown>): Promise<CallError> {
  const error = await call.then(
    (value) => expect(value).toBe("an error"),
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(CallError);
  return error as CallError;
}

describe("answers that are not what they should be", () => {
  it.each([
    { what: "not JSON", content: "{", code: "response_shape" },
    { what: "JSON of another kind", content: "[]", code: "response_shape" },
    { what: "null", content: "null", code: "response_shape" },
    { what: "a member missing", content: '{"id":"p"}', code: "response_shape" },
    { what: "a number that is none", content: body.replace('"cost":1.72', '"cost":1e999'), code: "response_shape" },
    { what: "nothing", content: "", code: "response_shape" },
    { what: "half a body with its length", content: body.slice(0, 90), code: "response_shape" },
    {
      what: "invalid UTF-8",
      content: Buffer.concat([Buffer.from('{"id":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
      code: "response_shape",
    },
    { what: "a deep nest", content: "[".repeat(200_000), code: "response_shape" },
    { what: "HTML", content: "<html>", type: "text/html", code: "response_shape" },
    { what: "JSON that says it is text", content: body, type: "text/plain", code: "response_shape" },
    { what: "a refusal that is no problem body", content: '"x"', status: "400 Bad Request", code: "bad_request" },
    {
      what: "a refusal in invalid UTF-8",
      content: Buffer.from([0xff, 0xfe]),
      status: "409 Conflict",
      code: "conflict",
    },
    { what: "a status of its own", content: "", status: "299 Odd", code: "response_shape" },
    { what: "a redirect", content: "", status: "307 Temporary Redirect", code: "api_error" },
  ])("$what: a typed error", async ({ content, type, status, code }) => {
    await serve((socket) => void socket.write(whole(content, type, status)));
    const error = await errorOf(client.pods.get("p"));
    expect(error).toMatchObject({ code, request: "GET /v2/pods/p" });
    expect(error.message.length).toBeLessThan(3_000);
  });

  it.each([
    {
      what: "a page",
      status: "200 OK",
      said: /its answer is text\/html, not JSON: check the address, and any proxy on the way to it\.$/,
    },
    {
      what: "a page that refuses",
      status: "403 Forbidden",
      said: /403: a web page, not the platform's answer; check the .*: Sign in\. /,
    },
    {
      what: "a redirect",
      status: "301 Moved",

      to: "https://login.example.com/?x=1",
      said: /301: redirected to https:\/\/login.example.com\. Redirects are not followed: check the address, /,
    },
    { what: "a page of a gateway", status: "502 Bad Gateway", said: /with 502: Sign in\. / },
  ])(
    "$what in place of the platform's answer: says to check the address and the proxy",
    async ({ status, said, to }) => {
      const location = to === undefined ? "" : `\r\nlocation: ${to}`;
      await serve((socket) => void socket.write(whole("<p>Sign in</p>", `text/html${location}`, status)));
      expect((await errorOf(client.pods.get("p"))).message).toMatch(said);
    },
  );

  it("not HTTP at all: a typed error", async () => {
    await serve((socket) => void socket.end("SSH-2.0-x\r\n"));
    expect(await errorOf(client.pods.get("p"))).toMatchObject({ code: "connection", outcome: "unknown" });
  });

  it.each([
    { how: "tells its length", head: "content-length: 999999999" },
    { how: "does not end", head: "transfer-encoding: chunked" },
  ])("a body too large for memory that $how: a typed error, early", async ({ head }) => {
    let sent = 0;
    const piece = Buffer.alloc(65_536, 0x20);
    await serve(
      (socket) => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${head}\r\n\r\n`);
        const pump = () => {
          while (!socket.destroyed && sent < 100_000_000) {
            sent += piece.length;
            const chunk = head.startsWith("transfer")
              ? Buffer.concat([Buffer.from("10000\r\n"), piece, Buffer.from("\r\n")])
              : piece;
            if (!socket.write(chunk)) return void socket.once("drain", pump);
          }
        };
        pump();
      },
      { maxResponseBytes: 1_000_000 },
    );
    expect(await errorOf(client.pods.get("p"))).toMatchObject({ code: "response_shape", outcome: "done" });
    expect(sent).toBeLessThan(20_000_000);
  });

  it("a head too large for memory: a typed error", async () => {
    await serve((socket) => void socket.write(`HTTP/1.1 200 OK\r\nx: ${"a".repeat(1_000_000)}\r\n`));
    expect(await errorOf(client.pods.get("p"))).toMatchObject({ code: "connection" });
  });

  it("a slow drip ends with the call's time", async () => {
    await serve(
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n");
        const drip = () => {
          if (socket.destroyed) return;
          socket.write(" ");
          setImmediate(drip);
        };
        drip();
      },
      { timeouts: { totalMs: 60 } },
    );
    expect(await errorOf(client.pods.get("p"))).toMatchObject({ code: "timeout", phase: "total" });
  });
});

const lost = /^(connection|timeout)$/;

describe("a short exchange that is cut", () => {
  const answer = whole('{"id":"r","name":"n"}');

  it.each(["end", "reset"] as const)("at every byte, by %s: a typed error, or the whole answer", async (how) => {
    let at = 0;
    await serve((socket) => {
      socket.write(answer.subarray(0, at), () => (how === "end" ? socket.end() : socket.resetAndDestroy()));
    });
    for (at = 0; at < answer.length; at++) {
      const error = await errorOf(client.registries.get("r"));
      expect(error.code).toMatch(lost);
      expect(error.outcome).toBe("unknown");
    }
  });
});

it("any bytes for an answer: a typed error or a value, never a hang", async () => {
  let next = Buffer.alloc(0);
  await serve((socket) => void socket.end(next), { timeouts: { totalMs: 2_000 } });
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)),
    fc.json({ maxDepth: 4 }).map((text) => whole(text)),
    fc
      .tuple(fc.integer({ min: 100, max: 999 }), fc.string())
      .map(([status, text]) => whole(text, "application/json", `${status} X`)),
    fc.tuple(fc.nat(answerLength), fc.uint8Array({ minLength: 1, maxLength: 4 })).map(([at, noise]) => {
      const copy = Buffer.from(whole(body));
      copy.set(noise, Math.min(at, copy.length - noise.length));
      return copy;
    }),
  );
  await fc.assert(
    fc.asyncProperty(bytes, async (given) => {
      next = given;
      const end = await client.pods.get("p").catch((error: unknown) => error);
      if (end instanceof Error) expect(end).toBeInstanceOf(CallError);
      else expect(end).toMatchObject({ id: expect.any(String) });
    }),
    { numRuns: 150 },
  );
});
const answerLength = whole(body).length;
