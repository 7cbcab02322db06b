import { expect, it } from "@jest/globals";
import { cluster } from "../../../provider/kinds/cluster/fields";
import { endpoint } from "../../../provider/kinds/endpoint/fields";
import { pod } from "../../../provider/kinds/pod/fields";
import { check } from "../../../provider/table/check";
import type { Props } from "../../../provider/table/props";
import type { Resource } from "../../../provider/table/resource";
import { cpuPod, fixedBytes, gpuEndpoint, gpuPod, trainingCluster } from "../fixtures";

const failuresOf = (resource: Resource, inputs: Props) => check(resource, {}, inputs, fixedBytes).failures;
const size = { gpuCountPerPod: 8, podCount: 2 };

it.each<[string, Resource, Props]>([
  [
    "GPUs",
    pod,
    { ...gpuPod, gpu: { memory: 48, count: 2, manufacturer: "AMD", excluding: ["x"], maxHourlyCost: 0.5 } },
  ],
  ["GPUs with filters, among others", pod, { ...gpuPod, gpu: [{ id: "g" }, { memory: 48, minCudaVersion: "12.4" }] }],
  ["vCPUs", pod, { ...cpuPod, cpu: { memory: 8, vcpuCount: 4 } }],
  ["members of a cluster", cluster, { ...trainingCluster, compute: { memory: 80, ...size } }],
])("takes a need of %s in place of an id", (_title, resource, inputs) => {
  expect(failuresOf(resource, inputs)).toEqual([]);
});

it.each<[string, Resource, Props, string, RegExp]>([
  ["neither an id nor a need", pod, { ...gpuPod, gpu: { count: 2 } }, "gpu.id", /required, but not set; .*memory/],
  [
    "neither pools nor a need of an endpoint",
    endpoint,
    { ...gpuEndpoint, gpu: { count: 2 } },
    "gpu.pools",
    /required, but not set; .*memory/,
  ],
  [
    "both of an endpoint",
    endpoint,
    { ...gpuEndpoint, gpu: { pools: ["ADA_24"], memory: 48 } },
    "gpu.memory",
    /excluded by pools; remove memory/,
  ],
  [
    "a price of an endpoint, of which the platform publishes none",
    endpoint,
    { ...gpuEndpoint, gpu: { memory: 48, maxHourlyCost: 2 } },
    "gpu.maxHourlyCost",
    /not a/,
  ],
  ["both", pod, { ...gpuPod, gpu: [{ id: "g", memory: 8 }] }, "gpu[0].memory", /excluded by id; remove memory/],
  ["a part of a need", pod, { ...gpuPod, gpu: { id: "g", maxHourlyCost: 2 } }, "gpu.maxHourlyCost", /goes with memory/],
  [
    "who makes vCPUs",
    pod,
    { ...cpuPod, cpu: { memory: 8, vcpuCount: 2, manufacturer: "AMD" } },
    "cpu.manufacturer",
    /not a/,
  ],
  ["no memory at all", pod, { ...gpuPod, gpu: { memory: 0 } }, "gpu.memory", /at least 1/],
  [
    "a slip",
    pod,
    { ...gpuPod, gpu: { memory: 8, maxHourlyCosts: 2 } },
    "gpu.maxHourlyCosts",
    /did you mean maxHourlyCost\?/,
  ],
  [
    "both of a cluster",
    cluster,
    { ...trainingCluster, compute: { gpuTypeId: "g", memory: 8, ...size } },
    "compute.memory",
    /excluded by gpuTypeId/,
  ],
])("refuses %s, with its path", (_title, resource, inputs, property, reason) => {
  expect(failuresOf(resource, inputs)).toEqual([{ property, reason: expect.stringMatching(reason) }]);
});
