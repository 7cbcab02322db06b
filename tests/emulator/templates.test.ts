import { describe, expect, it } from "@jest/globals";
import { clusterBody, gpuPod, usePlatform } from "./support/platform";

const platform = usePlatform();
const create = (change: object = {}) => platform.post("/v2/templates", { name: "base", image: "i", ...change });
const patch = (id: string, change: object) => platform.patch(`/v2/templates/${id}`, change);

describe("templates", () => {
  it("T-2, T-3, T-6, T-21: created with the defaults, start flags on", async () => {
    const created = await create();
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.any(String),
      name: "base",
      image: "i",
      args: "",
      cmd: [],
      entrypoint: [],
      disk: 50,
      mounts: {},
      ports: [],
      env: {},
      registry: null,
      serverless: false,
      public: false,
      category: "NVIDIA",
      startSsh: true,
      startJupyter: true,
      allowedCudaVersions: [],
    });
    expect((await platform.get(`/v2/templates/${created.body.id}`)).body).toEqual(created.body);
  });

  it("T-2, A-33: name and image are required; enums, patterns and unknown members → 422", async () => {
    const refused = await platform.post("/v2/templates", { category: "TPU", allowedCudaVersions: ["12"], extra: 1 });
    expect(refused).toMatchObject({ status: 422 });
    expect(refused.body.errors).toEqual([
      "$: missing properties 'name', 'image'",
      "$: additional properties 'extra' not allowed",
      "$.category: value must be one of 'CPU', 'NVIDIA', 'AMD'",
      "$.allowedCudaVersions[0]: '12' does not match pattern '^\\d+\\.\\d+$'",
    ]);
  });

  it("M-40: persistent mounts only; a network one → 422; {} on update leaves it", async () => {
    const network = [{ volumeId: "v", path: "/d" }];
    expect((await create({ mounts: { network } })).status).toBe(422);
    const mounts = { persistent: { size: 20, path: "/data" } };
    const { id } = (await create({ mounts })).body;
    expect((await patch(id, { mounts: {} })).body.mounts).toEqual(mounts);
    expect((await patch(id, { name: "n" })).body.mounts).toEqual(mounts);
    const bigger = { persistent: { size: 40, path: "/data" } };
    expect((await patch(id, { mounts: bigger })).body.mounts).toEqual(bigger);
    expect((await patch(id, { mounts: { network } })).status).toBe(422);
  });

  it("T-4, A-80, A-81, A-84: every member can change, what is left out stays, {} changes nothing", async () => {
    const { id, ...before } = (await create({ env: { A: "1" }, allowedCudaVersions: ["12.6"], cmd: ["a"] })).body;
    expect((await patch(id, {})).body).toEqual({ id, ...before });
    const change = {
      name: "other",
      image: "j",
      disk: 9,
      ports: ["1/tcp"],
      env: { B: "2" },
      serverless: true,
      public: true,
      category: "AMD",
      startSsh: false,
      startJupyter: false,
      allowedCudaVersions: [],
    };
    const changed = await patch(id, change);
    expect(changed).toMatchObject({ status: 200, body: { ...change, args: '{"cmd":["a"]}' } });
    expect((await patch(id, { cmd: [] })).body).toMatchObject({ args: "", cmd: [], name: "other" });
  });

  it("T-1, A-61: own templates only, newest first, paged", async () => {
    for (const name of ["a", "b", "c"]) await create({ name });
    const first = (await platform.get("/v2/templates?limit=2")).body;
    expect(first.templates.map(({ name }: { name: string }) => name)).toEqual(["c", "b"]);
    const { nextCursor } = first.pagination;
    const rest = (await platform.get(`/v2/templates?limit=2&cursor=${nextCursor}`)).body;
    expect(rest).toMatchObject({ templates: [{ name: "a" }], pagination: { nextCursor: null, hasNextPage: false } });
  });

  it("T-20: a public template of others is readable with registry null, and 404 on PATCH and DELETE", async () => {
    expect((await platform.get("/v2/templates/t0official")).body).toMatchObject({ public: true, registry: null });
    expect((await patch("t0official", { name: "mine" })).status).toBe(404);
    expect((await platform.call("PATCH", "/v2/templates/t0official", "{")).status).toBe(404);
    expect((await platform.delete("/v2/templates/t0official")).status).toBe(404);
    expect((await platform.get("/v2/templates/none")).body.detail).toBe("template not found");
  });

  it("T-24: a name that is taken → 400, on create and rename", async () => {
    await create();
    expect((await create()).status).toBe(400);
    const { id } = (await create({ name: "second" })).body;
    expect((await patch(id, { name: "base" })).status).toBe(400);
    expect((await patch(id, { name: "second" })).status).toBe(200);
    // Names of others' public templates are not in the way.
    expect((await create({ name: "notebook" })).status).toBe(201);
  });

  it("T-5, T-22: v2 pods keep no link and do not block; a cluster does, with 400", async () => {
    const { id } = (await create({ startJupyter: false })).body;
    await platform.create("/v2/pods", gpuPod({ templateId: id }));
    const cluster = await platform.create("/v2/clusters", clusterBody({ image: undefined, templateId: id }));
    expect((await platform.delete(`/v2/templates/${id}`)).status).toBe(400);
    await platform.delete(`/v2/clusters/${cluster.id}`);
    expect((await platform.delete(`/v2/templates/${id}`)).status).toBe(204);
    expect((await platform.get(`/v2/templates/${id}`)).status).toBe(404);
  });

  it("T-23: an edit leaves existing pods as they are", async () => {
    const { id } = (await create()).body;
    const pod = await platform.create("/v2/pods", { name: "n", templateId: id, gpu: { id: "NVIDIA L40S" } });
    await patch(id, { image: "new", env: { A: "1" } });
    expect((await platform.get(`/v2/pods/${pod.id}`)).body).toMatchObject({ image: "i", status: "PROVISIONING" });
  });
});
