import { describe, expect, it } from "@jest/globals";
import { usePlatform } from "../support/platform";
import { newQueue, queueEndpoint } from "../support/serverless";

const platform = usePlatform();
const path = "/v2/serverless";

async function endpoint(body: Readonly<Record<string, unknown>> = {}) {
  const { id } = await platform.create(path, queueEndpoint(body));
  const patch = (change: object) => platform.patch(`${path}/${id}`, change);
  return { id, patch, read: async () => (await platform.get(`${path}/${id}`)).body };
}
const cpuEndpoint = () => endpoint({ gpu: undefined, cpu: [{ id: "cpu3c", vcpuCount: 2 }] });
const delay = { type: "QUEUE_DELAY", queueDelay: 4 };
const count = { type: "REQUEST_COUNT", requestCount: 2 };

describe("members", () => {
  it("E-4: changes what it names, answers with the whole endpoint, and takes {}", async () => {
    const one = await endpoint({ scaling: delay });
    const before = await one.read();
    const { status, body } = await one.patch({
      name: "other",
      workers: { max: 7 },
      timeout: 9_000,
      flashboot: "FLASHBOOT",
    });
    expect(status).toBe(200);
    const workers = { min: 0, max: 7, idleTimeout: 10 };
    expect(body).toEqual({ ...before, name: "other", workers, timeout: 9_000, flashboot: "FLASHBOOT" });
    expect((await one.patch({})).body).toEqual(body);
  });

  it("E-4: type is no member of an update", async () => {
    const { status, body } = await (await endpoint()).patch({ type: "QUEUE" });
    expect({ status, errors: body.errors }).toEqual({
      status: 422,
      errors: ["$: additional properties 'type' not allowed"],
    });
  });

  it("E-4: env replaces the whole map and the command is encoded anew", async () => {
    const one = await endpoint({ env: { A: "1" }, entrypoint: ["/bin/sh"] });
    const { body } = await one.patch({ env: { B: "2" }, cmd: ["-c", "x"] });
    expect(body).toMatchObject({
      entrypoint: ["/bin/sh"],
      cmd: ["-c", "x"],
      args: '{"entrypoint":["/bin/sh"],"cmd":["-c","x"]}',
    });
    expect(body.env).toEqual({ B: "2" });
  });
});

describe("scaling", () => {
  it("E-21: a load balancer never measures delay: 400 on PATCH", async () => {
    expect((await (await endpoint({ type: "LOAD_BALANCER" })).patch({ scaling: delay })).status).toBe(400);
  });

  it("E-22: an idle timeout for a queue that counts gives 400", async () => {
    const one = await endpoint({ scaling: delay, workers: { idleTimeout: 20 } });
    expect((await one.patch({ scaling: count, workers: { idleTimeout: 5 } })).status).toBe(400);
    expect((await one.read()).workers.idleTimeout).toBe(20);
  });

  it("E-23: switching to counting drops the idle timeout, switching back restores 10", async () => {
    const one = await endpoint({ scaling: delay, workers: { idleTimeout: 20 } });
    expect((await one.patch({ scaling: count })).body.workers).toEqual({ min: 0, max: 3 });
    expect((await one.patch({ scaling: delay })).body.workers).toEqual({ min: 0, max: 3, idleTimeout: 10 });
  });

  it("E-24: min above max after merging gives 400", async () => {
    const one = await endpoint({ workers: { min: 1, max: 2 } });
    expect((await one.patch({ workers: { min: 3 } })).status).toBe(400);
    expect((await one.patch({ workers: { max: 0 } })).status).toBe(400);
    expect((await one.patch({ workers: { min: 3, max: 3 } })).status).toBe(200);
  });
});

describe("hardware", () => {
  it("E-25: the compute family never changes", async () => {
    const cpu = [{ id: "cpu3c", vcpuCount: 4 }];
    const gpu = { count: 2 };
    expect((await (await endpoint()).patch({ cpu })).status).toBe(400);
    expect((await (await endpoint()).patch({ cpu, gpu })).status).toBe(400);
    expect((await (await cpuEndpoint()).patch({ gpu })).status).toBe(400);
    expect((await (await cpuEndpoint()).patch({ cpu, gpu })).status).toBe(400);
  });

  it("E-26: cpu replaces the whole selection; exact duplicates give 422", async () => {
    const one = await cpuEndpoint();
    const cpu = [
      { id: "cpu3c", vcpuCount: 8 },
      { id: "cpu3c", vcpuCount: 4 },
    ];
    expect((await one.patch({ cpu })).body.cpu.map((each: any) => each.vcpuCount)).toEqual([8, 4]);
    expect((await one.patch({ cpu: [...cpu, cpu[0]] })).status).toBe(422);
  });

  it("E-27: new pools clear the exclusions, an update without pools leaves both", async () => {
    const one = await endpoint({ gpu: { pools: ["AMPERE_48"], excludedTypes: ["NVIDIA A40"] } });
    expect((await one.patch({ gpu: { count: 2 } })).body.gpu).toMatchObject({
      excludedTypes: ["NVIDIA A40"],
      count: 2,
    });
    const { gpu } = (await one.patch({ gpu: { pools: ["AMPERE_48", "ADA_24"] } })).body;
    expect(gpu).toMatchObject({ pools: ["AMPERE_48", "ADA_24"], count: 2 });
    expect(gpu).not.toHaveProperty("excludedTypes");
  });

  it("E-28: exclusions without pools give 422", async () => {
    const { status, body } = await (await endpoint()).patch({ gpu: { excludedTypes: ["NVIDIA A40"] } });
    expect(status).toBe(422);
    expect(body.errors).toEqual(["$.gpu: properties 'pools' required, if 'excludedTypes' exists"]);
  });

  it("E-29: an exclusion outside the new pools gives 400", async () => {
    const gpu = { pools: ["ADA_24"], excludedTypes: ["NVIDIA A40"] };
    expect((await (await endpoint()).patch({ gpu })).status).toBe(400);
  });

  it("E-30: the CUDA fields exclude each other against the stored value; one is cleared in the same PATCH", async () => {
    const one = await endpoint({ gpu: { pools: ["ADA_24"], allowedCudaVersions: ["12.8"] } });
    expect((await one.patch({ gpu: { minCudaVersion: "12.4" } })).status).toBe(400);
    const { gpu } = (await one.patch({ gpu: { minCudaVersion: "12.4", allowedCudaVersions: [] } })).body;
    expect(gpu).toMatchObject({ allowedCudaVersions: [], minCudaVersion: "12.4" });
    expect((await one.patch({ gpu: { allowedCudaVersions: ["12.8"] } })).status).toBe(400);
    expect((await one.patch({ gpu: { minCudaVersion: "" } })).body.gpu.minCudaVersion).toBeNull();
  });

  it("E-47: an unknown pool gives 400 on PATCH too", async () => {
    expect((await (await endpoint()).patch({ gpu: { pools: ["NONE"] } })).status).toBe(400);
  });
});

describe("idle endpoints", () => {
  const day = 24 * 3_600_000;

  it("E-44: max falls to 2 after 3 days and to 0 after 7, and stays until raised", async () => {
    const one = await endpoint({ workers: { max: 5 } });
    const max = async () => (await one.read()).workers.max;
    await platform.advance(3 * day - 1);
    expect(await max()).toBe(5);
    await platform.advance(1);
    expect(await max()).toBe(2);
    await platform.advance(4 * day);
    expect(await max()).toBe(0);
    await platform.advance(30 * day);
    expect(await max()).toBe(0);
    await one.patch({ workers: { max: 4 } });
    await platform.advance(day);
    expect(await max()).toBe(4);
  });

  it("E-44: requests keep an endpoint as it is", async () => {
    const queue = await newQueue(platform, { workers: { max: 5 } });
    for (let days = 0; days < 8; days += 2) {
      await platform.advance(2 * day);
      await queue.run();
    }
    expect((await platform.get(`${path}/${queue.id}`)).body.workers.max).toBe(5);
  });
});
