import { EndpointGpu } from "../../../api/serverless";
import { type NeedForm, type Pooled, withoutNeed } from "../../table/need";
import type { Props } from "../../table/props";
import { needSchemas, orNeed } from "../shared/need";

export const workerNeed: NeedForm = {
  id: "pools",
  excluding: "excludedTypes",
  list: "gpus",
  byId: EndpointGpu.extend({}),
  units: "count",
  together: poolsOf,
};

/** The pools of all types that meet the need, excluding the other types in them. */ // E-13, E-29, K-23
function poolsOf(asked: Props, meeting: readonly string[], catalog: readonly Pooled[]): Props {
  const pools = [...new Set(catalog.filter(({ id }) => meeting.includes(id)).map(({ pool }) => pool))].sort();
  const others = catalog.filter(({ id, pool }) => pools.includes(pool) && !meeting.includes(id)).map(({ id }) => id);
  const { excludedTypes: _, ...rest } = withoutNeed(asked);
  return { pools, ...(others.length > 0 && { excludedTypes: others.sort() }), ...rest };
}

const { memory, manufacturer } = needSchemas;

/** Pools of GPUs, or a need for those of a worker. */
export const PoolsOrNeed = orNeed(EndpointGpu, "pools", { memory, manufacturer });
