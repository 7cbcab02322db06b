import { Cpu, PodGpu } from "../../../api/compute";
import { sizeOf } from "../../capacity/choose";
import { type Hardware, withStock } from "../../capacity/stock";
import {
  type Catalog,
  firstOf,
  gpuPrice,
  numberOr,
  type Price,
  priceOfType,
  type Pricing,
  text,
} from "../../cost/pricing";
import { canonicalNeed, type NeedForm } from "../../table/need";
import { isObject, type Props, strings } from "../../table/props";
import { placesOf } from "../shared/places";
import { isUncharged } from "../shared/pod-readiness";
import { needSchemas, orNeed } from "../shared/need-schemas";

export const gpuNeed: NeedForm = { id: "id", list: "gpus", units: "count", byId: PodGpu.extend({}) };
export const cpuNeed: NeedForm = { id: "id", list: "cpus", units: "vcpuCount", byId: Cpu.extend({}) };

const { manufacturer: _, ...ofFlavors } = needSchemas;

export const GpuOrNeed = orNeed(PodGpu, "id", needSchemas);
/** vCPUs of a flavor, or of any that has the memory. */
export const CpuOrNeed = orNeed(Cpu, "id", ofFlavors);

export const canonicalCpu = (value: unknown): unknown =>
  isObject(value) ? { ...canonicalNeed(value), id: value.id, vcpuCount: value.vcpuCount } : value;

export const podHardware: Hardware = {
  label({ gpu, cpu }) {
    if (isObject(gpu)) return `${Number(gpu.count ?? 1)} × ${String(gpu.id)}`;
    return isObject(cpu) ? `${String(cpu.vcpuCount)} vCPUs of ${String(cpu.id)}` : "unknown hardware";
  },
  asked: ({ gpu, cpu }) =>
    isObject(gpu) ? { form: gpuNeed, one: gpu } : { form: cpuNeed, one: isObject(cpu) ? cpu : {} },
  async offers(asking, inputs) {
    const { form, one } = podHardware.asked(inputs);
    const units = sizeOf(one, form.units);
    const dataCenters = await placesOf(asking, inputs);
    if (form === cpuNeed) {
      const catalog = await asking.catalog.cpus({ ...withStock("POD"), vcpuCount: units });
      return { catalog, place: { cloud: "SECURE", dataCenters } };
    }
    const cloud = cloudOf(inputs);
    const versions = strings(one.allowedCudaVersions);
    const catalog = await asking.catalog.gpus({
      ...withStock("POD"),
      count: units,
      cloud,
      ...(versions.length > 0 && { cudaVersions: versions }),
      ...(typeof one.minCudaVersion === "string" && { minCudaVersion: one.minCudaVersion }),
    });
    return { catalog, place: { cloud, dataCenters, isNetworked: inputs.globalNetworking === true } };
  },
  isPartial: ({ gpu }) => isObject(gpu) && (gpu.minRamPerGpu !== undefined || gpu.minVcpuCountPerGpu !== undefined),
};

const cloudOf = ({ cloud }: Props) => (cloud === "COMMUNITY" ? "COMMUNITY" : "SECURE");

function podPrice(inputs: Readonly<Record<string, unknown>>, catalog: Catalog): Price {
  const { gpu, cpu, status = inputs["desiredStatus"] } = inputs;
  if (Array.isArray(status)) {
    const prices = status.map((one: unknown) => podPrice({ ...inputs, status: one }, catalog));
    return { ...firstOf(prices), what: prices.map(({ what }) => what).join(" or ") };
  }
  if (isUncharged(status)) return { perHour: 0, what: inputs["runToCompletion"] === true ? "done" : "stopped" };
  const cloud = cloudOf(inputs);
  if (Array.isArray(gpu)) return firstOf(gpu.map((one: unknown) => podPrice({ ...inputs, gpu: one }, catalog)));
  if (Array.isArray(cpu)) return firstOf(cpu.map((one: unknown) => podPrice({ ...inputs, cpu: one }, catalog)));
  if (isObject(gpu)) return gpuPrice(gpu["id"], numberOr(gpu["count"], 1), cloud, catalog);
  if (!isObject(cpu)) return { perHour: undefined, what: "hardware not known yet" };
  const units = numberOr(cpu["vcpuCount"], 0);
  return priceOfType(catalog.cpus, cpu["id"], { units, cloud, what: `${units} vCPUs of ${text(cpu["id"])}` });
}

export const pricing: Pricing = { price: podPrice, charged: "hourly" };
