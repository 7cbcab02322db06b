import type { Props } from "../../table/props";
import { mayRest } from "./waiting";

const wipes = "wipes the container's disk";

/** A lock keeps a pod from being stopped, and not from being restarted by an update (P-46). */
function lockedRestart(
  { locked, desiredStatus }: Props,
  changed: ReadonlySet<string>,
  restarting: readonly string[],
): string | undefined {
  const staysLocked = locked === true && !changed.has("locked");
  if (!staysLocked || desiredStatus !== "RUNNING" || restarting.length === 0) return undefined;
  return `it is locked, and this change of ${restarting.join(", ")} restarts its container and ${wipes} all the same`; // P-46, P-51
}

/** Whoever asks for a reset is told what it costs. */
function wipedByReset({ desiredStatus }: Props, changed: ReadonlySet<string>): string | undefined {
  if (desiredStatus !== "RUNNING" || !changed.has("resetTriggers")) return undefined;
  return `resetTriggers changed: the pod is reset, which ${wipes}; mounted disks keep their data`; // P-45
}

export const podDisturbs: typeof lockedRestart = (state, changed, restarting) =>
  lockedRestart(state, changed, restarting) ?? wipedByReset(state, changed);

const hasEnded = ({ status }: Props): boolean => status === "EXITED" || status === "ERROR";

/** A pod at rest stays so, unless something changes that starts a container (P-44). */
const staysStopped = (state: Props, news: Props, restarting: readonly string[]): boolean =>
  mayRest(news) && state.status === "EXITED" && typeof state.startedAt === "string" && restarting.length === 0;

function ofStatus(state: Props, news: Props, restarting: readonly string[]): string {
  if (state.desiredStatus === "RUNNING")
    return hasEnded(state) ? "The pod, which has ended, stays as it is." : "The pod stops and keeps its host.";
  return staysStopped(state, news, restarting)
    ? "The pod, which has run, stays stopped; change restartTriggers to start it."
    : "The pod starts.";
}

/** What an update does to a pod that runs, to one that does not, and to one that is done (P-43, P-44, P-45, P-51). */
export function podSideEffects(
  state: Props,
  news: Props,
  changed: ReadonlySet<string>,
  restarting: readonly string[],
): string[] {
  if (changed.has("desiredStatus")) return [ofStatus(state, news, restarting)];
  if (state.desiredStatus !== "RUNNING") return [];
  const isDone = state.status === "EXITED";
  if (isDone && !mayRest(news)) return ["The pod, which has ended, starts again."];
  if (restarting.length === 0) return changed.has("globalNetworking") ? [networkingLater] : [];
  const ended =
    news.runToCompletion === true ? "The job, which is done, runs anew" : "The pod, which has ended, starts again";
  const how = isDone ? ended : "The container restarts";
  return [`${how}, which wipes the container disk; mounted disks keep their data.`];
}

const networkingLater =
  "globalNetworking takes effect when the pod starts next; change restartTriggers too to restart it in this `up`.";
