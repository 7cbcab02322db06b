import { accountSshKeys } from "../../provider/kinds/account-ssh-keys/fields";
import { cluster } from "../../provider/kinds/cluster/fields";
import { endpoint } from "../../provider/kinds/endpoint/fields";
import { jobRun } from "../../provider/kinds/job-run/fields";
import { networkVolume } from "../../provider/kinds/network-volume/fields";
import { pod } from "../../provider/kinds/pod/fields";
import { registryCredential } from "../../provider/kinds/registry-credential/fields";
import { sshKey } from "../../provider/kinds/ssh-key/fields";
import { template as templateResource } from "../../provider/kinds/template/fields";
import type { Props } from "../../provider/table/props";
import type { Resource } from "../../provider/table/resource";
import {
  accountKeys,
  cpuPod,
  credential,
  gpuEndpoint,
  gpuPod,
  jobRun as jobRunInputs,
  publicKey,
  template,
  trainingCluster,
  volume,
} from "./fixtures";

/** One argument changed alone, and what comes of it. */
export interface Transition {
  readonly resource: Resource;
  readonly field: string;
  readonly change: string;
  readonly from: Props;
  readonly to: Props;
  /** What the platform reports beyond what was asked. */
  readonly observed?: Props;
  readonly outcome: "none" | "update" | "replace" | "refused";
}

type Row = readonly [field: string, change: string, from: Props, to: Props, outcome: Transition["outcome"]];

const rows = (resource: Resource, base: Props, observed: Props, table: readonly Row[]): Transition[] =>
  table.map(([field, change, from, to, outcome]) => {
    const before = { ...base, ...from };
    return { resource, field, change, from: before, to: { ...before, ...to }, observed, outcome };
  });

const persistent = (size: number, path = "/data") => ({ mounts: { persistent: { size, path } } });
const network = (volumeId: string, path = "/data") => ({ mounts: { network: [{ volumeId, path }] } });
const l40s = { id: "NVIDIA L40S", count: 2 };
const gone = undefined;

const podRows = rows(pod, gpuPod, { dataCenterId: "EU-XX-1", disk: 50, cloud: "SECURE", ports: [], registry: null }, [
  ["name", "another name", {}, { name: "trainer-b" }, "update"],
  ["image", "another tag", {}, { image: "registry.example.com/acme/trainer:2" }, "update"],
  ["args", "set", {}, { args: "serve --fast" }, "update"],
  ["args", "the same words in other quotes", { args: "serve --fast" }, { args: "'serve' --fast" }, "none"],
  ["args", "the same command as cmd", { args: "serve --fast" }, { args: gone, cmd: ["serve", "--fast"] }, "none"],
  ["args", "removed", { args: "serve --fast" }, { args: gone }, "update"],
  ["cmd", "another command", { cmd: ["a"] }, { cmd: ["b"] }, "update"],
  ["cmd", "cleared", { cmd: ["a"] }, { cmd: [] }, "update"],
  ["cmd", "removed", { cmd: ["a"] }, { cmd: gone }, "update"],
  ["cmd", "empty where there was none", {}, { cmd: [] }, "none"],
  ["entrypoint", "another entrypoint", { entrypoint: ["a"] }, { entrypoint: ["b"] }, "update"],
  ["disk", "larger", { disk: 40 }, { disk: 60 }, "update"],
  ["disk", "smaller", { disk: 40 }, { disk: 20 }, "update"],
  ["disk", "removed where it was the default", { disk: 50 }, { disk: gone }, "none"],
  ["disk", "the default spelled out", {}, { disk: 50 }, "none"],
  ["env", "a value", { env: { A: "1" } }, { env: { A: "2" } }, "update"],
  ["env", "a variable more", { env: { A: "1" } }, { env: { A: "1", B: "2" } }, "update"],
  ["env", "a variable fewer", { env: { A: "1", B: "2" } }, { env: { A: "1" } }, "update"],
  ["env", "the same in another order", { env: { A: "1", B: "2" } }, { env: { B: "2", A: "1" } }, "none"],
  ["env", "removed", { env: { A: "1" } }, { env: gone }, "update"],
  ["ports", "one more", { ports: ["22/tcp"] }, { ports: ["22/tcp", "8888/http"] }, "update"],
  ["ports", "reordered", { ports: ["22/tcp", "8888/http"] }, { ports: ["8888/http", "22/tcp"] }, "none"],
  ["ports", "cleared", { ports: ["22/tcp"] }, { ports: [] }, "update"],
  ["registry", "set", {}, { registry: "r-1" }, "update"],
  ["registry", "cleared", { registry: "r-1" }, { registry: null }, "update"],
  ["registry", "removed", { registry: "r-1" }, { registry: gone }, "update"],
  ["cloud", "another pool", {}, { cloud: "COMMUNITY" }, "replace"],
  ["cloud", "the default spelled out", {}, { cloud: "SECURE" }, "none"],
  ["gpu", "another type", {}, { gpu: { id: "NVIDIA H200", count: 2 } }, "replace"],
  ["gpu", "another count", {}, { gpu: { id: "NVIDIA L40S", count: 1 } }, "replace"],
  ["gpu", "a CUDA floor", {}, { gpu: { id: "NVIDIA L40S", count: 2, minCudaVersion: "12.4" } }, "replace"],
  ["gpu", "no CUDA versions", {}, { gpu: { id: "NVIDIA L40S", count: 2, allowedCudaVersions: [] } }, "none"],
  [
    "gpu",
    "CUDA versions reordered",
    { gpu: { id: "NVIDIA L40S", allowedCudaVersions: ["12.4", "12.6"] } },
    { gpu: { id: "NVIDIA L40S", count: 1, allowedCudaVersions: ["12.6", "12.4"] } },
    "none",
  ],
  ["gpu", "one of a list that it is in", {}, { gpu: [{ id: "NVIDIA H200" }, l40s] }, "none"],
  ["gpu", "one of a list that it is not in", {}, { gpu: [{ id: "NVIDIA H200" }, { id: "NVIDIA L40S" }] }, "replace"],
  ["gpu", "a CPU pod instead", {}, { gpu: gone, cpu: { id: "cpu3c", vcpuCount: 2 } }, "replace"],
  [
    "dataCenterIds",
    "reordered",
    { dataCenterIds: ["EU-XX-1", "US-XX-1"] },
    { dataCenterIds: ["US-XX-1", "EU-XX-1"] },
    "none",
  ],
  ["dataCenterIds", "widened", { dataCenterIds: ["EU-XX-1"] }, { dataCenterIds: ["EU-XX-1", "US-XX-1"] }, "none"],
  ["dataCenterIds", "narrowed to where it is", {}, { dataCenterIds: ["EU-XX-1"] }, "none"],
  ["dataCenterIds", "emptied", { dataCenterIds: ["EU-XX-1"] }, { dataCenterIds: [] }, "none"],
  ["dataCenterIds", "removed", { dataCenterIds: ["EU-XX-1"] }, { dataCenterIds: gone }, "none"],
  [
    "dataCenterIds",
    "without where it is",
    { dataCenterIds: ["EU-XX-1", "US-XX-1"] },
    { dataCenterIds: ["US-XX-1"] },
    "replace",
  ],
  ["globalNetworking", "on", {}, { globalNetworking: true }, "update"],
  ["globalNetworking", "off where it was", {}, { globalNetworking: false }, "none"],
  ["mounts", "persistent from none", {}, persistent(20), "replace"],
  ["mounts", "network from none", {}, network("v-1"), "replace"],
  ["mounts", "none from persistent", persistent(20), { mounts: gone }, "replace"],
  ["mounts", "none from network", network("v-1"), { mounts: {} }, "replace"],
  ["mounts", "network from persistent", persistent(20), network("v-1"), "replace"],
  ["mounts", "persistent from network", network("v-1"), persistent(20), "replace"],
  ["mounts", "another volume", network("v-1"), network("v-2"), "replace"],
  ["mounts", "another path of a volume", network("v-1"), network("v-1", "/other"), "update"],
  ["mounts", "another path of a persistent disk", persistent(20), persistent(20, "/other"), "update"],
  ["mounts", "a larger persistent disk", persistent(20), persistent(30), "update"],
  ["mounts", "a smaller persistent disk", persistent(30), persistent(20), "replace"],
  ["mounts", "an empty list of volumes from none", {}, { mounts: { network: [] } }, "none"],
  ["startJupyter", "on", {}, { startJupyter: true }, "replace"],
  ["startSsh", "on", {}, { startSsh: true }, "replace"],
  ["startSsh", "off where it was", {}, { startSsh: false }, "none"],
  ["templateId", "set", {}, { templateId: "t-1" }, "update"],
  ["templateId", "another", { templateId: "t-1" }, { templateId: "t-2" }, "update"],
  ["disk", "left to the template again", { templateId: "t-1", disk: 40 }, { disk: gone }, "update"],
  ["env", "left to the template again", { templateId: "t-1", env: { A: "1" } }, { env: gone }, "update"],
  ["cmd", "left to the template again", { templateId: "t-1", cmd: ["a"] }, { cmd: gone }, "update"],
  ["registry", "left to the template again", { templateId: "t-1", registry: "r-1" }, { registry: gone }, "update"],
  ["mounts", "left to the template", { templateId: "t-1", ...persistent(20) }, { mounts: gone }, "none"],
  ["mounts", "no volume, beside a template", { templateId: "t-1", ...network("v-1") }, { mounts: gone }, "replace"],
  ["templateId", "removed", { templateId: "t-1" }, { templateId: gone }, "none"],
  ["locked", "on", {}, { locked: true }, "update"],
  ["locked", "off", { locked: true }, { locked: false }, "update"],
  ["locked", "removed", { locked: true }, { locked: gone }, "update"],
  ["desiredStatus", "stopped", {}, { desiredStatus: "EXITED" }, "update"],
  ["runToCompletion", "on", {}, { runToCompletion: true }, "update"],
  ["runToCompletion", "off where it was", {}, { runToCompletion: false }, "none"],
  ["triggers", "another value", { triggers: ["a", 1] }, { triggers: ["a", 2] }, "replace"],
  ["triggers", "empty where there were none", {}, { triggers: [] }, "none"],
  ["restartTriggers", "set", {}, { restartTriggers: [{ hash: "b" }] }, "update"],
  ["restartTriggers", "removed", { restartTriggers: ["a"] }, { restartTriggers: gone }, "update"],
  ["resetTriggers", "another value", { resetTriggers: ["a"] }, { resetTriggers: ["b"] }, "update"],
  ["waitFor", "another", {}, { waitFor: "none" }, "none"],
  ["waitForCapacity", "set", {}, { waitForCapacity: "2h" }, "none"],
  ["timeouts", "set", {}, { timeouts: { create: "5m" } }, "none"],
  ["adopt", "set once it exists", {}, { adopt: { id: "id-9" } }, "none"],
  ["dataLoss", "set", {}, { dataLoss: "refuse" }, "none"],
  [
    "mounts",
    "a smaller disk that is not to be lost",
    { ...persistent(30), dataLoss: "refuse" },
    persistent(20),
    "refused",
  ],
]);

const cpuRows = rows(pod, cpuPod, {}, [
  ["cpu", "one of a list that it is in", {}, { cpu: [{ id: "cpu5c", vcpuCount: 4 }, cpuPod.cpu] }, "none"],
  ["cpu", "another flavor", {}, { cpu: { id: "cpu5c", vcpuCount: 4 } }, "replace"],
  ["cpu", "another count", {}, { cpu: { id: "cpu3c", vcpuCount: 8 } }, "replace"],
]);

const clusterRows = rows(cluster, trainingCluster, { dataCenterId: "EU-XX-1" }, [
  ["name", "another name", {}, { name: "llm-b" }, "update"],
  ["type", "another", {}, { type: "SLURM" }, "replace"],
  ["compute", "more pods", {}, { compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 3 } }, "replace"],
  [
    "compute",
    "one of a list that it is in",
    {},
    { compute: [{ gpuTypeId: "NVIDIA H200", gpuCountPerPod: 1, podCount: 2 }, trainingCluster.compute] },
    "none",
  ],
  ["image", "another tag", {}, { image: "registry.example.com/acme/dist:3" }, "replace"],
  ["args", "set", {}, { args: "serve" }, "replace"],
  ["cmd", "set", {}, { cmd: ["serve"] }, "replace"],
  ["cmd", "the same command as args", { args: "serve" }, { args: gone, cmd: ["serve"] }, "none"],
  ["entrypoint", "set", {}, { entrypoint: ["/start"] }, "replace"],
  ["disk", "larger", {}, { disk: 80 }, "replace"],
  ["env", "a variable", {}, { env: { A: "1" } }, "replace"],
  ["ports", "one", {}, { ports: ["22/tcp"] }, "replace"],
  ["templateId", "in place of the image", {}, { image: gone, templateId: "t-1" }, "replace"],
  ["dataCenterIds", "widened", { dataCenterIds: ["EU-XX-1"] }, { dataCenterIds: ["EU-XX-1", "US-XX-1"] }, "none"],
  ["dataCenterIds", "without where it is", { dataCenterIds: ["EU-XX-1"] }, { dataCenterIds: ["US-XX-1"] }, "replace"],
  ["mounts", "set", {}, persistent(20), "replace"],
  ["mounts", "larger", persistent(20), persistent(30), "replace"],
  ["startJupyter", "on", {}, { startJupyter: true }, "replace"],
  ["startSsh", "on", {}, { startSsh: true }, "replace"],
  ["waitFor", "another", {}, { waitFor: "none" }, "none"],
  ["waitForCapacity", "set", {}, { waitForCapacity: 600 }, "none"],
  ["timeouts", "set", {}, { timeouts: { delete: 60 } }, "none"],
  ["adopt", "set once it exists", {}, { adopt: { name: "another" } }, "none"],
  ["dataLoss", "set", {}, { dataLoss: "refuse" }, "none"],
  [
    "image",
    "another, and the members' disks are not to be lost",
    { ...persistent(20), dataLoss: "refuse" },
    { image: "registry.example.com/acme/dist:3" },
    "refused",
  ],
]);

const volumeRows = rows(networkVolume, { ...volume, dataLoss: "allow" }, { type: "STANDARD" }, [
  ["name", "another name", {}, { name: "datasets-b" }, "update"],
  ["size", "larger", {}, { size: 200 }, "update"],
  ["size", "smaller", {}, { size: 50 }, "replace"],
  ["dataCenter", "another", {}, { dataCenter: "EU-XX-2" }, "replace"],
  ["type", "what it is already", {}, { type: "STANDARD" }, "none"],
  ["type", "another tier", {}, { type: "HIGH_PERFORMANCE" }, "replace"],
  ["timeouts", "set", {}, { timeouts: { delete: 60 } }, "none"],
  ["adopt", "set once it exists", {}, { adopt: { name: "another" } }, "none"],
  ["dataLoss", "refuse again", {}, { dataLoss: "refuse" }, "none"],
  ["size", "smaller, and dataLoss is not set", {}, { size: 50, dataLoss: gone }, "refused"],
  ["dataCenter", "another, and dataLoss is refuse", {}, { dataCenter: "EU-XX-2", dataLoss: "refuse" }, "refused"],
  ["type", "another tier, and dataLoss is not set", {}, { type: "HIGH_PERFORMANCE", dataLoss: gone }, "refused"],
]);

const credentialRows = rows(registryCredential, credential, {}, [
  ["name", "another name", {}, { name: "acme-b" }, "replace"],
  ["username", "another user", {}, { username: "puller-b" }, "replace"],
  ["password", "another password", {}, { password: "another-example" }, "replace"],
  ["timeouts", "set", {}, { timeouts: { delete: 60 } }, "none"],
  ["adopt", "set once it exists", {}, { adopt: { name: "another" } }, "none"],
]);

const line = String(publicKey.publicKey);
const otherLine = "ssh-ed25519 AAAAC3Nza2made3up4key5for6docs7only8 ops@example.org";

const sshKeyRows = rows(sshKey, publicKey, {}, [
  ["publicKey", "another comment", {}, { publicKey: `${line}-2` }, "update"],
  ["publicKey", "another key", {}, { publicKey: otherLine }, "replace"],
  ["publicKey", "the same with a line break behind it", {}, { publicKey: `${line}\n` }, "none"],
  ["timeouts", "set", {}, { timeouts: { delete: 60 } }, "none"],
]);

const accountKeysRows = rows(accountSshKeys, accountKeys, {}, [
  ["keys", "one more", {}, { keys: [line, otherLine] }, "update"],
  ["keys", "none", {}, { keys: [] }, "update"],
  ["keys", "in another order", { keys: [line, otherLine] }, { keys: [otherLine, line] }, "none"],
  ["keys", "one of them twice", {}, { keys: [line, line] }, "none"],
  ["lockout", "allowed", {}, { lockout: "allow" }, "none"],
  ["timeouts", "set", {}, { timeouts: { delete: 60 } }, "none"],
]);

const endpointDefaults = {
  disk: 20,
  ports: [],
  registry: null,
  workers: { min: 0, max: 3, idleTimeout: 10 },
  timeout: 300_000,
};
const byRequests = { scaling: { type: "REQUEST_COUNT", requestCount: 4 } };
const endpointRows = rows(endpoint, gpuEndpoint, { ...endpointDefaults, dataCenterIds: [], flashboot: "OFF" }, [
  ["name", "another name", {}, { name: "images-b" }, "update"],
  ["type", "another", byRequests, { type: "LOAD_BALANCER" }, "replace"],
  ["scaling", "slower", {}, { scaling: { type: "QUEUE_DELAY", queueDelay: 9 } }, "update"],
  ["scaling", "by requests", {}, byRequests, "update"],
  ["gpu", "another pool", {}, { gpu: { pools: ["AMPERE_48"] } }, "update"],
  [
    "gpu",
    "pools reordered",
    { gpu: { pools: ["ADA_24", "AMPERE_48"] } },
    { gpu: { pools: ["AMPERE_48", "ADA_24"] } },
    "none",
  ],
  ["gpu", "the default count spelled out", {}, { gpu: { pools: ["ADA_24"], count: 1 } }, "none"],
  ["gpu", "two of them", {}, { gpu: { pools: ["ADA_24"], count: 2 } }, "update"],
  ["gpu", "without a type", {}, { gpu: { pools: ["ADA_24", "AMPERE_48"], excludedTypes: ["NVIDIA A40"] } }, "update"],
  [
    "gpu",
    "with a type again",
    { gpu: { pools: ["ADA_24", "AMPERE_48"], excludedTypes: ["NVIDIA A40"] } },
    { gpu: { pools: ["ADA_24", "AMPERE_48"] } },
    "update",
  ],
  [
    "gpu",
    "a lowest CUDA version in place of a list",
    { gpu: { pools: ["ADA_24"], allowedCudaVersions: ["12.8"] } },
    { gpu: { pools: ["ADA_24"], minCudaVersion: "12.6" } },
    "update",
  ],
  ["gpu", "in place of it vCPUs", {}, { gpu: gone, cpu: [{ id: "cpu3c", vcpuCount: 2 }] }, "replace"],
  ["image", "another tag", {}, { image: "registry.example.com/acme/gen-worker:4" }, "update"],
  ["args", "set", {}, { args: "serve" }, "update"],
  ["args", "removed", { args: "serve" }, { args: gone }, "update"],
  ["cmd", "set", {}, { cmd: ["serve"] }, "update"],
  ["entrypoint", "set", {}, { entrypoint: ["/start"] }, "update"],
  ["disk", "larger", {}, { disk: 30 }, "update"],
  ["disk", "removed", { disk: 30 }, { disk: gone }, "update"],
  ["env", "a variable fewer", { env: { A: "1", B: "2" } }, { env: { A: "1" } }, "update"],
  ["ports", "one", {}, { ports: ["80/http"] }, "update"],
  ["registry", "set", {}, { registry: "r-1" }, "update"],
  ["registry", "removed", { registry: "r-1" }, { registry: gone }, "update"],
  ["workers", "more", {}, { workers: { max: 5 } }, "update"],
  ["workers", "the defaults spelled out", {}, { workers: { min: 0, max: 3 } }, "none"],
  ["workers", "another idle time", { workers: { max: 5 } }, { workers: { max: 5, idleTimeout: 60 } }, "update"],
  ["workers", "removed", { workers: { max: 5 } }, { workers: gone }, "update"],
  ["dataCenterIds", "one", {}, { dataCenterIds: ["EU-XX-1"] }, "update"],
  ["networkVolumes", "one", {}, { networkVolumes: ["v-1"] }, "update"],
  ["networkVolumes", "removed", { networkVolumes: ["v-1"] }, { networkVolumes: gone }, "update"],
  ["timeout", "shorter", {}, { timeout: 60_000 }, "update"],
  ["timeout", "removed", { timeout: 60_000 }, { timeout: gone }, "update"],
  ["flashboot", "on", {}, { flashboot: "FLASHBOOT" }, "update"],
  ["flashboot", "removed", { flashboot: "FLASHBOOT" }, { flashboot: gone }, "update"],
  ["templateId", "set", {}, { templateId: "t-3" }, "update"],
  ["templateId", "another", { image: gone, templateId: "t-3" }, { templateId: "t-4" }, "update"],
  ["waitFor", "another", {}, { waitFor: "none" }, "none"],
  ["jobLoss", "allowed", {}, { jobLoss: "allow" }, "none"],
  ["timeouts", "set", {}, { timeouts: { delete: 60 } }, "none"],
  ["adopt", "set once it exists", {}, { adopt: { name: "another" } }, "none"],
]);
const cpuEndpointRows = rows(
  endpoint,
  { ...gpuEndpoint, gpu: gone, cpu: [{ id: "cpu3c", vcpuCount: 2 }] },
  endpointDefaults,
  [
    ["cpu", "in place of it GPUs", {}, { cpu: gone, gpu: { pools: ["ADA_24"] } }, "replace"],
    [
      "cpu",
      "one more to choose from",
      {},
      {
        cpu: [
          { id: "cpu3c", vcpuCount: 2 },
          { id: "cpu5c", vcpuCount: 4 },
        ],
      },
      "update",
    ],
  ],
);

const templateRows = rows(templateResource, template, { disk: 50, ports: [], registry: null, category: "NVIDIA" }, [
  ["name", "another name", {}, { name: "base-b" }, "update"],
  ["image", "another tag", {}, { image: "registry.example.com/acme/base:2" }, "update"],
  ["args", "set", {}, { args: "serve" }, "update"],
  ["args", "the same command as cmd", { args: "serve" }, { args: gone, cmd: ["serve"] }, "none"],
  ["args", "removed", { args: "serve" }, { args: gone }, "update"],
  ["cmd", "another command", { cmd: ["a"] }, { cmd: ["b"] }, "update"],
  ["cmd", "removed beside an entrypoint", { cmd: ["a"], entrypoint: ["b"] }, { cmd: gone }, "update"],
  ["entrypoint", "set", {}, { entrypoint: ["/start"] }, "update"],
  ["disk", "smaller", { disk: 40 }, { disk: 20 }, "update"],
  ["disk", "removed", { disk: 40 }, { disk: gone }, "update"],
  ["env", "a variable fewer", { env: { A: "1", B: "2" } }, { env: { A: "1" } }, "update"],
  ["env", "removed", { env: { A: "1" } }, { env: gone }, "update"],
  ["ports", "reordered", { ports: ["22/tcp", "80/http"] }, { ports: ["80/http", "22/tcp"] }, "none"],
  ["ports", "one", {}, { ports: ["22/tcp"] }, "update"],
  ["registry", "set", {}, { registry: "r-1" }, "update"],
  ["registry", "removed", { registry: "r-1" }, { registry: gone }, "update"],
  ["mounts", "set", {}, persistent(20), "update"],
  ["mounts", "smaller, which a template may become", persistent(30), persistent(20), "update"],
  ["mounts", "another path", persistent(30), persistent(30, "/other"), "update"],
  ["mounts", "removed", persistent(30), { mounts: gone }, "replace"],
  ["serverless", "on", {}, { serverless: true }, "update"],
  ["public", "on", {}, { public: true }, "update"],
  ["public", "removed", { public: true }, { public: gone }, "update"],
  ["category", "another", {}, { category: "AMD" }, "update"],
  ["startSsh", "off", {}, { startSsh: false }, "update"],
  ["startSsh", "removed", { startSsh: false }, { startSsh: gone }, "update"],
  ["startJupyter", "off", {}, { startJupyter: false }, "update"],
  ["startJupyter", "the default spelled out", {}, { startJupyter: true }, "none"],
  ["allowedCudaVersions", "set", {}, { allowedCudaVersions: ["12.8"] }, "update"],
  [
    "allowedCudaVersions",
    "reordered",
    { allowedCudaVersions: ["12.6", "12.8"] },
    { allowedCudaVersions: ["12.8", "12.6"] },
    "none",
  ],
  ["timeouts", "set", {}, { timeouts: { delete: 60 } }, "none"],
  ["adopt", "set once it exists", {}, { adopt: { name: "another" } }, "none"],
]);

/** Every argument of every kind, changed alone. */
const jobRunRows = rows(jobRun, jobRunInputs, {}, [
  ["endpointId", "another", {}, { endpointId: "e-2" }, "replace"],
  ["input", "another value", {}, { input: { prompt: "a blue bicycle" } }, "replace"],
  ["input", "the same in another order", { input: { a: 1, b: 2 } }, { input: { b: 2, a: 1 } }, "none"],
  ["policy", "set", {}, { policy: { executionTimeout: 60_000 } }, "replace"],
  ["triggers", "set", {}, { triggers: ["v1"] }, "replace"],
  ["timeouts", "set", {}, { timeouts: { create: "5m" } }, "none"],
]);

export const transitions: readonly Transition[] = [
  ...podRows,
  ...cpuRows,
  ...clusterRows,
  ...volumeRows,
  ...credentialRows,
  ...sshKeyRows,
  ...accountKeysRows,
  ...endpointRows,
  ...cpuEndpointRows,
  ...templateRows,
  ...jobRunRows,
];
