import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute-platform";

const config = new pulumi.Config();
const dataCenter = config.get("dataCenter") ?? "EU-XX-1";

/** Home directories and results: a change of the cluster replaces all its pods, the volume stays. */
const home = new compute.NetworkVolume("home", { dataCenter, size: 100 });

const cluster = new compute.Cluster("slurm", {
  type: "SLURM",
  compute: {
    gpuTypeId: config.get("gpuType") ?? "NVIDIA L40S",
    gpuCountPerPod: 1,
    podCount: config.getNumber("podCount") ?? 2,
  },
  image: "registry.example.com/public/slurm:24.05",
  dataCenterIds: [dataCenter],
  mounts: { network: [{ volumeId: home, path: "/home" }] },
  ports: ["22/tcp"],
  startSsh: true,
});

export const clusterId = cluster.id;
/** The controller: rank 0, where jobs are submitted. */
export const controller = cluster.primary;
export const pods = cluster.pods;
