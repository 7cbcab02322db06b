import type { CpuType, GpuType } from "../../api/catalog";
import { isObject } from "../table/props";
import type { KindName } from "../kinds/names";

/** Hours in an average month: 365 days of 24 hours, over 12. */
export const hoursPerMonth = 730;

export interface Catalog {
  readonly gpus: readonly GpuType[];
  readonly cpus: readonly CpuType[];
}

/** What one resource costs while it runs. */
export interface Price {
  /** USD; undefined where the platform publishes no price. */
  readonly perHour: number | undefined;
  /** E.g. `2 × NVIDIA L40S, SECURE`, or why there is no price. */
  readonly what: string;
  /** The dearest of several alternatives, of which nobody knows yet which one it will be. */
  readonly isAtMost?: boolean;
}

interface Pricing {
  readonly price: (inputs: Readonly<Record<string, unknown>>, catalog: Catalog) => Price;
  /** What runs is charged: by the hour at a published rate, or by the second of what happens to be at work. */
  readonly charged?: "hourly" | "by use";
}

const costs = (perHour: number | undefined, what: string): Pricing => ({ price: () => ({ perHour, what }) });

const pricing: Readonly<Record<KindName, Pricing>> = {
  Pod: { price: podPrice, charged: "hourly" },
  Cluster: { price: clusterPrice, charged: "hourly" },
  NetworkVolume: {
    price: (inputs) => ({ perHour: undefined, what: `${text(inputs["size"])} GB; storage prices are not published` }),
  },
  RegistryCredential: costs(0, "free"),
  SshKey: costs(0, "free"),
  AccountSshKeys: costs(0, "free"),
  Endpoint: {
    ...costs(undefined, "billed for each second of a worker; serverless prices are not published"),
    charged: "by use",
  },
  JobRun: costs(0, "billed by its endpoint"),
  Template: costs(0, "free"),
  Ready: costs(0, "free"),
  AccountSecret: costs(0, "free"),
  RegistryDelegation: costs(0, "free"),
};

/** List price of a resource with these inputs (P-61): GPUs × count, or vCPUs; storage is billed apart and not priced. */
export const priceOf = (kind: KindName, inputs: Readonly<Record<string, unknown>>, catalog: Catalog): Price =>
  pricing[kind].price(inputs, catalog);

/** Kinds whose running objects are charged at a published rate per hour. */
export const isHourly = (kind: KindName): boolean => pricing[kind].charged === "hourly";

/** Kinds whose objects run, and are charged for that; storage is billed apart. */
export const runs = (kind: KindName): boolean => pricing[kind].charged !== undefined;

/** Where a catalog's prices come from: the catalog of a client, or answers that are shared. */
export interface PriceLists {
  gpus(): Promise<readonly GpuType[]>;
  cpus(): Promise<readonly CpuType[]>;
}

/** Reads the price lists that these inputs need, and no other. */
export async function catalogFor(
  inputs: readonly Readonly<Record<string, unknown>>[],
  lists: PriceLists,
): Promise<Catalog> {
  const needs = (...names: string[]) => inputs.some((each) => names.some((name) => each[name] !== undefined));
  const [gpus, cpus] = await Promise.all([
    needs("gpu", "compute") ? lists.gpus() : [],
    needs("cpu") ? lists.cpus() : [],
  ]);
  return { gpus, cpus };
}

function podPrice(inputs: Readonly<Record<string, unknown>>, catalog: Catalog): Price {
  if (inputs["desiredStatus"] === "EXITED") return { perHour: 0, what: "stopped" };
  const { gpu, cpu } = inputs;
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

function clusterPrice(inputs: Readonly<Record<string, unknown>>, catalog: Catalog): Price {
  const { compute } = inputs;
  if (Array.isArray(compute)) return dearest(compute.map((one: unknown) => clusterPrice({ compute: one }, catalog)));
  if (!isObject(compute)) return { perHour: undefined, what: "hardware not known yet" };
  const count = numberOr(compute["podCount"], 0) * numberOr(compute["gpuCountPerPod"], 0);
  return gpuPrice(text(compute["gpuTypeId"]), count, "SECURE", catalog);
}

/** Of alternatives of which nobody knows yet which one it will be. No price where one of them has none. */
function dearest(prices: readonly Price[]): Price {
  const [first, ...rest] = prices;
  if (!first || rest.length === 0) return first ?? { perHour: undefined, what: "hardware not known yet" };
  const dear = rest.reduce(
    (most, price) => ((price.perHour ?? Infinity) > (most.perHour ?? Infinity) ? price : most),
    first,
  );
  return { perHour: dear.perHour, what: `at most ${dear.what}`, isAtMost: true };
}

function gpuPrice(id: string, count: number, cloud: "SECURE" | "COMMUNITY", catalog: Catalog): Price {
  const type = catalog.gpus.find((candidate) => candidate.id === id);
  const what = `${count} × ${id}, ${cloud}`;
  if (!type) return { perHour: undefined, what: `${what}; not in the catalog` };
  return { perHour: (cloud === "SECURE" ? type.price.secure : type.price.community) * count, what };
}

const numberOr = (value: unknown, otherwise: number) => (typeof value === "number" ? value : otherwise);
const text = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "?");
