import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import * as grpc from "@grpc/grpc-js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { type Emulator, startEmulator } from "../../emulator";
import { version } from "../../client/version";
import { ManualClock } from "../support/manual-clock";
import { Engine, output, reference, secret, unknown, urnOf } from "./driver";

let emulator: Emulator;
let engine: Engine;

beforeEach(async () => {
  const clock = new ManualClock(Date.UTC(2026, 4, 4, 9));
  emulator = await startEmulator({ clock, rateLimit: false });
  engine = await Engine.start(emulator, { clock });
});

afterEach(async () => {
  engine.close();
  await emulator.close();
});

const volumeUrn = urnOf("NetworkVolume", "data");
const podUrn = urnOf("Pod", "trainer");
const credentialUrn = urnOf("RegistryCredential", "registry");
const volume = { name: "data", size: 20, dataCenter: "EU-XX-1" };
const pod = { name: "trainer", image: "registry.example.com/x:1", gpu: { id: "NVIDIA L40S" } };
const credential = { name: "registry", username: "puller", password: secret("pa55word-canary") };

describe("the plugin tells the engine", () => {
  it("its version, and that it takes secrets, resources, outputs and previews", async () => {
    const info = await engine.call<PluginInfo>("getPluginInfo", new Empty());
    expect(info.getVersion()).toBe(version);
    const handshake = await engine.call<proto.ProviderHandshakeResponse>(
      "handshake",
      new proto.ProviderHandshakeRequest().setEngineAddress("127.0.0.1:1"),
    );
    expect(handshake.toObject()).toMatchObject({ acceptSecrets: true, acceptResources: true, acceptOutputs: true });
    expect(await engine.configure({ apiKey: secret(emulator.apiKey), apiUrl: emulator.apiUrl })).toMatchObject({
      acceptsecrets: true,
      acceptresources: true,
      acceptoutputs: true,
      supportspreview: true,
    });
  });

  it("its schema, and refuses a format of the schema that it does not know", async () => {
    const answer = await engine.call<proto.GetSchemaResponse>("getSchema", new proto.GetSchemaRequest());
    expect(JSON.parse(answer.getSchema())).toMatchObject({ name: "compute", version: version });
    await expect(engine.call("getSchema", new proto.GetSchemaRequest().setVersion(9))).rejects.toMatchObject({
      message: expect.stringContaining("version 9"),
    });
  });

  it("that there is no mapping from another provider, and which verbs it has no use for", async () => {
    const mapping = await engine.call<proto.GetMappingResponse>(
      "getMapping",
      new proto.GetMappingRequest().setKey("terraform"),
    );
    expect(mapping.toObject()).toMatchObject({ provider: "", data: "" });
    for (const [verb, request] of [
      ["parameterize", new proto.ParameterizeRequest()],
      ["construct", new proto.ConstructRequest()],
      ["call", new proto.CallRequest()],
    ] as const) {
      await expect(engine.call(verb, request)).rejects.toMatchObject({ code: grpc.status.UNIMPLEMENTED });
    }
  });

  it("which type and which function it lacks", async () => {
    await expect(engine.check(urnOf("Pods"), {})).rejects.toMatchObject({
      message: expect.stringMatching(/no resource type compute:index:Pods.*compute:index:Pod/),
    });
    await expect(
      engine.call("invoke", new proto.InvokeRequest().setTok("compute:index:getNothing")),
    ).rejects.toMatchObject({
      message: expect.stringContaining("compute:index:getNothing"),
    });
  });
});

describe("settings", () => {
  it("are checked by name: a slip is told with what was meant", async () => {
    const { failures } = await engine.checkConfig({ apiKye: "x", apiUrl: emulator.apiUrl });
    expect(failures).toEqual([{ property: "apiKye", reason: "not a setting of this provider; did you mean apiKey?" }]);
  });

  it("of an explicit provider may be nothing else; a stack's namespace may hold what is the program's own", async () => {
    const given = { apiKey: "x", apiUrl: emulator.apiUrl, imageTag: "1.4.0" };
    expect((await engine.checkConfig(given, "second")).failures).toEqual([
      { property: "imageTag", reason: expect.stringContaining("there are apiKey, apiUrl") },
    ]);
    expect((await engine.checkConfig(given, "default")).failures).toEqual([]);
    expect((await engine.checkConfig(given, "default_1_2_3")).failures).toEqual([]);
  });

  it("that are missing are told once, by the provider", async () => {
    const { failures } = await engine.checkConfig({});
    expect(failures.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("COMPUTE_API_KEY"),
      expect.stringContaining("COMPUTE_API_URL"),
    ]);
  });

  it("that a preview can't know are left for the up", async () => {
    expect((await engine.checkConfig({ apiKey: unknown })).failures).toEqual([]);
  });

  it("go into state with the key as a secret, however it came", async () => {
    for (const apiKey of ["plain", secret("plain"), output("plain", true)]) {
      const { inputs } = await engine.checkConfig({ apiKey, apiUrl: emulator.apiUrl });
      expect(inputs).toEqual({ apiKey: secret("plain"), apiUrl: emulator.apiUrl });
    }
  });

  it("never replace the provider, and those of another provider are not even a difference", async () => {
    const mine = { apiKey: secret("a"), apiUrl: "http://one.example" };
    expect(await engine.diffConfig(mine, { ...mine, apiUrl: "http://two.example" })).toEqual({
      changes: "DIFF_SOME",
      replaces: [],
      diffs: ["apiUrl"],
      paths: { apiUrl: "UPDATE of inputs" },
    });
    expect(await engine.diffConfig(mine, mine)).toMatchObject({ changes: "DIFF_NONE", paths: {} });
    const dynamic = { "compute:apiKey": secret("a"), "web:imageTag": "1" };
    expect(await engine.diffConfig(dynamic, {})).toMatchObject({ changes: "DIFF_NONE", replaces: [] });
  });
});

describe("check", () => {
  it("answers the inputs without anything of ours but the name that it made", async () => {
    const { inputs, failures } = await engine.check(volumeUrn, { size: 20, dataCenter: "EU-XX-1" });
    expect(failures).toEqual([]);
    expect(inputs).toEqual({
      name: expect.stringMatching(/^data-/),
      __autoName: inputs["name"],
      size: 20,
      dataCenter: "EU-XX-1",
    });
  });

  it("keeps what came as a secret a secret, at its very place, and makes one of what always is", async () => {
    const env = { A: "plain", B: secret("t0ken"), C: output("t0ken", true), D: output("plain") };
    const { inputs } = await engine.check(podUrn, { ...pod, env, cmd: ["run", secret("t0ken")] });
    expect(inputs).toMatchObject({ env: { A: "plain", B: secret("t0ken"), C: secret("t0ken"), D: "plain" } });
    expect(inputs["cmd"]).toEqual(["run", secret("t0ken")]);
    const checked = await engine.check(credentialUrn, { name: "r", username: "u", password: "p" });
    expect(checked.inputs).toEqual({ name: "r", username: secret("u"), password: secret("p") });
  });

  it("takes a resource for its id, and one that is still to be made for an unknown", async () => {
    const withVolume = (id: string) => ({ ...pod, mounts: { network: [{ volumeId: reference(id), path: "/data" }] } });
    expect((await engine.check(podUrn, withVolume("v1"))).inputs).toMatchObject({
      mounts: { network: [{ volumeId: "v1" }] },
    });
    expect((await engine.check(podUrn, withVolume(""))).inputs).toMatchObject({
      mounts: { network: [{ volumeId: unknown }] },
    });
    expect((await engine.check(podUrn, { ...pod, image: output() })).inputs).toMatchObject({ image: unknown });
  });

  it("tells all that is wrong at once, each with its path", async () => {
    const { failures } = await engine.check(podUrn, { name: "p", imge: "x", gpu: { id: "A", count: 0 }, disk: "big" });
    expect(failures.map(({ property }) => property).sort()).toEqual(["", "disk", "gpu.count", "image"]);
  });

  it("names no property of a failure inside what may be a secret", async () => {
    const { failures } = await engine.check(podUrn, { ...pod, env: { A: 1 } });
    expect(failures).toEqual([{ property: "", reason: expect.stringMatching(/^env\.A: expected string/) }]);
  });
});

describe("the forms that every language can say", () => {
  it("list alternatives apart from the first choice, in state too", async () => {
    const said = { ...pod, gpu: { id: "NVIDIA H200" }, gpuAlternatives: [{ id: "NVIDIA L40S" }] };
    const made = await engine.make(podUrn, said);
    expect(made.inputs).toMatchObject({ gpu: { id: "NVIDIA H200" }, gpuAlternatives: [{ id: "NVIDIA L40S" }] });
    expect(["NVIDIA H200", "NVIDIA L40S"]).toContain((made.outputs["gpu"] as { id: string }).id);
    const dropped = { ...made.inputs, gpu: { id: "NVIDIA A40" }, gpuAlternatives: [{ id: "NVIDIA L4" }] };
    const found = await engine.diff(podUrn, made.id, made.outputs, made.inputs, dropped);
    expect(found).toMatchObject({ replaces: ["gpu"] });
    expect(found.paths).toEqual({
      "gpu.id": "UPDATE_REPLACE of inputs",
      "gpuAlternatives[0].id": "UPDATE_REPLACE of inputs",
    });
  });

  it("tell what is wrong with an alternative where it is", async () => {
    const said = { ...pod, gpuAlternatives: [{ id: "A" }, { id: "B", count: 0 }] };
    const { failures } = await engine.check(podUrn, said);
    expect(failures.map(({ property }) => property)).toEqual(["gpuAlternatives[1].count"]);
  });

  it("say none with an empty string, as null does", async () => {
    for (const registry of ["", null]) {
      const made = await engine.make(urnOf("Pod", `p${registry}`), { ...pod, name: `p${registry}`, registry });
      expect(made.inputs["registry"]).toBe(registry);
      expect(made.outputs["registry"]).toBeNull();
      const again = await engine.diff(podUrn, made.id, made.outputs, made.inputs, made.inputs);
      expect(again).toMatchObject({ changes: "DIFF_NONE", paths: {} });
    }
  });
});

describe("diff", () => {
  it("tells each path that differs and what happens there", async () => {
    const asked = { ...pod, disk: 60, env: { A: "1", "b.c": "2" }, ports: ["22/tcp", "80/http"] };
    const { id, inputs, outputs } = await engine.make(podUrn, asked);
    expect(await engine.diff(podUrn, id, outputs, inputs, inputs)).toMatchObject({ changes: "DIFF_NONE", paths: {} });
    const news = {
      ...inputs,
      image: "y:2",
      env: { A: "1", "b.c": "3", D: "4" },
      ports: ["81/http", "22/tcp"],
      cloud: "COMMUNITY",
    };
    const { disk: _, ...without } = news as Record<string, unknown>;
    const found = await engine.diff(podUrn, id, outputs, inputs, without);
    expect(found).toMatchObject({ changes: "DIFF_SOME", replaces: ["cloud"] });
    expect(found.paths).toEqual({
      image: "UPDATE of inputs",
      'env["b.c"]': "UPDATE of inputs",
      "env.D": "ADD of inputs",
      "ports[0]": "ADD of inputs",
      "ports[1]": "DELETE of inputs",
      disk: "DELETE of inputs",
      cloud: "ADD_REPLACE of inputs",
    });
  });

  it("tells drift against what the platform reports", async () => {
    const { id, inputs, outputs } = await engine.make(volumeUrn, volume);
    const drifted = { ...outputs, name: "renamed" };
    expect((await engine.diff(volumeUrn, id, drifted, inputs, inputs)).paths).toEqual({ name: "UPDATE" });
  });

  it("knows a rotated password by its fingerprint", async () => {
    const { id, inputs, outputs } = await engine.make(credentialUrn, credential);
    expect(await engine.diff(credentialUrn, id, outputs, inputs, inputs)).toMatchObject({ changes: "DIFF_NONE" });
    const rotated = { ...inputs, password: secret("another") };
    expect(await engine.diff(credentialUrn, id, outputs, inputs, rotated)).toMatchObject({
      replaces: ["password"],
      paths: { password: "UPDATE_REPLACE of inputs" },
    });
  });

  it("fails where a replacement would destroy data", async () => {
    const { id, inputs, outputs } = await engine.make(volumeUrn, volume);
    await expect(
      engine.diff(volumeUrn, id, outputs, inputs, { ...inputs, dataCenter: "EU-XX-2" }),
    ).rejects.toMatchObject({ message: expect.stringContaining("would destroy everything on the volume") });
  });
});

describe("create and update", () => {
  it("answer what the platform has, with secrets as secrets and no password at all", async () => {
    const made = await engine.make(credentialUrn, credential);
    expect(made.outputs).toMatchObject({ name: "registry", platformName: "registry" });
    expect(made.outputs["fingerprints"]).toEqual(secret(expect.any(Object)));
    expect(JSON.stringify(made.outputs)).not.toContain("canary");
    const withEnv = await engine.make(podUrn, {
      ...pod,
      env: { TOKEN: secret("t0ken"), STAGE: "dev" },
      startJupyter: true,
    });
    expect(withEnv.outputs["env"]).toEqual({ TOKEN: secret("t0ken"), STAGE: "dev" });
    expect(withEnv.outputs["jupyterPassword"]).toEqual(secret(expect.any(String)));
  });

  it("leave outputs from which the dynamic provider can go on", async () => {
    const { outputs } = await engine.make(volumeUrn, volume);
    expect(outputs["__provider"]).toContain('("pulumi-compute-platform/provider").networkVolume');
    expect(outputs["__declared"]).toEqual(["name", "size", "dataCenter"]);
  });

  it("do in a preview nothing but say what they know", async () => {
    const { inputs } = await engine.check(podUrn, {
      ...pod,
      gpuAlternatives: [{ id: "NVIDIA A40" }],
      env: { A: secret("t") },
    });
    emulator.requests.clear();
    const { id, outputs } = await engine.create(podUrn, inputs, { preview: true });
    expect(id).toBe("");
    expect(outputs).toMatchObject({ name: "trainer", image: pod.image, env: { A: secret("t") } });
    expect(outputs).toMatchObject({
      gpu: unknown,
      status: unknown,
      ssh: unknown,
      disk: unknown,
      jupyterPassword: secret(unknown),
    });
    expect(emulator.requests.list()).toEqual([]);
  });

  it("keep in a preview of an update what no update moves", async () => {
    const { id, inputs, outputs } = await engine.make(podUrn, pod);
    const foreseen = await engine.update(podUrn, id, outputs, { ...inputs, image: "y:2" }, { preview: true });
    expect(foreseen).toMatchObject({
      image: "y:2",
      createdAt: outputs["createdAt"],
      gpu: { id: "NVIDIA L40S" },
      ssh: unknown,
    });
    expect((await engine.read(podUrn, id, outputs, inputs)).outputs).toMatchObject({ image: pod.image });
  });

  it("update in place", async () => {
    const { id, inputs, outputs } = await engine.make(volumeUrn, volume);
    expect(await engine.update(volumeUrn, id, outputs, { ...inputs, size: 30 })).toMatchObject({ size: 30 });
  });

  it("keep in state what was made, when something fails afterwards", async () => {
    const { inputs } = await engine.check(podUrn, { ...pod, env: { TOKEN: secret("t0ken") } });
    emulator.faults.add({ method: "GET", path: "/v2/pods/:id", phase: "before", status: 401, times: "always" });
    const failure = await engine.create(podUrn, inputs).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      initFailed: { id: expect.any(String), properties: { image: pod.image, env: { TOKEN: secret("t0ken") } } },
    });
  });
});

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
      inputs: { name: "c", type: "RAY", compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 } },
    },
    { kind: "RegistryCredential", asked: credential, inputs: { name: "registry" } },
  ])(
    "of a $kind answers the arguments that can be read and hold no secret, and nothing differs",
    async ({ kind, asked, inputs }) => {
      const { id } = await engine.make(urnOf(kind, "first"), asked);
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

  it("believes a cluster's image once, which no read shows, and replaces it when it changes later", async () => {
    const compute = { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 };
    const asked = { name: "c", type: "RAY", image: "x:1", compute };
    const { id } = await engine.make(urnOf("Cluster", "first"), asked);
    const urn = urnOf("Cluster", "imported");
    const read = await engine.read(urn, id);
    const { inputs } = await engine.check(urn, asked, read.inputs);
    expect(await engine.diff(urn, id, read.outputs, read.inputs!, inputs)).toMatchObject({
      replaces: [],
      diffs: ["image"],
    });
    const outputs = await engine.update(urn, id, read.outputs, inputs);
    expect(outputs).toMatchObject({ image: "x:1" });
    expect(await engine.diff(urn, id, outputs, inputs, inputs)).toMatchObject({ changes: "DIFF_NONE" });
    expect(await engine.diff(urn, id, outputs, inputs, { ...inputs, image: "x:2" })).toMatchObject({
      replaces: ["image"],
    });
  });

  it("asks the program for what it lacks, and only the import's own check does without", async () => {
    const { id } = await engine.make(urnOf("RegistryCredential", "first"), credential);
    const { inputs } = await engine.read(credentialUrn, id);
    expect((await engine.check(credentialUrn, inputs!, inputs)).failures).toEqual([]);
    const { failures } = await engine.check(credentialUrn, { ...inputs, username: "", password: "" }, inputs);
    expect(failures).toHaveLength(2);
  });

  it("refuses what is not there and what belongs to a cluster", async () => {
    await expect(engine.read(podUrn, "nothing")).rejects.toMatchObject({
      message: expect.stringContaining("there is none with this id"),
    });
    const compute = { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 };
    const cluster = await engine.make(urnOf("Cluster"), { name: "c", type: "RAY", image: "x:1", compute });
    const { primary } = cluster.outputs as { primary: { podId: string } };
    await expect(engine.read(podUrn, primary.podId)).rejects.toMatchObject({
      message: expect.stringContaining("P-59"),
    });
  });
});

describe("delete and list", () => {
  it("delete what is there, and what is gone already", async () => {
    const { id, outputs } = await engine.make(volumeUrn, volume);
    await engine.delete(volumeUrn, id, outputs);
    await engine.delete(volumeUrn, id, outputs);
    expect(await listed("compute:index:NetworkVolume")).toEqual([]);
  });

  it("list every object of a type, up to a limit", async () => {
    for (const name of ["a", "b", "c"]) await engine.make(urnOf("NetworkVolume", name), { ...volume, name });
    expect((await listed("compute:index:NetworkVolume")).map(({ name }) => name).sort()).toEqual(["a", "b", "c"]);
    expect(await listed("compute:index:NetworkVolume", 2)).toHaveLength(2);
    await expect(listed("compute:index:Nothing")).rejects.toMatchObject({
      details: expect.stringContaining("no resource type"),
    });
  });
});

function listed(token: string, limit = 0): Promise<{ id: string; name: string }[]> {
  const found: { id: string; name: string }[] = [];
  return new Promise((resolve, reject) => {
    const stream = engine.client.list(new proto.ListRequest().setToken(token).setLimit(limit));
    stream.on("data", (response: proto.ListResponse) => {
      const { id, name } = response.getResult()!.toObject();
      found.push({ id, name });
    });
    stream.on("end", () => resolve(found));
    stream.on("error", reject);
  });
}

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
