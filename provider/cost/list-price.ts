import type { CpuType, GpuType } from "../../api/catalog";
import { kinds } from "../kinds";
import type { KindName } from "../kinds/names";
import type { Catalog, Price, Pricing } from "./pricing";

/** Hours in an average month: 365 days of 24 hours, over 12. */
export const hoursPerMonth = 730;

const pricingOf = (kind: KindName): Pricing => kinds[kind].pricing;

/** List price of a resource with these inputs. */
export const priceOf = (kind: KindName, inputs: Readonly<Record<string, unknown>>, catalog: Catalog): Price =>
  pricingOf(kind).price(inputs, catalog);

/** Kinds whose running objects are charged at a published rate per hour. */
export const isHourly = (kind: KindName): boolean => pricingOf(kind).charged === "hourly";

/** Kinds whose objects run, and are charged for that; storage is billed apart. */
export const runs = (kind: KindName): boolean => pricingOf(kind).charged !== undefined;

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
