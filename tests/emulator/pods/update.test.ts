import { describe, expect, it } from "@jest/globals";
import { cpuPod, gpuPod, usePlatform } from "../support/platform";

const platform = usePlatform();
const patch = (id: string, body: unknown) => platform.patch(`/v2/pods/${id}`, body);

describe("pods: update", () => {
  it("P-21, A-80, A-83: only what is sent changes, and the whole pod comes back", async () => {
    const pod = await platform.runningPod({ env: { A: "1" }, ports: ["80/http"], disk: 20, args: "serve" });
    const changed = await patch(pod.id, { name: "renamed" });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...pod, name: "renamed" });
  });

  it("A-84: an empty body changes nothing", async () => {
    const pod = await platform.runningPod();
    expect(await patch(pod.id, {})).toMatchObject({ status: 200, body: pod });
  });

  it("A-81, A-82: clearing is explicit, and env is replaced whole", async () => {
    const registry = await platform.create("/v2/registries", { name: "r", username: "u", password: "p" });
    const body = { env: { A: "1", B: "2" }, ports: ["80/http"], args: "serve --fast", registry: registry.id };
    const { id } = await platform.create("/v2/pods", gpuPod(body));
    expect((await patch(id, { env: { B: "3" } })).body.env).toEqual({ B: "3" });
    const cleared = await patch(id, { registry: null, ports: [], args: "" });
    expect(cleared.body).toMatchObject({ registry: null, ports: [], args: "", cmd: [], env: { B: "3" } });
    await patch(id, { entrypoint: ["/bin/sh"], cmd: ["-c"] });
    expect((await patch(id, { entrypoint: [], cmd: [] })).body).toMatchObject({ args: "", entrypoint: [], cmd: [] });
  });

  it.each([
    { member: "image", change: { image: "other" } },
    { member: "args", change: { args: "other" } },
    { member: "cmd", change: { cmd: ["other"] } },
    { member: "entrypoint", change: { entrypoint: ["other"] } },
    { member: "env", change: { env: { NEW: "1" } } },
    { member: "ports", change: { ports: ["81/http"] } },
    { member: "disk", change: { disk: 51 } },
    { member: "mounts", change: { mounts: { persistent: { size: 20, path: "/other" } } } },
  ])("P-51: changing $member resets a running pod; sending the same again does not", async ({ change }) => {
    const pod = await platform.runningPod({ mounts: { persistent: { size: 20, path: "/data" } } });
    const changed = await patch(pod.id, change);
    expect(changed.body).toMatchObject({ status: "STARTING", ...change });
    await platform.advance(1_000);
    const again = await patch(pod.id, change);
    expect(again.body.status).toBe("RUNNING");
    expect(again.body.startedAt > pod.startedAt).toBe(true);
  });

  it("P-51: name and locked change a running pod without a reset; a stopped one is never started", async () => {
    const pod = await platform.runningPod();
    expect((await patch(pod.id, { name: "n", locked: true })).body).toMatchObject({ status: "RUNNING", locked: true });
    await patch(pod.id, { locked: false });
    await platform.post(`/v2/pods/${pod.id}/action`, { action: "stop" });
    expect((await patch(pod.id, { image: "other" })).body).toMatchObject({ status: "EXITED", image: "other" });
  });

  it("P-51, P-56: globalNetworking waits for the next restart", async () => {
    const pod = await platform.runningPod();
    expect((await patch(pod.id, { globalNetworking: true })).body).toMatchObject({
      status: "RUNNING",
      globalNetworking: { enabled: false },
    });
    await platform.post(`/v2/pods/${pod.id}/action`, { action: "restart" });
    await platform.advance(1_000);
    expect((await platform.get(`/v2/pods/${pod.id}`)).body.globalNetworking.enabled).toBe(true);
    await patch(pod.id, { globalNetworking: false });
    expect((await platform.get(`/v2/pods/${pod.id}`)).body.globalNetworking.enabled).toBe(true);
    await platform.post(`/v2/pods/${pod.id}/action`, { action: "restart" });
    await platform.advance(1_000);
    expect((await platform.get(`/v2/pods/${pod.id}`)).body.globalNetworking).toEqual({ enabled: false });
  });

  it("P-15: networking can't be switched on where it is not to be had", async () => {
    const cpu = await platform.create("/v2/pods", cpuPod());
    expect((await patch(cpu.id, { globalNetworking: true })).status).toBe(400);
    const far = await platform.create("/v2/pods", gpuPod({ gpu: { id: "NVIDIA A40" }, dataCenterIds: ["AS-XX-1"] }));
    expect((await patch(far.id, { globalNetworking: true })).status).toBe(400);
  });

  it("A-20: a refused update changes nothing", async () => {
    const pod = await platform.runningPod();
    const refused = await patch(pod.id, { name: "new", image: "new", registry: "none" });
    expect(refused.status).toBe(400);
    expect((await platform.get(`/v2/pods/${pod.id}`)).body).toEqual(pod);
  });
});
