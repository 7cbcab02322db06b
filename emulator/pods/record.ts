import * as z from "zod";
import { Mounts } from "../../api/mounts";
import { type clouds, Pod, PodCreate, podStatuses, PodUpdate } from "../../api/pods";
import { StockId } from "../catalog/fixtures/stock";
import { Count, dated, Env, Few, Id, Instant, Percent, Text, Usd } from "../kernel/bounds";
import { choices } from "../kernel/choices";
import { type KeptBy, keptMembers } from "../store/kept";

export type PodStatus = (typeof podStatuses)[number];
export type Cloud = (typeof clouds)[number];

/** The members that a pod keeps unchanged, with the defaults of P-16. Each other member has a rule of its own. */
export const podMembers = keptMembers({
  create: PodCreate.shape,
  update: PodUpdate.shape,
  answer: Pod.shape,
  own: ["args", "cmd", "entrypoint", "mounts", "gpu", "cpu", "globalNetworking"],
  // The machine and its price follow from these.
  fixed: ["gpu", "cpu", "cloud", "dataCenterIds"],
  absent: {
    image: "",
    disk: choices.defaultDiskGb,
    env: {},
    ports: [],
    registry: null,
    cloud: "SECURE",
    locked: false,
  },
});

/** What a pod has by rules of its own. What follows from the clock is worked out when it is read. */
const OwnPod = z.object({
  /** Emulator's ms since the epoch, as all times here. */
  ...dated,
  /** The command, which three members of a request spell (M-3). */
  args: Text,
  mounts: Mounts,
  gpu: z.object({ id: Id, count: Few }).optional(),
  cpu: z.object({ id: Id, vcpuCount: Few }).optional(),
  /** Only on pods made through v1 (P-34). */
  template: z.string().nullable(),
  cluster: z.object({ id: Id, rank: Few }).optional(),
  /** Asked for; an address follows at the next boot (P-51, P-56). */
  globalNetworking: z.boolean(),
  networkIp: z.string().optional(),

  /** The machines it runs on, kept while it exists (P-63). */
  stockId: StockId,
  /** GPUs or vCPUs it takes there while it runs. */
  units: Few,
  /** USD per hour while it runs (P-61). */
  ratePerHourUsd: Usd,

  /** The last status it entered, and when. */
  status: z.enum(podStatuses),
  since: Instant,
  isPlaced: z.boolean(),
  startedAt: Instant.nullable(),
  /** Boots so far; public ports follow from it, so that they change with each reset (P-55). */
  boots: Count,
  /** Times its state was read by id; counted for scripts. */
  polls: Count,
  /** How busy it is, in percent, where somebody has said so. */
  load: Percent.optional(),
  /** The container's environment, with the secrets filled in at boot (U-17). Never shown. */
  bootEnv: Env.optional(),
});

export type StoredPod = KeptBy<typeof podMembers> & z.infer<typeof OwnPod>;
export const PodRecord = z.object({ ...podMembers.inDumps, ...OwnPod.shape });

/** A number that follows from a text, 32 bits; FNV-1a. Used where the platform would roll dice, so that runs repeat. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}

/** Address of a pod's machine, from the range for documentation. The same while the pod exists (P-63). */
export const hostIp = (podId: string) => `203.0.113.${1 + (hashOf(podId) % 254)}`;

/** Public number of a TCP port; another one after each boot (P-55). */
export const publicPort = (podId: string, port: number, boots: number) =>
  30_000 + ((hashOf(`${podId}/${port}`) + boots * 7919) % 10_000);
