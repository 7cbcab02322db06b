import { describe, expect, it } from "@jest/globals";
import { clusterBody, gpuPod, usePlatform } from "../support/platform";

const platform = usePlatform({ rateLimit: true });

describe("error bodies", () => {
  it("A-11, A-15, A-24: an unknown path is 404 with a problem body that has just title, status and detail", async () => {
    for (const path of ["/v2/nothing", "/v2", "/", "/v3/pods", "/v2/pods/", "/v2/pods/x/y/z"]) {
      const missing = await platform.get(path);
      expect(missing.status).toBe(404);
      expect(missing.headers["content-type"]).toBe("application/problem+json");
      expect(missing.body).toEqual({ title: "Not Found", status: 404, detail: "resource not found" });
    }
  });

  it.each([
    { method: "PUT", path: "/v2/pods", allow: "GET, POST" },
    { method: "POST", path: "/v2/pods/x", allow: "DELETE, GET, PATCH" },
    { method: "PATCH", path: "/v2/registries/x", allow: "DELETE, GET" },
    { method: "DELETE", path: "/v2/catalog/gpus", allow: "GET" },
    { method: "POST", path: "/v2/account/ssh-keys", allow: "GET, PUT" },
  ])("A-14, A-25, R-11: $method $path is 405 with Allow: $allow", async ({ method, path, allow }) => {
    const refused = await platform.call(method, path);
    expect(refused).toMatchObject({
      status: 405,
      body: {
        title: "Method Not Allowed",
        status: 405,
        detail: "The requested method is not allowed for this path.",
      },
    });
    expect(refused.headers.allow).toBe(allow);
  });

  it.each(["{", "", "{'name': 1}", '{"name": "a",}', "\ufffe"])(
    "A-10, A-20: the body %j is not JSON: 400",
    async (body) => {
      const refused = await platform.call("POST", "/v2/registries", body);
      expect(refused).toMatchObject({ status: 400, body: { title: "Bad Request", status: 400 } });
    },
  );

  it("A-28, A-33, A-40, A-41: all violations of a body come together, unknown names of a level in one message", async () => {
    const refused = await platform.post("/v2/registries", { name: 1, colour: "red", size: 3 });
    expect(refused).toEqual({
      status: 422,
      headers: expect.anything(),
      body: {
        title: "Unprocessable Entity",
        status: 422,
        detail: "Request validation failed.",
        errors: [
          "$: missing properties 'username', 'password'",
          "$: additional properties 'colour', 'size' not allowed",
          "$.name: got number, want string",
        ],
      },
    });
  });

  it("A-40: one unknown property has the published message", async () => {
    const refused = await platform.post("/v2/registries", { name: "a", username: "b", password: "c", colour: 1 });
    expect(refused.body.errors).toEqual(["$: additional properties 'colour' not allowed"]);
  });

  it("A-42: nested places are named by their path", async () => {
    const refused = await platform.post("/v2/pods", {
      ...gpuPod(),
      mounts: { x: 1, network: [{ volumeId: "v", y: 2 }] },
      gpu: { id: "NVIDIA L40S", minCudaVersion: "12" },
    });
    expect(refused.body.errors).toEqual([
      "$.gpu.minCudaVersion: '12' does not match pattern '^\\d+\\.\\d+$'",
      "$.mounts: additional properties 'x' not allowed",
      "$.mounts.network[0]: missing property 'path'",
      "$.mounts.network[0]: additional properties 'y' not allowed",
    ]);
  });

  it.each([
    { what: "wrong type", change: { disk: "9" }, error: "$.disk: got string, want integer" },
    { what: "fraction for an integer", change: { disk: 1.5 }, error: "$.disk: got number, want integer" },
    { what: "null", change: { disk: null }, error: "$.disk: got null, want integer" },
    { what: "array for an object", change: { env: [] }, error: "$.env: got array, want object" },
    { what: "below a bound", change: { disk: 0 }, error: "$.disk: minimum: got 0, want 1" },
    { what: "string too short", change: { name: "" }, error: "$.name: minLength: got 0, want 1" },
    { what: "enum", change: { cloud: "MOON" }, error: "$.cloud: value must be one of 'SECURE', 'COMMUNITY'" },
    { what: "env value", change: { env: { A: 1 } }, error: "$.env.A: got number, want string" },
    {
      what: "pattern",
      change: { ports: ["22/udp"] },
      error: "$.ports[0]: '22/udp' does not match pattern '^[0-9]+/(http|tcp)$'",
    },
  ])("A-28: $what → $error", async ({ change, error }) => {
    const refused = await platform.post("/v2/pods", gpuPod(change));
    expect(refused).toMatchObject({ status: 422, body: { errors: [error] } });
  });

  it("A-28, A-33: an array that is too long is reported with what is wrong inside it", async () => {
    const mounts = { network: [{ volumeId: "v" }, { volumeId: 1, path: "/a" }] };
    expect((await platform.post("/v2/pods", gpuPod({ mounts }))).body.errors).toEqual([
      "$.mounts.network: maxItems: got 2, want 1",
      "$.mounts.network[0]: missing property 'path'",
      "$.mounts.network[1].volumeId: got number, want string",
    ]);
  });

  it("A-28: bounds above, and of query parameters", async () => {
    const volume = await platform.post("/v2/network-volumes", { name: "d", size: 5000, dataCenter: "EU-XX-1" });
    expect(volume.body.errors).toEqual(["$.size: maximum: got 5000, want 4096"]);
    const name = "n".repeat(192);
    const registry = await platform.post("/v2/registries", { name, username: "u", password: "p" });
    expect(registry.body.errors).toEqual(["$.name: maxLength: got 192, want 191"]);
    const list = await platform.get("/v2/pods?limit=5000");
    expect(list).toMatchObject({ status: 422, body: { errors: ["$.query.limit: maximum: got 5000, want 1000"] } });
  });

  it("A-34: a number with a zero fraction is an integer", async () => {
    const body = `{"name":"d","size":20.0,"dataCenter":"EU-XX-1"}`;
    expect(await platform.call("POST", "/v2/network-volumes", body)).toMatchObject({ status: 201, body: { size: 20 } });
  });

  it("A-43: env is an open map", async () => {
    const env = { ANY: "thing", "lower.case": "", "with space": "x" };
    expect((await platform.create("/v2/pods", gpuPod({ env }))).env).toEqual(env);
  });

  it.each([
    { kind: "pods", unknown: ["gpu", "cpu", "cloud", "dataCenterIds", "startSsh", "startJupyter"] },
    { kind: "network-volumes", unknown: ["dataCenter", "type"] },
  ])("A-45: create-only fields are unknown on PATCH of $kind", async ({ kind, unknown }) => {
    const body = kind === "pods" ? gpuPod() : { name: "d", size: 20, dataCenter: "EU-XX-1" };
    const { id } = await platform.create(`/v2/${kind}`, body);
    for (const name of unknown) {
      const refused = await platform.patch(`/v2/${kind}/${id}`, { name: "n", [name]: "x" });
      expect(refused).toMatchObject({
        status: 422,
        body: { errors: [`$: additional properties '${name}' not allowed`] },
      });
    }
  });

  it("A-85: nothing conditional is offered", async () => {
    const { id } = await platform.create("/v2/pods", gpuPod());
    const got = await platform.get(`/v2/pods/${id}`, { headers: { "if-none-match": "*" } });
    expect(got.status).toBe(200);
    expect(got.headers.etag).toBeUndefined();
  });
});

describe("order of the checks", () => {
  const tooLong = JSON.stringify(gpuPod({ env: { A: "x".repeat(102_400) } }));

  it("A-32, A-27: each check comes before the next", async () => {
    await platform.post("/_emulator/keys", { key: "spent", grant: "none", quota: { minute: 0 } });
    await platform.post("/_emulator/keys", { key: "nothing", grant: "none" });
    const call = (key: string | null, method: string, path: string, body?: unknown) =>
      platform.call(method, path, body, { key }).then(({ status }) => status);
    const good = "emulator-key";
    // Size before authentication, authentication before the limit, the limit before permission.
    expect(await call(null, "POST", "/v2/pods", tooLong)).toBe(413);
    expect(await call(null, "POST", "/v2/pods", "{")).toBe(401);
    expect(await call("spent", "POST", "/v2/pods", "{")).toBe(429);
    // Permission before the resource, the resource before JSON, JSON before the schema.
    expect(await call("nothing", "PATCH", "/v2/pods/gone", "{")).toBe(403);
    expect(await call(good, "PATCH", "/v2/pods/gone", "{")).toBe(404);
    const { id } = await platform.create("/v2/pods", gpuPod());
    expect(await call(good, "PATCH", `/v2/pods/${id}`, "{")).toBe(400);
    // Schema before the template, the template before cross-field rules.
    const template = { templateId: "t-none" };
    expect(await call(good, "POST", "/v2/pods", { name: "", ...template })).toBe(422);
    expect(await call(good, "POST", "/v2/pods", { name: "n", ...template })).toBe(404);
    expect(await call(good, "POST", "/v2/pods", { name: "n", templateId: "t1serverless" })).toBe(422);
    expect(await call(good, "POST", "/v2/pods", { name: "n", image: "i" })).toBe(400);
    // Cross-field rules before the balance, the balance before capacity.
    await platform.post("/_emulator/settings", { creditUsd: 0 });
    await platform.post("/_emulator/capacity", { free: 0 });
    expect(await call(good, "POST", "/v2/pods", gpuPod({ gpu: { id: "no such" } }))).toBe(400);
    expect(await call(good, "POST", "/v2/pods", gpuPod())).toBe(402);
    await platform.post("/_emulator/settings", { creditUsd: 100 });
    expect(await call(good, "POST", "/v2/pods", gpuPod())).toBe(400);
    expect(await call(good, "POST", "/v2/clusters", clusterBody())).toBe(400);
  });

  it("A-30: a fault behind the interface is a 5xx with the normal body, and passes", async () => {
    platform.emulator.faults.add({ path: "/v2/pods", phase: "before", status: 500 });
    expect(await platform.get("/v2/pods")).toMatchObject({
      status: 500,
      body: { title: "Internal Server Error", status: 500 },
    });
    expect((await platform.get("/v2/pods")).status).toBe(200);
  });

  it("A-31: there is no idempotency key: the same create twice makes two, findable by name", async () => {
    const twice = { headers: { "idempotency-key": "same" } };
    await platform.post("/v2/pods", gpuPod({ name: "same" }), twice);
    await platform.post("/v2/pods", gpuPod({ name: "same" }), twice);
    const { pods } = (await platform.get("/v2/pods")).body;
    expect(pods.map(({ name }: { name: string }) => name)).toEqual(["same", "same"]);
    expect(new Set(pods.map(({ id }: { id: string }) => id)).size).toBe(2);
  });
});
