import type { Place } from "../../capacity/need";
import { type Asking, type Hardware, type Stock, stockOf } from "../../capacity/stock";
import { type Catalog, firstOf, gpuPrice, numberOr, type Price, type Pricing, text } from "../../cost/pricing";
import { isObject, type Props, strings } from "../../table/props";
import { aboveMost, placesOf } from "../shared/places";
import { isUncharged } from "../shared/pod-readiness";
import { unitsOfCpu, unitsOfGpu } from "./need";

const include: "AVAILABILITY"[] = ["AVAILABILITY"];

export const podHardware: Hardware = {
  label({ gpu, cpu }) {
    if (isObject(gpu)) return `${Number(gpu.count ?? 1)} × ${String(gpu.id)}`;
    return isObject(cpu) ? `${String(cpu.vcpuCount)} vCPUs of ${String(cpu.id)}` : "unknown hardware";
  },
  list: ({ gpu }) => (isObject(gpu) ? "gpus" : "cpus"),
  offers: (asking, asked) =>
    isObject(asked.gpu) ? gpuOffers(asking, asked, asked.gpu) : cpuOffers(asking, asked, cpuOf(asked)),
  stock: (asking, asked) =>
    isObject(asked.gpu) ? podGpuStock(asking, asked, asked.gpu) : podCpuStock(asking, asked, cpuOf(asked)),
};

const cpuOf = ({ cpu }: Props): Props => (isObject(cpu) ? cpu : {});
const cloudOf = ({ cloud }: Props): Place["cloud"] => (cloud === "COMMUNITY" ? "COMMUNITY" : "SECURE");

async function gpuOffers(asking: Asking, asked: Props, gpu: Props) {
  const cloud = cloudOf(asked);
  const versions = strings(gpu.allowedCudaVersions);
  const catalog = await asking.catalog.gpus({
    include,
    product: ["POD"],
    count: unitsOfGpu(gpu),
    cloud,
    ...(versions.length > 0 && { cudaVersions: versions }),
    ...(typeof gpu.minCudaVersion === "string" && { minCudaVersion: gpu.minCudaVersion }),
  });
  return { catalog, place: { ...(await placeOf(asking, asked)), cloud } };
}

async function cpuOffers(asking: Asking, asked: Props, cpu: Props) {
  const catalog = await asking.catalog.cpus({ include, product: ["POD"], vcpuCount: unitsOfCpu(cpu) });
  return { catalog, place: { ...(await placeOf(asking, asked)), cloud: "SECURE" as const } };
}

const placeOf = async (asking: Asking, asked: Props) => ({
  dataCenters: await placesOf(asking, asked),
  isNetworked: asked.globalNetworking === true,
});

async function podGpuStock(asking: Asking, asked: Props, gpu: Props): Promise<Stock> {
  const { catalog, place } = await gpuOffers(asking, asked, gpu);
  const listed = catalog.find(({ id }) => id === gpu.id);
  const most = listed?.maxCount[place.cloud === "SECURE" ? "secure" : "community"];
  if (most !== undefined && unitsOfGpu(gpu) > most) return aboveMost(most, place.cloud);
  if (place.isNetworked && listed?.manufacturer === "AMD")
    return { verdict: "never", says: "has no global networking for it, only for NVIDIA" }; // P-15
  const isPartial = gpu.minRamPerGpu !== undefined || gpu.minVcpuCountPerGpu !== undefined;
  return stockOf({ listed, places: place.dataCenters, isPartial });
}

async function podCpuStock(asking: Asking, asked: Props, cpu: Props): Promise<Stock> {
  const { catalog, place } = await cpuOffers(asking, asked, cpu);
  const listed = catalog.find(({ id }) => id === cpu.id);
  const vcpuCount = unitsOfCpu(cpu);
  if (listed && (vcpuCount < listed.vcpu.min || vcpuCount > listed.vcpu.max)) {
    return { verdict: "never", says: `has it with ${listed.vcpu.min} to ${listed.vcpu.max} vCPUs only` }; // M-61
  }
  return stockOf({ listed, places: place.dataCenters, isPartial: false });
}

function podPrice(inputs: Readonly<Record<string, unknown>>, catalog: Catalog): Price {
  const { gpu, cpu, status = inputs["desiredStatus"] } = inputs;
  if (isUncharged(status)) return { perHour: 0, what: inputs["runToCompletion"] === true ? "done" : "stopped" };
  const cloud = inputs["cloud"] === "COMMUNITY" ? "COMMUNITY" : "SECURE";
  if (Array.isArray(gpu)) return firstOf(gpu.map((one: unknown) => podPrice({ ...inputs, gpu: one }, catalog)));
  if (Array.isArray(cpu)) return firstOf(cpu.map((one: unknown) => podPrice({ ...inputs, cpu: one }, catalog)));
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
