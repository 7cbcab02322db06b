import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute-platform";

const config = new pulumi.Config();
// Numbers are read as JSON: `requireNumber` takes "48GB" for 48.

const pod = new compute.Pod("web", {
  image: config.require("image"),
  // The cheapest in stock that has it.
  cpu: {
    vcpuCount: config.requireObject<number>("vcpuCount"),
    memory: config.requireObject<number>("memory"),
    maxHourlyCost: config.requireObject<number>("maxHourlyCost"),
  },
  disk: 10,
  ports: ["8080/http"],
});

export const podId = pod.id;
export const status = pod.status;
