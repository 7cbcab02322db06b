import { describe, expect, it } from "@jest/globals";
import * as grpc from "@grpc/grpc-js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import type { Emulator } from "../../emulator";
import { version } from "../../client/http/version";
import { settingVariables } from "../../client/settings/variables";
import { schema } from "../../plugin/schema";
import type { Props } from "../../provider/table/props";
import type { ProviderArgs } from "../../sdk/plugin";
import { type Engine, output, reference, secret, unknown, urnOf, useEngine } from "./driver";

let emulator: Emulator;
let engine: Engine;

useEngine((opened) => ({ emulator, engine } = opened));

const volumeUrn = urnOf("NetworkVolume", "data");
const podUrn = urnOf("Pod", "trainer");
const credentialUrn = urnOf("RegistryCredential", "registry");
const pod = { name: "trainer", image: "registry.example.com/x:1", gpu: { id: "NVIDIA L40S" } };

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
    expect(failures).toEqual([
      { property: "", reason: "apiKye: not a setting of this provider; did you mean apiKey?" },
    ]);
  });

  it("of an explicit provider may be nothing else; a stack's namespace may hold what is the program's own", async () => {
    const given = { apiKey: "x", apiUrl: emulator.apiUrl, imageTag: "1.4.0" };
    expect((await engine.checkConfig(given, "second")).failures).toEqual([
      { property: "", reason: expect.stringMatching(/^imageTag: .*there are apiKey, apiUrl/) },
    ]);
    expect((await engine.checkConfig(given, "default")).failures).toEqual([]);
    expect((await engine.checkConfig(given, "default_1_2_3")).failures).toEqual([]);
  });

  it("are the same for a stack and for an explicit provider, as values or as text", async () => {
    const classArgs: Record<keyof ProviderArgs, unknown> = {
      apiKey: secret("x"),
      apiUrl: emulator.apiUrl,
      baseUrl: `${emulator.apiUrl}/v1`,
      queueUrl: emulator.queueUrl,
      queueAuth: "bare",
      portUrl: "https://{podId}-{port}.example",
      refreshBeforeUpdate: true,
      interrupted: "take over",
      acceptMissing: "3fa9c@https://api.example.com",
    };
    expect(Object.keys(classArgs)).toEqual(expect.arrayContaining(Object.keys(settingVariables)));
    const { config, provider } = schema as unknown as Record<"config" | "provider", Record<string, Props>>;
    expect(config["variables"]).toMatchObject({ refreshBeforeUpdate: { type: "boolean" } });
    expect(provider["inputProperties"]).toEqual(config["variables"]);
    for (const refreshBeforeUpdate of [true, "true"]) {
      const given = { ...classArgs, refreshBeforeUpdate };
      expect(await engine.checkConfig(given, "second")).toEqual({ inputs: given, failures: [] });
    }
  });

  it.each([true, "true"])("refreshBeforeUpdate as %p lets a diff see what somebody changed", async (given) => {
    const { id, inputs, outputs } = await engine.make(volumeUrn, { name: "data", size: 20, dataCenter: "EU-XX-1" });
    emulator.store.volumes.get(id)!.name = "renamed";
    expect(await engine.diff(volumeUrn, id, outputs, inputs, inputs)).toMatchObject({ changes: "DIFF_NONE" });
    await engine.configure({ apiKey: secret(emulator.apiKey), apiUrl: emulator.apiUrl, refreshBeforeUpdate: given });
    expect((await engine.diff(volumeUrn, id, outputs, inputs, inputs)).paths).toEqual({ name: "UPDATE" });
  });

  it("that are missing are told once, by the provider", async () => {
    const { failures } = await engine.checkConfig({});
    expect(failures.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("COMPUTE_API_KEY"),
      expect.stringContaining("COMPUTE_API_URL"),
    ]);
  });

  it.each([
    { given: { refreshBeforeUpdate: "yes" }, told: 'must be true or false, not "yes"' },
    { given: { refreshBeforeUpdate: 1 }, told: 'must be true or false, not "1"' },
    { given: { refreshBeforeUpdate: [true] }, told: "must be true or false, not a list or an object" },
    { given: { apiUrl: { url: "x" } }, told: "must be text, not a list or an object" },
    { given: { maxHourlyCost: "ten" }, told: 'must be a number of 0 or more, in USD per hour, not "ten"' },
  ])("of another type are refused in words: $given", async ({ given, told }) => {
    const { failures } = await engine.checkConfig({ apiKey: "x", apiUrl: emulator.apiUrl, ...given });
    expect(failures.map(({ reason }) => reason)).toEqual([expect.stringContaining(told)]);
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
      deleteBeforeReplace: false,
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

  it("makes the name of the engine's seed, where it gives one, so that an update plan knows the name", async () => {
    const names = ["one seed", "one seed", "another"].map(async (seed) => {
      const { inputs } = await engine.check(volumeUrn, { size: 20, dataCenter: "EU-XX-1" }, {}, seed);
      return inputs["name"];
    });
    const [first, again, other] = await Promise.all(names);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it("keeps a name that was a secret when the program leaves it out, and keeps it a secret", async () => {
    const before = await engine.check(volumeUrn, { name: secret("t0ken"), size: 20, dataCenter: "EU-XX-1" });
    for (const olds of [before.inputs, { name: secret("t0ken"), size: 20, dataCenter: "EU-XX-1" }]) {
      const { inputs } = await engine.check(volumeUrn, { size: 20, dataCenter: "EU-XX-1" }, olds);
      expect(inputs).toMatchObject({ name: secret("t0ken") });
      const later = await engine.check(volumeUrn, { size: 30, dataCenter: "EU-XX-1" }, inputs);
      expect(later.inputs).toMatchObject({ name: secret("t0ken"), size: 30 });
    }
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
    expect(failures.map(({ property }) => property).sort()).toEqual(["", "", "disk"]);
    expect(failures.map(({ reason }) => reason)).toContainEqual(expect.stringMatching(/^gpu\.count: .*\(got 0\)$/));
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

  it("M-56: keep a pod that meets the filters of any of them by what it reports", async () => {
    const made = await engine.make(podUrn, { ...pod, gpu: { id: "NVIDIA L40S", allowedCudaVersions: ["12.6"] } });
    const asking = (minCudaVersion: string) => ({
      ...made.inputs,
      gpu: { id: "NVIDIA H200" },
      gpuAlternatives: [{ id: "NVIDIA L40S", minCudaVersion }],
    });
    const diff = (version: string) => engine.diff(podUrn, made.id, made.outputs, made.inputs, asking(version));
    expect(await diff("12.4")).toMatchObject({ changes: "DIFF_NONE" });
    expect(await diff("12.8")).toMatchObject({ replaces: ["gpu"] });
  });

  it("say a need in place of an id, alone or among the alternatives, and keep what meets it", async () => {
    const need = { memory: 48, maxHourlyCost: 1 };
    const made = await engine.make(podUrn, { ...pod, gpu: need });
    expect(made.inputs).toMatchObject({ gpu: need });
    expect(made.outputs["gpu"]).toEqual({ id: "NVIDIA A40" });
    const diff = (news: Props) => engine.diff(podUrn, made.id, made.outputs, made.inputs, { ...made.inputs, ...news });
    expect(await diff({})).toMatchObject({ changes: "DIFF_NONE" });
    expect(await diff({ gpu: { memory: 24 } })).toMatchObject({ changes: "DIFF_NONE" });
    const listed = { gpu: { id: "NVIDIA H200" }, gpuAlternatives: [need] };
    expect(await diff(listed)).toMatchObject({ changes: "DIFF_NONE" });
    const found = await diff({ gpu: { memory: 80 } });
    expect(found).toMatchObject({ replaces: ["gpu"] });
    expect(found.paths).toEqual({
      "gpu.memory": "UPDATE_REPLACE of inputs",
      "gpu.maxHourlyCost": "DELETE_REPLACE of inputs",
    });
    const { failures } = await engine.check(podUrn, { ...pod, gpuAlternatives: [{ id: "A", memory: 8 }] });
    expect(failures.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^gpuAlternatives\[0\]\.memory: excluded by id/),
    ]);
  });

  it("tell what is wrong with an alternative where it is", async () => {
    const said = { ...pod, gpuAlternatives: [{ id: "A" }, { id: "B", count: 0 }] };
    const { failures } = await engine.check(podUrn, said);
    expect(failures.map(({ reason }) => reason)).toEqual([expect.stringMatching(/^gpuAlternatives\[1\]\.count: /)]);
  });

  it("tell of alternatives that are no list, and of what else is wrong", async () => {
    const { failures } = await engine.check(podUrn, { ...pod, gpuAlternatives: { id: "A" }, disk: "big" });
    expect(failures.map(({ property }) => property).sort()).toEqual(["disk", "gpuAlternatives"]);
  });

  it("take an empty list of alternatives for none, also where the first choice is of the other hardware", async () => {
    const { gpu: _, ...rest } = pod;
    const cpu = { id: "cpu3c", vcpuCount: 2 };
    const asked = { ...rest, disk: 10, cpu, cpuAlternatives: [], gpuAlternatives: [] };
    const { inputs, failures } = await engine.check(podUrn, asked);
    expect(failures).toEqual([]);
    expect(inputs).toMatchObject({ cpu });
    expect(inputs).not.toHaveProperty("gpu");
    expect((await engine.check(podUrn, { ...rest, gpuAlternatives: [] })).failures).toEqual([
      expect.objectContaining({ reason: expect.stringContaining("gpu") }),
    ]);
  });

  it("are those that a failure speaks in: `null` and lists of alternatives are for the other form of the package", async () => {
    const said = { ...pod, gpu: { id: 5 }, registry: { id: "r1" }, timeouts: { create: true } };
    const { failures } = await engine.check(podUrn, said);
    const reasons = failures.map(({ reason }) => reason);
    expect(reasons).toHaveLength(3);
    expect(reasons.join("\n")).not.toMatch(/`null`|or its id|list of them|seconds as a number/);
    expect(reasons.join("\n")).toContain("allowed: the id of a RegistryCredential; an empty string for none");
  });

  it("say none with an empty string, as null does", async () => {
    for (const registry of ["", null]) {
      const urn = urnOf("Pod", `p${registry}`);
      const made = await engine.make(urn, { ...pod, name: `p${registry}`, registry });
      expect(made.inputs["registry"]).toBe(registry);
      expect(made.outputs["registry"]).toBeNull();
      const again = await engine.diff(urn, made.id, made.outputs, made.inputs, made.inputs);
      expect(again).toMatchObject({ changes: "DIFF_NONE", paths: {} });
    }
  });
});
