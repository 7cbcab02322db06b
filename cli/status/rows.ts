import { counted, smallest } from "../../values/many";
import type { Cluster } from "../../api/clusters";
import type { Pod } from "../../api/pods";
import type { Sighting } from "../../provider/state/sighting";
import { mayRest } from "../../provider/kinds/pod/waiting";
import { totalUsd } from "../../provider/cost/money";
import { sshWaysOf } from "../../client/queries/ssh";
import { seenElsewhere, type StackResource } from "../state/deployment";
import type { LogLine, Row, Status } from "../documents/status";
import type { EndpointSeen, Seen } from "./read";

export interface Known {
  readonly seen: Seen;
  /** The address and key. Undefined if a person has confirmed that invisible objects are gone. */
  readonly here: Sighting | undefined;
  readonly logOf: (podId: string) => LogLine | undefined;
}

export function statusOf(stack: string, rows: readonly Row[], now: number, notes: readonly string[]): Status {
  const spent = rows.flatMap((row) => row.spent ?? []);
  return {
    stack,
    at: new Date(now).toISOString(),
    resources: rows,
    costPerHour: totalUsd(rows.map(({ costPerHour }) => costPerHour ?? 0)),
    spent: spent.length === 0 ? null : totalUsd(spent),
    notes,
  };
}

/** The pod whose log and SSH stand for the resource: itself, or the entry node of a cluster. */
export function entryPodOf({ id }: StackResource, { pods, clusters }: Seen): Pod | undefined {
  const cluster = clusters.get(id);
  return pods.get(cluster ? (cluster.primary?.podId ?? "") : id);
}

export const notLookedAt = "NOT LOOKED AT";

export type Unseen = "NO PASSPHRASE" | "KEY REFUSED" | "NOT READ";

export function rowOf(resource: StackResource, of: Known | Unseen): Row {
  const { kind, name, id, isLeftover, awaitsReplacement } = resource;
  const known = typeof of === "string" || awaitsReplacement ? undefined : of;
  const { pods, clusters, endpoints, unasked, spent } = known?.seen ?? {};
  const endpoint = endpoints?.get(id);
  const cluster = clusters?.get(id);
  const pod = pods?.get(id);
  const ofCluster = cluster && pods && [...pods.values()].filter((one) => one.cluster?.id === id);
  const members = ofCluster ?? (pod ? [pod] : []);
  const entry = known && entryPodOf(resource, known.seen);
  const elsewise = unasked?.has(id) ? notLookedAt : absentPhase(resource, known?.here);
  const absent = typeof of === "string" && !awaitsReplacement ? of : elsewise;
  const now = endpoint ? endpointPhase(endpoint) : cluster ? clusterPhase(cluster) : (pod?.status ?? absent);
  const phase = isLeftover ? `REPLACED, ${now}` : now;
  const isWell =
    endpoint && !isLeftover ? isEndpointWell(endpoint) : phase === "RUNNING" || isLeftStopped(resource, phase);
  return {
    urn: resource.urn,
    kind,
    name,
    id,
    phase,
    isWell,
    ...usageOf(members),
    costPerHour: members.length > 0 ? totalUsd(members.map(({ cost }) => cost)) : null,
    spent: spent?.get(id) ?? null,
    ssh: entry ? sshWaysOf(entry).command : null,
    log: (entry && known?.logOf(entry.id)) ?? null,
    jobs: endpoint?.jobs ? { waiting: endpoint.jobs.inQueue, running: endpoint.jobs.inProgress } : null,
  };
}

/** Tells whether a pod has ended as the program has it, or as the program lets it. */
const isLeftStopped = ({ inputs }: StackResource, phase: string): boolean =>
  phase === "EXITED" && (inputs["desiredStatus"] === "EXITED" || mayRest(inputs));

function absentPhase(resource: StackResource, here: Sighting | undefined): string {
  if (resource.id === "") return "NOT CREATED";
  if (resource.awaitsReplacement) return "REPLACEMENT NOT MADE";
  return seenElsewhere(resource, here) !== undefined ? "NOT VISIBLE" : "GONE";
}

/** `1 RUNNING, 2 IDLE, 3 jobs waiting`. */
function endpointPhase({ workers, jobs }: EndpointSeen): string {
  if (workers === null) return notLookedAt;
  const { running, idle, initializing, throttled, unhealthy } = workers;
  const counts: readonly (readonly [number, string])[] = [
    [running, "RUNNING"],
    [idle, "IDLE"],
    [initializing, "INITIALIZING"],
    [throttled, "THROTTLED"],
    [unhealthy, "UNHEALTHY"],
  ];
  const there = counts.filter(([count]) => count > 0).map(([count, status]) => `${count} ${status}`);
  const waiting = jobs && jobs.inQueue > 0 ? [`${counted(jobs.inQueue, "job")} waiting`] : [];
  return [...(there.length > 0 ? there : ["no workers"]), ...waiting].join(", ");
}

/** Tells whether no worker fails and no job waits for a missing one. */
function isEndpointWell({ workers, jobs }: EndpointSeen): boolean {
  if (workers === null) return true;
  const { running, idle, unhealthy } = workers;
  return unhealthy === 0 && (running + idle > 0 || (jobs?.inQueue ?? 0) === 0);
}

/** The phase of a cluster, which has no status: it runs when all its pods do (C-30). */
function clusterPhase({ pods: { byStatus }, compute: { podCount } }: Cluster): string {
  if (byStatus["RUNNING"] === podCount) return "RUNNING";
  const counts = Object.entries(byStatus).sort(([, a], [, b]) => b - a);
  return counts.map(([status, count]) => `${count} ${status}`).join(", ") || `0 of ${podCount}`;
}

function usageOf(pods: readonly Pod[]): Pick<Row, "uptimeSeconds" | "gpu" | "gpuMemory" | "cpu" | "memory"> {
  const runtimes = pods.map(({ runtime }) => runtime).filter((runtime) => runtime !== null);
  const gpus = runtimes.flatMap((runtime) => runtime.gpus ?? []);
  const uptimes = runtimes.map(({ uptime }) => uptime).filter((uptime) => uptime !== undefined);
  return {
    uptimeSeconds: uptimes.length === 0 ? null : smallest(uptimes),
    gpu: mean(gpus.map(({ util }) => util)),
    gpuMemory: mean(gpus.map(({ memoryUtil }) => memoryUtil)),
    cpu: mean(runtimes.map(({ cpu }) => cpu?.util)),
    memory: mean(runtimes.map(({ memory }) => memory?.util)),
  };
}

function mean(values: readonly (number | undefined)[]): number | null {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? null : Math.round(known.reduce((total, value) => total + value, 0) / known.length);
}
