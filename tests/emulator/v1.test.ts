import { describe, expect, it } from "@jest/globals";
import { gpuPod, usePlatform } from "./support/platform";

const platform = usePlatform();
const credential = { name: "acme", username: "puller", password: "example-only" };
const volume = { name: "data", size: 100, dataCenterId: "EU-XX-1" };

describe("conventions", () => {
  it("O-1, O-8: lists are bare arrays, whole, without rate limit headers", async () => {
    await platform.post("/_emulator/settings", { rateLimit: { minute: 60, hour: 600, day: 6_000 } });
    for (let count = 0; count < 3; count++) await platform.post("/v1/networkvolumes", volume);
    const { body, headers } = await platform.get("/v1/networkvolumes?limit=1");
    expect(body).toHaveLength(3);
    expect(headers).not.toHaveProperty("ratelimit");
    for (const kind of ["pods", "endpoints", "templates", "containerregistryauth"]) {
      expect((await platform.get(`/v1/${kind}`)).body).toEqual([]);
    }
  });

  it("O-3: errors carry both shapes, as application/json", async () => {
    const { status, headers, body } = await platform.get("/v1/pods/p0");
    expect(status).toBe(404);
    expect(headers["content-type"]).toBe("application/json");
    expect(body).toEqual({ title: "Not Found", status: 404, detail: "pod not found", message: "pod not found" });
  });

  it.each([
    ["GET", "/v1/pods/x"],
    ["PATCH", "/v1/pods/x"],
    ["DELETE", "/v1/pods/x"],
    ["POST", "/v1/pods/x/start"],
    ["POST", "/v1/pods/x/stop"],
    ["POST", "/v1/pods/x/reset"],
    ["POST", "/v1/pods/x/restart"],
    ["POST", "/v1/pods/x/update"],
    ["GET", "/v1/networkvolumes/x"],
    ["PATCH", "/v1/networkvolumes/x"],
    ["DELETE", "/v1/networkvolumes/x"],
    ["GET", "/v1/containerregistryauth/x"],
    ["DELETE", "/v1/containerregistryauth/x"],
    ["GET", "/v1/endpoints/x"],
    ["PATCH", "/v1/endpoints/x"],
    ["DELETE", "/v1/endpoints/x"],
    ["GET", "/v1/templates/x"],
    ["PATCH", "/v1/templates/x"],
    ["DELETE", "/v1/templates/x"],
  ])("O-4: %s %s of something absent gives 404", async (method, path) => {
    expect((await platform.call(method, path, method === "GET" ? undefined : {})).status).toBe(404);
  });

  it("O-4: a missing key gives 401 with both shapes", async () => {
    const { status, body } = await platform.get("/v1/pods", { key: null });
    expect(status).toBe(401);
    expect(body.message).toBe(body.detail);
  });

  it("O-6: unknown members of a body are ignored", async () => {
    const { status, body } = await platform.post("/v1/networkvolumes", { ...volume, colour: "blue" });
    expect(status).toBe(200);
    expect(body).not.toHaveProperty("colour");
  });

  it("O-7: data centers, GPU types and CUDA versions are open strings: an unknown one fails by rule, not by schema", async () => {
    const refusals = [
      await platform.post("/v1/networkvolumes", { ...volume, dataCenterId: "MOON-1" }),
      await platform.post("/v1/pods", { imageName: "i", gpuTypeIds: ["NVIDIA Next"] }),
      await platform.post("/v1/pods", { imageName: "i", gpuTypeIds: ["NVIDIA L40S"], allowedCudaVersions: ["99.9"] }),
    ];
    for (const { status, body } of refusals) {
      expect(status).toBe(400);
      expect(body).not.toHaveProperty("errors");
    }
  });

  it("O-40, A-6: openapi.json and docs need no key", async () => {
    const document = await platform.get("/v1/openapi.json", { key: null });
    expect(document.status).toBe(200);
    expect(Object.keys(document.body.paths)).toEqual(
      expect.arrayContaining(["/pods", "/pods/{podId}/update", "/billing/pods"]),
    );
    const docs = await platform.get("/v1/docs", { key: null });
    expect(docs.headers["content-type"]).toContain("text/html");
    expect(String(docs.body)).toContain("/containerregistryauth");
  });
});

describe("registry credentials", () => {
  const path = "/v1/containerregistryauth";

  it("O-2, O-10, O-11, O-12, O-13: create 200, list, get, delete 204", async () => {
    const made = await platform.post(path, credential);
    expect(made).toMatchObject({ status: 200, body: { id: expect.any(String), name: "acme" } });
    expect(Object.keys(made.body)).toEqual(["id", "name"]);
    expect((await platform.get(path)).body).toEqual([made.body]);
    expect((await platform.get(`${path}/${made.body.id}`)).body).toEqual(made.body);
    const gone = await platform.delete(`${path}/${made.body.id}`);
    expect(gone).toMatchObject({ status: 204, body: undefined });
    expect((await platform.get(path)).body).toEqual([]);
  });

  it("O-9, R-16: v2 shows the same credential under the same id", async () => {
    const { body } = await platform.post(path, credential);
    expect((await platform.get(`/v2/registries/${body.id}`)).body).toEqual(body);
    expect((await platform.post("/v2/registries", credential)).status).toBe(400);
  });

  it.each([
    { why: "no password", change: { password: undefined } },
    { why: "an empty name", change: { name: "" } },
    { why: "a name of 192", change: { name: "n".repeat(192) } },
    { why: "a username of 192", change: { username: "u".repeat(192) } },
    { why: "a password of 16385", change: { password: "p".repeat(16_385) } },
  ])("O-10, O-14: $why gives 400", async ({ change }) => {
    expect((await platform.post(path, { ...credential, ...change })).status).toBe(400);
    expect((await platform.get(path)).body).toEqual([]);
  });

  it("O-13: a credential in use by a pod gives 400", async () => {
    const { body } = await platform.post(path, credential);
    await platform.create("/v2/pods", gpuPod({ registry: body.id }));
    expect((await platform.delete(`${path}/${body.id}`)).status).toBe(400);
  });
});

describe("network volumes", () => {
  const path = "/v1/networkvolumes";

  it("O-2, O-30, O-31, O-32, O-33, O-35: create 200, list, get, delete 204, in v1's words", async () => {
    const made = await platform.post(path, volume);
    expect(made).toMatchObject({ status: 200, body: { id: expect.any(String), ...volume } });
    expect(Object.keys(made.body)).toEqual(["id", "name", "size", "dataCenterId"]);
    expect((await platform.get(path)).body).toEqual([made.body]);
    expect((await platform.get(`${path}/${made.body.id}`)).body).toEqual(made.body);
    expect((await platform.get(`/v2/network-volumes/${made.body.id}`)).body).toMatchObject({ dataCenter: "EU-XX-1" });
    expect(await platform.delete(`${path}/${made.body.id}`)).toMatchObject({ status: 204, body: undefined });
    expect((await platform.get(`/v2/network-volumes/${made.body.id}`)).status).toBe(404);
  });

  it("O-32: v1 takes sizes that v2 does not, and none above 4000", async () => {
    expect((await platform.post(path, { ...volume, size: 0 })).status).toBe(200);
    for (const change of [{ size: 4_001 }, { size: -1 }, { name: undefined }, { dataCenterId: undefined }]) {
      expect((await platform.post(path, { ...volume, ...change })).status).toBe(400);
    }
  });

  it.each(["PATCH", "POST"])("O-5, O-34: %s renames or grows, and must grow", async (method) => {
    const { id } = (await platform.post(path, volume)).body;
    const update = (change: object) =>
      platform.call(method, `${path}/${id}${method === "POST" ? "/update" : ""}`, change);
    expect(await update({ name: "other", size: 101 })).toMatchObject({
      status: 200,
      body: { name: "other", size: 101 },
    });
    for (const size of [101, 50, 4_001]) expect((await update({ size })).status).toBe(400);
    expect((await update({ name: "third" })).body).toMatchObject({ name: "third", size: 101 });
  });
});

describe("endpoints", () => {
  const path = "/v1/endpoints";
  const template = { name: "gen", imageName: "registry.example.com/acme/gen:1", isServerless: true, env: { A: "1" } };
  const newTemplate = async () => (await platform.post("/v1/templates", template)).body.id as string;

  it("O-2, O-40: create needs a template and fills in v1's defaults", async () => {
    expect((await platform.post(path, { name: "x" })).status).toBe(400);
    const templateId = await newTemplate();
    const { status, body } = await platform.post(path, {
      templateId,
      gpuTypeIds: ["NVIDIA A40"],
      executionTimeoutMs: 9_000,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: "gen",
      templateId,
      workersMin: 0,
      workersMax: 3,
      idleTimeout: 5,
      scalerType: "QUEUE_DELAY",
      scalerValue: 4,
      gpuTypeIds: ["NVIDIA A40"],
      gpuCount: 1,
      executionTimeoutMs: 9_000,
      flashboot: false,
    });
    expect((await platform.get(`/v2/serverless/${body.id}`)).body).toMatchObject({
      image: template.imageName,
      env: { A: "1" },
      gpu: { pools: ["AMPERE_48"], excludedTypes: ["NVIDIA RTX A6000"] },
      workers: { min: 0, max: 3, idleTimeout: 5 },
      timeout: 9_000,
    });
    expect((await platform.delete(`/v2/templates/${templateId}`)).status).toBe(400);
  });

  it.each(["PATCH", "POST"])("O-5, O-40: %s updates what it names", async (method) => {
    const { id } = (
      await platform.post(path, { templateId: await newTemplate(), cpuFlavorIds: ["cpu3c"], vcpuCount: 4 })
    ).body;
    const change = { workersMax: 9, scalerType: "REQUEST_COUNT", scalerValue: 2, flashboot: true };
    const { status, body } = await platform.call(method, `${path}/${id}${method === "POST" ? "/update" : ""}`, change);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      workersMax: 9,
      scalerType: "REQUEST_COUNT",
      scalerValue: 2,
      flashboot: true,
      vcpuCount: 4,
    });
    expect(body).not.toHaveProperty("idleTimeout");
    expect((await platform.get(`/v2/serverless/${id}`)).body.scaling).toEqual({
      type: "REQUEST_COUNT",
      requestCount: 2,
    });
  });

  it("O-40, O-9: lists, gets with template and workers, and deletes what v2 made too", async () => {
    const body = {
      name: "e",
      type: "QUEUE",
      image: "i:1",
      gpu: { pools: ["ADA_24"] },
      scaling: { type: "REQUEST_COUNT", requestCount: 1 },
    };
    const { id } = await platform.create("/v2/serverless", { ...body, workers: { min: 1 } });
    expect((await platform.get(path)).body.map((each: any) => each.id)).toEqual([id]);
    const shown = (await platform.get(`${path}/${id}?includeTemplate=true&includeWorkers=true`)).body;
    expect(shown.template).toMatchObject({ id: shown.templateId, imageName: "i:1" });
    expect(shown.workers).toHaveLength(1);
    expect((await platform.delete(`${path}/${id}`)).status).toBe(204);
    expect((await platform.get(path)).body).toEqual([]);
  });
});

describe("templates", () => {
  const path = "/v1/templates";

  it("O-40: the defaults are the same for a serverless template", async () => {
    const made = await platform.post(path, { name: "t", imageName: "i:1", isServerless: true });
    expect(made.body).toMatchObject({ isServerless: true, containerDiskInGb: 50, volumeInGb: 20 });
  });

  it("O-2, O-40: create, get, update in both ways, delete", async () => {
    const made = await platform.post(path, { name: "t", imageName: "i:1", readme: "# Hello" });
    expect(made).toMatchObject({
      status: 200,
      body: {
        name: "t",
        imageName: "i:1",
        containerDiskInGb: 50,
        volumeInGb: 20,
        isPublic: false,
        isServerless: false,
        readme: "# Hello",
      },
    });
    const { id } = made.body;
    expect((await platform.patch(`${path}/${id}`, { containerDiskInGb: 60 })).body).toMatchObject({
      containerDiskInGb: 60,
      volumeInGb: 20,
    });
    expect((await platform.post(`${path}/${id}/update`, { volumeInGb: 30 })).body).toMatchObject({
      volumeInGb: 30,
      readme: "# Hello",
    });
    expect((await platform.get(`/v2/templates/${id}`)).body).toMatchObject({
      image: "i:1",
      disk: 60,
      mounts: { persistent: { size: 30 } },
    });
    expect((await platform.delete(`${path}/${id}`)).status).toBe(204);
    for (const body of [{ name: "t" }, { imageName: "i" }]) expect((await platform.post(path, body)).status).toBe(400);
  });

  it("O-40, T-25: public and endpoint-bound templates are listed only on request", async () => {
    const { id } = (await platform.post(path, { name: "mine", imageName: "i:1" })).body;
    const endpoint = {
      name: "e",
      type: "QUEUE",
      image: "bound:1",
      gpu: { pools: ["ADA_24"] },
      scaling: { type: "REQUEST_COUNT", requestCount: 1 },
    };
    const { id: endpointId } = await platform.create("/v2/serverless", endpoint);
    const ids = async (query: string) => (await platform.get(path + query)).body.map((each: any) => each.id);
    expect(await ids("")).toEqual([id]);
    expect(await ids("?includePublicTemplates=true")).toEqual([
      id,
      "t0official",
      "t1serverless",
      "t2verified",
      "t3community",
    ]);
    const bound = (await platform.get(`${path}?includeEndpointBoundTemplates=true`)).body.at(-1);
    expect(bound).toMatchObject({ imageName: "bound:1", isServerless: true });
    expect((await platform.get(`${path}/${bound.id}`)).body).toEqual(bound);
    expect((await platform.get("/v2/templates")).body.templates).toHaveLength(1);
    await platform.delete(`/v2/serverless/${endpointId}`);
    expect(await ids("?includeEndpointBoundTemplates=true")).toEqual([id]);
    expect((await platform.get(`${path}/${bound.id}`)).status).toBe(404);
  });
});
