import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute-platform";

const config = new pulumi.Config();

const workers = new compute.Fleet("workers", {
  count: config.getNumber("workers") ?? 4,
  pod: {
    image: `registry.example.com/public/embedder:${config.get("version") ?? "3.0"}`,
    // In order of preference: each pod takes the first that it can get.
    gpu: [{ id: "NVIDIA L40S" }, { id: "NVIDIA A40" }],
    waitForCapacity: "10m",
    ports: ["8080/http"],
  },
  // Another version reaches two pods at a time; the next one is changed when another runs again.
  maxUnavailable: 2,
  timeouts: { create: "20m", update: "20m" },
});

/** Comes after all workers are ready, because it takes their ids from `ready`. */
const gateway = new compute.Pod("gateway", {
  image: "registry.example.com/public/gateway:1.2",
  cpu: { id: "cpu3c", vcpuCount: 2 },
  env: { WORKERS: workers.ready.apply((ids) => Object.values(ids).join(",")) },
});

export const workerIds = workers.ids;
export const gatewayId = gateway.id;
