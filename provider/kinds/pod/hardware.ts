import type { Asking, Hardware } from "../../capacity/hardware";
import { type Stock, stockOf } from "../../capacity/stock";
import { isObject, type Props, strings } from "../../table/props";
import { aboveMost, placesOf } from "../shared/places";

const include: "AVAILABILITY"[] = ["AVAILABILITY"];

export const podHardware: Hardware = {
  label({ gpu, cpu }) {
    if (isObject(gpu)) return `${Number(gpu.count ?? 1)} × ${String(gpu.id)}`;
    return isObject(cpu) ? `${String(cpu.vcpuCount)} vCPUs of ${String(cpu.id)}` : "unknown hardware";
  },
  list: ({ gpu }) => (isObject(gpu) ? "gpus" : "cpus"),
  stock: (asking, asked) => (isObject(asked.gpu) ? podGpuStock(asking, asked, asked.gpu) : podCpuStock(asking, asked)),
};

async function podGpuStock(asking: Asking, asked: Props, gpu: Props): Promise<Stock> {
  const cloud = asked.cloud === "COMMUNITY" ? "COMMUNITY" : "SECURE";
  const count = Number(gpu.count ?? 1);
  const versions = strings(gpu.allowedCudaVersions);
  const types = await asking.catalog.gpus({
    include,
    product: ["POD"],
    count,
    cloud,
    ...(versions.length > 0 && { cudaVersions: versions }),
    ...(typeof gpu.minCudaVersion === "string" && { minCudaVersion: gpu.minCudaVersion }),
  });
  const listed = types.find(({ id }) => id === gpu.id);
  const most = listed?.maxCount[cloud === "SECURE" ? "secure" : "community"];
  if (most !== undefined && count > most) return aboveMost(most, cloud);
  const isPartial = gpu.minRamPerGpu !== undefined || gpu.minVcpuCountPerGpu !== undefined;
  return stockOf({ listed, places: await placesOf(asking, asked), isPartial });
}

async function podCpuStock(asking: Asking, asked: Props): Promise<Stock> {
  const cpu = isObject(asked.cpu) ? asked.cpu : {};
  const vcpuCount = Number(cpu.vcpuCount);
  const flavors = await asking.catalog.cpus({ include, product: ["POD"], vcpuCount });
  const listed = flavors.find(({ id }) => id === cpu.id);
  if (listed && (vcpuCount < listed.vcpu.min || vcpuCount > listed.vcpu.max)) {
    return { verdict: "never", says: `has it with ${listed.vcpu.min} to ${listed.vcpu.max} vCPUs only` }; // M-61
  }
  return stockOf({ listed, places: await placesOf(asking, asked), isPartial: false });
}
