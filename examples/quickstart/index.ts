import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute-platform";

const config = new pulumi.Config();
const dataCenter = config.get("dataCenter") ?? "EU-XX-1";

/** What the platform pulls private images with. Rotating the password replaces the credential, in one `up`. */
const registry = new compute.RegistryCredential("registry", {
  username: config.get("registryUsername") ?? "puller",
  password: config.requireSecret("registryPassword"),
});

/** Outlives the pods that mount it. Grows in place; anything that would replace it is refused. */
const datasets = new compute.NetworkVolume("datasets", {
  dataCenter: config.get("volumeDataCenter") ?? dataCenter,
  size: config.getNumber("volumeSize") ?? 100,
});

const trainer = new compute.Pod("trainer", {
  image: pulumi.interpolate`registry.example.com/acme/trainer:${config.get("imageTag") ?? "1.4.0"}`,
  registry,
  gpu: { id: config.get("gpuType") ?? "NVIDIA L40S", count: config.getNumber("gpuCount") ?? 1 },
  dataCenterIds: [dataCenter],
  mounts: { network: [{ volumeId: datasets, path: "/data" }] },
  env: { STAGE: config.get("stage") ?? "dev" },
  ports: ["8888/http", "22/tcp"],
  startSsh: true,
  stopWhenIdle: { after: config.get("stopIdleAfter") ?? "12h" },
  restartTriggers: [config.get("start") ?? "1"],
});

const cluster = new compute.Cluster("training", {
  name: config.get("clusterName") ?? "quickstart-training",
  type: "TRAINING",
  compute: { gpuTypeId: config.get("gpuType") ?? "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 },
  image: "registry.example.com/public/distributed:2.0",
  ports: ["22/tcp"],
});

export const registryId = registry.id;
export const volumeId = datasets.id;
export const podId = trainer.id;
export const podStatus = trainer.status;
export const clusterId = cluster.id;
