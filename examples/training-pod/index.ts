import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute-platform";

const config = new pulumi.Config();
const dataCenter = config.get("dataCenter") ?? "EU-XX-1";

/** What the platform pulls the private image with. */
const registry = new compute.RegistryCredential("registry", {
  username: config.get("registryUsername") ?? "puller",
  password: config.requireSecret("registryPassword"),
});

/** Holds the data set and the checkpoints. Outlives every pod; `protect` keeps it through a `destroy` typed too early. */
const data = new compute.NetworkVolume(
  "data",
  { dataCenter, size: config.getNumber("volumeSize") ?? 200 },
  { protect: config.getBoolean("protectData") ?? false },
);

const trainer = new compute.Pod("trainer", {
  image: "registry.example.com/acme/trainer:1.4.0",
  registry,
  // Of what has this and is in stock, the cheapest. Once it runs, neither prices nor stock replace it.
  gpu: { memory: config.getNumber("gpuMemory") ?? 48, count: 2, maxHourlyCost: 2, minCudaVersion: "12.4" },
  // A volume can be mounted only where it lies.
  dataCenterIds: [dataCenter],
  mounts: { network: [{ volumeId: data, path: "/data" }] },
  cmd: ["python", "train.py", "--data", "/data/set", "--checkpoints", "/data/checkpoints"],
  env: { WANDB_MODE: "offline", EPOCHS: config.get("epochs") ?? "3" },
  ports: ["22/tcp"],
  startSsh: true,
});

export const volumeId = data.id;
export const podId = trainer.id;
export const status = trainer.status;
/** The line that gets you in. */
export const ssh = trainer.ssh.command;
