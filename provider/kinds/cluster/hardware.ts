import { type Asking, type Hardware, type Stock, stockOf } from "../../capacity/stock";
import { type Catalog, dearest, gpuPrice, numberOr, type Price, type Pricing, text } from "../../cost/pricing";
import { isObject, type Props } from "../../table/props";
import { aboveMost, placesOf } from "../shared/places";
import { isUncharged } from "../shared/uncharged";

const include: "AVAILABILITY"[] = ["AVAILABILITY"];

export const clusterHardware: Hardware = {
  label({ compute }) {
    const { gpuTypeId, gpuCountPerPod, podCount } = isObject(compute) ? compute : {};
    return `${String(podCount)} pods of ${String(gpuCountPerPod)} × ${String(gpuTypeId)}`;
  },
  list: () => "gpus",
  stock: clusterStock,
};

/** The catalog tells of one member at a time, and not whether all of them fit into one data center. */
async function clusterStock(asking: Asking, asked: Props): Promise<Stock> {
  const compute = isObject(asked.compute) ? asked.compute : {};
  const count = Number(compute.gpuCountPerPod);
  const types = await asking.catalog.gpus({ include, product: ["CLUSTER"], count });
  const listed = types.find(({ id }) => id === compute.gpuTypeId);
  if (listed && count > listed.maxCount.secure) return aboveMost(listed.maxCount.secure, "SECURE");
  return stockOf({ listed, places: await placesOf(asking, asked), isPartial: true });
}

function clusterPrice(inputs: Readonly<Record<string, unknown>>, catalog: Catalog): Price {
  const { compute, pods } = inputs;
  if (Array.isArray(compute)) return dearest(compute.map((one: unknown) => clusterPrice({ compute: one }, catalog)));
  if (!isObject(compute)) return { perHour: undefined, what: "hardware not known yet" };
  const members = chargedOf(pods) ?? numberOr(compute["podCount"], 0);
  if (members === 0) return { perHour: 0, what: "stopped" };
  const count = members * numberOr(compute["gpuCountPerPod"], 0);
  return gpuPrice(text(compute["gpuTypeId"]), count, "SECURE", catalog);
}

/** How many members of a cluster that is there cost anything: their containers may have ended. */
function chargedOf(pods: unknown): number | undefined {
  if (!isObject(pods) || typeof pods.total !== "number" || !isObject(pods.byStatus)) return undefined;
  const idle = Object.entries(pods.byStatus).filter(([status]) => isUncharged(status));
  return pods.total - idle.reduce((sum, [, count]) => sum + numberOr(count, 0), 0);
}

export const pricing: Pricing = { price: clusterPrice, charged: "hourly" };
