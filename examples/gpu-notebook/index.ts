import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute-platform";

const config = new pulumi.Config();

const notebook = new compute.Pod("notebook", {
  image: "registry.example.com/public/notebook:2.1",
  gpu: { id: config.get("gpuType") ?? "NVIDIA L40S" },
  // Survives stops, restarts and image changes; dies with the pod. A network volume outlives it: see training-pod.
  mounts: { persistent: { size: config.getNumber("diskSize") ?? 50, path: "/workspace" } },
  // Jupyter is reachable through this port; without it the flag below is of no use.
  ports: ["8888/http"],
  startJupyter: true,
});

export const podId = notebook.id;
export const status = notebook.status;
/** From the setting `compute:portUrl`; without it, where the platform tells an address. */
export const jupyterUrl = notebook.jupyterUrl;
/** Made by the platform; a secret. */
export const jupyterPassword = notebook.jupyterPassword;
export const costPerHour = notebook.costPerHour;
