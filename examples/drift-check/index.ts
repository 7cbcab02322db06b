import * as compute from "pulumi-compute-platform";

const scratch = new compute.NetworkVolume("scratch", { dataCenter: "EU-XX-1", size: 50 });

const service = new compute.Pod("service", {
  image: "registry.example.com/public/service:5.2",
  cpu: { id: "cpu3c", vcpuCount: 4 },
  disk: 10,
  dataCenterIds: ["EU-XX-1"],
  mounts: { network: [{ volumeId: scratch, path: "/scratch" }] },
  env: { MODE: "production" },
  ports: ["8080/http"],
});

export const podId = service.id;
export const volumeId = scratch.id;
