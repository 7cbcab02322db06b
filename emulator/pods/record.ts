import type { Mounts } from "../../api/mounts";
import type { clouds, podStatuses } from "../../api/pods";
import type { Stored } from "../store/collection";

export type PodStatus = (typeof podStatuses)[number];
export type Cloud = (typeof clouds)[number];
export type ClusterRole = "SLURM_CONTROLLER" | "SLURM_COMPUTE" | "RAY_HEAD" | "RAY_WORKER";

/** How a container is started; the command as `args` only (M-3). */
export interface ContainerSettings {
  image: string;
  args: string;
  disk: number;
  env: Readonly<Record<string, string>>;
  ports: readonly string[];
  registry: string | null;
}

/** A pod as stored. What follows from the clock is worked out when it is read. */
export interface StoredPod extends Stored, ContainerSettings {
  /** Emulator's ms since the epoch, as all times here. */
  readonly createdAt: number;
  name: string;
  mounts: Mounts;
  readonly cloud: Cloud;
  readonly gpu?: { readonly id: string; readonly count: number };
  readonly cpu?: { readonly id: string; readonly vcpuCount: number };
  /** Only on pods made through v1 (P-34). */
  readonly template: string | null;
  readonly cluster?: { readonly id: string; readonly rank: number; readonly role?: ClusterRole };
  locked: boolean;
  /** Asked for; an address follows at the next boot (P-51, P-56). */
  globalNetworking: boolean;
  networkIp?: string | undefined;

  /** The machines it runs on, kept while it exists (P-63). */
  readonly stockId: string;
  /** GPUs or vCPUs it takes there while it runs. */
  readonly units: number;
  /** USD per hour while it runs (P-61). */
  readonly ratePerHourUsd: number;

  /** The last status it entered, and when. */
  status: PodStatus;
  since: number;
  /** Whether a machine was assigned. */
  isPlaced: boolean;
  startedAt: number | null;
  /** Boots so far; public ports follow from it, so that they change with each reset (P-55). */
  boots: number;
  /** Times its state was read by id; counted for scripts. */
  polls: number;
  /** What the container sees: env with the secrets filled in at boot (U-17). Never shown. */
  bootEnv?: Readonly<Record<string, string>>;
}
