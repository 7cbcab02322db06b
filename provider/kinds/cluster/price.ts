import { type Catalog, dearest, gpuPrice, numberOr, type Price, type Pricing, text } from "../../cost/pricing";
import { isObject } from "../../table/props";

function clusterPrice(inputs: Readonly<Record<string, unknown>>, catalog: Catalog): Price {
  const { compute } = inputs;
  if (Array.isArray(compute)) return dearest(compute.map((one: unknown) => clusterPrice({ compute: one }, catalog)));
  if (!isObject(compute)) return { perHour: undefined, what: "hardware not known yet" };
  const count = numberOr(compute["podCount"], 0) * numberOr(compute["gpuCountPerPod"], 0);
  return gpuPrice(text(compute["gpuTypeId"]), count, "SECURE", catalog);
}

export const pricing: Pricing = { price: clusterPrice, charged: "hourly" };
