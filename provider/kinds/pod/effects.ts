import type { Props } from "../../table/props";
import { type ContainerRun, restart, type RunAfter, type Update } from "../../table/resource";
import { mayRest } from "./waiting";

const wipes = "wipes the container's disk";
/** The loss of a pod that is stopped or reset. */
export const wipesItsDisk = `which ${wipes}; mounted disks keep their data`;

/** Tells whether the container's disk is there until the update starts it anew. */
const isWiped = (run: RunAfter, { news, changed }: Update): boolean =>
  run === "restarts" || (run === "starts" && mayRest(news) && !changed.has("desiredStatus"));

/** Warns of a lock, which prevents stopping a pod but no restart by an update (P-46), and of a reset (P-45). */
export function podDisturbs({ run, onlyIf, by }: ContainerRun, update: Update): string | undefined {
  if (!isWiped(run, update)) return undefined;
  if (update.state.locked === true && !update.changed.has("locked")) {
    const how = onlyIf ? `may ${run.slice(0, -1)}` : run;
    return `it is locked, and this change of ${by.join(", ")} ${how} its container, which ${wipes} all the same`; // P-46, P-51
  }
  const what = onlyIf ? "resetTriggers: the pod may be reset" : "resetTriggers changed: the pod is reset";
  return by.includes("resetTriggers") ? `${what}, ${wipesItsDisk}` : undefined; // P-45
}

const hasEnded = ({ status }: Props): boolean => status === "EXITED" || status === "ERROR";

/** A resting pod stays stopped unless a change starts its container (P-44). */
const staysStopped = (state: Props, news: Props, restarting: readonly string[]): boolean =>
  mayRest(news) && state.status === "EXITED" && typeof state.startedAt === "string" && restarting.length === 0;

/** The effect of an update on the container of a pod (P-43, P-44, P-45, P-51). */
export function podRunAfter({ state, news, changed }: Update, restarting: readonly string[]): RunAfter {
  if (changed.has("desiredStatus")) {
    if (state.desiredStatus === "RUNNING") return hasEnded(state) ? "stays" : "stops";
    return staysStopped(state, news, restarting) ? "stays" : "starts";
  }
  if (state.desiredStatus !== "RUNNING") return "stays";
  const isDone = state.status === "EXITED";
  if (state.status === "ERROR" || (isDone && (!mayRest(news) || restarting.length > 0))) return "starts";
  return restarting.length > 0 ? "restarts" : "stays";
}

export function podSideEffects(run: RunAfter, update: Update): string[] {
  const { state, news, changed } = update;
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
  if (!isWiped(run, update)) return ["The pod, which has ended, starts again."];
  const job = state.status === "ERROR" ? "The failed job" : "The finished job";
  const ended = news.runToCompletion === true ? `${job} runs again` : "The pod, which has ended, starts again";
  const how = run === "starts" ? ended : "The container restarts";
  return [`${how}, which ${restart.loses}; mounted disks keep their data.`];
}

const networkingLater =
  "globalNetworking takes effect when the pod starts next; change restartTriggers too to restart it in this `up`.";
