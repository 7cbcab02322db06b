import { describe, expect, it } from "@jest/globals";
import { cpuPod, gpuPod, usePlatform } from "../support/platform";

const platform = usePlatform();
const template = (body: object = {}) =>
  platform.create("/v2/templates", {
    name: "base",
    image: "template-image",
    args: "template --arg",
    disk: 33,
    ports: ["9000/http"],
    env: { FROM: "template", SHARED: "template" },
    mounts: { persistent: { size: 20, path: "/template" } },
    startSsh: false,
    startJupyter: false,
    ...body,
  });
const gpu = { id: "NVIDIA L40S" };

describe("pods: templates", () => {
  it("P-32, P-34: a template is written out once and leaves no link", async () => {
    const registry = await platform.create("/v2/registries", { name: "r", username: "u", password: "p" });
    const { id } = await template({ registry: registry.id });
    const pod = await platform.create("/v2/pods", { name: "n", gpu, templateId: id });
    expect(pod).toMatchObject({
      image: "template-image",
      args: "template --arg",
      disk: 33,
      ports: ["9000/http"],
      env: { FROM: "template", SHARED: "template" },
      registry: registry.id,
      mounts: { persistent: { size: 20, path: "/template" } },
      template: null,
    });
    await platform.patch(`/v2/templates/${id}`, { image: "edited" });
    expect((await platform.get(`/v2/pods/${pod.id}`)).body.image).toBe("template-image");
  });

  it("P-33: body members win, and env is merged key by key", async () => {
    const { id } = await template();
    const body = { image: "own", disk: 7, ports: ["1/tcp"], env: { SHARED: "body", OWN: "1" } };
    const pod = await platform.create("/v2/pods", gpuPod({ templateId: id, ...body }));
    expect(pod).toMatchObject({ ...body, env: { FROM: "template", SHARED: "body", OWN: "1" }, args: "template --arg" });
  });

  it.each([
    { sent: { cmd: ["own"] }, args: '{"cmd":["own"]}' },
    { sent: { entrypoint: ["/own"] }, args: '{"entrypoint":["/own"]}' },
    { sent: { args: "own" }, args: "own" },
    { sent: { args: "" }, args: "" },
  ])("P-41: $sent replaces the template's command as one setting", async ({ sent, args }) => {
    const { id } = await template({ args: '{"entrypoint":["/template"],"cmd":["x"]}' });
    expect((await platform.create("/v2/pods", { name: "n", gpu, templateId: id, ...sent })).args).toBe(args);
  });

  it("P-36, A-24: an unknown template → 404, a serverless one → 422, a public one of others works", async () => {
    const create = (templateId: string) => platform.post("/v2/pods", { name: "n", gpu, templateId });
    expect(await create("t-none")).toMatchObject({ status: 404, body: { detail: "template not found" } });
    expect((await create("t1serverless")).status).toBe(422);
    expect(await create("t0official")).toMatchObject({ status: 201, body: { ports: ["8888/http", "22/tcp"] } });
    const pod = await platform.create("/v2/pods", gpuPod());
    expect((await platform.patch(`/v2/pods/${pod.id}`, { templateId: "t-none" })).status).toBe(404);
    expect((await platform.patch(`/v2/pods/${pod.id}`, { templateId: "t1serverless" })).status).toBe(422);
  });

  it("P-37: either CUDA field in the body replaces the template's constraint", async () => {
    const { id } = await template({ allowedCudaVersions: ["10.0"] });
    const status = async (more: object) =>
      (await platform.post("/v2/pods", { name: "n", templateId: id, gpu: { ...gpu, ...more } })).status;
    expect(await status({})).toBe(400);
    expect(await status({ minCudaVersion: "12.0" })).toBe(201);
    expect(await status({ allowedCudaVersions: ["12.8"] })).toBe(201);
    expect(await status({ allowedCudaVersions: [] })).toBe(201);
  });

  it("P-38: on CPU pods the template's CUDA constraint and persistent mount have no effect", async () => {
    const { id } = await template({ allowedCudaVersions: ["10.0"] });
    const pod = await platform.create("/v2/pods", cpuPod({ templateId: id }));
    expect(pod.mounts).toEqual({});
  });

  it("P-39, T-21: the template's start flags, which default to on, hold unless the body says otherwise", async () => {
    const { id } = await platform.create("/v2/templates", { name: "flags", image: "i" });
    await platform.call("PUT", "/v2/account/ssh-keys", { keys: ["ssh-rsa AAAA"] });
    const names = async (body: object) =>
      Object.keys((await platform.create("/v2/pods", { name: "n", gpu, templateId: id, ...body })).env).sort();
    expect(await names({})).toEqual(["JUPYTER_PASSWORD", "PUBLIC_KEY"]);
    expect(await names({ startSsh: false })).toEqual(["JUPYTER_PASSWORD"]);
    expect(await names({ startSsh: false, startJupyter: false })).toEqual([]);
    const plain = await platform.create("/v2/pods", gpuPod());
    expect(plain.env).toEqual({});
  });

  it("P-40: a network mount in the body keeps the template's persistent one away", async () => {
    const { id } = await template();
    const volume = await platform.create("/v2/network-volumes", { name: "v", size: 10, dataCenter: "EU-XX-1" });
    const network = [{ volumeId: volume.id, path: "/n" }];
    const pod = await platform.create("/v2/pods", { name: "n", gpu, templateId: id, mounts: { network } });
    expect(pod.mounts).toEqual({ network });
  });

  it("P-35: on update the template's settings count as sent: body wins, env is merged and replaces, mounts stay", async () => {
    const { id } = await template();
    const pod = await platform.runningPod({ env: { OLD: "1" }, ports: ["5/tcp"] });
    const changed = await platform.patch(`/v2/pods/${pod.id}`, { templateId: id, disk: 99, env: { SHARED: "body" } });
    expect(changed.body).toMatchObject({
      status: "STARTING",
      image: "template-image",
      args: "template --arg",
      disk: 99,
      ports: ["9000/http"],
      env: { FROM: "template", SHARED: "body" },
      mounts: {},
      template: null,
    });
    expect(changed.body.env).not.toHaveProperty("OLD");
  });
});
