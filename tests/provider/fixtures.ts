import type { Props } from "../../provider/table/props";
import { project } from "../../provider/state/outputs";
import type { Resource } from "../../provider/table/resource";
import { resources } from "../../provider/kinds";
import type { KindName } from "../../provider/kinds/names";

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

export const gpuEndpoint: Props = {
  name: "images",
  type: "QUEUE",
  image: "registry.example.com/acme/gen-worker:3",
  gpu: { pools: ["ADA_24"] },
  scaling: { type: "QUEUE_DELAY", queueDelay: 3 },
};
export const template: Props = { name: "base", image: "registry.example.com/acme/base:1" };

/** One of each kind. */
export const exampleOf: Readonly<Record<KindName, Props>> = {
  Pod: gpuPod,
  Cluster: trainingCluster,
  NetworkVolume: volume,
  RegistryCredential: credential,
  Endpoint: gpuEndpoint,
  Template: template,
};
export const examples: readonly { resource: Resource; inputs: Props }[] = resources.map((resource) => ({
  resource,
  inputs: exampleOf[resource.kind],
}));

/** Where the platform has the objects of a kind. */
export const pathOf: Readonly<Record<KindName, string>> = {
  Pod: "/v2/pods",
  Cluster: "/v2/clusters",
  NetworkVolume: "/v2/network-volumes",
  RegistryCredential: "/v2/registries",
  Endpoint: "/v2/serverless",
  Template: "/v2/templates",
};

/** State as it is after a platform did exactly what was asked. `observed` adds what it reports on its own. */
export const stateOf = (resource: Resource, inputs: Props, observed: Props = {}): Props =>
  project(resource, "id-1", inputs, { ...inputs, ...observed });

/** The bytes of a test: always the same, so that auto-made names are too. */
export const fixedBytes = (size: number): Uint8Array => new Uint8Array(size).fill(0xab);
