import { describe, expect, it } from "@jest/globals";
import { cpuPod, gpuPod, usePlatform } from "../support/platform";

const platform = usePlatform();
const act = (id: string, action: string) => platform.post(`/v2/pods/${id}/action`, { action });

describe("pods: computed members", () => {
  it("P-30, P-54, P-55, P-62, A-74: a running pod shows its machine, ways in and live figures", async () => {
    const pod = await platform.runningPod({ ports: ["8888/http", "22/tcp"], gpu: { id: "NVIDIA L40S", count: 2 } });
    expect(pod).toMatchObject({ status: "RUNNING", dataCenterId: "EU-XX-1", cudaVersion: "12.6" });
    const { proxy, direct } = pod.ssh;
    expect(proxy).toEqual({
      host: "ssh.platform.example",
      port: 22,
      username: expect.stringMatching(new RegExp(`^${pod.id}-[0-9a-f]{8}$`)),
      command: `ssh ${proxy.username}@ssh.platform.example`,
    });
    expect(direct).toMatchObject({ username: "root", command: `ssh root@${direct.host} -p ${direct.port}` });
    expect(pod.runtime.gpus).toHaveLength(2);
    for (const util of [pod.runtime.cpu.util, pod.runtime.memory.util, pod.runtime.gpus[0].util]) {
      expect(Number.isInteger(util) && util >= 0 && util <= 100).toBe(true);
    }
    expect(pod.runtime.ports).toEqual([
      { private: 8888, public: null, type: "http", ip: null },
      { private: 22, public: direct.port, type: "tcp", ip: direct.host },
    ]);
    await platform.advance(100_000);
    const later = (await platform.get(`/v2/pods/${pod.id}`)).body;
    expect(later.runtime.uptime - pod.runtime.uptime).toBe(100);
    expect(later.startedAt).toBe(pod.startedAt);
  });

  it("P-55: no direct way without 22/tcp or while not running; the proxy needs only a machine", async () => {
    const pod = await platform.runningPod();
    expect(pod.ssh).toMatchObject({ direct: null, proxy: { port: 22 } });
    const { id } = await platform.create("/v2/pods", gpuPod({ ports: ["22/tcp"] }));
    const seen = [];
    for (let i = 0; i < 4; i++) {
      const { ssh } = (await platform.get(`/v2/pods/${id}`)).body;
      seen.push([ssh.proxy !== null, ssh.direct !== null]);
      await platform.advance(1_000);
    }
    expect(seen).toEqual([
      [false, false],
      [false, false],
      [true, false],
      [true, true],
    ]);
  });

  it("P-55: the public port changes when the pod resets", async () => {
    const pod = await platform.runningPod({ ports: ["22/tcp"] });
    await act(pod.id, "restart");
    await platform.advance(1_000);
    const again = (await platform.get(`/v2/pods/${pod.id}`)).body;
    expect(again.ssh.direct.port).not.toBe(pod.ssh.direct.port);
  });

  it("P-54: cudaVersion is kept while stopped, and null on CPU pods", async () => {
    const pod = await platform.runningPod();
    expect((await act(pod.id, "stop")).body.cudaVersion).toBe("12.6");
    const cpu = await platform.create("/v2/pods", cpuPod());
    await platform.advance(10_000);
    expect((await platform.get(`/v2/pods/${cpu.id}`)).body).toMatchObject({ status: "RUNNING", cudaVersion: null });
  });

  it("P-56: networking is enabled once an address is there, with a name", async () => {
    const { id } = await platform.create("/v2/pods", gpuPod({ globalNetworking: true }));
    expect((await platform.get(`/v2/pods/${id}`)).body.globalNetworking).toEqual({ enabled: false });
    await platform.advance(3_000);
    const { globalNetworking } = (await platform.get(`/v2/pods/${id}`)).body;
    expect(globalNetworking).toEqual({
      enabled: true,
      ip: expect.stringMatching(/^10\.65\.\d+\.\d+$/),
      internalDns: expect.stringMatching(new RegExp(`^${id}\\.`)),
    });
  });

  it.each([
    { what: "GPU, SECURE", body: gpuPod({ gpu: { id: "NVIDIA A40", count: 3 } }), cost: 3 * 0.4 },
    {
      what: "GPU, COMMUNITY",
      body: gpuPod({ gpu: { id: "NVIDIA RTX A4000", count: 2 }, cloud: "COMMUNITY" }),
      cost: 2 * 0.17,
    },
    { what: "CPU", body: cpuPod({ cpu: { id: "cpu3c", vcpuCount: 8 } }), cost: 8 * 0.03 },
  ])("P-57, P-61: $what costs $cost USD per hour from the start, and nothing when stopped", async ({ body, cost }) => {
    const pod = await platform.create("/v2/pods", body);
    expect(pod.cost).toBeCloseTo(cost, 9);
    expect((await act(pod.id, "stop")).body.cost).toBe(0);
  });

  it("M-62, M-63, A-75: a CPU pod has cpu and no gpu, with derived memory rounded down", async () => {
    const pod = await platform.create("/v2/pods", cpuPod({ cpu: { id: "cpu5c", vcpuCount: 2 } }));
    expect(pod.cpu).toEqual({ id: "cpu5c", vcpuCount: 2, memory: 4 });
    expect(pod).not.toHaveProperty("gpu");
    expect(pod).not.toHaveProperty("cluster");
    const gpu = await platform.create("/v2/pods", gpuPod());
    expect(gpu).not.toHaveProperty("cpu");
    expect(gpu.globalNetworking).toEqual({ enabled: false });
  });

  it("M-56: CUDA constraints and placement filters are not echoed", async () => {
    const gpu = { id: "NVIDIA L40S", minCudaVersion: "12.1", minRamPerGpu: 8, minVcpuCountPerGpu: 2 };
    const pod = await platform.create("/v2/pods", gpuPod({ gpu }));
    expect(pod.gpu).toEqual({ id: "NVIDIA L40S", count: 1, vcpuCount: 12, memory: 94 });
  });
});
