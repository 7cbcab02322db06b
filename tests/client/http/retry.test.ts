import { absent } from "../../support/scripted-server";
import { describe, expect, it, test } from "@jest/globals";
import fc from "fast-check";
import type { ServerResponse } from "node:http";
import type { Client, WaitEvent } from "../../../client";
import { apiError } from "../../../client/errors/api-errors";
import { ConnectionError, InvalidRequestError, ResponseShapeError } from "../../../client/errors/errors";
import { backoff, defaultRetry, nextDelay } from "../../../client/http/retry";
import { ManualClock } from "../../support/manual-clock";
import { createdPod, podCreate } from "../../support/pod-samples";
import { useScriptedClient } from "../../support/scripted-client";

let client: Client;
const against = useScriptedClient((made) => (client = made), { random: () => 0.5 });

const created = { status: 201, body: createdPod };
const ok = { status: 200, body: createdPod };

describe("retries over a socket", () => {
  it.each([
    { what: "A-30: a GET after a 503", verb: "get", script: [{ status: 503 }, ok], sleeps: [125], outcome: createdPod },
    {
      what: "A-30: a GET after two 503s",
      verb: "get",
      script: [{ status: 503 }, { status: 503 }, ok],
      sleeps: [125, 250],
      outcome: createdPod,
    },
    {
      what: "A-30: a GET gives up after four attempts",
      verb: "get",
      script: [{ status: 500 }, { status: 500 }, { status: 500 }, { status: 500 }],
      sleeps: [125, 250, 500],
      outcome: { code: "server_error", status: 500 },
    },
    {
      what: "A-31: a create is not sent again after a 503",
      verb: "create",
      script: [{ status: 503 }],
      sleeps: [],
      outcome: { code: "server_error", outcome: "unknown" },
    },
    {
      what: "A-52: a create waits as long as a 429 says, then goes again",
      verb: "create",
      script: [{ status: 429, headers: { "retry-after": "22" } }, created],
      sleeps: [22_000],
      outcome: createdPod,
    },
    {
      what: "A-29, A-52: a 429 that asks for no wait is backed off from, not stormed",
      verb: "get",
      script: [
        { status: 429, headers: { "retry-after": "0" } },
        { status: 429, headers: { "retry-after": "Thu, 01 Jan 1970 00:00:00 GMT" } },
        { status: 429, headers: { "retry-after": "0" } },
        ok,
      ],
      sleeps: [125, 250, 500],
      outcome: createdPod,
    },
    {
      what: "A-52: a date in Retry-After is judged by the answer's Date, not by this machine's clock",
      verb: "get",
      script: [
        {
          status: 429,
          headers: { "retry-after": "Tue, 05 May 2026 08:00:09 GMT", date: "Tue, 05 May 2026 08:00:00 GMT" },
        },
        ok,
      ],
      sleeps: [9_000],
      outcome: createdPod,
    },
    {
      what: "A-28: a 422 is never repeated",
      verb: "get",
      script: [{ status: 422 }],
      sleeps: [],
      outcome: { code: "unprocessable", outcome: "refused" },
    },
  ])("$what", async ({ verb, script, sleeps, outcome }) => {
    const clock = new ManualClock();
    const server = await against(script, { clock });

    const call = verb === "get" ? client.pods.get("pod-1") : client.pods.create(podCreate);
    expect(await call.catch((error: unknown) => error)).toMatchObject(outcome);
    expect(clock.sleeps).toEqual(sleeps);
    expect(server.lines).toHaveLength(script.length);
  });
});

test("O-34, DF-20: growing a v1 volume is not repeated after a lost answer: the second would be refused for the first", async () => {
  const server = await against([{ status: 503 }]);
  const error = await client.v1.networkVolumes.update("v", { size: 30 }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: "server_error", outcome: "unknown" });
  expect(server.lines).toEqual(["PATCH /v1/networkvolumes/v"]);
});

test("A-31: what was never sent may be repeated, even a create", async () => {
  const clock = new ManualClock();
  const server = await against([ok], { clock });
  await server.close();

  const error = await client.pods.create(podCreate).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: "connection", outcome: "not-sent", request: "POST /v2/pods" });
  expect(clock.sleeps).toEqual([125, 250, 500]);
});

test.each([
  { what: "a write is not repeated once nobody awaits it", awaited: [true, false], sent: ["PATCH /v2/pods/p"] },
  {
    what: "a write that is awaited is repeated",
    awaited: [true, true],
    sent: ["PATCH /v2/pods/p", "PATCH /v2/pods/p"],
  },
])("A-31: $what", async ({ awaited, sent }) => {
  const answers = [...awaited];
  const server = await against([{ status: 503 }, { status: 400 }], {}, () => Promise.resolve(answers.shift()!));
  const error = await client.pods.update("p", { name: "n" }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ status: sent.length === 2 ? 400 : 503 });
  expect(server.lines).toEqual(sent);
});

test("a write that nobody awaits is not sent, though writes before it were; a read is", async () => {
  const clock = new ManualClock();
  let asked = 0;
  const refused = { status: 400 };
  const server = await against([refused, refused, refused], { clock }, () => Promise.resolve(++asked === 1));
  const write = () => client.pods.update("p", { name: "n" });
  await expect(write()).rejects.toMatchObject({ status: 400 });
  await expect(write()).rejects.toMatchObject({ status: 400 });
  expect(asked).toBe(1);

  clock.advance(1_000);
  await expect(write()).rejects.toMatchObject({ code: "unawaited", outcome: "not-sent", request: "PATCH /v2/pods/p" });
  await expect(client.pods.get("p")).rejects.toMatchObject({ status: 400 });
  expect(server.lines).toEqual(["PATCH /v2/pods/p", "PATCH /v2/pods/p", "GET /v2/pods/p"]);
});

const errors = fc.oneof(
  fc
    .constantFrom(400, 401, 402, 403, 404, 405, 408, 409, 413, 422, 429, 500, 502, 503)
    .map((status) => apiError("GET /", { status, detail: "d", ...(status === 503 ? { retryAfterMs: 7_000 } : {}) })),
  fc.constantFrom("not-sent" as const, "unknown" as const).map((out) => new ConnectionError("GET /", "broke", out)),
);

test("A-31: what may have been carried out is repeated only when that is harmless", () => {
  fc.assert(
    fc.property(
      errors,
      fc.integer({ min: 1, max: 9 }),
      fc.boolean(),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (...given) => {
        const [error, attempt, idempotent, random] = given;
        const delay = nextDelay({ error, attempt, idempotent, random }, defaultRetry);
        if (error.outcome === "unknown" && !idempotent) expect(delay).toBeUndefined();
        if (error.code !== "rate_limited" && attempt >= defaultRetry.attempts) expect(delay).toBeUndefined();
        if (delay !== undefined) expect(delay).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});

test("what a proxy adds a second time counts once", async () => {
  const date = "Tue, 05 May 2026 08:00:00 GMT";
  const twice = (status: number, headers: string[], body: string) => (_: unknown, response: ServerResponse) =>
    void response.writeHead(status, [...headers, ...headers]).end(body);
  const clock = new ManualClock();
  const script = [
    twice(429, ["Date", date, "Retry-After", "Tue, 05 May 2026 08:00:07 GMT"], ""),
    twice(200, ["Content-Type", "application/json"], JSON.stringify(createdPod)),
    twice(200, ["Date", date, "Content-Type", "text/event-stream"], "id: 1\ndata: hello\n\n"),
  ];
  await against(script, { clock });
  expect(await client.pods.get("p")).toEqual(createdPod);
  expect(clock.sleeps).toEqual([7_000]);
  expect(await client.pods.lastLines("p")).toMatchObject([{ line: "hello" }]);
});

test("A-29, J-63: whoever watches is told of a wait that a 429 asks for, of a call and of a log, and not of a moment", async () => {
  const said: WaitEvent[] = [];
  const refused = (seconds: number) => ({ status: 429, headers: { "retry-after": String(seconds) } });
  const script = [refused(0), refused(22), ok, refused(50), absent()];
  await against(script, { hooks: { onWait: (event) => void said.push(event) } });
  await client.pods.get("p");
  await expect(client.pods.logs("p").next()).rejects.toMatchObject({ code: "not_found" });
  const full = Array.from({ length: 12 }, () => ({ status: 429 }));
  await against([...full, absent()], { hooks: { onWait: (event) => void said.push(event) } });
  await expect(client.queue("e").health()).rejects.toMatchObject({ code: "not_found" });
  expect(said.map(({ leftMs }) => leftMs)).toEqual([22_000, 50_000, 1_000, 4_000]);
});

test.each([0, 0.999])("A-29: a 429 that names no wait is never answered at once (chance %d)", (random) => {
  for (const retryAfterMs of [undefined, 0]) {
    const error = apiError("GET /", {
      status: 429,
      detail: "d",
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
    const delays = [1, 2, 50].map((attempt) => nextDelay({ error, attempt, idempotent: true, random }, defaultRetry));
    expect(Math.min(...delays.map((delay) => delay ?? 0))).toBeGreaterThanOrEqual(defaultRetry.baseMs / 2);
  }
});

test("a failure says itself whether it may pass, and that goes for retries, waits, logs and lookups alike", () => {
  const passing = [400, 401, 402, 403, 404, 405, 408, 409, 413, 422, 429, 500, 502, 503, 504].filter(
    (status) => apiError("GET /", { status, detail: "d" }).mayPass,
  );
  expect(passing).toEqual([408, 429, 500, 502, 503, 504]);
  expect(new ConnectionError("GET /", "broke", "not-sent").mayPass).toBe(true);
  expect(new InvalidRequestError("GET /", []).mayPass).toBe(false);
  expect(new ResponseShapeError("GET /", "is cut").mayPass).toBe(false);
});

test("A-31: a 408 says that the request may have been carried out", () => {
  const { message, outcome } = apiError("POST /v2/pods", { status: 408, detail: "too slow" });
  expect(outcome).toBe("unknown");
  expect(message).toContain("The platform may have carried it out");
});

test("backoff stays in its cap", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
      const delay = backoff(attempt, { baseMs: 250, capMs: 8_000 }, random);
      expect(delay).toBeGreaterThanOrEqual(0);
      expect(delay).toBeLessThanOrEqual(8_000);
    }),
  );
});
