import { describe, expect, it } from "@jest/globals";
import { clusterBody, gpuPod, usePlatform } from "../support/platform";

describe("rate limits", () => {
  const platform = usePlatform({ rateLimit: true });
  const rate = async (path: string) => (await platform.get(path)).headers.ratelimit;

  it("A-53, A-55, A-56, A-57: both headers come with the published format and quotas", async () => {
    const first = await platform.get("/v2/pods");
    expect(first.headers.ratelimit).toBe('"minute";r=59;t=60, "hour";r=2999;t=3600, "day";r=49999;t=86400');
    expect(first.headers["ratelimit-policy"]).toBe('"minute";q=60;w=60, "hour";q=3000;w=3600, "day";q=50000;w=86400');
    await platform.advance(38_000);
    expect(await rate("/v2/pods")).toBe('"minute";r=58;t=22, "hour";r=2998;t=3562, "day";r=49998;t=86362');
  });

  it("A-53, A-58: every answer after authentication has them, errors and cluster operations included", async () => {
    const pod = await platform.create("/v2/pods", gpuPod());
    const answers = [
      await platform.get("/v2/pods/none"),
      await platform.call("PUT", "/v2/pods"),
      await platform.get("/v2/nothing"),
      await platform.post("/v2/pods", {}),
      await platform.post(`/v2/pods/${pod.id}/action`, { action: "start" }),
      await platform.post("/v2/clusters", clusterBody()),
      await platform.get("/v2/clusters"),
      await platform.delete(`/v2/pods/${pod.id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 405, 404, 422, 409, 201, 200, 204]);
    for (const { headers } of answers) {
      expect(headers.ratelimit).toMatch(/^"minute";r=\d+;t=\d+, "hour";r=\d+;t=\d+, "day";r=\d+;t=\d+$/);
      expect(headers["ratelimit-policy"]).toContain('"minute";q=60;w=60');
    }
  });

  it("A-29, A-51, A-52: beyond the minute: 429 that names the window, with Retry-After; then it opens again", async () => {
    for (let i = 0; i < 60; i++) expect((await platform.get("/v2/registries")).status).toBe(200);
    await platform.advance(15_500);
    const refused = await platform.get("/v2/registries");
    expect(refused).toMatchObject({
      status: 429,
      body: { title: "Too Many Requests", status: 429, detail: "rate limit exceeded for the minute window" },
    });
    expect(refused.headers["retry-after"]).toBe("45");
    expect(refused.headers.ratelimit).toContain('"minute";r=0;t=45');
    await platform.advance(44_500);
    expect((await platform.get("/v2/registries")).headers.ratelimit).toContain('"minute";r=59;t=60, "hour";r=2939');
  });

  it.each([
    { window: "hour", quota: { minute: 100, hour: 2 }, seconds: 3600 },
    { window: "day", quota: { minute: 100, hour: 100, day: 2 }, seconds: 86_400 },
  ])("A-50, A-51, A-52: the $window window holds at the same time", async ({ window, quota, seconds }) => {
    await platform.post("/_emulator/keys", { key: "own", grant: "all", quota });
    const get = () => platform.get("/v2/pods", { key: "own" });
    await get();
    await get();
    const refused = await get();
    expect(refused.body.detail).toBe(`rate limit exceeded for the ${window} window`);
    expect(refused.headers["retry-after"]).toBe(String(seconds));
    await platform.advance(60_000);
    expect((await get()).status).toBe(429);
  });

  it("A-50: limits are per user: two keys of one user share them, another user's key does not", async () => {
    await platform.post("/_emulator/keys", { key: "second", grant: "all" });
    await platform.post("/_emulator/keys", { key: "stranger", grant: "all", user: "stranger" });
    await platform.get("/v2/pods");
    expect((await platform.get("/v2/pods", { key: "second" })).headers.ratelimit).toContain('"minute";r=58');
    expect((await platform.get("/v2/pods", { key: "stranger" })).headers.ratelimit).toContain('"minute";r=59');
  });
});

describe("callers without limits", () => {
  const platform = usePlatform({ rateLimit: false });

  it("A-54: both headers are absent", async () => {
    const { headers } = await platform.get("/v2/pods");
    expect(headers.ratelimit).toBeUndefined();
    expect(headers["ratelimit-policy"]).toBeUndefined();
  });
});
