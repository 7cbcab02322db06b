import type { Client } from "../../client";
import type { Props } from "../../provider/table/props";
import { toOutputs } from "../../provider/state/outputs";
import type { Resource } from "../../provider/table/resource";
import { resources } from "../../provider/kinds";
import { type KindName, kindNames } from "../../provider/kinds/names";

/** Checked inputs of each kind that every rule allows, and to which a test changes one thing. */
export const gpuPod: Props = {
  name: "trainer",
  image: "registry.example.com/acme/trainer:1",
  gpu: { id: "NVIDIA L40S", count: 2 },
  desiredStatus: "RUNNING",
};
export const cpuPod: Props = {
  name: "worker",
  image: "registry.example.com/acme/worker:1",
  cpu: { id: "cpu3c", vcpuCount: 4 },
  desiredStatus: "RUNNING",
};
export const trainingCluster: Props = {
  name: "llm",
  type: "TRAINING",
  compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 },
  image: "registry.example.com/acme/dist:2",
};
export const volume: Props = { name: "datasets", size: 120, dataCenter: "EU-XX-1" };
export const credential: Props = { name: "acme", username: "puller", password: "example-only" };
export const publicKey: Props = { publicKey: "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ops@example.org" };
export const accountKeys: Props = { keys: [publicKey.publicKey] };

export const gpuEndpoint: Props = {
  name: "images",
  type: "QUEUE",
  image: "registry.example.com/acme/gen-worker:3",
  gpu: { pools: ["ADA_24"] },
  scaling: { type: "QUEUE_DELAY", queueDelay: 3 },
};
export const awaited = { pods: ["p4k9w2m7qx"] };
export const jobRun: Props = { endpointId: "e-1", input: { prompt: "a red bicycle" } };
export const template: Props = { name: "base", image: "registry.example.com/acme/base:1" };
export const secret: Props = { name: "hub_token", value: "example-only" };
export const delegation: Props = {
  name: "ecr",
  resource: "arn:aws:ecr:eu-central-1:123456789012:repository/trainer",
};

/** One of each kind. */
export const exampleOf: Readonly<Record<KindName, Props>> = {
  Pod: gpuPod,
  Cluster: trainingCluster,
  NetworkVolume: volume,
  RegistryCredential: credential,
  SshKey: publicKey,
  AccountSshKeys: accountKeys,
  Endpoint: gpuEndpoint,
  Template: template,
  Ready: awaited,
  JobRun: jobRun,
  AccountSecret: secret,
  RegistryDelegation: delegation,
};
export const examples: readonly { resource: Resource; inputs: Props }[] = resources().map((resource) => ({
  resource,
  inputs: exampleOf[resource.kind],
}));

/** Where the platform has the objects of a kind. */
export const pathOf: Readonly<Record<KindName, string>> = {
  Pod: "/v2/pods",
  Cluster: "/v2/clusters",
  NetworkVolume: "/v2/network-volumes",
  RegistryCredential: "/v2/registries",
  SshKey: "/v2/account/ssh-keys",
  AccountSshKeys: "/v2/account/ssh-keys",
  Endpoint: "/v2/serverless",
  Template: "/v2/templates",
  Ready: "/v2/pods",
  JobRun: "/v2/:endpointId/run",
  AccountSecret: "/v2/account/secrets",
  RegistryDelegation: "/v2/registries/delegations",
};

/** Kinds whose objects have an address each. Others share one or are listed nowhere, and have tests of their own. */
export type AddressedKindName = Exclude<
  KindName,
  "SshKey" | "AccountSshKeys" | "Ready" | "JobRun" | "RegistryDelegation"
>;
const unaddressed: readonly KindName[] = [
  "SshKey",
  "AccountSshKeys",
  "Ready",
  "JobRun",
  "RegistryDelegation",
] satisfies Exclude<KindName, AddressedKindName>[];
export const addressedKinds = kindNames.filter((kind): kind is AddressedKindName => !unaddressed.includes(kind));

/** State as it is after a platform did exactly what was asked. `observed` adds what it reports on its own. */
export const stateOf = (resource: Resource, inputs: Props, observed: Props = {}): Props =>
  toOutputs(resource, "id-1", inputs, { ...inputs, ...observed });

/** The bytes of a test: always the same, so that auto-made names are too. */
export const fixedBytes = (size: number): Uint8Array => new Uint8Array(size).fill(0xab);

/** The client's family of each. */
export const familyOf = {
  Pod: (client: Client) => client.pods,
  Cluster: (client: Client) => client.clusters,
  NetworkVolume: (client: Client) => client.networkVolumes,
  RegistryCredential: (client: Client) => client.registries,
  Endpoint: (client: Client) => client.serverless,
  Template: (client: Client) => client.templates,
  AccountSecret: (client: Client) => client.account.secrets,
} as const satisfies Record<AddressedKindName, (client: Client) => unknown>;
