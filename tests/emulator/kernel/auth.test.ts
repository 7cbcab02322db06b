import { describe, expect, it } from "@jest/globals";
import { gpuPod, usePlatform } from "../support/platform";
import { queueEndpoint } from "../support/serverless";

const platform = usePlatform({ rateLimit: true });
const setKey = (key: string, spec: object) => platform.post("/_emulator/keys", { key, ...spec });
const headers = (authorization: string) => ({ key: null, headers: { authorization } });

describe("keys", () => {
  it("A-1, A-4, A-21, A-53: without a key every operation answers 401 with the published text and no rate headers", async () => {
    for (const [method, path] of [
      ["GET", "/v2/pods"],
      ["POST", "/v2/pods"],
      ["DELETE", "/v2/clusters/x"],
      ["GET", "/v2/catalog/gpus"],
    ] as const) {
      const refused = await platform.call(method, path, undefined, { key: null });
      expect(refused.status).toBe(401);
      expect(refused.headers["content-type"]).toBe("application/problem+json");
      expect(refused.body).toEqual({ title: "Unauthorized", status: 401, detail: "missing bearer token" });
      expect(refused.headers.ratelimit).toBeUndefined();
      expect(refused.headers["ratelimit-policy"]).toBeUndefined();
    }
  });

  it.each(["Bearer unknown", "Bearer", "Basic emulator-key", "emulator-key", "Bearer emulator-key extra"])(
    "A-2, A-4: '%s' is no valid key on the v2 surface",
    async (authorization) => {
      const refused = await platform.get("/v2/pods", headers(authorization));
      expect(refused).toMatchObject({ status: 401, body: { detail: "invalid bearer token" } });
    },
  );

  it("A-2: the Bearer form is accepted", async () => {
    expect((await platform.get("/v2/pods", headers("Bearer emulator-key"))).status).toBe(200);
  });

  it("A-5, A-7, A-23: a read-only key reads and may not write; one without access may nothing", async () => {
    await setKey("reader-key", { grant: "read-only" });
    await setKey("empty-key", { grant: "none" });
    expect((await platform.get("/v2/pods", { key: "reader-key" })).status).toBe(200);
    const refused = await platform.post("/v2/pods", gpuPod(), { key: "reader-key" });
    expect(refused).toMatchObject({
      status: 403,
      body: { title: "Forbidden", status: 403, detail: "access denied" },
    });
    expect(refused.headers["ratelimit"]).toBeDefined();
    expect((await platform.get("/v2/pods", { key: "empty-key" })).status).toBe(403);
    expect((await platform.get("/v2/pods")).body.pods).toEqual([]);
  });

  it("A-7: a restricted key has access per interface", async () => {
    await setKey("queue-key", { grant: { api: "none", queue: "read-write" } });
    await setKey("api-key", { grant: { api: "read-write", queue: "none" } });
    expect((await platform.get("/v2/registries", { key: "queue-key" })).status).toBe(403);
    const body = { name: "n", username: "u", password: "p" };
    expect((await platform.post("/v2/registries", body, { key: "api-key" })).status).toBe(201);
  });

  it("A-7, O-9: a key narrowed to some endpoints finds no others in any list, on either surface", async () => {
    const [one, other] = [
      await platform.create("/v2/serverless", queueEndpoint({ workers: { min: 1 } })),
      await platform.create("/v2/serverless", queueEndpoint({ workers: { min: 1 } })),
    ];
    await setKey("narrow-key", { grant: { api: "read-only", queue: "none", endpoints: [one.id] } });
    const list = async (path: string) => (await platform.get(path, { key: "narrow-key" })).body;
    expect((await list("/v2/serverless")).endpoints.map(({ id }: any) => id)).toEqual([one.id]);
    expect((await list("/v1/endpoints")).map(({ id }: any) => id)).toEqual([one.id]);
    const workers = await list("/v1/pods?includeWorkers=true");
    expect(workers.map(({ endpointId }: any) => endpointId)).toEqual([one.id]);
    expect((await platform.get(`/v1/endpoints/${other.id}`, { key: "narrow-key" })).status).toBe(403);
  });

  it("A-8: a disabled key behaves as an unknown one, and may come back", async () => {
    await setKey("some-key", { grant: "all" });
    expect((await platform.get("/v2/pods", { key: "some-key" })).status).toBe(200);
    await setKey("some-key", { grant: "all", disabled: true });
    expect((await platform.get("/v2/pods", { key: "some-key" })).status).toBe(401);
    await setKey("some-key", { grant: "all" });
    expect((await platform.get("/v2/pods", { key: "some-key" })).status).toBe(200);
  });

  it("A-6: the interface documents need no key and state what is served", async () => {
    const v2 = await platform.get("/v2/openapi.json", { key: null });
    expect(v2.status).toBe(200);
    expect(v2.body.paths["/v2/pods"].post.operationId).toBe("podsCreate");
    expect(v2.body.paths["/v2/pods/{id}"].get.parameters[0]).toMatchObject({ name: "id", in: "path" });
    expect(v2.body.paths["/v2/registries"].post.requestBody.content["application/json"].schema).toEqual({
      $ref: "#/components/schemas/RegistryCreate",
    });
    expect(v2.body.components.schemas.RegistryCreate).toMatchObject({
      additionalProperties: false,
      required: ["name", "username", "password"],
    });
    const v1 = await platform.get("/v1/openapi.json", { key: null });
    expect(v1).toMatchObject({ status: 200, body: { openapi: "3.1.0" } });
    const docs = await platform.get("/v1/docs", { key: null });
    expect(docs.status).toBe(200);
    expect(docs.headers["content-type"]).toContain("text/html");
    expect(docs.body).toContain("<!doctype html>");
  });

  it("A-6, A-11: the interface documents say what every error body has", async () => {
    const { body } = await platform.get("/v2/openapi.json", { key: null });
    expect(body.components.schemas.Problem.required).toEqual(["title", "status", "detail"]);
  });

  it("A-6, A-11, O-3: the interface documents say what type error bodies have", async () => {
    const errorTypesAt = async (document: string, path: string) => {
      const { body } = await platform.get(document, { key: null });
      return Object.keys(body.paths[path].get.responses.default.content);
    };
    expect(await errorTypesAt("/v2/openapi.json", "/v2/pods")).toEqual(["application/problem+json"]);
    expect(await errorTypesAt("/v1/openapi.json", "/pods")).toEqual(["application/json"]);
  });

  it("A-6, A-73: the interface documents say how arrays are written in a query", async () => {
    const parametersAt = async (document: string, path: string) => {
      const { body } = await platform.get(document, { key: null });
      return Object.fromEntries(body.paths[path].get.parameters.map((each: any) => [each.name, each]));
    };
    const gpus = await parametersAt("/v2/openapi.json", "/v2/catalog/gpus");
    expect(gpus.product).toMatchObject({ style: "form", explode: false });
    expect(gpus.count).not.toHaveProperty("explode");
    expect((await parametersAt("/v1/openapi.json", "/pods")).gpuTypeId).toMatchObject({ style: "form", explode: true });
  });
});
