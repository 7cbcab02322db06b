import type { CpuQuery, GpuQuery } from "../../api/catalog";

/** The flags that narrow a list of the catalog to available hardware. */
export interface StockFlags {
  readonly available?: boolean;
  readonly dataCenter?: string;
  readonly count?: number;
  readonly community?: boolean;
  /** Minimum in GB for each GPU, or for all vCPUs together. */
  readonly memory?: number;
  /** USD for one pod. */
  readonly maxHourlyCost?: number;
}

/** Tells whether the flags need stock. */
export const asksStock = ({ available, dataCenter, count }: StockFlags): boolean =>
  available === true || dataCenter !== undefined || count !== undefined;

export const gpuStockQuery = ({ count, community }: StockFlags): GpuQuery => ({
  include: ["AVAILABILITY"],
  product: ["POD"],
  ...(count === undefined ? {} : { count }),
  ...(community ? { cloud: "COMMUNITY" } : {}),
});

export const cpuStockQuery = ({ count }: StockFlags): CpuQuery => ({
  include: ["AVAILABILITY"],
  product: ["POD"],
  ...(count === undefined ? {} : { vcpuCount: count }),
});

interface Stocked {
  readonly availability?: string | undefined;
  readonly dataCenters?: readonly { readonly id: string; readonly availability: string }[] | undefined;
}

/** The data centers with stock, limited to the requested one. */
const sites = ({ dataCenters = [] }: Stocked, { dataCenter }: StockFlags) =>
  dataCenters.filter(
    ({ id, availability }) => availability !== "NONE" && (dataCenter === undefined || id === dataCenter),
  );

export function isInStock(type: Stocked, flags: StockFlags): boolean {
  if (flags.dataCenter !== undefined) return sites(type, flags).length > 0;
  return type.availability !== undefined && type.availability !== "NONE";
}

/** Data centers with how much they have: `EU-XX-1 HIGH, US-XX-1 LOW`. */
export const stockText = (type: Stocked, flags: StockFlags): string =>
  sites(type, flags)
    .map(({ id, availability }) => `${id} ${availability}`)
    .join(", ");
