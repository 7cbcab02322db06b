import { describe, expect, it } from "@jest/globals";
import { gpuPod, usePlatform } from "./support/platform";

const platform = usePlatform();
const body = { name: "acme-registry", username: "puller", password: "example-only-not-a-secret" };
const create = (change: object = {}) => platform.post("/v2/registries", { ...body, ...change });

describe("registry credentials", () => {
  it("R-1, R-2, R-3, R-5, R-10, R-17: stored unchecked, and only id and name ever come back", async () => {
    const created = await create();
    expect(created.status).toBe(201);
    const shown = { id: expect.stringMatching(/^[a-z0-9]{10}$/), name: "acme-registry" };
    expect(created.body).toEqual(shown);
    expect((await platform.get(`/v2/registries/${created.body.id}`)).body).toEqual(shown);
    expect((await platform.get("/v2/registries")).body).toEqual({ registries: [shown] });
    const state = JSON.stringify((await platform.get("/_emulator/state")).body);
    expect(state).not.toContain("puller");
    expect(state).not.toContain("example-only");
  });

  it.each([
    { name: "", error: "$.name: minLength: got 0, want 1" },
    { name: "n".repeat(192), error: "$.name: maxLength: got 192, want 191" },
    { username: "u".repeat(192), error: "$.username: maxLength: got 192, want 191" },
    { password: "", error: "$.password: minLength: got 0, want 1" },
    { password: "p".repeat(16_385), error: "$.password: maxLength: got 16385, want 16384" },
  ])("R-2: $error", async ({ error, ...change }) => {
    expect(await create(change)).toMatchObject({ status: 422, body: { errors: [error] } });
  });

  it("R-2: the longest values fit", async () => {
    const longest = { name: "n".repeat(191), username: "u".repeat(191), password: "p".repeat(16_384) };
    expect((await create(longest)).status).toBe(201);
  });

  it("R-11: there is no update", async () => {
    const { id } = (await create()).body;
    expect((await platform.patch(`/v2/registries/${id}`, { name: "n" })).status).toBe(405);
  });

  it("R-15: a name that is taken → 400; free again after the delete", async () => {
    const { id } = (await create()).body;
    expect((await create({ password: "other" })).status).toBe(400);
    await platform.delete(`/v2/registries/${id}`);
    expect((await create()).status).toBe(201);
  });

  it("R-4, R-12: refused with 400 while a pod uses it", async () => {
    const { id } = (await create()).body;
    const pod = await platform.create("/v2/pods", gpuPod({ registry: id }));
    expect(pod.registry).toBe(id);
    expect((await platform.delete(`/v2/registries/${id}`)).status).toBe(400);
    await platform.patch(`/v2/pods/${pod.id}`, { registry: null });
    expect((await platform.delete(`/v2/registries/${id}`)).status).toBe(204);
    const gone = await platform.delete(`/v2/registries/${id}`);
    expect(gone).toMatchObject({ status: 404, body: { detail: "registry not found" } });
  });

  it("R-13, T-26: templates do not block; their registry becomes null", async () => {
    const { id } = (await create()).body;
    const template = await platform.create("/v2/templates", { name: "t", image: "i", registry: id });
    expect(template.registry).toBe(id);
    expect((await platform.delete(`/v2/registries/${id}`)).status).toBe(204);
    expect((await platform.get(`/v2/templates/${template.id}`)).body.registry).toBeNull();
  });
});

describe("delegations", () => {
  const resource = "arn:aws:ecr:eu-central-1:123456789012:repository/team/app";

  it("R-20, R-21, R-22, R-23, R-24: register, list, revoke; the path never means a credential", async () => {
    const path = "/v2/registries/delegations";
    expect((await platform.get(path)).body).toEqual({ delegations: [] });
    const created = await platform.post(path, { resource, name: "app" });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.any(String),
      delegatorUserId: expect.any(String),
      awsUser: "123456789012",
      repository: "team/app",
      tag: "latest",
      awsRegion: "eu-central-1",
      createdAt: expect.stringMatching(/Z$/),
      name: "app",
      dockerRegistryUri: expect.stringContaining("team/app"),
    });
    const unnamed = await platform.post(path, { resource: `${resource}:v2`, name: null });
    expect(unnamed.body).toMatchObject({ name: null, tag: "v2" });
    expect((await platform.get(path)).body.delegations).toEqual([unnamed.body, created.body]);
    expect((await platform.delete(`${path}/${created.body.id}`)).status).toBe(204);
    expect((await platform.delete(`${path}/${created.body.id}`)).status).toBe(404);
    expect((await platform.get(`${path}/${unnamed.body.id}`)).status).toBe(405);
  });

  it("R-21: a body that does not fit → 422", async () => {
    for (const body of [{}, { resource: 1 }, { resource, tag: "x" }, { resource: "not-an-arn" }]) {
      expect((await platform.post("/v2/registries/delegations", body)).status).toBe(422);
    }
  });
});
