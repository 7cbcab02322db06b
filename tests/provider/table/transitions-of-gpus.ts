import { pod } from "../../../provider/kinds/pod/fields";
import type { Props } from "../../../provider/table/props";
import { gpuPod } from "../fixtures";
import { gone, rows } from "./transition";

const l40s = { id: "NVIDIA L40S", count: 2 };
/** As the platform places the pod of the fixtures. */
const placed = { disk: 50, cloud: "SECURE", dataCenterId: "EU-XX-1", cudaVersion: "12.6", vcpuCount: 24, memory: 188 };
const filtered = (filters: Props) => ({ gpu: { ...l40s, ...filters } });

export const gpuRows = rows(pod, gpuPod, placed, [
  ["gpu", "another type", {}, { gpu: { id: "NVIDIA H200", count: 2 } }, "replace"],
  ["gpu", "another count", {}, { gpu: { id: "NVIDIA L40S", count: 1 } }, "replace"],
  ["gpu", "a CUDA floor that its host meets", {}, filtered({ minCudaVersion: "12.4" }), "none"],
  ["gpu", "a CUDA floor above its host", {}, filtered({ minCudaVersion: "12.8" }), "replace"],
  ["gpu", "a CUDA floor with two digits", {}, filtered({ minCudaVersion: "12.11" }), "replace"],
  ["gpu", "no CUDA floor any more", filtered({ minCudaVersion: "12.4" }), filtered({}), "none"],
  [
    "gpu",
    "a floor above its host again",
    filtered({ minCudaVersion: "12.8" }),
    filtered({ minCudaVersion: "12.8" }),
    "none",
  ],
  [
    "gpu",
    "more CUDA versions",
    filtered({ allowedCudaVersions: ["12.6"] }),
    filtered({ allowedCudaVersions: ["12.4", "12.6"] }),
    "none",
  ],
  [
    "gpu",
    "other CUDA versions",
    filtered({ allowedCudaVersions: ["12.6"] }),
    filtered({ allowedCudaVersions: ["12.8"] }),
    "replace",
  ],
  [
    "gpu",
    "versions as a floor",
    filtered({ allowedCudaVersions: ["12.6", "12.8"] }),
    filtered({ minCudaVersion: "12.6" }),
    "none",
  ],
  ["gpu", "as much RAM as its host has", {}, filtered({ minRamPerGpu: 94 }), "none"],
  ["gpu", "more RAM than its host has", {}, filtered({ minRamPerGpu: 95 }), "replace"],
  ["gpu", "less RAM", filtered({ minRamPerGpu: 94 }), filtered({ minRamPerGpu: 8 }), "none"],
  ["gpu", "as many vCPUs as its host has", {}, filtered({ minVcpuCountPerGpu: 12 }), "none"],
  ["gpu", "more vCPUs than its host has", {}, filtered({ minVcpuCountPerGpu: 13 }), "replace"],
  [
    "gpu",
    "a list with a filter that it meets",
    {},
    { gpu: [{ id: "NVIDIA H200" }, { ...l40s, minCudaVersion: "12.6" }] },
    "none",
  ],
  [
    "gpu",
    "a list with a filter above it",
    {},
    { gpu: [{ id: "NVIDIA H200" }, { ...l40s, minCudaVersion: "12.8" }] },
    "replace",
  ],
  ["gpu", "no CUDA versions", {}, { gpu: { id: "NVIDIA L40S", count: 2, allowedCudaVersions: [] } }, "none"],
  [
    "gpu",
    "CUDA versions reordered",
    { gpu: { id: "NVIDIA L40S", allowedCudaVersions: ["12.4", "12.6"] } },
    { gpu: { id: "NVIDIA L40S", count: 1, allowedCudaVersions: ["12.6", "12.4"] } },
    "none",
  ],
  ["gpu", "one of a list that it is in", {}, { gpu: [{ id: "NVIDIA H200" }, l40s] }, "none"],
  ["gpu", "one of a list that it is not in", {}, { gpu: [{ id: "NVIDIA H200" }, { id: "NVIDIA L40S" }] }, "replace"],
  ["gpu", "a CPU pod instead", {}, { gpu: gone, cpu: { id: "cpu3c", vcpuCount: 2 } }, "replace"],
]);
