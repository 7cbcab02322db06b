import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { createClient } from "../../client";
import { type Emulator, startEmulator } from "../../emulator";
import * as sources from "../../sdk/data-sources";

/** Ids of what there is to be found. */
interface Made {
  readonly pod: string;
  readonly cluster: string;
  readonly volume: string;
  readonly registry: string;
  readonly secret: string;
  readonly delegation: string;
  readonly endpoint: string;
}

interface Source {
  readonly name: string;
  readonly plain: (made: Made) => Promise<unknown>;
  readonly output: (made: Made) => pulumi.Output<unknown>;
  /** What both together ask of the platform, however often they are called. */
  readonly asks: (made: Made) => string;
}

const by = (id: string) => ({ id: pulumi.output(id) });

const table: readonly Source[] = [
  {
    name: "getPod",
    plain: ({ pod }) => sources.getPod({ id: pod }),
    output: ({ pod }) => sources.getPodOutput(by(pod)),
    asks: () => "/v2/pods",
  },
  { name: "getPods", plain: () => sources.getPods(), output: () => sources.getPodsOutput(), asks: () => "/v2/pods" },
  {
    name: "getCluster",
    plain: ({ cluster }) => sources.getCluster({ id: cluster }),
    output: ({ cluster }) => sources.getClusterOutput(by(cluster)),
    asks: () => "/v2/clusters",
  },
  {
    name: "getClusters",
    plain: () => sources.getClusters(),
    output: () => sources.getClustersOutput(),
    asks: () => "/v2/clusters",
  },
  {
    name: "getNetworkVolume",
    plain: ({ volume }) => sources.getNetworkVolume({ id: volume }),
    output: ({ volume }) => sources.getNetworkVolumeOutput(by(volume)),
    asks: () => "/v2/network-volumes",
  },
  {
    name: "getNetworkVolumes",
    plain: () => sources.getNetworkVolumes(),
    output: () => sources.getNetworkVolumesOutput(),
    asks: () => "/v2/network-volumes",
  },
  {
    name: "getRegistryCredential",
    plain: ({ registry }) => sources.getRegistryCredential({ id: registry }),
    output: ({ registry }) => sources.getRegistryCredentialOutput(by(registry)),
    asks: () => "/v2/registries",
  },
  {
    name: "getRegistryCredentials",
    plain: () => sources.getRegistryCredentials(),
    output: () => sources.getRegistryCredentialsOutput(),
    asks: () => "/v2/registries",
  },
  {
    name: "getRegistryDelegation",
    plain: ({ delegation }) => sources.getRegistryDelegation({ id: delegation }),
    output: ({ delegation }) => sources.getRegistryDelegationOutput(by(delegation)),
    asks: () => "/v2/registries/delegations",
  },
  {
    name: "getRegistryDelegations",
    plain: () => sources.getRegistryDelegations(),
    output: () => sources.getRegistryDelegationsOutput(),
    asks: () => "/v2/registries/delegations",
  },
  {
    name: "getAccountSecret",
    plain: ({ secret }) => sources.getAccountSecret({ id: secret }),
    output: ({ secret }) => sources.getAccountSecretOutput(by(secret)),
    asks: () => "/v2/account/secrets",
  },
  {
    name: "getAccountSecrets",
    plain: () => sources.getAccountSecrets(),
    output: () => sources.getAccountSecretsOutput(),
    asks: () => "/v2/account/secrets",
  },
  {
    name: "getGpuTypes",
    plain: () => sources.getGpuTypes({ available: true }),
    output: () => sources.getGpuTypesOutput({ available: pulumi.output(true) }),
    asks: () => "/v2/catalog/gpus",
  },
  {
    name: "getCpuTypes",
    plain: () => sources.getCpuTypes({ available: true }),
    output: () => sources.getCpuTypesOutput({ available: pulumi.output(true) }),
    asks: () => "/v2/catalog/cpus",
  },
  {
    name: "getDataCenters",
    plain: () => sources.getDataCenters({ globalNetwork: true }),
    output: () => sources.getDataCentersOutput({ globalNetwork: pulumi.output(true) }),
    asks: () => "/v2/catalog/datacenters",
  },
  {
    name: "getTemplates",
    plain: () => sources.getTemplates({ source: "own" }),
    output: () => sources.getTemplatesOutput({ source: "own" }),
    asks: () => "/v2/templates",
  },
  {
    name: "getSshKeys",
    plain: () => sources.getSshKeys(),
    output: () => sources.getSshKeysOutput(),
    asks: () => "/v2/account/ssh-keys",
  },
  {
    name: "getEndpoint",
    plain: ({ endpoint }) => sources.getEndpoint({ id: endpoint }),
    output: ({ endpoint }) => sources.getEndpointOutput(by(endpoint)),
    asks: () => "/v2/serverless",
  },
  {
    name: "getEndpoints",
    plain: () => sources.getEndpoints(),
    output: () => sources.getEndpointsOutput(),
    asks: () => "/v2/serverless",
  },
  {
    name: "getEndpointHealth",
    plain: ({ endpoint }) => sources.getEndpointHealth({ endpointId: endpoint }),
    output: ({ endpoint }) => sources.getEndpointHealthOutput({ endpointId: pulumi.output(endpoint) }),
    asks: ({ endpoint }) => `/queue/v2/${endpoint}/health`,
  },
  {
    name: "getServerlessWorkers",
    plain: ({ endpoint }) => sources.getServerlessWorkers({ endpointId: endpoint }),
    output: ({ endpoint }) => sources.getServerlessWorkersOutput({ endpointId: pulumi.output(endpoint) }),
    asks: ({ endpoint }) => `/v2/serverless/${endpoint}/workers`,
  },
];

const image = "registry.example.com/public/web:1.0";
let emulator: Emulator;
let made: Made;

beforeEach(async () => {
  emulator = await startEmulator();
  pulumi.runtime.setAllConfig({
    "compute:apiUrl": emulator.apiUrl,
    "compute:apiKey": emulator.apiKey,
    "compute:queueUrl": emulator.queueUrl,
  });
  const client = createClient({ apiKey: emulator.apiKey, apiUrl: emulator.apiUrl });
  const compute = { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 };
  made = {
    pod: (await client.pods.create({ name: "web", image, cpu: { id: "cpu3c", vcpuCount: 2 } })).id,
    cluster: (await client.clusters.create({ name: "c", type: "TRAINING", image, compute })).id,
    volume: (await client.networkVolumes.create({ name: "data", size: 20, dataCenter: "EU-XX-1" })).id,
    registry: (await client.registries.create({ name: "reg", username: "u", password: "p" })).id,
    secret: (await client.account.secrets.create({ name: "hf_token", value: "hush" })).id,
    delegation: (
      await client.registries.delegations.create({
        resource: "arn:aws:ecr:eu-central-1:123456789012:repository/base",
      })
    ).id,
    endpoint: (
      await client.serverless.create({
        name: "llm",
        type: "QUEUE",
        image,
        gpu: { pools: ["ADA_48_PRO"] },
        scaling: { type: "QUEUE_DELAY", queueDelay: 4 },
        workers: { min: 1, max: 1 },
      })
    ).id,
  };
  await client.close();
  emulator.requests.clear();
});
afterEach(() => emulator.close());

const valueOf = <T>(output: pulumi.Output<T>) => new Promise<T>((resolve) => output.apply((value) => resolve(value)));

describe("data sources", () => {
  it("are all in this table", () => {
    const looking = Object.keys(sources).filter((name) => /^get\w+(?<!Output)$/.test(name));
    expect(table.map(({ name }) => name).sort()).toEqual(looking.sort());
  });

  it.each(table)("$name: the same answer plain and as an Output, for one request in a run", async (source) => {
    const [first, again, output] = await Promise.all([
      source.plain(made),
      source.plain(made),
      valueOf(source.output(made)),
    ]);
    expect(first).toBeDefined();
    expect(again).toEqual(first);
    expect(output).toEqual(first);
    expect(await source.plain(made)).toEqual(first);
    expect(emulator.requests.list().map(({ method, path }) => `${method} ${path.split("?")[0]}`)).toEqual([
      `GET ${source.asks(made)}`,
    ]);
  });
});
