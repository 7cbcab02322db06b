import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { createClient } from "../../client";
import { type Emulator, startEmulator } from "../../emulator";
import { functions } from "../../plugin/functions/table";
import { schema } from "../../plugin/schema";
import type { ObjectTypeSpec, TypeSpec } from "../../plugin/schema";
import * as sources from "../../sdk/data-sources";
import { Engine, secret, urnOf } from "./driver";

const image = "registry.example.com/public/web:1.0";
const told = schema;
let emulator: Emulator;
let engine: Engine;
/** Arguments that each function finds something with. */
let found: Record<string, Record<string, unknown>>;

const container = { env: { TOKEN: "hush-env" }, cmd: ["serve", "hush-cmd"], entrypoint: ["sh", "hush-entry"] };

beforeAll(async () => {
  emulator = await startEmulator({ rateLimit: false, speed: 1_000 });
  engine = await Engine.start(emulator);
  const client = createClient({ apiKey: emulator.apiKey, apiUrl: emulator.apiUrl });
  const mounts = { persistent: { size: 20, path: "/data" } };
  const gpu = { id: "NVIDIA L40S" };
  const pod = await client.pods.create({ name: "web", image, gpu, mounts, ports: ["22/tcp"], ...container });
  const compute = { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 };
  await client.clusters.create({ name: "c", type: "TRAINING", image, compute });
  const volume = await client.networkVolumes.create({ name: "data", size: 20, dataCenter: "EU-XX-1" });
  await client.registries.create({ name: "reg", username: "u", password: "p" });
  await client.account.secrets.create({ name: "hf_token", value: "hush-value" });
  const resource = "arn:aws:ecr:eu-central-1:123456789012:repository/base";
  await client.registries.delegations.create({ resource, name: "images" });
  await client.templates.create({ name: "base", image, ...container });
  await client.account.sshKeys.replace(["ssh-ed25519 AAAAC3Nza1made2up3key4for5tests6only7 ops@example.org"]);
  const endpoint = await client.serverless.create({
    name: "llm",
    type: "QUEUE",
    image,
    gpu: { pools: ["ADA_48_PRO"] },
    scaling: { type: "QUEUE_DELAY", queueDelay: 4 },
    workers: { min: 1, max: 1 },
    ports: ["80/http"],
    ...container,
    networkVolumes: [volume.id],
    dataCenterIds: ["EU-XX-1"],
  });
  found = {
    getPod: { id: pod.id },
    getPods: { includeClusterPods: true },
    getCluster: { name: "c" },
    getClusters: {},
    getNetworkVolume: { name: "data" },
    getNetworkVolumes: {},
    getRegistryCredential: { name: "reg" },
    getRegistryCredentials: {},
    getRegistryDelegation: { name: "images" },
    getRegistryDelegations: {},
    getAccountSecret: { name: "HF_TOKEN" },
    getAccountSecrets: {},
    getGpuTypes: { dataCenterId: "EU-XX-1", cloud: "SECURE" },
    getCpuTypes: { available: true },
    getDataCenters: { networkVolumeTypes: ["STANDARD"] },
    getTemplates: {},
    getEndpoint: { name: endpoint.name },
    getEndpoints: {},
    getEndpointHealth: { endpointId: endpoint.id },
    getServerlessWorkers: { endpointId: endpoint.id },
    getSshKeys: {},
  };
  await client.close();
});
afterAll(async () => {
  engine.close();
  await emulator.close();
});

const envelope = "4dabf18193072939515e22adb298388d";

/** What of a value is not as its type says; each with its path. */
function* misfits(type: TypeSpec, value: unknown, path: string): Generator<string> {
  if (typeof value === "object" && value !== null && envelope in value) value = (value as { value?: unknown }).value;
  if (type.$ref !== undefined) {
    const spec = told.types[type.$ref.slice("#/types/".length)]!;
    if ("properties" in spec) yield* misfitsOf(spec, value, path);
  } else if (type.items) {
    if (!Array.isArray(value)) yield `${path} is no list`;
    else for (const [at, one] of value.entries()) yield* misfits(type.items, one, `${path}[${at}]`);
  } else if (type.additionalProperties) {
    for (const [name, one] of Object.entries(value as object)) yield* misfits(type.additionalProperties, one, name);
  } else if (type.type === "integer" ? !Number.isInteger(value) : typeof value !== type.type)
    yield `${path} is no ${type.type}`;
}

function* misfitsOf({ properties, required }: Omit<ObjectTypeSpec, "description">, value: unknown, path: string) {
  const members = value as Record<string, unknown>;
  for (const name of required) if (members[name] === undefined) yield `${path}.${name} is missing`;
  for (const [name, one] of Object.entries(members)) {
    if (!properties[name]) yield `${path}.${name} is not in the schema`;
    else if (one !== null) yield* misfits(properties[name], one, `${path}.${name}`);
  }
}

describe("functions", () => {
  it("are those that TypeScript programs have as data sources", () => {
    const looking = Object.keys(sources).filter((name) => /^get\w+(?<!Output)$/.test(name));
    expect(Object.keys(functions).sort()).toEqual(looking.sort());
    expect(Object.keys(told.functions).sort()).toEqual(looking.map((name) => `compute:index:${name}`).sort());
  });

  it.each(Object.keys(functions))("%s answers something that is as the schema says", async (name) => {
    const { answer, failures } = await engine.invoke(name, found[name]);
    expect(failures).toEqual([]);
    expect(Object.keys(answer).length).toBeGreaterThan(0);
    for (const list of Object.values(answer)) if (Array.isArray(list)) expect(list).not.toHaveLength(0);
    expect([...misfitsOf(told.functions[`compute:index:${name}`]!.outputs, answer, name)]).toEqual([]);
  });

  it.each(["getPod", "getPods", "getEndpoint", "getEndpoints", "getTemplates"])(
    "%s: env, args, cmd and entrypoint are secrets",
    async (name) => {
      const { answer } = await engine.invoke(name, found[name]);
      const [one] = (Object.values(answer).find((member) => Array.isArray(member) && typeof member[0] === "object") as [
        Record<string, unknown>,
      ]) ?? [answer];
      const shown = JSON.stringify(answer, (_, value: unknown) =>
        typeof value === "object" && value !== null && envelope in value ? "concealed" : value,
      );
      expect(shown).not.toContain("hush");
      expect(JSON.stringify(answer)).toContain("hush-env");
      expect(one).toMatchObject({ image });
    },
  );

  it.each([
    {
      name: "getGpuTypes",
      args: { availble: true },
      told: { availble: "not an argument of getGpuTypes; did you mean available?" },
    },
    {
      name: "getGpuTypes",
      args: { region: "EU" },
      told: { region: "not an argument of getGpuTypes; there are available, dataCenterId, cloud and count" },
    },
    { name: "getSshKeys", args: { id: "x" }, told: { id: "not an argument of getSshKeys; it has none" } },
    {
      name: "getGpuTypes",
      args: { count: 0, cloud: "PRIVATE", available: "yes" },
      told: {
        count: "must be at least 1",
        cloud: 'must be "SECURE" or "COMMUNITY"',
        available: "expected boolean, received string",
      },
    },
    { name: "getGpuTypes", args: { count: 1.5 }, told: { count: "expected a whole number" } },
    {
      name: "getDataCenters",
      args: { regions: ["EUROPE", "MARS"] },
      told: { "regions[1]": expect.stringMatching(/^must be "NORTH_AMERICA", .* or "UNKNOWN"$/) },
    },
    {
      name: "getEndpointHealth",
      args: { endpointIdd: "e" },
      told: { endpointIdd: "not an argument of getEndpointHealth; did you mean endpointId?" },
    },
    {
      name: "getEndpointHealth",
      args: {},
      told: { endpointId: "required, but not set; set it: the platform's id of the endpoint" },
    },
  ])("tell in the words of a resource's check what is wrong with $args, and ask nothing", async (asked) => {
    emulator.requests.clear();
    const { failures } = await engine.invoke(asked.name, asked.args);
    expect(Object.fromEntries(failures.map(({ property, reason }) => [property, reason]))).toEqual(asked.told);
    expect(emulator.requests.list()).toEqual([]);
  });

  it("quote no value in a failure: it may have come as a secret", async () => {
    const { failures } = await engine.invoke("getNetworkVolume", { name: secret(1_234) });
    expect(failures).toEqual([{ property: "name", reason: "expected string, received number: put it in quotes" }]);
  });

  it("take null for what is left out", async () => {
    expect((await engine.invoke("getNetworkVolume", { id: null, name: "data" })).answer).toMatchObject({ size: 20 });
  });

  it("fail in the words of a look-up", async () => {
    await expect(engine.invoke("getCluster", { name: "nobody" })).rejects.toMatchObject({
      message: expect.stringMatching(/^there is no cluster named "nobody"/),
    });
    await expect(engine.invoke("getPod", {})).rejects.toMatchObject({
      message: expect.stringContaining("exactly one of id and name"),
    });
  });
});

describe("the same question", () => {
  let fresh: Engine;
  beforeEach(async () => {
    fresh = await Engine.start(emulator);
    emulator.requests.clear();
  });

  it("is asked once, until this process changes something", async () => {
    const volumes = async () => (await fresh.invoke("getNetworkVolumes")).answer["networkVolumes"] as unknown[];
    const before = (await volumes()).length;
    await Promise.all([volumes(), volumes()]);
    expect(emulator.requests.list()).toHaveLength(1);
    const news = { name: "more", size: 20, dataCenter: "EU-XX-1" };
    const { id, outputs } = await fresh.make(urnOf("NetworkVolume", "more"), news);
    expect(await volumes()).toHaveLength(before + 1);
    await fresh.delete(urnOf("NetworkVolume", "more"), id, outputs);
    expect(await volumes()).toHaveLength(before);
    fresh.close();
  });

  it("goes to the account that the provider is configured for", async () => {
    const other = await startEmulator({ rateLimit: false, apiKey: "other" });
    await fresh.invoke("getPods");
    await fresh.configure({ apiKey: secret("other"), apiUrl: other.apiUrl });
    expect((await fresh.invoke("getPods")).answer["pods"]).toEqual([]);
    expect(other.requests.list()).toHaveLength(1);
    fresh.close();
    await other.close();
  });
});
