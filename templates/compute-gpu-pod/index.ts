import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute-platform";

const config = new pulumi.Config();
// Numbers are read as JSON: `requireNumber` takes "48GB" for 48.

// Lets you in. Keys reach only pods that are made afterwards, so the pod depends on it.
const publicKey = config.get("sshKey");
const keys = publicKey ? [new compute.SshKey("mine", { publicKey })] : [];

const pod = new compute.Pod(
  "gpu",
  {
    image: config.require("image"),
    // The cheapest in stock that has it.
    gpu: {
      memory: config.requireObject<number>("gpuMemory"),
      maxHourlyCost: config.requireObject<number>("maxHourlyCost"),
    },
    // Survives restarts; goes with the pod.
    mounts: { persistent: { size: 50, path: "/workspace" } },
    ports: ["22/tcp"],
    startSsh: true,
  },
  { dependsOn: keys },
);

export const podId = pod.id;
export const status = pod.status;
export const ssh = pod.ssh.command;
