import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute-platform";

const config = new pulumi.Config();
// Numbers are read as JSON: `requireNumber` takes "48GB" for 48.
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
  // The cheapest in stock that has it.
  gpu: {
    memory: config.requireObject<number>("gpuMemory"),
    maxHourlyCost: config.requireObject<number>("maxHourlyCost"),
  },
  dataCenterIds: [dataCenter],
  mounts: { network: [{ volumeId: data, path: "/data" }] },
});

export const podId = trainer.id;
export const volumeId = data.id;
