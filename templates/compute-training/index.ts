import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute-platform";

const config = new pulumi.Config();
const dataCenter = config.require("dataCenter");

const registry = new compute.RegistryCredential("registry", {
  username: config.require("registryUsername"),
  password: config.requireSecret("registryPassword"),
});

// Outlives the pods that mount it. Set `protect: true` once there is data on it.
const data = new compute.NetworkVolume("data", { dataCenter, size: 100 });

const trainer = new compute.Pod("trainer", {
  image: config.require("image"),
  registry,
  gpu: { id: config.require("gpuType"), count: 1 },
  dataCenterIds: [dataCenter],
  mounts: { network: [{ volumeId: data, path: "/data" }] },
});

export const podId = trainer.id;
export const volumeId = data.id;
