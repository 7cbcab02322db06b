/**
 * Storage prices in USD per GB and month of 730 hours. The contract prices compute only (P-61, CH-26); these stand in for
 * the storage the vendor bills apart.
 */
const perGbMonth = { containerDisk: 0.1, persistentDisk: 0.1, stoppedDisk: 0.2, standard: 0.07, highPerformance: 0.14 };
const hoursPerMonth = 730;

/** USD per hour for that much storage of a kind. */
export const storageUsdPerHour = (kind: keyof typeof perGbMonth, gb: number): number =>
  (perGbMonth[kind] * gb) / hoursPerMonth;

/** USD per hour and GPU for the private network of a cluster. */
export const clusterNetworkUsdPerGpuHour = 0.02;
