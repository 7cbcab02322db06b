import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute-platform";

const config = new pulumi.Config();

const pod = new compute.Pod("web", {
  image: config.require("image"),
  // The cheapest in stock that has it.
  cpu: {
    vcpuCount: config.requireNumber("vcpuCount"),
    memory: config.requireNumber("memory"),
    maxHourlyCost: config.requireNumber("maxHourlyCost"),
  },
  disk: 10,
  ports: ["8080/http"],
});

export const podId = pod.id;
export const status = pod.status;
