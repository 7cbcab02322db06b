import * as pulumi from "@pulumi/pulumi";
import { GpuWorkstation } from "./gpu-workstation";

const config = new pulumi.Config();

const mine = new GpuWorkstation("ada", {
  image: "registry.example.com/acme/workstation:2026.4",
  gpuType: config.get("gpuType") ?? "NVIDIA L40S",
  dataCenter: config.get("dataCenter") ?? "EU-XX-1",
  registryUsername: config.get("registryUsername") ?? "puller",
  registryPassword: config.requireSecret("registryPassword"),
});

export const podId = mine.podId;
export const volumeId = mine.home.id;
