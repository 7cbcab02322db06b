import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { inspect } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import { createClient, NotFoundError } from "../../client";
import { type Emulator, startEmulator } from "../../emulator";
import * as sources from "../../sdk/data-sources";
import { concealed } from "../../sdk/data-sources/shape";

const cpu = { id: "cpu3c", vcpuCount: 2 };
const image = "registry.example.com/public/web:1.0";
let emulator: Emulator;

/** What was asked of the platform since the test began to look. */
const asked = () => emulator.requests.list().map(({ method, path }) => `${method} ${path}`);
const platform = () => createClient({ apiKey: emulator.apiKey, apiUrl: emulator.apiUrl });
const valueOf = <T>(output: pulumi.Output<T>) => new Promise<T>((resolve) => output.apply((value) => resolve(value)));
const isSecret = (output: unknown) => (output as { isSecret: Promise<boolean> }).isSecret;

beforeEach(async () => {
  emulator = await startEmulator();
  pulumi.runtime.setAllConfig({ "compute:apiUrl": emulator.apiUrl, "compute:apiKey": emulator.apiKey });
});
afterEach(() => emulator.close());

describe("one list for a run", () => {
  it("P-1: any number of look-ups of pods share one call", async () => {
    const client = platform();
    const { id } = await client.pods.create({ name: "web", image, cpu, env: { TOKEN: "hush" } });
    await client.pods.create({ name: "db", image, cpu });
    emulator.requests.clear();
    const [byId, byName, all] = await Promise.all([
      sources.getPod({ id }),
      sources.getPod({ name: "db" }),
      sources.getPods(),
    ]);
    expect([byId.name, byName.name, all.pods.length]).toEqual(["web", "db", 2]);
    expect(await sources.getPod({ id })).toEqual(byId);
    expect(asked()).toEqual(["GET /v2/pods"]);
  });

  it("asks again after a failure", async () => {
    pulumi.runtime.setAllConfig({ "compute:apiUrl": emulator.apiUrl, "compute:apiKey": "wrong" });
    await expect(sources.getClusters()).rejects.toMatchObject({ code: "unauthenticated" });
    pulumi.runtime.setAllConfig({ "compute:apiUrl": emulator.apiUrl, "compute:apiKey": emulator.apiKey });
    expect((await sources.getClusters()).clusters).toEqual([]);
  });
});

describe("look-ups", () => {
  it("P-55: a pod has the command of the best way in, as the resource has", async () => {
    const env = { PUBLIC_KEY: "ssh-ed25519 AAAA" };
    const { id, ssh } = await platform().pods.create({ name: "web", image, cpu, ports: ["22/tcp"], env });
    expect(ssh.direct).toBeNull();
    expect((await sources.getPods()).pods[0]?.ssh.command).toBeNull();
    await emulator.clock.advance(120_000);
    const { ssh: now } = await platform().pods.get(id);
    expect(now.direct).not.toBeNull();
    pulumi.runtime.setAllConfig({ "compute:apiUrl": `${emulator.apiUrl}/`, "compute:apiKey": emulator.apiKey });
    expect((await sources.getPod({ id })).ssh.command).toBe(now.direct?.command);
  });

  it("P-20: finds a member of a cluster by id, which the list leaves out", async () => {
    const client = platform();
    const { id } = await client.clusters.create({
      name: "c",
      type: "TRAINING",
      image,
      compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 },
    });
    const [member] = await client.clusters.pods(id);
    expect((await sources.getPod({ id: member?.id ?? "" })).cluster?.id).toBe(id);
    expect((await sources.getPods()).pods).toEqual([]);
    expect((await sources.getPods({ includeClusterPods: true })).pods).toHaveLength(2);
    expect(await sources.getCluster({ name: "c" })).toMatchObject({ id, type: "TRAINING" });
  });

  it("P-18: refuses a name that two pods have, and names both", async () => {
    const client = platform();
    const twins = await Promise.all([1, 2].map(() => client.pods.create({ name: "twin", image, cpu })));
    const failure = sources.getPod({ name: "twin" });
    await expect(failure).rejects.toThrow(sources.LookupError);
    for (const { id } of twins) await expect(failure).rejects.toThrow(id);
  });

  it.each([
    { given: "neither id nor name", args: {}, message: /exactly one of id and name/ },
    { given: "both", args: { id: "a", name: "b" }, message: /exactly one of id and name/ },
    { given: "a name that nothing has", args: { name: "nobody" }, message: /no network volume named "nobody"/ },
  ])("refuses $given", async ({ args, message }) => {
    await expect(sources.getNetworkVolume(args)).rejects.toThrow(message);
  });

  it("A-24: an id of nothing is a NotFoundError", async () => {
    await expect(sources.getPod({ id: "nothing" })).rejects.toThrow(NotFoundError);
  });

  it("V-1, R-1: volumes and credentials by name", async () => {
    const client = platform();
    const volume = await client.networkVolumes.create({ name: "data", size: 20, dataCenter: "EU-XX-1" });
    const registry = await client.registries.create({ name: "reg", username: "u", password: "p" });
    expect(await sources.getNetworkVolume({ name: "data" })).toEqual(volume);
    expect((await sources.getNetworkVolumes()).networkVolumes).toEqual([volume]);
    expect(await sources.getRegistryCredential({ name: "reg" })).toEqual(registry);
    expect((await sources.getRegistryCredentials()).registryCredentials).toEqual([{ id: registry.id, name: "reg" }]);
  });
});

describe("what the account has", () => {
  it("U-10: a secret by name, whatever its case, and never its value", async () => {
    const { id } = await platform().account.secrets.create({ name: "hf_token", value: "hush-value" });
    expect(await sources.getAccountSecret({ name: "HF_Token" })).toMatchObject({ id, name: "hf_token" });
    expect(await sources.getAccountSecret({ id })).toMatchObject({ name: "hf_token" });
    expect(JSON.stringify(await sources.getAccountSecrets())).not.toContain("hush");
    await expect(sources.getAccountSecret({ name: "other" })).rejects.toThrow('no secret named "other"');
  });

  it("R-20: a delegation by id, and by the name that some of them have", async () => {
    const { delegations } = platform().registries;
    const arn = "arn:aws:ecr:eu-central-1:123456789012:repository";
    const { id } = await delegations.create({ resource: `${arn}/base`, name: "images" });
    const nameless = await delegations.create({ resource: `${arn}/app` });
    expect(await sources.getRegistryDelegation({ name: "images" })).toMatchObject({ id, repository: "base" });
    expect(await sources.getRegistryDelegation({ id: nameless.id })).toMatchObject({ repository: "app" });
    expect((await sources.getRegistryDelegations()).registryDelegations).toHaveLength(2);
    await expect(sources.getRegistryDelegation({ name: "other" })).rejects.toThrow(sources.LookupError);
  });
});

describe("an argument that is a secret", () => {
  /** Each promise of an Output fails with it, and none may be left unanswered. */
  const failureOf = async (output: pulumi.Output<unknown>): Promise<unknown> => {
    const { isKnown, isSecret, ...inner } = output as unknown as Inner;
    const all = [inner.promise(), isKnown, isSecret, inner.allResources()];
    const [{ reason } = {}] = (await Promise.allSettled(all)) as { reason?: unknown }[];
    return reason;
  };
  interface Inner {
    readonly isKnown: Promise<boolean>;
    readonly isSecret: Promise<boolean>;
    promise(): Promise<unknown>;
    allResources(): Promise<unknown>;
  }
  const hush = pulumi.secret("hush/4711");

  it.each<[string, () => pulumi.Output<unknown>, RegExp]>([
    ["the name of a pod", () => sources.getPodOutput({ name: hush }), /no pod named "\[redacted\]"/],
    ["the id of a volume", () => sources.getNetworkVolumeOutput({ id: hush }), /network-volumes\/\[redacted\] failed/],
    ["the name of a credential", () => sources.getRegistryCredentialOutput({ name: hush }), /named "\[redacted\]"/],
    ["an endpoint", () => sources.getServerlessWorkersOutput({ endpointId: hush }), /\[redacted\]/],
  ])("is in no part of the error of a failed look-up: %s", async (_, look, said) => {
    const error = await failureOf(look());
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toMatch(said);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/hush|4711/);
  });

  it("does not hide another that is none, nor what kind of error it is", async () => {
    const error = await failureOf(sources.getPodOutput({ name: pulumi.output("web") }));
    expect(error).toMatchObject({ code: "lookup_failed", message: expect.stringContaining('no pod named "web"') });
    expect(await failureOf(sources.getPodOutput({ id: hush }))).toMatchObject({ code: "not_found", status: 404 });
  });
});

describe("secrets", () => {
  const env = { TOKEN: "hush-env", A: "1" };
  const command = { cmd: ["serve", "--token=hush-cmd"], entrypoint: ["sh", "hush-entrypoint"] };
  beforeEach(async () => {
    await platform().pods.create({ name: "web", image, cpu, env, ...command });
    await platform().templates.create({ name: "base", image, env, ...command });
  });

  /** What a program may hold in its hands. */
  const forms = [
    { form: "getPod", look: () => sources.getPod({ name: "web" }) },
    { form: "an item of getPods", look: async () => (await sources.getPods()).pods[0] },
    { form: "getPodOutput", look: () => valueOf(sources.getPodOutput({ name: "web" })) },
    { form: "an item of getPodsOutput", look: async () => (await valueOf(sources.getPodsOutput().pods))[0] },
    { form: "an item of getTemplates", look: async () => (await sources.getTemplates()).templates[0] },
    {
      form: "an item of getTemplatesOutput",
      look: async () => (await valueOf(sources.getTemplatesOutput().templates))[0],
    },
  ];

  it.each(forms)("$form: env, args, cmd and entrypoint are secrets, the rest is plain", async ({ look }) => {
    const found = (await look()) as sources.PodResult;
    for (const member of [found.env, found.args, found.cmd, found.entrypoint])
      expect(await isSecret(member)).toBe(true);
    expect(await valueOf(found.env)).toMatchObject(env);
    expect(await valueOf(found.args)).toContain("hush-cmd");
    expect(await valueOf(found.cmd)).toEqual(command.cmd);
    expect(await valueOf(found.entrypoint)).toEqual(command.entrypoint);
    expect(found).toMatchObject({ image, envNames: expect.arrayContaining(["A", "TOKEN"]) });
    expect(inspect(found, { depth: Infinity, showHidden: true }) + JSON.stringify(found)).not.toContain("hush");
  });

  it("a member of an Output form is as secret as it is by itself", async () => {
    const pod = sources.getPodOutput({ name: "web" });
    expect(await isSecret(pod)).toBe(false);
    expect(await isSecret(pod.image)).toBe(false);
    expect(await isSecret(pod.env)).toBe(true);
    expect(await isSecret(pod.cmd.apply((words) => words?.join(" ")))).toBe(true);
    expect(await isSecret(sources.getPodsOutput().pods.apply(([first]) => first!.args))).toBe(true);
  });

  it("M-8: a command that the platform does not tell is undefined, and a secret like any other", async () => {
    const { cmd, entrypoint } = concealed({ env: {}, args: "" });
    expect([await valueOf(cmd), await valueOf(entrypoint)]).toEqual([undefined, undefined]);
    expect(await isSecret(cmd)).toBe(true);
  });

  it("has an environment as a secret Output of its own", async () => {
    const env = sources.getPodEnvOutput({ name: "web" });
    expect(await isSecret(env)).toBe(true);
    expect(await valueOf(env)).toMatchObject({ TOKEN: "hush-env" });
  });
});

describe("Output forms", () => {
  it("take Outputs and give Outputs", async () => {
    const { id } = await platform().pods.create({ name: "web", image, cpu });
    expect(await valueOf(sources.getPodOutput({ id: pulumi.output(id) }).name)).toBe("web");
    expect(await valueOf(sources.getPodsOutput().pods)).toHaveLength(1);
    expect(await valueOf(sources.getGpuTypesOutput({ available: pulumi.output(true) }).gpuTypes)).not.toHaveLength(0);
  });
});

describe("the catalog", () => {
  it("K-1: GPU types, and with stock only those that are to be had", async () => {
    const all = (await sources.getGpuTypes()).gpuTypes;
    expect(all.map(({ id }) => id)).toContain("NVIDIA L40S");
    const inAsia = (await sources.getGpuTypes({ dataCenterId: "AS-XX-1" })).gpuTypes;
    expect(inAsia.map(({ id }) => id).sort()).toEqual(["NVIDIA A40", "NVIDIA GeForce RTX 4090"]);
    const four = (await sources.getGpuTypes({ dataCenterId: "AS-XX-1", count: 4 })).gpuTypes;
    expect(four.map(({ id }) => id)).toEqual(["NVIDIA A40"]);
  });

  it("K-1: the same question is asked once, another one anew", async () => {
    await Promise.all([sources.getGpuTypes({ available: true }), sources.getGpuTypes({ dataCenterId: "EU-XX-1" })]);
    expect(asked()).toHaveLength(1);
    await sources.getGpuTypes();
    expect(asked()).toHaveLength(2);
  });

  it("K-3: CPU flavors", async () => {
    expect((await sources.getCpuTypes()).cpuTypes.map(({ id }) => id)).toContain("cpu3c");
    expect((await sources.getCpuTypes({ dataCenterId: "OC-XX-1" })).cpuTypes.map(({ id }) => id)).toEqual(["cpu3c"]);
  });

  it("K-5: data centers that pass all filters", async () => {
    const found = (await sources.getDataCenters({ networkVolumeTypes: ["HIGH_PERFORMANCE"], globalNetwork: true }))
      .dataCenters;
    expect(found.map(({ id }) => id)).toEqual(["EU-XX-1"]);
  });
});

describe("the rest", () => {
  it("U-1: SSH keys of the account", async () => {
    const key = "ssh-ed25519 AAAAC3Nza1made2up3key4for5tests6only7 ops@example.org";
    await platform().account.sshKeys.replace([key]);
    expect((await sources.getSshKeys()).keys).toEqual([key]);
    expect(await valueOf(sources.getSshKeysOutput().keys)).toEqual([key]);
  });

  it("T-1, K-7: own templates and those of the catalog, without the values of their environment", async () => {
    await platform().templates.create({ name: "mine", image, env: { TOKEN: "hush" } });
    const [mine, ...others] = (await sources.getTemplates()).templates;
    expect(others.map(({ name }) => name)).toEqual(
      (
        await Promise.all(
          (["official", "verified", "community"] as const).map((source) => sources.getTemplates({ source })),
        )
      )
        .flatMap(({ templates }) => templates)
        .map(({ name }) => name),
    );
    expect((await sources.getTemplates({ source: "own" })).templates).toMatchObject([{ name: "mine" }]);
    expect(mine).toMatchObject({ name: "mine", envNames: ["TOKEN"] });
    expect(JSON.stringify(mine)).not.toContain("hush");
    expect((await sources.getTemplates({ source: "verified" })).templates.map(({ name }) => name)).toEqual([
      "cpu-tools",
    ]);
    expect(await valueOf(sources.getTemplatesOutput().templates)).toHaveLength(1 + others.length);
  });

  it("E-6: workers of an endpoint", async () => {
    const endpoint = await platform().serverless.create({
      name: "llm",
      type: "QUEUE",
      image,
      gpu: { pools: ["ADA_48_PRO"] },
      scaling: { type: "QUEUE_DELAY", queueDelay: 4 },
      workers: { min: 1, max: 2 },
    });
    const { workers } = await sources.getServerlessWorkers({ endpointId: endpoint.id });
    expect(workers).toHaveLength(1);
    expect(await valueOf(sources.getServerlessWorkersOutput({ endpointId: pulumi.output(endpoint.id) }))).toMatchObject(
      {
        workers: [{ id: workers[0]?.id }],
      },
    );
  });
});
