import { type Asking, type Hardware, type Stock, stockOf } from "../../capacity/stock";
import { type Catalog, dearest, gpuPrice, numberOr, type Price, type Pricing, text } from "../../cost/pricing";
import { isObject, type Props, strings } from "../../table/props";
import { aboveMost, placesOf } from "../shared/places";
import { isUncharged } from "../shared/uncharged";

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
  if (asked.globalNetworking === true && listed?.manufacturer === "AMD")
    return { verdict: "never", says: "has no global networking for it, only for NVIDIA" }; // P-15
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

function podPrice(inputs: Readonly<Record<string, unknown>>, catalog: Catalog): Price {
  const { gpu, cpu, status = inputs["desiredStatus"] } = inputs;
  if (isUncharged(status)) return { perHour: 0, what: inputs["runToCompletion"] === true ? "done" : "stopped" };
  const cloud = inputs["cloud"] === "COMMUNITY" ? "COMMUNITY" : "SECURE";
  if (Array.isArray(gpu)) return dearest(gpu.map((one: unknown) => podPrice({ ...inputs, gpu: one }, catalog)));
  if (Array.isArray(cpu)) return dearest(cpu.map((one: unknown) => podPrice({ ...inputs, cpu: one }, catalog)));
  if (isObject(gpu)) return gpuPrice(text(gpu["id"]), numberOr(gpu["count"], 1), cloud, catalog);
  if (!isObject(cpu)) return { perHour: undefined, what: "hardware not known yet" };
  const flavor = catalog.cpus.find(({ id }) => id === cpu["id"]);
  const count = numberOr(cpu["vcpuCount"], 0);
  const what = `${count} vCPUs of ${text(cpu["id"])}`;
  return flavor
    ? { perHour: flavor.price.securePerVcpu * count, what }
    : { perHour: undefined, what: `${what}; not in the catalog` };
}

export const pricing: Pricing = { price: podPrice, charged: "hourly" };
