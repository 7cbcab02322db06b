import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { readFileSync } from "node:fs";
import * as z from "zod";
import { contract } from "../../api";
import { Secret } from "../../api/account";
import { GpuType } from "../../api/catalog";
import { Cluster } from "../../api/clusters";
import type { Endpoint } from "../../api/endpoint";
import { Pod } from "../../api/pods";
import { ReleaseList, ServerlessEndpoint, Worker, WorkerList } from "../../api/serverless";
import { createClient } from "../../client";
import { decode } from "../../client/http/decode";
import { type Emulator, startEmulator } from "../../emulator";
import { kinds } from "../../provider/kinds";
import type { KindName } from "../../provider/kinds/names";
import type { Operations } from "../../provider/kinds/operations";
import { toOutputs } from "../../provider/state/outputs";
import type { Resource } from "../../provider/table/resource";

const document = readFileSync("docs/contract/platform-api.md", "utf8");

/** The rows of the table of a section: which members it has, and whether an answer always has them. */
function rowsOf(id: string): { name: string; isRequired: boolean }[] {
  const table = document.slice(document.indexOf(`#### ${id} `)).split("\n");
  const start = table.findIndex((line) => line.startsWith("| Field |"));
  const end = table.findIndex((line, at) => at > start && !line.startsWith("|"));
  return table.slice(start + 2, end).flatMap((line) => {
    const [, fields = "", , required = ""] = line.split(/(?<!\\)\|/);
    return [...fields.matchAll(/`(\w+)`/g)].map(([, name = ""]) => ({ name, isRequired: required.trim() === "yes" }));
  });
}

const tables: Readonly<Record<string, z.ZodObject>> = {
  "P-30": Pod,
  "C-11": Cluster,
  "U-15": Secret,
  "E-14": ServerlessEndpoint,
  "E-16": Worker,
  "K-10": GpuType,
};

it("E-6, E-7: lists of workers and of releases are read without an endpoint version, which version 2's description does not promise", () => {
  const counts = { running: 0, idle: 0, initializing: 0, throttled: 0, unhealthy: 0, total: 0 };
  expect(WorkerList.safeParse({ workers: [], summary: counts }).success).toBe(true);
  const rollout = { inProgress: false, workersOnLatest: 0, workersTotal: 0, percentOnLatest: 100 };
  expect(ReleaseList.safeParse({ releases: [], rollout }).success).toBe(true);
});

describe.each(Object.entries(tables))("the answer that %s describes", (id, schema) => {
  const rows = rowsOf(id);

  it("has each of its members among ours, optional where the document says so", () => {
    expect(rows.length).toBeGreaterThan(4);
    const optional = rows.filter(({ isRequired }) => !isRequired).map(({ name }) => name);
    expect(rows.filter(({ name }) => !(name in schema.shape))).toEqual([]);
    expect(optional.filter((name) => !z.object({ it: schema.shape[name]! }).safeParse({}).success)).toEqual([]);
  });
});

const samples: { [N in KindName]?: [Endpoint, (emulated: Emulated) => string] } = {
  Pod: [contract.pods.get, ({ pod }) => `/v2/pods/${pod}`],
  Cluster: [contract.clusters.get, ({ cluster }) => `/v2/clusters/${cluster}`],
  NetworkVolume: [contract.networkVolumes.get, ({ volume }) => `/v2/network-volumes/${volume}`],
  RegistryCredential: [contract.registries.get, ({ registry }) => `/v2/registries/${registry}`],
  Template: [contract.templates.get, ({ template }) => `/v2/templates/${template}`],
  Endpoint: [contract.serverless.get, ({ endpoint }) => `/v2/serverless/${endpoint}`],
  AccountSecret: [contract.secrets.get, ({ secret }) => `/v2/account/secrets/${secret}`],
};
type Emulated = Record<"pod" | "cluster" | "volume" | "registry" | "template" | "endpoint" | "secret", string>;

/** Kinds whose answers have all of their members always. */
const leanKinds = new Set<string>(["NetworkVolume", "RegistryCredential"]);

let emulator: Emulator;
let emulated: Emulated;
beforeAll(async () => {
  emulator = await startEmulator({ speed: 0, rateLimit: false });
  const client = createClient({ apiUrl: emulator.apiUrl, apiKey: emulator.apiKey });
  const image = "registry.example.com/acme/app:1";
  const [registry, volume, secret] = await Promise.all([
    client.registries.create({ name: "r", username: "u", password: "p" }),
    client.networkVolumes.create({ name: "v", size: 10, dataCenter: "EU-XX-1" }),
    client.account.secrets.create({ name: "s", value: "x", description: "d" }),
  ]);
  const mounts = { network: [{ volumeId: volume.id, path: "/d" }] };
  const made = await Promise.all([
    client.pods.create({
      name: "p",
      image,
      gpu: { id: "NVIDIA L40S" },
      ports: ["22/tcp"],
      registry: registry.id,
      mounts,
      dataCenterIds: ["EU-XX-1"],
      startSsh: true,
      globalNetworking: true,
    }),
    client.clusters.create({
      name: "c",
      type: "SLURM",
      image,
      ports: ["22/tcp"],
      compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 },
    }),
    client.templates.create({ name: "t", image, mounts: { persistent: { size: 10, path: "/d" } } }),
    client.serverless.create({
      name: "e",
      type: "QUEUE",
      image,
      gpu: { pools: ["ADA_48_PRO"] },
      workers: { min: 1 },
      scaling: { type: "QUEUE_DELAY", queueDelay: 3 },
    }),
  ]);
  const [pod, cluster, template, endpoint] = made.map(({ id }) => id) as [string, string, string, string];
  emulated = { pod, cluster, template, endpoint, registry: registry.id, volume: volume.id, secret: secret.id };
  await emulator.clock.advance(600_000);
  await client.close();
});
afterAll(() => emulator.close());

async function answerOf(path: string): Promise<unknown> {
  const answer = await fetch(emulator.apiUrl + path, { headers: { authorization: `Bearer ${emulator.apiKey}` } });
  expect(answer.status).toBe(200);
  return answer.json();
}

/** The paths of members that an answer may leave out, as far as this one has them. */
function optionalPaths(schema: z.ZodType, value: unknown, path: readonly (string | number)[] = []): (typeof path)[] {
  const { type, innerType, element } = schema._zod.def as unknown as {
    readonly type: string;
    readonly innerType?: z.ZodType;
    readonly element?: z.ZodType;
  };
  if (innerType) return optionalPaths(innerType, value, path);
  if (type === "array" && Array.isArray(value))
    return value.slice(0, 1).flatMap((one) => optionalPaths(element!, one, [...path, 0]));
  if (type !== "object" || typeof value !== "object" || value === null) return [];
  const shape = (schema as z.ZodObject).shape;
  return Object.entries(shape).flatMap(([name, member]) => {
    if (!(name in value)) return [];
    const mayBeAbsent = member._zod.optin === "optional" || member.safeParse(null).success;
    const own = mayBeAbsent ? [[...path, name]] : [];
    return [...own, ...optionalPaths(member, (value as Record<string, unknown>)[name], [...path, name])];
  });
}

function without(value: unknown, [step, ...rest]: readonly (string | number)[], instead?: null): unknown {
  const copy = structuredClone(value) as Record<string | number, unknown>;
  if (rest.length > 0) copy[step!] = without(copy[step!], rest, instead);
  else if (instead === null) copy[step!] = null;
  else delete copy[step!];
  return copy;
}

const read = (endpoint: Endpoint, value: unknown) =>
  decode(endpoint, "GET it", {
    status: 200,
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify(value)),
  });

describe.each(Object.keys(samples) as (keyof typeof samples)[])("an answer about a %s", (kind) => {
  const [endpoint, pathOf] = samples[kind]!;

  it("A-75: is read by client and provider without each of the members that may be missing, and with null for it", async () => {
    const answer = await answerOf(pathOf(emulated));
    const paths = optionalPaths(endpoint.response, answer);
    const { resource, operations } = kinds[kind] as unknown as { resource: Resource; operations: Operations };
    expect(paths.length).toBeGreaterThan(leanKinds.has(kind) ? -1 : 1);
    const asked = operations.observe(read(endpoint, answer) as never, {});
    for (const path of paths)
      for (const changed of [without(answer, path), without(answer, path, null)]) {
        const object = read(endpoint, changed) as { id: string };
        const outputs = toOutputs(resource, object.id, asked, operations.observe(object as never, asked));
        expect({ path, isThere: outputs["name"] !== undefined }).toEqual({ path, isThere: true });
      }
  });
});

it("M-56: a pod whose gpu has no count has one", async () => {
  const pod = (await answerOf(`/v2/pods/${emulated.pod}`)) as Pod;
  const { count: _, ...gpu } = pod.gpu!;
  expect(read(contract.pods.list, { pods: [{ ...pod, gpu }, pod] })).toMatchObject({
    pods: [{ gpu: { count: 1 } }, { gpu: { count: 1 } }],
  });
});
