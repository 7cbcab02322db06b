import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute-platform/plugin";

const config = new pulumi.Config();

const trainer = new compute.Pod("trainer", {
  image: config.require("image"),
  gpu: [{ id: config.require("gpuType") }, { id: "NVIDIA A40" }],
  ports: ["22/tcp"],
  startSsh: true,
});

export const ssh = trainer.ssh.command;
