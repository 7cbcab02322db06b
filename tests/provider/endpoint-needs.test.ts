import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { catalogFixture } from "../../emulator/catalog/fixtures/catalog";
import type { Props } from "../../provider/table/props";
import { gpuEndpoint } from "./fixtures";
import { type Program, type Rig, startRig } from "./rig";

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.close());

const need = { memory: 48, count: 2 };
const endpoint = (gpu: unknown, over: Props = {}): Program => ({
  it: { kind: "Endpoint", inputs: { ...gpuEndpoint, gpu, __key: "k", ...over } },
});
const chosen = { pools: ["ADA_48_PRO", "ADA_80_PRO", "AMPERE_48", "AMPERE_80", "HOPPER_141"], count: 2 };
const onPlatform = async () => (await rig.platform.serverless.get(rig.entry("it").id)).gpu;

/** The catalog with a type more. */
const addType = (change: Props) => {
  const a40 = catalogFixture.gpus.find(({ id }) => id === "NVIDIA A40")!;
  const catalog = { ...catalogFixture, gpus: [...catalogFixture.gpus, { ...a40, ...change }] };
  Object.assign(rig.emulator.store, { catalog });
};

describe("a need of an endpoint", () => {
  it("E-13: asks for every pool with a type that meets it, and an unchanged one costs no request", async () => {
    await rig.up(endpoint(need));
    expect(await onPlatform()).toMatchObject(chosen);
    expect(rig.entry("it")).toMatchObject({ inputs: { gpu: need }, outputs: { gpu: chosen } });
    const was = structuredClone(rig.entry("it"));
    await rig.refresh();
    expect(rig.entry("it")).toEqual(was);
    rig.emulator.requests.clear();
    expect(await rig.up(endpoint(need))).toEqual({ it: "same" });
    expect(rig.emulator.requests.list()).toEqual([]);
  });

  it("E-29: leaves out the types of a pool that do not meet it, and those that the program excludes", async () => {
    addType({ id: "NVIDIA A40 half", memory: 24 });
    await rig.up(endpoint({ memory: 48, excludedTypes: ["NVIDIA RTX A6000", "NVIDIA RTX A4000", "NVIDIA H200"] }));
    expect(await onPlatform()).toMatchObject({
      pools: ["ADA_48_PRO", "ADA_80_PRO", "AMPERE_48", "AMPERE_80"],
      excludedTypes: ["NVIDIA A40 half", "NVIDIA RTX A6000"],
    });
  });

  it("K-10: takes no type that is in no pool", async () => {
    await expect(rig.up(endpoint({ memory: 100, manufacturer: "AMD" }))).rejects.toMatchObject({
      code: "nothing_fits",
      message: expect.stringContaining(
        "Endpoint images: nothing meets gpu: 1 type has at least 100 GB; none of them is from AMD",
      ),
    });
    expect((await rig.platform.serverless.list()).endpoints).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ["what it has, by pools", chosen, "same"],
    ["more memory", { memory: 80, count: 2 }, "update"],
    ["another count", { memory: 48 }, "update"],
  ])("that changes to %s changes the endpoint in place where its pools change", async (_title, next, outcome) => {
    await rig.up(endpoint(need));
    const { id } = rig.entry("it");
    expect(await rig.up(endpoint(next))).toEqual({ it: outcome });
    expect(await rig.up(endpoint(next))).toEqual({ it: "same" });
    expect(rig.entry("it").id).toBe(id);
    expect(await rig.refresh()).toEqual([]);
  });

  it("keeps its pools in other changes, whatever has come to the catalog", async () => {
    await rig.up(endpoint(need));
    addType({ id: "NVIDIA new", pool: "NEW_96", memory: 96 });
    expect(await rig.up(endpoint(need, { timeout: 60_000 }))).toEqual({ it: "update" });
    expect(await onPlatform()).toMatchObject(chosen);
  });

  it("shows it where somebody chose other pools, and the next up chooses again", async () => {
    await rig.up(endpoint(need));
    await rig.platform.serverless.update(rig.entry("it").id, { gpu: { pools: ["AMPERE_16"] } });
    expect(await rig.refresh()).not.toEqual([]);
    expect(rig.entry("it").inputs).toMatchObject({ gpu: { pools: ["AMPERE_16"] } });
    expect(await rig.up(endpoint(need))).toEqual({ it: "update" });
    expect(await onPlatform()).toMatchObject(chosen);
    expect(await rig.refresh()).toEqual([]);
  });

  it("is previewed with the types that it stands for, and warned of where there are none", async () => {
    const preview = async (gpu: Props) => {
      const urn = `urn:pulumi:dev::p::pulumi-nodejs:dynamic/compute:Endpoint::for-${JSON.stringify(gpu)}`;
      const asked = {
        ...gpuEndpoint,
        gpu,
        __urn: urn,
        __preview: true,
        __key: JSON.stringify(gpu),
        __provider: "Endpoint",
      };
      return (await rig.provider("Endpoint").check({}, asked)).failures;
    };
    expect(await preview({ memory: 80 })).toEqual([]);
    expect(rig.informed).toContainEqual(
      "NVIDIA A100 80GB PCIe, NVIDIA H100 80GB HBM3, NVIDIA H200: the platform takes what it has of these.",
    );
    await preview({ memory: 80, excludedTypes: ["NVIDIA A41"] });
    expect(rig.said).toContainEqual(
      expect.stringContaining('gpu.excludedTypes[0] "NVIDIA A41" is not in the catalog; did you mean "NVIDIA A40"'),
    );
    expect(await preview({ memory: 500 })).toEqual([]);
    expect(rig.said).toContainEqual(
      expect.stringMatching(
        /nothing meets gpu: none of 9 types has at least 500 GB; the largest has 141 GB\. `up` looks again, and fails if that is still so\.$/,
      ),
    );
  });

  it("is previewed with ten types at most, and the number of the others", async () => {
    const a40 = catalogFixture.gpus.find(({ id }) => id === "NVIDIA A40")!;
    const gpus = Array.from({ length: 13 }, (_, at) => ({ ...a40, id: `GPU ${at + 10}` }));
    Object.assign(rig.emulator.store, { catalog: { ...catalogFixture, gpus } });
    const __urn = "urn:pulumi:dev::p::pulumi-nodejs:dynamic/compute:Endpoint::it";
    const asked = { ...gpuEndpoint, gpu: { memory: 48 }, __urn, __preview: true, __key: "it", __provider: "Endpoint" };
    await rig.provider("Endpoint").check({}, asked);
    expect(rig.informed).toContainEqual(
      "GPU 10, GPU 11, GPU 12, GPU 13, GPU 14, GPU 15, GPU 16, GPU 17, GPU 18, GPU 19 and 3 more: " +
        "the platform takes what it has of these.",
    );
  });

  it.each<[string, Props, string[]]>([
    [
      "with the types that a changed one stands for",
      { gpu: { memory: 80, count: 2 } },
      ["NVIDIA A100 80GB PCIe, NVIDIA H100 80GB HBM3, NVIDIA H200: the platform takes what it has of these."],
    ],
    ["without types where something else changes", { timeout: 60_000 }, []],
  ])("is previewed in an update %s", async (_title, change, types) => {
    await rig.up(endpoint(need));
    const { id, outputs } = rig.entry("it");
    rig.begin();
    const provider = rig.provider("Endpoint");
    const __urn = "urn:pulumi:dev::p::pulumi-nodejs:dynamic/compute:Endpoint::it";
    const asked = { ...gpuEndpoint, gpu: need, ...change, __urn, __preview: true, __key: "it", __provider: "Endpoint" };
    const { inputs } = await provider.check(outputs, asked);
    expect(await provider.diff(id, outputs, inputs)).toMatchObject({ changes: true, replaces: [] });
    expect(rig.informed.filter((text) => text.includes("the platform takes"))).toEqual(types);
  });

  it("goes not together with pools", async () => {
    const { failures } = await rig.provider("Endpoint").check({}, { ...gpuEndpoint, gpu: { ...chosen, memory: 48 } });
    expect(failures).toEqual([expect.objectContaining({ property: "gpu.memory" })]);
    const neither = await rig.provider("Endpoint").check({}, { ...gpuEndpoint, gpu: { count: 1 } });
    expect(neither.failures.map(({ reason }) => reason)).toEqual([expect.stringMatching(/set memory, in GB/)]);
  });
});
