import { afterEach, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createClient, type Client, type LogEvent, type LogOptions } from "../../../client";
import { apiError } from "../../../client/errors/api-errors";
import { ConnectionError } from "../../../client/errors/errors";
import { afterBreak } from "../../../client/logs/logs";
import { ManualClock } from "../../support/manual-clock";
import { collect } from "../../support/emulated-client";
import { absent, answer, startScriptedServer, type ScriptedServer } from "../../support/scripted-server";

let server: ScriptedServer;
let client: Client;
let clock: ManualClock;
afterEach(async () => {
  await client.close();
  await server.close();
});

type Connection = (response: ServerResponse, request: IncomingMessage) => void;

/** Each connection in turn; then the pod is gone. */
async function serve(...connections: Connection[]): Promise<void> {
  clock = new ManualClock(Date.parse("2026-05-05T08:00:00Z"));
  const left = [...connections];
  server = await startScriptedServer((request, response) => {
    const next = left.shift();
    if (!next) return answer(response, absent("pod not found"));
    next(response, request);
  });
  client = createClient({ apiUrl: server.url, apiKey: "key", clock, random: () => 1 });
}

const head = { "content-type": "text/event-stream" };
const frame = (n: number) =>
  `id: ts-${n}\ndata: {"ts":"2026-05-05T08:10:02.00000${n}Z","source":"container","line":"line ${n}"}\n\n`;
const text =
  (body: string): Connection =>
  (response) =>
    void response.writeHead(200, head).end(body);
/** Sends that much and then breaks the connection. */
const broken =
  (body: string): Connection =>
  (response) => {
    response.writeHead(200, head);
    response.write(body, () => setImmediate(() => response.destroy()));
  };
const lines = (events: readonly LogEvent[]) => events.map(({ line }) => line);
const read = (options?: LogOptions) => collect(client.pods.logs("p1", options));
const cursors = () => server.asked.map(({ headers }) => headers["last-event-id"]);

describe("a log stream", () => {
  it("P-24, L-2, L-3: gives typed events and ends when the pod is gone", async () => {
    await serve(text(frame(1) + frame(2)));
    expect(await read({ source: "container", tail: 5 })).toEqual([
      { source: "container", line: "line 1", ts: "2026-05-05T08:10:02.000001Z", id: "ts-1" },
      { source: "container", line: "line 2", ts: "2026-05-05T08:10:02.000002Z", id: "ts-2" },
    ]);
    expect(server.lines[0]).toBe("GET /v2/pods/p1/logs?source=container&tail=5");
    expect(server.asked[0]?.headers.accept).toBe("text/event-stream");
  });

  it("L-5, L-8, L-14: goes on after the last line told, over any number of broken connections", async () => {
    const all = [1, 2, 3, 4, 5].map(frame);
    // Each connection says one more line, and breaks in the middle of the next.
    await serve(...all.map((one, i) => broken(one + (all[i + 1] ?? "").slice(0, 20))));
    expect(lines(await read())).toEqual([1, 2, 3, 4, 5].map((n) => `line ${n}`));
    expect(cursors()).toEqual([undefined, "ts-1", "ts-2", "ts-3", "ts-4", "ts-5"]);
  });

  it("L-12: waits 1 s and doubles to 30 s while nothing comes, and starts over after a line", async () => {
    await serve(...Array.from({ length: 7 }, () => text("")), text(frame(1)));
    await read();
    expect(clock.sleeps).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 1_000]);
  });

  it("L-8: a line that a platform repeats after the cursor is told once", async () => {
    await serve(text(frame(1)), text(frame(1) + frame(2)));
    expect(lines(await read())).toEqual(["line 1", "line 2"]);
  });

  it("L-7: a stream that broke before its first live line is owed the lines since it opened", async () => {
    const date = "Tue, 05 May 2026 07:59:58 GMT";
    await serve((response) => void response.writeHead(200, { ...head, date }).end(), text(frame(1)));
    expect(lines(await read({ tail: 0 }))).toEqual(["line 1"]);
    expect(server.lines[1]).toBe("GET /v2/pods/p1/logs?since=2026-05-05T07%3A59%3A58.000Z");
  });

  it("L-5: an id that is not ASCII goes back byte for byte, and the log goes on after it", async () => {
    const id = "строка 1/✓";
    await serve(text(`id: ${id}\ndata: one\n\n`), text("id: 2\ndata: two\n\n"));
    expect(lines(await read())).toEqual(["one", "two"]);
    expect(Buffer.from(String(cursors()[1]), "latin1").toString()).toBe(id);
  });

  it("L-5: an id that no header can carry ends the log with a sentence when the connection breaks, and never before", async () => {
    await serve(text("id: a\u0007b\ndata: one\n\nid: c\u001bd\ndata: two\n\n"));
    const told: string[] = [];
    const loop = async () => {
      for await (const { line } of client.pods.logs("p1")) told.push(line);
    };
    await expect(loop()).rejects.toMatchObject({
      code: "response_shape",
      message: expect.stringContaining("event id") as unknown,
    });
    expect(told).toEqual(["one", "two"]);
  });

  it("L-8: goes on after a line that was read before, perhaps by another process", async () => {
    await serve(text(frame(1) + frame(2)), text(frame(3)));
    const [first] = await collect(client.pods.logs("p1", { tail: 5 })).then((all) => all.slice(1));
    expect(first?.id).toBe("ts-2");
    await client.close();
    await server.close();
    await serve(text(frame(2) + frame(3)));
    expect(lines(await read({ lastEventId: first?.id }))).toEqual(["line 3"]);
    expect(cursors()[0]).toBe("ts-2");
  });

  it("L-5: every line tells where to go on after it, also one whose event has no id of its own", async () => {
    await serve(text(`data: a\n\n${frame(1)}data: b\n\nevent: beat\nid: ts-5\ndata: {}\n\ndata: c\n\n`));
    expect((await read()).map(({ line, id }) => [line, id])).toEqual([
      ["a", undefined],
      ["line 1", "ts-1"],
      ["b", "ts-1"],
      ["c", "ts-5"],
    ]);
  });

  it("A-29: gives up when the rate limit keeps it from opening for longer than the limiter may wait", async () => {
    await serve(
      ...Array.from(
        { length: 9 },
        (): Connection => (response) => answer(response, { status: 429, headers: { "retry-after": "50" } }),
      ),
    );
    await client.close();
    client = createClient({ apiUrl: server.url, apiKey: "key", clock, limiter: { maxWaitMs: 120_000 } });
    await expect(read()).rejects.toMatchObject({ code: "rate_limited" });
    expect(server.lines).toHaveLength(3);
  });

  it("a refusal whose body never ends is told all the same", async () => {
    await serve((response) => void response.writeHead(401, { "content-type": "application/json" }).write('{"detail":'));
    await client.close();
    client = createClient({ apiUrl: server.url, apiKey: "key", clock, timeouts: { bodyMs: 30 } });
    await expect(read()).rejects.toMatchObject({ status: 401 });
  });

  it("L-4, L-11: comments, unknown event types and unknown fields are no lines", async () => {
    await serve(text(`: keep-alive\n\nevent: beat\nid: ts-0\ndata: {}\n\nretry: 5\nfoo: bar\n\n${frame(1)}`));
    expect(lines(await read())).toEqual(["line 1"]);
    expect(cursors()).toEqual([undefined, "ts-1"]);
  });

  it("L-16: a payload that is no log line is passed on as text", async () => {
    await serve(text('id: a\ndata: plain text\n\nid: b\ndata: [1]\n\ndata: {"line":1}\n\n'));
    const raw = (line: string, id?: string) => ({ source: undefined, ts: undefined, line, id });
    expect(await read()).toEqual([raw("plain text", "a"), raw("[1]", "b"), raw('{"line":1}', "b")]);
  });

  it("a source that is not known yet passes through", async () => {
    await serve(text('data: {"source":"proxy","line":"l","ts":"t","level":3}\n\n'));
    expect(await read()).toEqual([{ source: "proxy", line: "l", ts: "t", id: undefined }]);
  });

  it.each([401, 403, 404, 422])("L-14: a %i to begin with is an error", async (status) => {
    await serve((response) => answer(response, { status, body: { detail: "no" } }));
    await expect(read()).rejects.toMatchObject({ status, request: "GET /v2/pods/p1/logs" });
    expect(server.lines).toHaveLength(1);
  });

  it.each([401, 403, 422])("L-14: a %i on the way is an error, a 404 is the end", async (status) => {
    await serve(text(frame(1)), (response) => answer(response, { status, body: { detail: "no" } }));
    const told: string[] = [];
    const loop = async () => {
      for await (const { line } of client.pods.logs("p1")) told.push(line);
    };
    await expect(loop()).rejects.toMatchObject({ status });
    expect(told).toEqual(["line 1"]);
  });

  it("L-14: a 429 is waited out, and faults on the way back off", async () => {
    await serve(
      text(frame(1)),
      (response) => answer(response, { status: 429, headers: { "retry-after": "22" } }),
      (response) => answer(response, { status: 503 }),
      (response) => void response.destroy(),
      text(frame(2)),
    );
    expect(lines(await read())).toEqual(["line 1", "line 2"]);
    expect(clock.sleeps).toEqual([1_000, 22_000, 4_000, 8_000, 1_000]);
  });

  it("A-31: a 408 on the way is waited out like any fault that passes", async () => {
    await serve(text(frame(1)), (response) => answer(response, { status: 408 }), text(frame(2)));
    expect(lines(await read())).toEqual(["line 1", "line 2"]);
  });

  it("gives up when it can't be opened at all", async () => {
    await serve(...Array.from({ length: 9 }, (): Connection => (response) => answer(response, { status: 503 })));
    await expect(read()).rejects.toMatchObject({ code: "server_error" });
    expect(server.lines).toHaveLength(4);
  });

  it("L-1: an answer that is no event stream is an error", async () => {
    await serve((response) => answer(response, { status: 200, body: { pods: [] } }));
    await expect(read()).rejects.toMatchObject({ code: "response_shape" });
  });

  it("silence beyond the idle limit opens the stream anew", async () => {
    await serve((response) => void response.writeHead(200, head).write(frame(1)), text(frame(2)));
    await client.close();
    client = createClient({ apiUrl: server.url, apiKey: "key", clock, timeouts: { logIdleMs: 30 } });
    expect(lines(await read())).toEqual(["line 1", "line 2"]);
  });

  it("bad options are refused before sending", async () => {
    await serve();
    await expect(read({ tail: 6_000 })).rejects.toMatchObject({
      code: "invalid_request",
      issues: [{ path: "$.query.tail" }],
    });
    expect(server.lines).toEqual([]);
  });
});

describe("a log over connections that break anywhere", () => {
  it("L-8, L-14: gives every line once and in order", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 9 }),
        fc.array(fc.nat(400), { maxLength: 12 }),
        async (count, cuts) => {
          const all = Array.from({ length: count }, (_, i) => i + 1);
          const left = [...cuts];
          const resume: Connection = (response, request) => {
            const last = Number(String(request.headers["last-event-id"] ?? "ts-0").slice(3));
            const bytes = Buffer.from(all.slice(last).map(frame).join(""));
            const cut = left.shift();
            response.writeHead(200, head);
            if (cut === undefined) response.end(bytes);
            else response.write(bytes.subarray(0, cut), () => setImmediate(() => response.destroy()));
          };
          // One connection for each break, one that ends well, and then the pod is gone.
          await serve(...Array.from({ length: cuts.length + 1 }, () => resume));
          try {
            expect(lines(await read())).toEqual(all.map((n) => `line ${n}`));
          } finally {
            await client.close();
            await server.close();
          }
        },
      ),
      { numRuns: 40 },
    );
    await serve();
  });
});

describe("leaving a log stream", () => {
  const open: Connection = (response) => void response.writeHead(200, head).write(frame(1) + frame(2));
  /** Settled when the server sees its connection closed. */
  let closed: Promise<unknown>;
  const serveOpen = () =>
    serve((response, request) => {
      closed = new Promise((resolve) => response.on("close", resolve));
      open(response, request);
    });

  it("by leaving the loop closes the connection", async () => {
    await serveOpen();
    for await (const { line } of client.pods.logs("p1")) {
      expect(line).toBe("line 1");
      break;
    }
    await closed;
    expect(server.lines).toHaveLength(1);
  });

  it("by the signal closes the connection and throws its reason", async () => {
    await serveOpen();
    const stop = new AbortController();
    const loop = async () => {
      for await (const { line } of client.pods.logs("p1", { signal: stop.signal }))
        if (line === "line 2") setImmediate(() => stop.abort(new Error("enough")));
    };
    await expect(loop()).rejects.toThrow("enough");
    await closed;
  });
});

describe("the decision after a break", () => {
  const failures = fc.oneof(
    fc.constant(undefined),
    fc.constantFrom(401, 403, 404, 408, 422, 429, 500, 503).map((status) => apiError("GET /", { status, detail: "d" })),
    fc.constant(new ConnectionError("GET /", "broke", "unknown")),
  );

  it("L-12: every wait is from 1 to 30 s, and an open stream never gives up on a fault that passes", () => {
    fc.assert(
      fc.property(failures, fc.nat(1_000), fc.double({ min: 0, max: 0.999, noNaN: true }), (error, count, random) => {
        const next = afterBreak({ error, wasOpen: true, failures: count + 1, random });
        if (typeof next === "number") {
          expect(next).toBeGreaterThanOrEqual(1_000);
          expect(next).toBeLessThanOrEqual(30_000);
        } else {
          expect(error).toBeDefined();
          expect(next).toBe((error as { status?: number }).status === 404 ? "end" : "fail");
          expect([401, 403, 404, 422]).toContain((error as { status?: number }).status);
        }
      }),
    );
  });
});
