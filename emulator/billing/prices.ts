/**
 * Prices of what the contract names amounts for but no price (B-11): they are the emulator's own. Pods' `cost` holds
 * compute only (P-61), so neither it nor the spending cap (P-19) counts disks and cluster networks; bills and the balance
 * do.
 */
const hoursPerMonth = 730;

/** Container disks and persistent mounts, in USD per GB and month. */
const diskUsdPerGbMonth = 0.1;
export const diskUsdPerHour = (gb: number): number => (gb * diskUsdPerGbMonth) / hoursPerMonth;

/** The network between the members of a cluster, in USD per GPU and hour. */
const clusterNetworkUsdPerGpuHour = 0.02;
export const clusterNetworkUsdPerHour = (gpus: number): number => gpus * clusterNetworkUsdPerGpuHour;

/** Network volumes by tier, in USD per GB and month (V-17). */
const volumeUsdPerGbMonth: Readonly<Record<string, number>> = { STANDARD: 0.07, HIGH_PERFORMANCE: 0.14 };
export const volumeUsdPerHour = (type: string, gb: number): number =>
  ((volumeUsdPerGbMonth[type] ?? 0) * gb) / hoursPerMonth;

/** Rates that the spending cap leaves out. */
export const uncappedRates: readonly string[] = ["disk", "networking"];
