import * as z from "zod";
import { cudaVersion, whole } from "./shared";

/** GPUs asked for. CUDA versions and the minimums only filter placement and are never returned. */ // M-50, M-56
export const PodGpu = z.strictObject({
  /** GPU type id from the catalog, e.g. `NVIDIA L40S`. */
  id: z.string(),
  /** GPUs in the pod, default 1, at most the type's `maxCount` for the cloud. */ // M-55
  count: z.int().min(1).optional(),
  /** Accepted CUDA versions, exact match; `[]` means any. Excludes `minCudaVersion`. */ // M-52
  allowedCudaVersions: z.array(cudaVersion).optional(),
  /** Lowest accepted CUDA version. */
  minCudaVersion: cudaVersion.optional(),
  /** RAM per GPU in GB, at least 1. */
  minRamPerGpu: z.int().min(1).optional(),
  /** vCPUs per GPU, at least 1. */
  minVcpuCountPerGpu: z.int().min(1).optional(),
});
export type PodGpu = z.infer<typeof PodGpu>;

/** GPUs a pod has. */ // M-56
export const PodGpuResponse = z.looseObject({
  id: z.string(),
  /** 1 where an answer leaves it out, as a request may. */
  count: whole.default(1),
  /** vCPUs of the whole pod. */
  vcpuCount: z.number().optional(),
  /** System RAM of the whole pod in GB. */
  memory: z.number().optional(),
});

/** vCPUs asked for. Memory follows from the flavor. */ // M-60, M-62
export const Cpu = z.strictObject({
  /** Flavor id from the catalog, e.g. `cpu3c`. */
  id: z.string().min(1),
  /** At least 2, a power of two, within the flavor's range. */ // M-61
  vcpuCount: z.int().min(2),
});
export type Cpu = z.infer<typeof Cpu>;

/** vCPUs a pod or endpoint has; `memory` in GB. */ // M-63
export const CpuResponse = z.looseObject({ id: z.string(), vcpuCount: whole, memory: whole });

/** Orders CUDA versions number by number: 12.11 is newer than 12.2. A missing part counts as 0. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split(".").map(Number), b.split(".").map(Number)];
  return (left[0] ?? 0) - (right[0] ?? 0) || (left[1] ?? 0) - (right[1] ?? 0);
}
