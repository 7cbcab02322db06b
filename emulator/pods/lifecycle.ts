import type { podActions } from "../../api/pods";
import type { PodScript } from "./scripts";
import { choices } from "../kernel/choices";
import { clusterNetworkUsdPerHour, diskUsdPerHour } from "../store/ledger";
import type { Store } from "../store/store";
import { hashOf, type PodStatus, type StoredPod } from "./record";

export type PodAction = (typeof podActions)[number];

/** What may be done in each status (section 4.4). */
export const actionsIn: Readonly<Record<PodStatus, readonly PodAction[]>> = {
  PROVISIONING: ["stop", "terminate"],
  STARTING: ["stop", "terminate"],
  RUNNING: ["stop", "restart", "terminate"],
  EXITED: ["start", "terminate"],
  ERROR: ["start", "terminate"],
  TERMINATED: [],
};

interface Step {
  readonly status: PodStatus;
  /** Emulator's ms since the epoch. */
  readonly at: number;
}

/** Where a pod goes by itself, and when (P-42, P-48, P-49). */
export function nextStep(store: Store, pod: StoredPod): Step | undefined {
  const { settings } = store;
  const script = scriptFor(store, pod);
  const after = (ms: number | undefined) => (ms === undefined ? Number.POSITIVE_INFINITY : pod.since + ms);
  switch (pod.status) {
    case "PROVISIONING":
      return script?.stayProvisioning
        ? undefined
        : { status: "STARTING", at: after(script?.provisioningMs ?? settings.provisioningMs) };
    case "STARTING":
      return { status: script?.failStart ? "ERROR" : "RUNNING", at: after(script?.startingMs ?? settings.startingMs) };
    case "RUNNING": {
      const fails = after(script?.errorAfterMs);
      const exits = after(script?.exitAfterMs);
      if (Math.min(fails, exits) === Number.POSITIVE_INFINITY) return undefined;
      return fails < exits ? { status: "ERROR", at: fails } : { status: "EXITED", at: exits };
    }
    case "EXITED":
    case "ERROR":
    case "TERMINATED":
      return undefined;
  }
}

/** Takes a pod through everything that fell due by now. */
export function advance(store: Store, pod: StoredPod): StoredPod {
  if (!store.restlessPods.has(pod)) return pod;
  const now = store.now();
  let step = nextStep(store, pod);
  for (; step && step.at <= now; step = nextStep(store, pod)) enter(store, pod, step.status, step.at);
  if (!step && pod.status !== "PROVISIONING") store.restlessPods.delete(pod);
  return pod;
}

/** Advances every pod to the present, before a decision on capacity, money or secrets. */
export function advanceAll(store: Store): void {
  if (store.now() < store.restUntil) return;
  store.restUntil = Number.POSITIVE_INFINITY;
  for (const pod of store.restlessPods) {
    advance(store, pod);
    if (store.restlessPods.has(pod)) wake(store, pod);
  }
}

/** Has a pod looked at when its next step is due. */
export function wake(store: Store, pod: StoredPod): void {
  store.restlessPods.add(pod);
  store.restUntil = Math.min(store.restUntil, nextStep(store, pod)?.at ?? Number.POSITIVE_INFINITY);
}

/** Counts a read by id, which a script may answer with ERROR. */
export function poll(store: Store, pod: StoredPod): void {
  const nth = scriptFor(store, pod)?.errorAtPoll;
  pod.polls += 1;
  if (nth !== undefined && pod.polls >= nth && actionsIn[pod.status].includes("stop"))
    enter(store, pod, "ERROR", store.now());
}

/** Moves a pod into a status, with all consequences. */
export function enter(store: Store, pod: StoredPod, status: PodStatus, at: number): void {
  const held = holdsCompute(pod.status);
  pod.status = status;
  pod.since = at;
  if (status === "STARTING") pod.isPlaced = true;
  if (status === "RUNNING") boot(store, pod, at);
  if (held && !holdsCompute(status)) store.capacity.release(pod.stockId, pod.units);
  if (!held && holdsCompute(status)) store.capacity.take(pod.stockId, pod.units);
  meterPod(store, pod, at);
  wake(store, pod);
  for (const listener of store.podListeners) listener(pod, at);
}

/** A pod's cost from now on: compute and its own disk while it holds a machine, its persistent mount until it is deleted. */
export function meterPod(store: Store, pod: StoredPod, at: number): void {
  store.ledger.start(pod.cluster ? "cluster-pod" : "pod", pod.id, ratesOf(pod), at);
}

function ratesOf({ status, gpu, cluster, disk, mounts, ratePerHourUsd }: StoredPod): Record<string, number> {
  if (status === "TERMINATED") return {};
  const persistentGb = mounts.persistent?.size ?? 0;
  if (!holdsCompute(status)) return { disk: diskUsdPerHour(persistentGb) };
  return {
    [gpu ? "gpu" : "cpu"]: ratePerHourUsd,
    disk: diskUsdPerHour(disk + persistentGb),
    ...(cluster && { networking: clusterNetworkUsdPerHour(gpu?.count ?? 0) }),
  };
}

/** Only EXITED and TERMINATED pods cost nothing (P-57). */
export const holdsCompute = (status: PodStatus) => status !== "EXITED" && status !== "TERMINATED";

function boot(store: Store, pod: StoredPod, at: number): void {
  pod.startedAt = at;
  pod.boots += 1;
  if (!pod.globalNetworking) pod.networkIp = undefined;
  else pod.networkIp ??= `10.65.${hashOf(pod.id) % 250}.${1 + (hashOf(`${pod.id}/net`) % 250)}`;
  pod.bootEnv = fillSecrets(store, pod.env);
}

/** U-17, CH-11. */
const secretPlaceholder = new RegExp(`\\{\\{ *${choices.secretPrefix}_SECRET_([^\\s{}]+) *\\}\\}`, "g");

/** Placeholders of secrets become values when the container boots (U-17), and stay as they were then (U-18). */
export function fillSecrets(store: Store, env: Readonly<Record<string, string>>): Record<string, string> {
  const valueOf = (name: string) => [...store.secrets.values()].find(({ record }) => record.name === name)?.value;
  const filled = Object.entries(env).map(([name, value]) => {
    const text = value.replace(secretPlaceholder, (whole, secret: string) => valueOf(secret) ?? whole);
    return [name, text] as const;
  });
  return Object.fromEntries(filled);
}

function scriptFor(store: Store, pod: StoredPod): PodScript | undefined {
  const { id, name, image, registry, cluster } = pod;
  return store.scripts.for({ id, name, image, registry, clusterId: cluster?.id });
}

/** How busy a running pod is, in percent; undefined where that is left to chance. */
export function loadOf(store: Store, pod: StoredPod): number | undefined {
  const runsMs = store.now() - pod.since;
  return pod.load ?? scriptFor(store, pod)?.load?.findLast(({ afterMs }) => afterMs <= runsMs)?.percent;
}
