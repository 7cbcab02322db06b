import type { Pod } from "../../../api/pods";
import { isSet } from "../shared/rules";
import type { Props } from "../../table/props";
import type { Run } from "../operations";
import { failure, hasRun, isReady } from "../shared/pod-readiness";

export const isStopped = ({ status }: Pod): boolean => status === "EXITED" || status === "ERROR";

export const isJob = ({ runToCompletion }: Props): boolean => runToCompletion === true;

/** Tells whether an ended pod stays ended: a finished job, or a pod that `compute keep` stops when its time is up or it is idle. */
export const mayRest = (inputs: Props): boolean =>
  isJob(inputs) || isSet(inputs.stopAfter) || isSet(inputs.stopWhenIdle);

/** Tells whether the pod has ended and the program leaves it so. */
export const isAtRest = (pod: Pod, news: Props): boolean =>
  news.desiredStatus === "RUNNING" && mayRest(news) && hasRun(pod);

/** Tells whether a starting or running pod has stopped or ended, without a start in between. */
export const wasStopped = (before: Pod, now: Pod): boolean =>
  !isStopped(before) && now.status === "EXITED" && now.startedAt === before.startedAt;

/** Tells whether the container of a running pod has run on without a start in between. */
export const isSameRun = (before: Pod, now: Pod): boolean =>
  now.status === "RUNNING" && now.startedAt === before.startedAt;

/** The pod's run, identified by its start. A starting pod is in none of its earlier runs (P-44, P-45). */
export const podRun = (pod: Pod, news: Props): Run => ({
  id: pod.status === "RUNNING" || isStopped(pod) ? (pod.startedAt ?? "never") : "starting",
  staysEnded: isAtRest(pod, news),
});

/** Tells whether the pod has reached the state of `waitFor`. A finished job is past every such state. */
export function isAwaited(pod: Pod, { waitFor, runToCompletion, desiredStatus }: Props): boolean {
  if (waitFor === "none") return true;
  if (desiredStatus === "EXITED") return isStopped(pod);
  if (runToCompletion === true && hasRun(pod)) return true;
  return waitFor !== "exited" && isReady(pod, waitFor);
}

const phases: Readonly<Record<string, string>> = {
  PROVISIONING: "finding a machine",
  STARTING: "pulling the image and starting",
};

/** What the pod does on its way to the state of `waitFor`; undefined once it is there. */
export function phaseOf(pod: Pod, news: Props): string | undefined {
  if (isAwaited(pod, news)) return undefined;
  if (news.desiredStatus === "EXITED") return "stopping";
  if (pod.status === "RUNNING") return news.waitFor === "exited" ? "running" : "waiting for SSH";
  return phases[pod.status];
}

/** The reason why the pod can't reach the state of `waitFor`. */
export const failureOf = (pod: Pod, news: Props): string | undefined =>
  isAwaited(pod, news) || news.desiredStatus === "EXITED" ? undefined : failure(pod);
