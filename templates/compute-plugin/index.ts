import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute-platform/plugin";

const config = new pulumi.Config();
// Numbers are read as JSON: `requireNumber` takes "48GB" for 48.

// Lets you in. Keys reach only pods that are made afterwards, so the pod depends on it.
const publicKey = config.get("sshKey");
const keys = publicKey ? [new compute.SshKey("mine", { publicKey })] : [];

const trainer = new compute.Pod(
  "trainer",
  {
    image: config.require("image"),
    // The cheapest in stock that has it.
    gpu: {
      memory: config.requireObject<number>("gpuMemory"),
      maxHourlyCost: config.requireObject<number>("maxHourlyCost"),
    },
    ports: ["22/tcp"],
    startSsh: true,
  },
  { dependsOn: keys },
);

export const ssh = trainer.ssh.command;
