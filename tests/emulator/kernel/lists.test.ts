import { describe, expect, it } from "@jest/globals";
import { clusterBody, cpuPod, gpuPod, usePlatform } from "../support/platform";

const platform = usePlatform();

interface Page {
  readonly pods: readonly { readonly id: string; readonly name: string; readonly cluster?: unknown }[];
  readonly pagination: { readonly nextCursor: string | null; readonly hasNextPage: boolean };
}
const page = async (query: string) => (await platform.get(`/v2/pods?${query}`)).body as Page;
const names = ({ pods }: Page) => pods.map(({ name }) => name);

async function createPods(count: number): Promise<void> {
  for (let i = 1; i <= count; i++) await platform.create("/v2/pods", cpuPod({ name: `pod-${i}` }));
}

describe("lists", () => {
  it("A-60, A-61: each list has its key, and only the marked ones a pagination block", async () => {
    const lists = [
      ["/v2/pods", ["pods", "pagination"]],
      ["/v2/templates", ["templates", "pagination"]],
      ["/v2/clusters", ["clusters"]],
      ["/v2/network-volumes", ["networkVolumes"]],
      ["/v2/registries", ["registries"]],
      ["/v2/registries/delegations", ["delegations"]],
      ["/v2/account/ssh-keys", ["keys"]],
      ["/v2/account/secrets", ["secrets"]],
      ["/v2/catalog/gpus", ["gpus"]],
      ["/v2/catalog/cpus", ["cpus"]],
      ["/v2/catalog/datacenters", ["dataCenters"]],
      ["/v2/catalog/templates", ["templates"]],
    ] as const;
    for (const [path, keys] of lists) {
      const { status, body } = await platform.get(path);
      expect([path, status, Object.keys(body)]).toEqual([path, 200, keys]);
      expect(Array.isArray(body[keys[0]])).toBe(true);
    }
  });

  it("A-62, A-63, A-65, A-66, P-1: pages go newest first, and only the last has no cursor", async () => {
    await createPods(5);
    const first = await page("limit=2");
    expect(names(first)).toEqual(["pod-5", "pod-4"]);
    expect(first.pagination).toEqual({ nextCursor: expect.any(String), hasNextPage: true });
    const second = await page(`limit=2&cursor=${first.pagination.nextCursor}`);
    expect(names(second)).toEqual(["pod-3", "pod-2"]);
    const third = await page(`limit=2&cursor=${second.pagination.nextCursor}`);
    expect(third).toMatchObject({ pods: [{ name: "pod-1" }], pagination: { nextCursor: null, hasNextPage: false } });
    expect((await page("")).pods).toHaveLength(5);
  });

  it("A-62: what comes and goes between pages makes others neither repeat nor vanish", async () => {
    await createPods(6);
    const first = await page("limit=2");
    await platform.create("/v2/pods", cpuPod({ name: "pod-7" }));
    await platform.delete(`/v2/pods/${first.pods[1]?.id}`);
    expect(names(await page(`limit=2&cursor=${first.pagination.nextCursor}`))).toEqual(["pod-4", "pod-3"]);
  });

  it.each(["limit=0", "limit=1001", "limit=x", "cursor=", "limit=1.5"])(
    "A-62, A-28: %s is refused with 422",
    async (query) => {
      const refused = await platform.get(`/v2/pods?${query}`);
      expect(refused.status).toBe(422);
      expect(refused.body.errors[0]).toMatch(/^\$\.query\.(limit|cursor): /);
    },
  );

  it("A-64: a malformed cursor, one of another operation and one of other parameters are refused with 422", async () => {
    await createPods(2);
    for (const name of ["a", "b"]) await platform.create("/v2/templates", { name, image: "i" });
    const { nextCursor } = (await page("limit=1")).pagination;
    const template = (await platform.get("/v2/templates?limit=1")).body.pagination.nextCursor;
    for (const query of [
      "cursor=garbage",
      `cursor=${template}`,
      `cursor=${nextCursor}x`,
      `includeClusterPods=true&cursor=${nextCursor}`,
    ]) {
      expect((await platform.get(`/v2/pods?${query}`)).status).toBe(422);
    }
    expect((await platform.get(`/v2/pods?cursor=${nextCursor}`)).status).toBe(200);
  });

  it("P-2, P-5, A-66: members are left out after the page is cut, so a page may be empty and not the last", async () => {
    await platform.create("/v2/pods", cpuPod({ name: "alone" }));
    await platform.create(
      "/v2/clusters",
      clusterBody({ compute: { gpuTypeId: "NVIDIA H200", gpuCountPerPod: 1, podCount: 3 } }),
    );
    const first = await page("limit=2");
    expect(first).toMatchObject({ pods: [], pagination: { hasNextPage: true } });
    const second = await page(`limit=2&cursor=${first.pagination.nextCursor}`);
    expect(names(second)).toEqual(["alone"]);
    const all = await page("includeClusterPods=true");
    expect(all.pods.map(({ cluster }) => cluster !== undefined)).toEqual([true, true, true, false]);
    expect((await platform.get("/v2/pods?includeClusterPods=maybe")).status).toBe(422);
  });

  it("A-65: the other lists go newest first too", async () => {
    for (const name of ["one", "two", "three"]) {
      await platform.create("/v2/registries", { name, username: "u", password: "p" });
      await platform.advance(1_000);
    }
    const { registries } = (await platform.get("/v2/registries")).body;
    expect(registries.map(({ name }: { name: string }) => name)).toEqual(["three", "two", "one"]);
  });

  it("P-6: terminated pods are not listed", async () => {
    const { id } = await platform.create("/v2/pods", gpuPod());
    await platform.delete(`/v2/pods/${id}`);
    expect((await page("")).pods).toEqual([]);
  });

  it("A-31: lists may lag behind creation when told to, while a get finds the object at once", async () => {
    await platform.post("/_emulator/settings", { listLagMs: 5_000 });
    const { id } = await platform.create("/v2/pods", gpuPod());
    expect((await page("")).pods).toEqual([]);
    expect((await platform.get(`/v2/pods/${id}`)).status).toBe(200);
    await platform.advance(5_000);
    expect((await page("")).pods).toHaveLength(1);
  });

  it.each([
    ["/v2/registries/delegations", { resource: "arn:aws:ecr:eu-central-1:123456789012:repository/app" }, "delegations"],
    ["/v2/account/secrets", { name: "token", value: "example-only-not-a-secret" }, "secrets"],
    ["/v2/account/secrets?name=token", { name: "token", value: "example-only-not-a-secret" }, "secrets"],
  ])("A-35: so does %s", async (path, body, key) => {
    await platform.post("/_emulator/settings", { listLagMs: 5_000 });
    await platform.create(path.split("?")[0]!, body);
    expect((await platform.get(path)).body).toEqual({ [key]: [] });
    await platform.advance(5_000);
    expect((await platform.get(path)).body[key]).toHaveLength(1);
  });

  it("A-60: a list of 1,000 pods is one page", async () => {
    await createPods(1_000);
    const all = await page("limit=1000");
    expect(all.pods).toHaveLength(1_000);
    expect(all.pagination.hasNextPage).toBe(false);
  }, 120_000);
});
