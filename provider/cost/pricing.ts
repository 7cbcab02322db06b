import { ownMember } from "../../values/own-member";
import { largest } from "../../values/many";
import { withoutNoise } from "./money";
import type { CpuType, GpuType } from "../../api/catalog";

/** Hours in an average month: 365 days of 24 hours, over 12. */
export const hoursPerMonth = 730;

export interface Catalog {
  readonly gpus: readonly GpuType[];
  readonly cpus: readonly CpuType[];
}

/** The cost of one resource while it runs. */
export interface Price {
  /** USD; undefined without a published price. */
  readonly perHour: number | undefined;
  /** Such as `2 × NVIDIA L40S, SECURE`, or the reason why there is no price. */
  readonly what: string;
  /** The cost of the most expensive alternative, if it is higher: the choice is still open. */
  readonly most?: number;
}

export interface Pricing {
  /** The list price by GPUs × count or vCPUs, and by the `status` of an existing object (P-61), without storage. */
  readonly price: (inputs: Readonly<Record<string, unknown>>, catalog: Catalog) => Price;
  /** How running objects are charged: by the hour at a published rate, or by the second of actual use. */
  readonly charged?: "hourly" | "by use";
}

export const costs = (perHour: number | undefined, what: string): Pricing => ({ price: () => ({ perHour, what }) });
export const free = costs(0, "free");

/** The price of the first alternative, with the maximum of all. No price if one of them has none. */
export function firstOf(prices: readonly Price[]): Price {
  const [first, ...rest] = prices;
  if (!first || rest.length === 0) return first ?? { perHour: undefined, what: "nothing in the catalog fits" };
  const what = `${first.what}; the first of ${prices.length}`;
  const most = largest(prices.map(({ perHour }) => perHour ?? Number.NaN));
  if (first.perHour === undefined || Number.isNaN(most)) return { perHour: undefined, what };
  return { perHour: first.perHour, what, ...(most > first.perHour && { most }) };
}

type Cloud = "SECURE" | "COMMUNITY";

/** USD per hour for so many GPUs, or vCPUs. */ // P-61
export function hourlyRate({ price }: GpuType | CpuType, units: number, cloud: Cloud): number {
  if ("securePerVcpu" in price) return withoutNoise(Number(price.securePerVcpu) * units);
  return withoutNoise((cloud === "SECURE" ? price.secure : price.community) * units);
}

/** The price of so many GPUs, or vCPUs, of the type with this id. */
export function priceOfType(
  types: readonly (GpuType | CpuType)[],
  id: unknown,
  { units, cloud, what }: { readonly units: number; readonly cloud: Cloud; readonly what: string },
): Price {
  const type = types.find((candidate) => candidate.id === id);
  if (!type) return { perHour: undefined, what: `${what}; not in the catalog` };
  return { perHour: hourlyRate(type, units, cloud), what };
}

export const gpuPrice = (id: unknown, units: number, cloud: Cloud, { gpus }: Catalog): Price =>
  priceOfType(gpus, id, { units, cloud, what: `${units} × ${text(id)}, ${cloud}` });

export const numberOr = (value: unknown, otherwise: number) => (typeof value === "number" ? value : otherwise);
export const text = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "?");

/** The source of prices: the catalog of a client, or shared answers. */
export interface PriceLists {
  gpus(): Promise<readonly GpuType[]>;
  cpus(): Promise<readonly CpuType[]>;
}

/** Reads only the price lists that these inputs need. */
export async function catalogFor(
  inputs: readonly Readonly<Record<string, unknown>>[],
  lists: PriceLists,
): Promise<Catalog> {
  const needs = (...names: string[]) =>
    inputs.some((each) => names.some((name) => ownMember(each, name) !== undefined));
  const [gpus, cpus] = await Promise.all([
    needs("gpu", "compute") ? lists.gpus() : [],
    needs("cpu") ? lists.cpus() : [],
  ]);
  return { gpus, cpus };
}
