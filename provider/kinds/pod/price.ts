import { type Catalog, dearest, gpuPrice, numberOr, type Price, type Pricing, text } from "../../cost/pricing";
import { isObject } from "../../table/props";
import { mayRest } from "./waiting";

function podPrice(inputs: Readonly<Record<string, unknown>>, catalog: Catalog): Price {
  if (inputs["desiredStatus"] === "EXITED") return { perHour: 0, what: "stopped" };
  const { gpu, cpu } = inputs;
  if (mayRest(inputs) && inputs["status"] === "EXITED")
    return { perHour: 0, what: inputs["runToCompletion"] === true ? "done" : "stopped" };
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
