import { type Asking, type Hardware, type Stock, stockOf } from "../../capacity/stock";
import { type Catalog, firstOf, gpuPrice, numberOr, type Price, type Pricing, text } from "../../cost/pricing";
import { isObject, type Props } from "../../table/props";
import { aboveMost, placesOf } from "../shared/places";
import { isUncharged } from "../shared/pod-readiness";
import { unitsOf } from "./need";

const include: "AVAILABILITY"[] = ["AVAILABILITY"];

export const clusterHardware: Hardware = {
  label({ compute }) {
    const { gpuTypeId, gpuCountPerPod, podCount } = isObject(compute) ? compute : {};
    return `${String(podCount)} pods of ${String(gpuCountPerPod)} × ${String(gpuTypeId)}`;
  },
  list: () => "gpus",
  offers: (asking, asked) => clusterOffers(asking, asked, unitsOf(computeOf(asked))),
  stock: clusterStock,
};

const computeOf = ({ compute }: Props): Props => (isObject(compute) ? compute : {});

async function clusterOffers(asking: Asking, asked: Props, count: number) {
  const catalog = await asking.catalog.gpus({ include, product: ["CLUSTER"], count });
  return { catalog, place: { cloud: "SECURE" as const, dataCenters: await placesOf(asking, asked) } };
}

/** The catalog describes one member, and does not tell whether all of them fit into one data center. */
async function clusterStock(asking: Asking, asked: Props): Promise<Stock> {
  const compute = computeOf(asked);
  const count = unitsOf(compute);
  const { catalog, place } = await clusterOffers(asking, asked, count);
  const listed = catalog.find(({ id }) => id === compute.gpuTypeId);
  if (listed && count > listed.maxCount.secure) return aboveMost(listed.maxCount.secure, "SECURE");
  return stockOf({ listed, places: place.dataCenters, isPartial: true });
}

function clusterPrice(inputs: Readonly<Record<string, unknown>>, catalog: Catalog): Price {
  const { compute, pods } = inputs;
  if (Array.isArray(compute)) return firstOf(compute.map((one: unknown) => clusterPrice({ compute: one }, catalog)));
  if (!isObject(compute)) return { perHour: undefined, what: "hardware not known yet" };
  const members = chargedOf(pods) ?? numberOr(compute["podCount"], 0);
  if (members === 0) return { perHour: 0, what: "stopped" };
  const count = members * numberOr(compute["gpuCountPerPod"], 0);
  return gpuPrice(text(compute["gpuTypeId"]), count, "SECURE", catalog);
}

/** The number of charged members of an existing cluster: some containers may have ended. */
function chargedOf(pods: unknown): number | undefined {
  if (!isObject(pods) || typeof pods.total !== "number" || !isObject(pods.byStatus)) return undefined;
  const idle = Object.entries(pods.byStatus).filter(([status]) => isUncharged(status));
  return pods.total - idle.reduce((sum, [, count]) => sum + numberOr(count, 0), 0);
}

export const pricing: Pricing = { price: clusterPrice, charged: "hourly" };
