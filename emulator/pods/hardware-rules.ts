import type { GpuType } from "../../api/catalog";
import type { Cpu, PodGpu } from "../../api/compute";
import type { Catalog } from "../catalog/fixtures/catalog";
import { accessDenied, badRequest } from "../kernel/refusal";
import type { Store } from "../store/store";
import type { Cloud } from "./record";

export function gpuType(store: Store, id: string): GpuType {
  const type = store.catalog.gpus.find((each) => each.id === id);
  if (!type) throw badRequest("unknown GPU type");
  return type;
}

/** M-52, M-55, and an unknown type (CH-14). */
export function checkGpu(store: Store, gpu: PodGpu, cloud: Cloud): GpuType {
  const type = gpuType(store, gpu.id);
  if (gpu.allowedCudaVersions?.length && gpu.minCudaVersion !== undefined) {
    throw badRequest("allowedCudaVersions and minCudaVersion exclude each other");
  }
  const most = cloud === "SECURE" ? type.maxCount.secure : type.maxCount.community;
  if ((gpu.count ?? 1) > most) throw badRequest(`at most ${most} GPUs of this type in one ${cloud} pod`);
  return type;
}

/** M-61, and an unknown flavor (CH-14). */
export function checkCpu(store: Store, { id, vcpuCount }: Cpu) {
  const flavor = store.catalog.cpus.find((each) => each.id === id);
  if (!flavor) throw badRequest("unknown CPU flavor");
  if (!Number.isInteger(Math.log2(vcpuCount))) throw badRequest("vcpuCount is not a power of two");
  const { min, max } = flavor.vcpu;
  if (vcpuCount < min || vcpuCount > max) throw badRequest(`vcpuCount of this flavor is ${min} to ${max}`);
  return flavor;
}

/** RAM in GB: vCPUs × the flavor's multiplier, rounded down, at least 1 (M-62, M-63, CH-16). */
export function cpuMemoryGb({ cpus }: Catalog, { id, vcpuCount }: Cpu): number {
  const perVcpu = cpus.find((flavor) => flavor.id === id)?.ramGbPerVcpu ?? 0;
  return Math.max(1, Math.floor(vcpuCount * perVcpu));
}

/** Unknown data centers are refused (P-14, CH-14). */
export function checkDataCenters(store: Store, ids: readonly string[]): void {
  for (const id of ids) {
    if (!store.catalog.dataCenters.some((each) => each.id === id)) throw badRequest("unknown data center");
  }
}

/** Hardware that the account can't use. */
export function checkPool(store: Store, gpuTypeId: string): void {
  if (store.settings.deniedGpus.includes(gpuTypeId)) throw accessDenied();
}

/** P-15: needs an NVIDIA GPU. */
export function checkNetworkingHardware(type: GpuType | undefined): void {
  if (type?.manufacturer !== "NVIDIA") throw badRequest("global networking needs an NVIDIA GPU");
}
