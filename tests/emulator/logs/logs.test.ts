import { afterEach, describe, expect, it } from "@jest/globals";
import { createClient } from "../../../client";
import { startEmulator } from "../../../emulator";
import { LogStream } from "../support/events";
import { gpuPod, usePlatform } from "../support/platform";
import { bootMs, newQueue } from "../support/serverless";

const platform = usePlatform();
const open: LogStream[] = [];
afterEach(() => {
  for (const stream of open.splice(0)) stream.leave();
});

async function follow(path: string, headers?: Record<string, string>): Promise<LogStream> {
  const stream = await LogStream.open(platform, path, headers);
  open.push(stream);
  return stream;
}
const print = (podId: string, ...lines: string[]) => platform.post("/_emulator/pod-log", { podId, lines });
const logsOf = (pod: { id: string }, query = "") => `/v2/pods/${pod.id}/logs${query}`;
const last = (stream: LogStream) => stream.events.at(-1);
const upTo = (line: string) => (stream: LogStream) => stream.lines.at(-1) === line;

/** A running pod that printed these lines, a second apart. */
async function talking(...lines: string[]) {
  const pod = await platform.runningPod();
  for (const line of lines) {
    await platform.advance(1_000);
    await print(pod.id, line);
  }
  return pod;
}

describe("the stream", () => {
  it("L-1: opens with 200 and the headers of an event stream", async () => {
    await platform.post("/_emulator/settings", { rateLimit: { minute: 60, hour: 600, day: 6_000 } });
    const { status, headers } = (await follow(logsOf(await platform.runningPod()))).response;
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/event-stream");
    expect(headers.get("cache-control")).toBe("no-cache");
    expect(headers.get("connection")).toBe("keep-alive");
    expect(headers.get("x-accel-buffering")).toBe("no");
    expect(headers.get("ratelimit")).toContain('"minute";r=');
  });

  it("L-2, L-3, L-4, L-12: each line is an id, one line of JSON data and an empty line, and nothing else", async () => {
    const pod = await talking("model ready");
    const stream = await (await follow(logsOf(pod, "?tail=1"))).until(upTo("model ready"));
    const [id, data, end, rest] = stream.text.split("\n");
    expect(id).toMatch(/^id: \d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/);
    expect(JSON.parse((data ?? "").replace(/^data: /, ""))).toEqual({
      ts: id?.slice(4),
      source: "container",
      line: "model ready",
    });
    expect([end, rest]).toEqual(["", ""]);
    expect(stream.text).not.toMatch(/^(event|retry):/m);
  });

  it("L-6: ids of one stream strictly rise, even for lines of one instant", async () => {
    const pod = await platform.runningPod();
    await print(pod.id, ...Array.from({ length: 50 }, (_, i) => `line ${i}`));
    const stream = await (await follow(logsOf(pod))).until(upTo("line 49"));
    const ids = stream.events.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(ids);
  });

  it("L-5, L-6: the suffixed form is sent where it is asked for, and both are accepted", async () => {
    const pod = await talking("one", "two");
    const plain = await (await follow(logsOf(pod, "?tail=2"))).until(upTo("two"));
    await platform.post("/_emulator/settings", { logIdForm: "suffixed" });
    const suffixed = await (await follow(logsOf(pod, "?tail=2"))).until(upTo("two"));
    expect(suffixed.events[0]?.id).toMatch(/^[0-9T:.-]+Z\/\d{12}$/);
    for (const { events } of [plain, suffixed]) {
      const rest = await follow(logsOf(pod), { "last-event-id": events[0]?.id ?? "" });
      expect((await rest.until(upTo("two"))).lines).toEqual(["two"]);
    }
  });

  it("L-10: history comes first, then what happens next, in the same stream", async () => {
    const pod = await talking("before");
    const stream = await (await follow(logsOf(pod))).until(upTo("before"));
    await print(pod.id, "after");
    await stream.until(upTo("after"));
    const times = stream.events.map(({ data }) => data.ts as string);
    expect([...times].sort()).toEqual(times);
    expect(stream.lines.slice(-2)).toEqual(["before", "after"]);
  });

  it("L-11: an idle stream carries a comment every 15 s", async () => {
    const queue = await newQueue(platform, { workers: { min: 1 } });
    await platform.advance(bootMs);
    const [worker] = (await queue.workers()).workers;
    const stream = await follow(`/v2/serverless/${queue.id}/workers/${worker.id}/logs?tail=0`);
    await platform.advance(14_999);
    expect(stream.text).toBe("");
    for (let comments = 1; comments <= 2; comments++) {
      await platform.advance(comments === 1 ? 1 : 15_000);
      await stream.until(({ text }) => text.length > 0 && text.split(": keep-alive\n\n").length === comments + 1);
    }
    expect(stream.text).toBe(": keep-alive\n\n: keep-alive\n\n");
  });

  it("L-11: an idle stream is silent for as long in real time where the clock runs fast, and counts as read", async () => {
    const fast = await startEmulator({ speed: 1_000 });
    const client = createClient({ ...fast, timeouts: { logQuietMs: 50 } });
    try {
      fast.scripts.add({ failStart: true });
      const { id } = await client.pods.create({ name: "it", image: "i:1", cpu: { id: "cpu3c", vcpuCount: 2 } });
      // Without that silence it would end when the time of this test is long over.
      expect(await client.pods.lastLines(id, { tail: 5_000, withinMs: 600_000 })).not.toEqual([]);
    } finally {
      await Promise.all([client.close(), fast.close()]);
    }
  });

  it("L-13: stays open while the pod is stopped, and closes after the last lines when it is gone", async () => {
    const pod = await platform.runningPod();
    const stream = await follow(logsOf(pod, "?tail=0"));
    await platform.post(`/v2/pods/${pod.id}/action`, { action: "stop" });
    await stream.until(upTo("container stopped"));
    await platform.advance(60_000);
    expect(stream.isOver).toBe(false);
    await platform.delete(`/v2/pods/${pod.id}`);
    await stream.until(({ isOver }) => isOver);
    expect(stream.lines.at(-1)).toBe("pod terminated");
    expect((await platform.get(logsOf(pod))).status).toBe(404);
  });

  it("L-14: a fault in mid-stream closes the connection without an error event, and the stream can be resumed", async () => {
    const pod = await talking("one", "two", "three");
    const path = "/v2/pods/:id/logs";
    await platform.post("/_emulator/faults", { path, phase: "mid-body", bytes: 300 });
    const cut = await (await follow(logsOf(pod, "?tail=3"))).until(({ isOver }) => isOver);
    expect(cut.text).not.toContain("error");
    expect(cut.events.length).toBeLessThan(3);
    const rest = await follow(logsOf(pod), { "last-event-id": last(cut)?.id ?? "" });
    await rest.until(upTo("three"));
    expect([...cut.lines, ...rest.lines]).toEqual(["one", "two", "three"]);
  });
});

describe("where it starts", () => {
  it("L-7: Last-Event-ID beats since, and since beats tail", async () => {
    const pod = await talking("one", "two", "three", "four");
    const all = await (await follow(logsOf(pod, "?tail=4"))).until(upTo("four"));
    const [one, two, three] = all.events.map(({ id }) => id);
    const since = `?since=${encodeURIComponent(two ?? "")}&tail=1`;
    expect((await (await follow(logsOf(pod, since))).until(upTo("four"))).lines).toEqual(["two", "three", "four"]);
    const resumed = await follow(logsOf(pod, since), { "last-event-id": three ?? "" });
    expect((await resumed.until(upTo("four"))).lines).toEqual(["four"]);
    const early = await follow(logsOf(pod, "?tail=0"), { "last-event-id": one ?? "" });
    expect((await early.until(upTo("four"))).lines).toEqual(["two", "three", "four"]);
  });

  it("L-8: a cursor is exclusive, since is inclusive", async () => {
    const pod = await talking("one", "two");
    const [, two] = (await (await follow(logsOf(pod, "?tail=2"))).until(upTo("two"))).events;
    const since = await follow(logsOf(pod, `?since=${encodeURIComponent(two?.id ?? "")}`));
    expect((await since.until(upTo("two"))).lines).toEqual(["two"]);
    const after = await follow(logsOf(pod), { "last-event-id": two?.id ?? "" });
    await print(pod.id, "three");
    expect((await after.until(upTo("three"))).lines).toEqual(["three"]);
  });

  it("L-9: a cursor older than what is kept starts at the oldest kept line, without a marker", async () => {
    const pod = await platform.runningPod();
    await print(pod.id, ...Array.from({ length: 20_000 }, (_, i) => `l${i}`));
    const stream = await follow(logsOf(pod), { "last-event-id": "2001-01-01T00:00:00Z" });
    await stream.until(upTo("l19999"));
    expect(stream.events).toHaveLength(10_000);
    expect(stream.lines[0]).toBe("l10000");
  });

  it("L-10: tail counts after the source filter; 0 means live only; 100 is the default", async () => {
    const pod = await platform.runningPod();
    await print(pod.id, ...Array.from({ length: 150 }, (_, i) => `l${i}`));
    const system = await follow(logsOf(pod, "?source=system&tail=2"));
    await system.until(({ events }) => events.length >= 2);
    expect(system.events.map(({ data }) => data.source)).toEqual(["system", "system"]);
    const byDefault = await (await follow(logsOf(pod))).until(upTo("l149"));
    expect(byDefault.events).toHaveLength(100);
    const live = await follow(logsOf(pod, "?tail=0&source=container"));
    await print(pod.id, "live");
    expect((await live.until(upTo("live"))).lines).toEqual(["live"]);
  });

  it("L-7: what is overruled may hold anything: since goes with any tail, and a cursor with any since", async () => {
    const pod = await talking("one", "two", "three");
    const all = await (await follow(logsOf(pod, "?tail=3"))).until(upTo("three"));
    const [, two] = all.events.map(({ id }) => id);
    const since = await follow(logsOf(pod, `?tail=many&since=${encodeURIComponent(two ?? "")}`));
    expect((await since.until(upTo("three"))).lines).toEqual(["two", "three"]);
    const resumed = await follow(logsOf(pod, "?tail=-1&since=yesterday"), { "last-event-id": two ?? "" });
    expect((await resumed.until(upTo("three"))).lines).toEqual(["three"]);
  });

  it("section 11.1: the letters of a timestamp may be lower-case, as RFC 3339 has it", async () => {
    const pod = await talking("one", "two");
    const all = await (await follow(logsOf(pod, "?tail=2"))).until(upTo("two"));
    const cursor = (all.events[0]?.id ?? "").toLowerCase();
    const since = await follow(logsOf(pod, `?since=${encodeURIComponent(cursor)}`));
    expect((await since.until(upTo("two"))).lines).toEqual(["one", "two"]);
    const resumed = await follow(logsOf(pod), { "last-event-id": cursor });
    expect((await resumed.until(upTo("two"))).lines).toEqual(["two"]);
  });

  it.each<{ query: string; headers: Record<string, string>; error: string }>([
    { query: "?tail=5001", headers: {}, error: "$.query.tail: maximum: got 5001, want 5000" },
    { query: "?tail=-1", headers: {}, error: "$.query.tail: minimum: got -1, want 0" },
    { query: "?tail=many", headers: {}, error: "$.query.tail: got string, want integer" },
    { query: "?source=kernel", headers: {}, error: "$.query.source: value must be one of 'container', 'system'" },
    { query: "?since=yesterday", headers: {}, error: "$.query.since: 'yesterday' is not valid date-time" },
    { query: "", headers: { "last-event-id": "7" }, error: "$.header.Last-Event-ID: value is not valid date-time" },
  ])(
    "L-14: a bad parameter is refused with 422 before the stream starts: $error",
    async ({ query, headers, error }) => {
      const pod = await platform.runningPod();
      const { status, body } = await platform.get(logsOf(pod, query), { headers });
      expect({ status, errors: body.errors }).toEqual({ status: 422, errors: [error] });
    },
  );

  it("L-14: unknown pods, endpoints and workers give 404, a missing key 401, as problem bodies", async () => {
    const queue = await newQueue(platform, { workers: { min: 1 } });
    const other = await newQueue(platform);
    const [worker] = (await queue.workers()).workers;
    const paths = [
      "/v2/pods/p0/logs",
      `/v2/serverless/${queue.id}/workers/w0/logs`,
      `/v2/serverless/${other.id}/workers/${worker.id}/logs`,
    ];
    for (const path of paths) {
      const { status, headers } = await platform.get(path);
      expect(status).toBe(404);
      expect(headers["content-type"]).toBe("application/problem+json");
    }
    expect((await platform.get("/v2/pods/p0/logs", { key: null })).status).toBe(401);
  });
});

describe("what is said", () => {
  it("P-24: a pod's life shows in its log, from creation to its end", async () => {
    const pod = await platform.create("/v2/pods", gpuPod({ ports: ["22/tcp"], env: { TOKEN: "hidden-value" } }));
    const stream = await follow(logsOf(pod));
    await platform.advance(70_000);
    await stream.until(upTo("step 2 done"));
    await platform.post(`/v2/pods/${pod.id}/action`, { action: "restart" });
    await platform.advance(5_000);
    await platform.delete(`/v2/pods/${pod.id}`);
    await stream.until(({ isOver }) => isOver);
    const image = "registry.example.com/acme/trainer:1";
    expect(stream.events.map(({ data }) => `${data.source}: ${data.line}`)).toEqual([
      "system: pod created, waiting for a machine",
      "system: machine assigned",
      `system: pulling image ${image}`,
      "system: create container",
      "system: image is ready",
      "system: start container",
      "system: container started (boot 1)",
      "container: 1 x NVIDIA L40S found",
      "container: listening on 22/tcp",
      "container: step 1 done",
      "container: step 2 done",
      "system: container stopped",
      `system: pulling image ${image}`,
      "system: create container",
      "system: image is ready",
      "system: start container",
      "system: container started (boot 2)",
      "container: 1 x NVIDIA L40S found",
      "container: listening on 22/tcp",
      "system: pod terminated",
    ]);
    expect(stream.text).not.toContain("hidden-value");
  });

  it("P-24: what was missed by nobody listening is there afterwards, at its own time", async () => {
    const created = platform.emulator.clock.now();
    const pod = await platform.create("/v2/pods", gpuPod());
    await platform.advance(3_600_000);
    const stream = await (await follow(logsOf(pod, "?tail=5000"))).until(upTo("step 119 done"));
    const at = (line: string) => Date.parse(stream.events.find(({ data }) => data.line === line)?.data.ts) - created;
    expect([at("machine assigned"), at("start container"), at("step 1 done")]).toEqual([2_000, 3_000, 33_000]);
  });

  it("E-10, L-17: a worker's log tells of its boot and its jobs, and is gone with the worker", async () => {
    const queue = await newQueue(platform, { workers: { max: 1 } });
    const job = await queue.run({ $emulate: { delayMs: 60_000, log: ["loading weights", "ready"] } });
    const [worker] = (await queue.workers()).workers;
    const path = `/v2/serverless/${queue.id}/workers/${worker.id}/logs`;
    const stream = await follow(path);
    await platform.advance(bootMs + 60_000);
    await stream.until(({ isOver }) => isOver);
    expect(stream.lines).toEqual([
      "worker created for img-gen, configuration 1",
      expect.stringMatching(/^worker placed in /),
      "pulling image registry.example.com/acme/gen-worker:3.1",
      "container started",
      "worker ready",
      `started job ${job}`,
      "loading weights",
      "ready",
      `finished job ${job}`,
      "worker stopped",
    ]);
    expect((await platform.get(path)).status).toBe(404);
  });
});
