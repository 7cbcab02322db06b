import { describe, expect, it } from "@jest/globals";
import { gpuPod, usePlatform } from "../support/platform";

const platform = usePlatform();
const create = () => platform.post("/v2/pods", gpuPod());
const podCount = async () => (await platform.get("/v2/pods")).body.pods.length;
const fault = (spec: object) => platform.post("/_emulator/faults", spec);

describe("faults", () => {
  it.each([
    [500, "internal error"],
    [429, "rate limit exceeded for the minute window"],
    [402, "insufficient balance"],
    [404, "resource not found"],
  ])("A-30: status %i says what the platform would: %s", async (status, detail) => {
    platform.emulator.faults.add({ phase: "before", status });
    expect(await platform.get("/v2/pods")).toMatchObject({ status, body: { status, detail } });
  });

  it("before: answers what it was told, and nothing was carried out", async () => {
    await fault({ method: "POST", path: "/v2/pods", phase: "before", status: 503, headers: { "retry-after": "7" } });
    const refused = await create();
    expect(refused).toMatchObject({ status: 503, body: { title: "Service Unavailable", status: 503 } });
    expect(refused.headers["retry-after"]).toBe("7");
    expect(await podCount()).toBe(0);
    expect((await create()).status).toBe(201);
  });

  it("before: with a body of its own", async () => {
    await fault({ phase: "before", status: 429, body: { anything: [1] } });
    expect(await create()).toMatchObject({ status: 429, body: { anything: [1] } });
  });

  it("A-31, after: carried out, and the answer is lost", async () => {
    await fault({ method: "POST", path: "/v2/pods", phase: "after" });
    await expect(create()).rejects.toThrow();
    expect(await podCount()).toBe(1);
  });

  it("after: carried out, and answered with an error", async () => {
    await fault({ method: "POST", path: "/v2/pods", phase: "after", status: 502 });
    expect((await create()).status).toBe(502);
    expect(await podCount()).toBe(1);
  });

  it("reset: neither carried out nor answered", async () => {
    await fault({ method: "POST", phase: "reset" });
    await expect(create()).rejects.toThrow();
    expect(await podCount()).toBe(0);
  });

  it("mid-body: the answer breaks off", async () => {
    await fault({ method: "POST", path: "/v2/pods", phase: "mid-body" });
    await expect(create()).rejects.toThrow();
    expect(await podCount()).toBe(1);
  });

  it("slow: the answer comes when the emulator's clock got there", async () => {
    await fault({ path: "/v2/pods", method: "GET", phase: "slow", delayMs: 90_000 });
    let answered = false;
    const slow = platform.get("/v2/pods").then((reply) => {
      answered = true;
      return reply;
    });
    expect((await platform.get("/v2/clusters")).status).toBe(200);
    await platform.advance(89_999);
    expect((await platform.get("/v2/clusters")).status).toBe(200);
    expect(answered).toBe(false);
    await platform.advance(1);
    expect((await slow).status).toBe(200);
  });

  it("slow: an answer that drips arrives whole", async () => {
    await create();
    platform.emulator.faults.add({ path: "/v2/pods", method: "GET", phase: "slow", bytes: 100, everyMs: 1 });
    const dripping = platform.get("/v2/pods");
    let isDone = false;
    void dripping.finally(() => (isDone = true));
    for (let i = 0; i < 10_000 && !isDone; i++) await platform.advance(1).then(() => new Promise(setImmediate));
    expect((await dripping).body.pods).toHaveLength(1);
  });

  it("meets the nth call that fits, so many times", async () => {
    await fault({ method: "GET", path: "/v2/pods/:id", nth: 2, times: 2, phase: "before", status: 500 });
    const { id } = (await create()).body;
    const statuses = [];
    for (let i = 0; i < 5; i++) {
      await platform.get("/v2/pods");
      statuses.push((await platform.get(`/v2/pods/${id}`)).status);
    }
    expect(statuses).toEqual([200, 500, 500, 200, 200]);
  });

  it("always, until removed; the list says what each has done", async () => {
    await fault({ path: "/v2/cl*", times: "always", phase: "before", status: 500 });
    for (let i = 0; i < 3; i++) expect((await platform.get("/v2/clusters")).status).toBe(500);
    const [listed] = (await platform.get("/_emulator/faults")).body;
    expect(listed).toMatchObject({ id: "fault-1", path: "/v2/cl*", seen: 3, struck: 3 });
    expect((await platform.delete("/_emulator/faults")).status).toBe(204);
    expect((await platform.get("/v2/clusters")).status).toBe(200);
  });

  it("added in process, taken back by its handle", async () => {
    const added = platform.emulator.faults.add({ phase: "before", times: "always" });
    expect((await platform.get("/v2/pods")).status).toBe(503);
    added.remove();
    expect((await platform.get("/v2/pods")).status).toBe(200);
  });

  it("one that makes no sense is refused, with every reason", async () => {
    const refused = await fault({ phase: "sometimes", nth: 0, extra: 1 });
    expect(refused).toMatchObject({ status: 422 });
    expect(refused.body.errors).toHaveLength(3);
  });
});
