import { describe, expect, it } from "@jest/globals";
import { podMembers } from "../../../emulator/pods/record";
import { cpuPod, gpuPod, usePlatform } from "../support/platform";

const platform = usePlatform();
const refusalOf = async (body: unknown) => (await platform.post("/v2/pods", body)).status;
const key = "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ops@example.org";

describe("pods: create", () => {
  it("P-10, P-30, P-53, P-57, M-56, A-72, A-74: the published example comes out as published", async () => {
    await platform.call("PUT", "/v2/account/ssh-keys", { keys: [key] });
    const body = {
      name: "trainer-a",
      image: "registry.example.com/acme/trainer:1.4.0",
      gpu: { id: "NVIDIA L40S", count: 2, minCudaVersion: "12.4" },
      disk: 40,
      env: { STAGE: "dev" },
      ports: ["8888/http", "22/tcp"],
      mounts: { persistent: { size: 60, path: "/data" } },
      startSsh: true,
    };
    const pod = await platform.create("/v2/pods", body);
    expect(pod).toEqual({
      // What the example does not name has its default.
      ...podMembers.created(body),
      id: expect.stringMatching(/^[a-z0-9]{10}$/),
      name: "trainer-a",
      image: "registry.example.com/acme/trainer:1.4.0",
      args: "",
      cmd: [],
      entrypoint: [],
      disk: 40,
      env: { STAGE: "dev", PUBLIC_KEY: key },
      ports: ["8888/http", "22/tcp"],
      registry: null,
      status: "PROVISIONING",
      actions: ["stop", "terminate"],
      mounts: { persistent: { size: 60, path: "/data" } },
      gpu: { id: "NVIDIA L40S", count: 2, vcpuCount: 24, memory: 188 },
      cloud: "SECURE",
      dataCenterId: null,
      cudaVersion: null,
      ssh: { proxy: null, direct: null },
      template: null,
      cost: 1.72,
      locked: false,
      globalNetworking: { enabled: false },
      runtime: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      startedAt: null,
    });
  });

  it("P-16, M-8, M-34: what is not said has the defaults", async () => {
    const plain = { args: "", cmd: [], entrypoint: [], env: {}, ports: [], registry: null, disk: 50, mounts: {} };
    expect(await platform.create("/v2/pods", gpuPod())).toMatchObject({ ...plain, cloud: "SECURE", locked: false });
  });

  it("P-11, A-20: neither or both of gpu and cpu → 400", async () => {
    expect(await refusalOf({ name: "n", image: "i" })).toBe(400);
    expect(await refusalOf(gpuPod({ cpu: { id: "cpu3c", vcpuCount: 2 } }))).toBe(400);
  });

  it("P-12, A-33: image missing without a template → 422, together with what else is missing", async () => {
    const refused = await platform.post("/v2/pods", { gpu: { id: "NVIDIA L40S" } });
    expect(refused).toMatchObject({ status: 422, body: { errors: ["$: missing properties 'name', 'image'"] } });
  });

  it("P-14: data centers limit placement; unknown ones and ones without capacity → 400", async () => {
    const { id } = await platform.runningPod({ dataCenterIds: ["AS-XX-1", "US-XX-1"] });
    expect((await platform.get(`/v2/pods/${id}`)).body.dataCenterId).toBe("US-XX-1");
    expect(await refusalOf(gpuPod({ dataCenterIds: ["AS-XX-1"] }))).toBe(400);
    expect(await refusalOf(gpuPod({ dataCenterIds: ["nowhere"] }))).toBe(400);
    expect((await platform.create("/v2/pods", gpuPod({ dataCenterIds: [] }))).status).toBe("PROVISIONING");
  });

  it("A-20, K-21, P-14: capacity is finite, taken by what runs and free again afterwards", async () => {
    await platform.post("/_emulator/capacity", { type: "NVIDIA L40S", free: 0 });
    await platform.post("/_emulator/capacity", { type: "NVIDIA L40S", dataCenter: "US-XX-1", free: 2 });
    const gpu = { id: "NVIDIA L40S", count: 2 };
    const { id } = await platform.create("/v2/pods", gpuPod({ gpu }));
    expect(await refusalOf(gpuPod())).toBe(400);
    await platform.post(`/v2/pods/${id}/action`, { action: "stop" });
    const second = await platform.create("/v2/pods", gpuPod());
    await platform.delete(`/v2/pods/${second.id}`);
    expect(await refusalOf(gpuPod({ gpu }))).toBe(201);
  });

  it("P-15: global networking needs an NVIDIA GPU and an eligible data center", async () => {
    const globalNetworking = true;
    expect(await refusalOf(cpuPod({ globalNetworking }))).toBe(400);
    expect(await refusalOf(gpuPod({ globalNetworking, gpu: { id: "AMD Instinct MI300X OAM" } }))).toBe(400);
    const gpu = { id: "NVIDIA A40" };
    expect(await refusalOf(gpuPod({ globalNetworking, gpu, dataCenterIds: ["AS-XX-1"] }))).toBe(400);
    expect(await refusalOf(gpuPod({ globalNetworking, gpu, dataCenterIds: ["AS-XX-1", "EU-XX-1"] }))).toBe(201);
  });

  it("P-17, A-22: the balance must cover an hour, else 402", async () => {
    await platform.post("/_emulator/settings", { creditUsd: 0.85 });
    const refused = await platform.post("/v2/pods", gpuPod());
    expect(refused).toMatchObject({
      status: 402,
      body: { title: "Payment Required", status: 402, detail: "insufficient balance" },
    });
    await platform.post("/_emulator/settings", { creditUsd: 0.86 });
    expect(await refusalOf(gpuPod())).toBe(201);
    // An hour later the money is spent.
    await platform.advance(3_600_000);
    expect(await refusalOf(cpuPod())).toBe(402);
  });

  it("P-19: at most 80 USD per hour over all resources, else 402", async () => {
    const gpu = { id: "NVIDIA H200", count: 8 };
    for (let i = 0; i < 6; i++) expect(await refusalOf(gpuPod({ gpu }))).toBe(201); // 6 × 12.80 USD
    expect(await refusalOf(gpuPod({ gpu }))).toBe(402);
    expect(await refusalOf(gpuPod({ gpu: { id: "NVIDIA H200", count: 2 } }))).toBe(201);
    expect(await refusalOf(gpuPod())).toBe(402);
  });

  it("P-18: names need not be unique", async () => {
    const ids = [await platform.create("/v2/pods", gpuPod()), await platform.create("/v2/pods", gpuPod())];
    expect(ids[0].id).not.toBe(ids[1].id);
  });

  it("A-23: hardware the account can't use → 403", async () => {
    await platform.post("/_emulator/settings", { deniedGpus: ["NVIDIA L40S"] });
    expect(await platform.post("/v2/pods", gpuPod())).toMatchObject({ status: 403, body: { detail: "access denied" } });
    expect(await refusalOf(gpuPod({ gpu: { id: "NVIDIA A40" } }))).toBe(201);
  });

  it("P-3, A-27: a body above 102,400 bytes → 413; just at the limit it is read", async () => {
    const bare = JSON.stringify(gpuPod({ env: { A: "" } }));
    const filled = (bytes: number) => bare.replace('"A":""', `"A":"${"x".repeat(bytes - bare.length)}"`);
    expect((await platform.call("POST", "/v2/pods", filled(102_400))).status).toBe(201);
    const refused = await platform.call("POST", "/v2/pods", filled(102_401));
    expect(refused).toMatchObject({
      status: 413,
      body: { title: "Content Too Large", status: 413, detail: "request body exceeds 102400 bytes" },
    });
  });

  it("P-3: the limit holds after template expansion too", async () => {
    const env = { BIG: "x".repeat(80_000) };
    const template = await platform.create("/v2/templates", { name: "big", image: "i", env });
    const body = { name: "n", gpu: { id: "NVIDIA L40S" }, templateId: template.id };
    expect(await refusalOf(body)).toBe(201);
    expect(await refusalOf({ ...body, env: { MORE: "y".repeat(40_000) } })).toBe(413);
  });

  it("P-52, P-60: startJupyter injects a generated password unless one is set; flags are never returned", async () => {
    const first = await platform.create("/v2/pods", gpuPod({ startJupyter: true }));
    const second = await platform.create("/v2/pods", gpuPod({ startJupyter: true }));
    expect(first.env.JUPYTER_PASSWORD).toMatch(/^[a-z0-9]{20}$/);
    expect(second.env.JUPYTER_PASSWORD).not.toBe(first.env.JUPYTER_PASSWORD);
    const own = await platform.create("/v2/pods", gpuPod({ startJupyter: true, env: { JUPYTER_PASSWORD: "mine" } }));
    expect(own.env).toEqual({ JUPYTER_PASSWORD: "mine" });
    expect(first).not.toHaveProperty("startJupyter");
    expect(first).not.toHaveProperty("startSsh");
  });

  it("P-53, U-4: startSsh injects the keys registered at creation, one per line; none registered, nothing injected", async () => {
    const before = await platform.create("/v2/pods", gpuPod({ startSsh: true }));
    expect(before.env).toEqual({});
    await platform.call("PUT", "/v2/account/ssh-keys", { keys: [key, "ssh-rsa AAAA"] });
    const after = await platform.create("/v2/pods", gpuPod({ startSsh: true }));
    expect(after.env).toEqual({ PUBLIC_KEY: `${key}\nssh-rsa AAAA` });
    expect((await platform.get(`/v2/pods/${before.id}`)).body.env).toEqual({});
    const own = await platform.create("/v2/pods", gpuPod({ startSsh: true, env: { PUBLIC_KEY: "mine" } }));
    expect(own.env).toEqual({ PUBLIC_KEY: "mine" });
    await platform.call("PUT", "/v2/account/ssh-keys", { keys: [] });
    expect((await platform.get(`/v2/pods/${after.id}`)).body.env).toEqual(after.env);
  });
});
