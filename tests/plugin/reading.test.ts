import { describe, expect, it } from "@jest/globals";
import type { Emulator } from "../../emulator";
import { type Engine, secret, urnOf, useEngine } from "./driver";

let emulator: Emulator;
let engine: Engine;

/** In one run, two resources would have an object that the one made and the other imports. */
const nextRun = useEngine((opened) => ({ emulator, engine } = opened));

const volumeUrn = urnOf("NetworkVolume", "data");
const podUrn = urnOf("Pod", "trainer");
const credentialUrn = urnOf("RegistryCredential", "registry");
const volume = { name: "data", size: 20, dataCenter: "EU-XX-1" };
const pod = { name: "trainer", image: "registry.example.com/x:1", gpu: { id: "NVIDIA L40S" } };
const credential = { name: "registry", username: "puller", password: secret("pa55word-canary") };

describe("read", () => {
  it("tells drift, and what is gone, as the dynamic provider does", async () => {
    const { id, inputs, outputs } = await engine.make(podUrn, {
      ...pod,
      registry: "",
      env: { TOKEN: secret("t0ken") },
    });
    const same = await engine.read(podUrn, id, outputs, inputs);
    expect({ ...same, inputs: same.inputs }).toEqual({
      id,
      outputs: { ...outputs, ...volatile(same.outputs) },
      inputs: undefined,
    });
    await changeByHand(`/v2/pods/${id}`, { image: "by/hand:1" });
    const drifted = await engine.read(podUrn, id, outputs, inputs);
    expect(drifted.inputs).toEqual({ ...inputs, image: "by/hand:1" });
    await changeByHand(`/v2/pods/${id}`, undefined);
    expect(await engine.read(podUrn, id, outputs, inputs)).toMatchObject({ id: "", outputs: {} });
  });

  it.each([
    ["an element of a list", { cmd: ["train", secret("t0ken")] }, { cmd: ["t0ken", "train"] }],
    ["a variable", { env: { STAGE: "dev", TOKEN: secret("t0ken") } }, { env: { STAGE: "t0ken", TOKEN: "x" } }],
  ])("keeps a secret a secret that somebody has moved to another place: %s", async (_, args, byHand) => {
    const { id, inputs, outputs } = await engine.make(podUrn, { ...pod, ...args });
    await changeByHand(`/v2/pods/${id}`, byHand);
    const drifted = await engine.read(podUrn, id, outputs, inputs);
    const [name, value] = Object.entries(byHand)[0]!;
    expect(drifted.outputs[name]).toEqual(secret(value));
    expect(drifted.inputs![name]).toEqual(secret(value));
  });

  it("of an object that a program only looks at answers what is there, and fails where there is none", async () => {
    const { id } = await engine.make(volumeUrn, volume);
    expect((await engine.read(volumeUrn, id, {}, {})).outputs).toMatchObject(volume);
    await expect(engine.read(volumeUrn, "nothing", {}, {})).rejects.toMatchObject({
      message: expect.stringContaining("404"),
    });
  });
});

describe("import", () => {
  it.each([
    { kind: "NetworkVolume", asked: volume, inputs: { ...volume, type: "STANDARD" } },
    {
      kind: "Pod",
      asked: {
        ...pod,
        disk: 70,
        ports: ["22/tcp"],
        locked: true,
        startSsh: true,
        env: { TOKEN: "t0ken" },
        cmd: ["run", "t0ken"],
      },
      inputs: { ...pod, disk: 70, ports: ["22/tcp"], locked: true },
    },
    {
      kind: "Cluster",
      asked: {
        name: "c",
        type: "RAY",
        image: "x:1",
        compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 },
      },
      inputs: {
        name: "c",
        type: "RAY",
        image: "x:1",
        compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 },
      },
    },
    { kind: "RegistryCredential", asked: credential, inputs: { name: "registry" } },
  ])(
    "of a $kind answers the arguments that can be read and hold no secret, and nothing differs",
    async ({ kind, asked, inputs }) => {
      const { id } = await engine.make(urnOf(kind, "first"), asked);
      await nextRun();
      const urn = urnOf(kind, "imported");
      const read = await engine.read(urn, id);
      expect(read).toMatchObject({ id, inputs });
      expect(read.inputs).toEqual(inputs);
      expect(JSON.stringify(read)).not.toMatch(/t0ken|canary/);
      const { inputs: checked, failures } = await engine.check(urn, read.inputs!, read.inputs);
      expect(failures).toEqual([]);
      expect(await engine.diff(urn, id, read.outputs, read.inputs!, checked)).toMatchObject({
        changes: "DIFF_NONE",
        paths: {},
      });
    },
  );

  it("believes a credential's password once: the first up records it, and a later one is a rotation", async () => {
    const { id } = await engine.make(urnOf("RegistryCredential", "first"), credential);
    await nextRun();
    const read = await engine.read(credentialUrn, id);
    const { inputs } = await engine.check(credentialUrn, credential, read.inputs);
    const found = await engine.diff(credentialUrn, id, read.outputs, read.inputs!, inputs);
    expect(found).toMatchObject({ changes: "DIFF_SOME", replaces: [] });
    expect(found.paths).toEqual({ username: "ADD of inputs", password: "ADD of inputs" });
    emulator.requests.clear();
    const outputs = await engine.update(credentialUrn, id, read.outputs, inputs);
    expect(emulator.requests.list().filter(({ method }) => method !== "GET")).toEqual([]);
    expect(await engine.diff(credentialUrn, id, outputs, inputs, inputs)).toMatchObject({ changes: "DIFF_NONE" });
    const rotated = { ...inputs, password: secret("another") };
    expect(await engine.diff(credentialUrn, id, outputs, inputs, rotated)).toMatchObject({ replaces: ["password"] });
  });

  it("C-6: knows a cluster's image from one of its pods, and replaces the cluster for another", async () => {
    const compute = { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 };
    const asked = { name: "c", type: "RAY", image: "x:1", compute };
    const { id } = await engine.make(urnOf("Cluster", "first"), asked);
    await nextRun();
    const urn = urnOf("Cluster", "imported");
    const read = await engine.read(urn, id);
    const { inputs } = await engine.check(urn, asked, read.inputs);
    expect(await engine.diff(urn, id, read.outputs, read.inputs!, inputs)).toMatchObject({ changes: "DIFF_NONE" });
    expect(await engine.diff(urn, id, read.outputs, inputs, { ...inputs, image: "x:2" })).toMatchObject({
      replaces: ["image"],
    });
  });

  it("asks the program for what it lacks, and only the import's own check does without", async () => {
    const { id } = await engine.make(urnOf("RegistryCredential", "first"), credential);
    await nextRun();
    const { inputs } = await engine.read(credentialUrn, id);
    expect((await engine.check(credentialUrn, inputs!, inputs)).failures).toEqual([]);
    const { failures } = await engine.check(credentialUrn, { ...inputs, username: "", password: "" }, inputs);
    const saying = (start: string) => ({ reason: expect.stringMatching(start) as unknown });
    expect(failures).toMatchObject([saying("^username: must not be empty"), saying("^password: must not be empty")]);
  });

  it("takes the account's one list of SSH keys by its one id, so that no two resources have it", async () => {
    const urn = urnOf("AccountSshKeys");
    await expect(engine.read(urn, "nothing")).rejects.toMatchObject({
      message: expect.stringMatching(
        /there is none with this id.*What to do: check the id: an account has one, and its id is ssh-keys\./,
      ),
    });
    expect(await engine.read(urn, "ssh-keys")).toMatchObject({ id: "ssh-keys" });
  });

  it("refuses what is not there and what belongs to a cluster", async () => {
    await expect(engine.read(podUrn, "nothing")).rejects.toMatchObject({
      message: expect.stringContaining("there is none with this id"),
    });
    const compute = { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 };
    const cluster = await engine.make(urnOf("Cluster"), { name: "c", type: "RAY", image: "x:1", compute });
    const { primary } = cluster.outputs as { primary: { podId: string } };
    await expect(engine.read(podUrn, primary.podId)).rejects.toMatchObject({
      message: expect.stringContaining("it belongs to a cluster"),
    });
  });
});

/** Changes or deletes an object without the provider. */
async function changeByHand(path: string, body: object | undefined): Promise<void> {
  const response = await fetch(emulator.apiUrl + path, {
    method: body ? "PATCH" : "DELETE",
    headers: { authorization: `Bearer ${emulator.apiKey}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
}

const volatile = ({ ssh, endpoints, cost, costPerHour }: Record<string, unknown>) => ({
  ssh,
  endpoints,
  cost,
  costPerHour,
});
