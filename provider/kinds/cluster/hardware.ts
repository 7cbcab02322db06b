import { ClusterCompute } from "../../../api/clusters";
import { sizeOf } from "../../capacity/choose";
import { type Hardware, withStock } from "../../capacity/stock";
import { type Catalog, firstOf, gpuPrice, numberOr, type Price, type Pricing } from "../../cost/pricing";
import type { NeedForm } from "../../table/need";
import { isObject } from "../../table/props";
import { placesOf } from "../shared/places";
import { isUncharged } from "../shared/pod-readiness";
import { needSchemas, orNeed } from "../shared/need-schemas";

export const computeNeed: NeedForm = {
  id: "gpuTypeId",
  list: "gpus",
  byId: ClusterCompute.extend({}),
  units: "gpuCountPerPod",
  machines: "podCount",
};

/** The hardware of every member, by an id or by a need. */
export const ComputeOrNeed = orNeed(ClusterCompute, "gpuTypeId", needSchemas);

export const clusterHardware: Hardware = {
  label({ compute }) {
    const { gpuTypeId, gpuCountPerPod, podCount } = isObject(compute) ? compute : {};
    return `${String(podCount)} pods of ${String(gpuCountPerPod)} × ${String(gpuTypeId)}`;
  },
  asked: ({ compute }) => ({ form: computeNeed, one: isObject(compute) ? compute : {} }),
  async offers(asking, inputs) {
    const count = sizeOf(clusterHardware.asked(inputs).one, computeNeed.units);
    const catalog = await asking.catalog.gpus({ ...withStock("CLUSTER"), count });
    return { catalog, place: { cloud: "SECURE", dataCenters: await placesOf(asking, inputs) } };
  },
  // The catalog describes one member, and does not tell whether all of them fit into one data center.
  isPartial: () => true,
};

function clusterPrice(inputs: Readonly<Record<string, unknown>>, catalog: Catalog): Price {
  const { compute, pods } = inputs;
  if (Array.isArray(compute)) return firstOf(compute.map((one: unknown) => clusterPrice({ compute: one }, catalog)));
  if (!isObject(compute)) return { perHour: undefined, what: "hardware not known yet" };
  const members = chargedOf(pods) ?? numberOr(compute["podCount"], 0);
  if (members === 0) return { perHour: 0, what: "stopped" };
  const count = members * numberOr(compute["gpuCountPerPod"], 0);
  return gpuPrice(compute["gpuTypeId"], count, "SECURE", catalog);
}

/** The number of charged members of an existing cluster: some containers may have ended. */
function chargedOf(pods: unknown): number | undefined {
  if (!isObject(pods) || typeof pods.total !== "number" || !isObject(pods.byStatus)) return undefined;
  const idle = Object.entries(pods.byStatus).filter(([status]) => isUncharged(status));
  return pods.total - idle.reduce((sum, [, count]) => sum + numberOr(count, 0), 0);
}

export const pricing: Pricing = { price: clusterPrice, charged: "hourly" };
