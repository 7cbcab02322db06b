import { EndpointGpu } from "../../../api/serverless";
import { ownMember } from "../../../values/own-member";
import { costs, type Pricing } from "../../cost/pricing";
import { canonicalNeed, type NeedForm, type Pooled, withoutNeed } from "../../table/need";
import { isObject, type Props, sameValue, strings } from "../../table/props";
import { condition } from "../../table/resource";
import { needSchemas, orNeed } from "../shared/need-schemas";
import { isSet } from "../shared/rules";

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

/** The table's defaults for omitted members (E-2, E-22). */
export const workersByDefault = { min: 0, max: 3, idleTimeout: 10 } as const;

/** An endpoint that scales by the number of requests has no idle timeout, unless it balances load (E-22). */
export const hasIdleTimeout = ({ type, scaling }: Props): boolean =>
  type !== "QUEUE" || !isObject(scaling) || scaling.type !== "REQUEST_COUNT";

/** Another family of hardware needs a new endpoint (E-25); any other change of hardware is made in place. */
export const inFamily = condition({
  effects: ["update", "replace"],
  because: "a different selection is an update; an endpoint can't change between GPUs and CPUs", // E-25
  when: (old, next) => (isSet(old) && isSet(next) ? "update" : "replace"),
});

/** The compared form: a member with its default value counts as omitted, and the order of pools and exclusions has no meaning. */
export function canonicalGpu(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { pools, excludedTypes, count = 1, allowedCudaVersions, minCudaVersion } = value;
  const sorted = (list: unknown) => (Array.isArray(list) ? list.map((one) => String(one).trim()).sort() : (list ?? []));
  return {
    ...canonicalNeed(value),
    pools: sorted(pools),
    excludedTypes: sorted(excludedTypes),
    count,
    allowedCudaVersions: sorted(allowedCudaVersions),
    minCudaVersion: minCudaVersion || undefined,
  };
}

export const canonicalWorkers = (value: unknown): unknown =>
  isObject(value) ? { ...workersByDefault, ...value } : value;

/** The part of a selection that an update sends: constraints only if they change, because a template may have set them (E-33). */
export function gpuPatch(olds: Props, news: Props): Props {
  if (!isObject(news.gpu)) return {};
  const before: Props = isObject(olds.gpu) ? olds.gpu : {};
  const { pools, excludedTypes, count = 1, allowedCudaVersions = [], minCudaVersion = "" } = news.gpu;
  const constraints = { count, allowedCudaVersions, minCudaVersion };
  const absent: Props = { count: 1, allowedCudaVersions: [], minCudaVersion: "" };
  // The state omits a list from a template, which a minimum has to clear (E-30).
  const isCleared = (name: string) => name === "allowedCudaVersions" && minCudaVersion !== "";
  const changed = Object.entries(constraints).filter(
    ([name, value]) => isCleared(name) || !sameValue(ownMember(before, name) ?? ownMember(absent, name), value),
  );
  // Pools without exclusions clear the exclusions (E-27).
  return {
    gpu: { pools, ...(strings(excludedTypes).length > 0 && { excludedTypes }), ...Object.fromEntries(changed) },
  };
}

/** All members, because a PATCH does not change omitted ones (E-11). */
export function workersPatch(news: Props): Props {
  const asked: Props = isObject(news.workers) ? news.workers : {};
  const { min, max, idleTimeout } = { ...workersByDefault, ...asked };
  return { workers: hasIdleTimeout(news) ? { min, max, idleTimeout } : { min, max } };
}

export const pricing: Pricing = {
  ...costs(undefined, "billed for each second of a worker; serverless prices are not published"),
  charged: "by use",
};
