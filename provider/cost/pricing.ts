import { ownMember } from "../../values/own-member";
import type { CpuType, GpuType } from "../../api/catalog";

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
  /** What the dearest of several alternatives costs, where that is more: nobody knows yet which one it will be. */
  readonly most?: number;
}

/** What the objects of a kind cost. */
export interface Pricing {
  /** List price of one with these inputs, and the `status` of one that exists (P-61): GPUs × count, or vCPUs; storage is billed apart and not priced. */
  readonly price: (inputs: Readonly<Record<string, unknown>>, catalog: Catalog) => Price;
  /** What runs is charged: by the hour at a published rate, or by the second of what happens to be at work. */
  readonly charged?: "hourly" | "by use";
}

export const costs = (perHour: number | undefined, what: string): Pricing => ({ price: () => ({ perHour, what }) });
export const free = costs(0, "free");

/** Of alternatives the first, with the most that it may come to. No price where one of them has none. */
export function firstOf(prices: readonly Price[]): Price {
  const [first, ...rest] = prices;
  if (!first || rest.length === 0) return first ?? { perHour: undefined, what: "hardware not known yet" };
  const what = `${first.what}; the first of ${prices.length}`;
  const most = Math.max(...prices.map(({ perHour }) => perHour ?? Number.NaN));
  if (first.perHour === undefined || Number.isNaN(most)) return { perHour: undefined, what };
  return { perHour: first.perHour, what, ...(most > first.perHour && { most }) };
}

export function gpuPrice(id: string, count: number, cloud: "SECURE" | "COMMUNITY", catalog: Catalog): Price {
  const type = catalog.gpus.find((candidate) => candidate.id === id);
  const what = `${count} × ${id}, ${cloud}`;
  if (!type) return { perHour: undefined, what: `${what}; not in the catalog` };
  return { perHour: (cloud === "SECURE" ? type.price.secure : type.price.community) * count, what };
}

export const numberOr = (value: unknown, otherwise: number) => (typeof value === "number" ? value : otherwise);
export const text = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "?");

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
  const needs = (...names: string[]) =>
    inputs.some((each) => names.some((name) => ownMember(each, name) !== undefined));
  const [gpus, cpus] = await Promise.all([
    needs("gpu", "compute") ? lists.gpus() : [],
    needs("cpu") ? lists.cpus() : [],
  ]);
  return { gpus, cpus };
}
