import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createClient } from "../../../client";
import { check } from "../../../provider/table/check";
import type { Props } from "../../../provider/table/props";
import { Leaving, type Session } from "../../../provider/host/session";
import { kinds } from "../../../provider/kinds";
import { endpoint } from "../../../provider/kinds/endpoint/fields";
import { fixedBytes, gpuEndpoint } from "../fixtures";
import { type Program, startRig, type Rig } from "../rig";

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.emulator.close());

const program = (inputs: Props = {}): Program => ({
  images: { kind: "Endpoint", inputs: { ...gpuEndpoint, ...inputs } },
});
const id = () => rig.entry("images").id;
const onPlatform = () => rig.platform.serverless.get(id());
const asked = (start: string) =>
  rig.emulator.requests.list().filter(({ method, path }) => `${method} ${path}`.startsWith(start)).length;

describe("an endpoint", () => {
  it("E-2: has every setting of the program, its request URLs as outputs, and differs in nothing afterwards", async () => {
    const settings = {
      args: "serve",
      disk: 30,
      env: { TOKEN: "hush" },
      ports: ["80/http"],
      flashboot: "FLASHBOOT",
      timeout: 60_000,
      workers: { min: 0, max: 4, idleTimeout: 15 },
      dataCenterIds: ["EU-XX-1"],
    };
    const both = (more: Props = {}): Program => ({
      data: { kind: "NetworkVolume", inputs: { name: "data", size: 20, dataCenter: "EU-XX-1" } },
      ...program({ ...settings, networkVolumes: ["id:data"], ...more }),
    });
    await rig.up(both());
    expect(await onPlatform()).toMatchObject({ ...gpuEndpoint, ...settings, networkVolumes: [rig.entry("data").id] });
    expect(rig.entry("images").outputs.requestUrls).toMatchObject({
      run: `${rig.emulator.queueUrl}/v2/${id()}/run`,
      health: `${rig.emulator.queueUrl}/v2/${id()}/health`,
    });
    expect(await rig.refresh()).toEqual([]);
    expect(await rig.up(both())).toEqual({ data: "same", images: "same" });
  });

  it("E-15: can balance load", async () => {
    await rig.up(program({ type: "LOAD_BALANCER", scaling: { type: "REQUEST_COUNT", requestCount: 4 } }));
    expect(rig.entry("images").outputs.requestUrls).toMatchObject({ base: expect.any(String) });
    expect(await rig.refresh()).toEqual([]);
    await rig.destroy();
  });

  it("E-33: keeps what its template brings, variables and CUDA versions included, without drift", async () => {
    const both = (more: Props = {}): Program => ({
      base: {
        kind: "Template",
        inputs: { name: "base", image: "t:1", serverless: true, env: { A: "1" }, allowedCudaVersions: ["12.8"] },
      },
      ...program({ image: undefined, templateId: "id:base", env: { B: "2" }, ...more }),
    });
    await rig.up(both());
    expect(await onPlatform()).toMatchObject({
      image: "t:1",
      env: { A: "1", B: "2" },
      gpu: { allowedCudaVersions: ["12.8"] },
    });
    expect(await rig.refresh()).toEqual([]);
    expect(await rig.up(both())).toEqual({ base: "same", images: "same" });
    await rig.up(both({ gpu: { pools: ["ADA_24", "AMPERE_48"] }, env: { B: "3" } }));
    expect(await onPlatform()).toMatchObject({ env: { A: "1", B: "3" }, gpu: { allowedCudaVersions: ["12.8"] } });
  });

  it("E-30: clears its template's CUDA versions where the program sets a minimum", async () => {
    const base = { name: "base", image: "t:1", serverless: true, allowedCudaVersions: ["12.8"] };
    const both = (gpu: Props): Program => ({
      base: { kind: "Template", inputs: base },
      ...program({ image: undefined, templateId: "id:base", gpu: { pools: ["ADA_24"], ...gpu } }),
    });
    await rig.up(both({}));
    await rig.up(both({ minCudaVersion: "12.4" }));
    expect((await onPlatform()).gpu).toMatchObject({ allowedCudaVersions: [], minCudaVersion: "12.4" });
    await rig.platform.serverless.update(id(), { gpu: { minCudaVersion: "12.6" } });
    await rig.up(both({ minCudaVersion: "12.4" }));
    expect(await rig.refresh()).toEqual(["images"]);
    await rig.up(both({}));
    expect((await onPlatform()).gpu).toMatchObject({ minCudaVersion: null });
    await rig.platform.serverless.update(id(), { gpu: { minCudaVersion: "12.6" } });
    expect(await rig.refresh()).toEqual(["images"]);
  });

  it("E-37: gets another image as a release", async () => {
    await rig.up(program());
    await rig.up(program({ image: "registry.example.com/acme/gen-worker:4" }));
    const { endpointVersion } = await rig.platform.serverless.releases(id());
    expect(endpointVersion).toBe(2);
  });

  it("E-44: shows workers that somebody changed as drift, and sets them back", async () => {
    const workers = { min: 0, max: 4 };
    await rig.up(program({ workers }));
    await rig.platform.serverless.update(id(), { workers: { max: 1 } });
    expect(await rig.refresh()).not.toEqual([]);
    await rig.up(program({ workers }));
    expect((await onPlatform()).workers).toMatchObject(workers);
  });

  it("shows of workers that somebody changed what was changed, and not what goes without saying", async () => {
    await rig.up(program({ workers: { min: 0 } }));
    await rig.platform.serverless.update(id(), { workers: { idleTimeout: 99 } });
    await rig.refresh();
    expect(rig.entry("images").outputs.workers).toEqual({ min: 0, idleTimeout: 99 });
    await rig.up(program({ workers: { min: 0 } }));
    expect((await onPlatform()).workers).toEqual({ min: 0, max: 3, idleTimeout: 10 });
  });

  it("A-31: is made once where the answer to its create is lost", async () => {
    rig.emulator.faults.add({ method: "POST", path: "/v2/serverless", phase: "after" });
    await rig.up(program());
    expect((await rig.platform.serverless.list()).endpoints.map(({ name }) => name)).toEqual(["images"]);
  });
});

describe("waiting for an endpoint", () => {
  it("E-35: asks about workers only where some are to run", async () => {
    await rig.up(program());
    expect(asked(`GET /v2/serverless/${id()}/workers`)).toBe(0);
  });

  it("ends when a worker can take a job", async () => {
    await rig.up(program({ workers: { min: 1 } }));
    const { workers } = await rig.platform.serverless.workers(id());
    expect(["IDLE", "RUNNING"]).toContain(workers[0]?.status);
  });

  it("A-30: waits out faults that pass, however many", async () => {
    rig.emulator.faults.add({
      method: "GET",
      path: "/v2/serverless/:id/workers",
      phase: "before",
      status: 503,
      times: 9,
    });
    await rig.up(program({ workers: { min: 1 } }));
    expect((await onPlatform()).workers).toMatchObject({ min: 1 });
  });

  it("says what the workers were doing where none was ready in time", async () => {
    rig.emulator.store.capacity.setFree({}, 0);
    await expect(rig.up(program({ workers: { min: 1, max: 2 }, timeouts: { create: "1m" } }))).rejects.toThrow(
      "; last seen: workers: 0 running, 0 idle, 0 initializing, 1 throttled, 0 unhealthy. ",
    );
  });

  it("says the same again where the next up has only to wait, and waits in vain", async () => {
    rig.emulator.store.capacity.setFree({}, 0);
    const waiting = program({ workers: { min: 1, max: 2 }, timeouts: { create: "1m", update: "1m" } });
    const reasons = () => rig.up(waiting).catch((error: unknown) => (error as { reasons: string[] }).reasons);
    const advice = [expect.stringContaining("It exists and is billed. Run `up` to keep waiting, or raise `timeouts`.")];
    expect(await reasons()).toEqual(advice);
    expect(await reasons()).toEqual(advice);
    expect(rig.entry("images")).toMatchObject({ isBroken: true, outputs: { workers: { min: 1, max: 2 } } });
  });

  it("E-39: of another image ends when a worker that has it can take a job", async () => {
    await rig.up(program({ workers: { min: 1 } }));
    await rig.up(program({ workers: { min: 1 }, image: "registry.example.com/acme/gen-worker:4" }));
    const { workers } = await rig.platform.serverless.workers(id());
    expect(workers.some(({ status, isStale }) => !isStale && ["IDLE", "RUNNING"].includes(status))).toBe(true);
  });

  it('is left out with waitFor "none"', async () => {
    await rig.up(program({ workers: { min: 1 }, waitFor: "none" }));
    expect(asked(`GET /v2/serverless/${id()}/workers`)).toBe(0);
  });
});

describe("deleting an endpoint with jobs", () => {
  const busy = async (inputs: Props = {}) => {
    await rig.up(program({ workers: { max: 0 }, ...inputs }));
    await rig.platform.queue(id()).run({ input: {} });
  };

  it("E-5: is refused, and says how many and what to do", async () => {
    await busy();
    await expect(rig.destroy()).rejects.toMatchObject({
      code: "jobs_left",
      message: expect.stringMatching(/1 job in its queue and 0 running.*not deleted.*jobLoss: "allow"/),
    });
    expect(await onPlatform()).toMatchObject({ id: id() });
  });

  it("is refused in the message's words alone, as a host prints them", async () => {
    await busy();
    const error = await rig.destroy().catch((refusal: unknown) => refusal);
    expect(String(error)).toMatch(/^Endpoint \w+ has 1 job /);
  });

  const onCpu = { gpu: undefined, cpu: [{ id: "cpu3c", vcpuCount: 2 }] };

  it("E-5: to put another one in its place is refused before that is made", async () => {
    await busy();
    const before = id();
    await expect(rig.up(program({ workers: { max: 0 }, ...onCpu }))).rejects.toMatchObject({ code: "jobs_left" });
    expect((await rig.platform.serverless.list()).endpoints).toMatchObject([{ id: before }]);
  });

  it("E-5: to put another one in its place goes on where the program allows it by now", async () => {
    const resource = { __key: "the endpoint", workers: { max: 0 } };
    await busy(resource);
    const before = id();
    await rig.up(program({ ...resource, jobLoss: "allow", ...onCpu }));
    expect((await rig.platform.serverless.list()).endpoints).toMatchObject([{ id: id() }]);
    expect(id()).not.toBe(before);
  });

  const keyed = { __key: "the endpoint", workers: { max: 0 } };
  const loses = "has 1 job in its queue and 0 running, which its deletion cancels.";

  it("E-5: to put another one in its place is told where the program allows it", async () => {
    await busy({ ...keyed, jobLoss: "allow" });
    await rig.up(program({ ...keyed, jobLoss: "allow", ...onCpu }));
    expect(rig.said).toEqual([`Endpoint images ${loses}`]);
  });

  it("E-5: is told as possible where the program allows it and the queue can't be asked", async () => {
    await busy({ ...keyed, jobLoss: "allow" });
    rig.emulator.faults.add({
      method: "GET",
      path: "/queue/v2/*/health",
      phase: "before",
      status: 500,
      times: "always",
    });
    await rig.up(program({ ...keyed, jobLoss: "allow", ...onCpu }));
    expect(rig.said).toEqual(["Endpoint images may have jobs, which its deletion cancels; its queue can't be asked."]);
  });

  /** What an engine asks that replaces the resource for an option of the program, against the provider's word. */
  const replacedByOption = async (more: Props) => {
    const { outputs, inputs } = rig.entry("images");
    const news = { ...inputs, ...more };
    await rig.provider("Endpoint").check(inputs, news);
    await rig.provider("Endpoint").diff(id(), outputs, news);
    return rig.provider("Endpoint").check({}, news);
  };

  it("E-5: by an option such as replaceOnChanges is refused before another one is made, or told", async () => {
    await busy(keyed);
    await expect(replacedByOption({ image: "a:2" })).rejects.toMatchObject({ code: "jobs_left" });
    expect((await replacedByOption({ image: "a:2", jobLoss: "allow" })).failures).toEqual([]);
    expect(rig.said).toEqual([`Endpoint images ${loses}`]);
  });

  describe("without a setting for the address of queues", () => {
    beforeEach(async () => {
      await rig.emulator.close();
      rig = await startRig({ "compute:queueUrl": undefined });
    });
    it("E-5, E-15: is refused by what the queue says whose address the endpoint reports", async () => {
      await busy();
      await expect(rig.destroy()).rejects.toMatchObject({ code: "jobs_left" });
    });

    it("E-5, E-15: goes on where that queue is empty", async () => {
      await rig.up(program());
      await rig.destroy();
      expect((await rig.platform.serverless.list()).endpoints).toEqual([]);
    });

    it("E-5: is refused where the endpoint reports no queue either, naming the setting and the ways out", async () => {
      await rig.up(program({ type: "LOAD_BALANCER", scaling: { type: "REQUEST_COUNT", requestCount: 4 } }));
      const remembered = { ...rig.entry("images").outputs, type: "QUEUE" };
      const client = createClient({ ...rig.emulator, queueUrl: undefined });
      const session = { client, leaving: new Leaving() } as unknown as Session;
      await expect(kinds.Endpoint.operations.delete(session, id(), 0, remembered)).rejects.toMatchObject({
        code: "jobs_unknown",
        message: expect.stringMatching(
          /not deleted.*has no queue.*COMPUTE_QUEUE_URL.*compute:queueUrl.*jobLoss: "allow"/,
        ),
      });
      expect(await onPlatform()).toMatchObject({ id: id() });
    });
  });

  it("E-5: goes on where the program has come to allow it, and nothing else has changed", async () => {
    await busy();
    await rig.up(program({ workers: { max: 0 }, jobLoss: "allow" }));
    await rig.destroy();
    expect((await rig.platform.serverless.list()).endpoints).toEqual([]);
  });

  it("E-5: is refused where the program has ceased to allow it, and nothing else has changed", async () => {
    await busy({ jobLoss: "allow" });
    await rig.up(program({ workers: { max: 0 } }));
    await expect(rig.destroy()).rejects.toMatchObject({ code: "jobs_left" });
  });

  it("E-5: goes on where the program allows it", async () => {
    await busy({ jobLoss: "allow" });
    await rig.destroy();
    expect((await rig.platform.serverless.list()).endpoints).toEqual([]);
  });
});

describe("the rules of an endpoint", () => {
  it.each([
    ["E-20: no hardware", { gpu: undefined }, "gpu", /neither/],
    ["E-20: both families", { cpu: [{ id: "cpu3c", vcpuCount: 2 }] }, "cpu", /exclude each other/],
    ["E-21: a delay without a queue", { type: "LOAD_BALANCER" }, "scaling.type", /REQUEST_COUNT/],
    ["E-24: more than the most", { workers: { min: 5 } }, "workers.min", /more than workers.max, 3/],
    [
      "E-22: an idle time by requests",
      { workers: { idleTimeout: 5 }, scaling: { type: "REQUEST_COUNT", requestCount: 1 } },
      "workers.idleTimeout",
      /no idle timeout/,
    ],
    [
      "E-30: both kinds of CUDA constraints",
      { gpu: { pools: ["ADA_24"], allowedCudaVersions: ["12.8"], minCudaVersion: "12.6" } },
      "gpu.minCudaVersion",
      /non-empty/,
    ],
    ["M-61: three vCPUs", { gpu: undefined, cpu: [{ id: "c", vcpuCount: 3 }] }, "cpu[0].vcpuCount", /power of two/],
    ["E-2: neither image nor template", { image: undefined }, "image", /templateId/],
  ])("%s is refused", (_, inputs: Props, property, reason) => {
    const { failures } = check(endpoint, {}, { ...gpuEndpoint, ...inputs }, fixedBytes);
    expect(failures).toMatchObject([{ property, reason: expect.stringMatching(reason) }]);
  });
});
