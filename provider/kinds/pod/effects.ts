import type { Props } from "../../table/props";
import { restart, type RunAfter } from "../../table/resource";
import { mayRest } from "./waiting";

const wipes = "wipes the container's disk";
/** The loss of a pod that is stopped or reset. */
export const wipesItsDisk = `which ${wipes}; mounted disks keep their data`;

/** A lock prevents stopping a pod, but not a restart by an update (P-46). */
function lockedRestart(
  { locked, desiredStatus }: Props,
  changed: ReadonlySet<string>,
  restarting: readonly string[],
): string | undefined {
  const staysLocked = locked === true && !changed.has("locked");
  if (!staysLocked || desiredStatus !== "RUNNING" || restarting.length === 0) return undefined;
  // Another template may set what the pod has.
  const how = restarting.every((name) => name === "templateId") ? "may restart" : "restarts";
  return `it is locked, and this change of ${restarting.join(", ")} ${how} its container, which ${wipes} all the same`; // P-46, P-51
}

function wipedByReset({ desiredStatus }: Props, changed: ReadonlySet<string>): string | undefined {
  if (desiredStatus !== "RUNNING" || !changed.has("resetTriggers")) return undefined;
  return `resetTriggers changed: the pod is reset, ${wipesItsDisk}`; // P-45
}

export const podDisturbs: typeof lockedRestart = (state, changed, restarting) =>
  lockedRestart(state, changed, restarting) ?? wipedByReset(state, changed);

const hasEnded = ({ status }: Props): boolean => status === "EXITED" || status === "ERROR";

/** A resting pod stays stopped unless a change starts its container (P-44). */
const staysStopped = (state: Props, news: Props, restarting: readonly string[]): boolean =>
  mayRest(news) && state.status === "EXITED" && typeof state.startedAt === "string" && restarting.length === 0;

/** The effect of an update on the container of a pod (P-43, P-44, P-45, P-51). */
export function podRunAfter(
  state: Props,
  news: Props,
  changed: ReadonlySet<string>,
  restarting: readonly string[],
): RunAfter {
  if (changed.has("desiredStatus")) {
    if (state.desiredStatus === "RUNNING") return hasEnded(state) ? "stays" : "stops";
    return staysStopped(state, news, restarting) ? "stays" : "starts";
  }
  if (state.desiredStatus !== "RUNNING") return "stays";
  const isDone = state.status === "EXITED";
  if (state.status === "ERROR" || (isDone && (!mayRest(news) || restarting.length > 0))) return "starts";
  return restarting.length > 0 ? "restarts" : "stays";
}

export function podSideEffects(
  state: Props,
  news: Props,
  changed: ReadonlySet<string>,
  restarting: readonly string[],
): string[] {
  const run = podRunAfter(state, news, changed, restarting);
  if (changed.has("desiredStatus")) {
    if (run === "starts") return ["The pod starts."];
    if (run === "stops")
      return ["The pod stops, which wipes the container's disk; it keeps its host and the data of mounted disks."];
    return state.desiredStatus === "RUNNING"
      ? ["The pod, which has ended, stays as it is."]
      : ["The pod, which has run, stays stopped; change restartTriggers to start it."];
  }
  if (run === "stays")
    return state.desiredStatus === "RUNNING" && changed.has("globalNetworking") ? [networkingLater] : [];
  if (run === "starts" && !mayRest(news)) return ["The pod, which has ended, starts again."];
  const job = state.status === "ERROR" ? "The failed job" : "The finished job";
  const ended = news.runToCompletion === true ? `${job} runs again` : "The pod, which has ended, starts again";
  const how = run === "starts" ? ended : "The container restarts";
  return [`${how}, which ${restart.loses}; mounted disks keep their data.`];
}

const networkingLater =
  "globalNetworking takes effect when the pod starts next; change restartTriggers too to restart it in this `up`.";
