import type { Pod } from "../../../api/pods";
import { isSet } from "../shared/rules";
import type { Props } from "../../table/props";
import type { Run } from "../operations";
import { failure, hasRun, isReady, phaseOf } from "../shared/pod-readiness";

export { phaseOf };

export const isStopped = ({ status }: Pod): boolean => status === "EXITED" || status === "ERROR";

/** A pod with one of these is left ended: a job that is done, and what `compute keep` stops when its time is over or it idles. */
export const mayRest = ({ runToCompletion, stopAfter, stopWhenIdle }: Props): boolean =>
  runToCompletion === true || isSet(stopAfter) || isSet(stopWhenIdle);

/** Whether it has ended, and the program leaves it so. */
export const isAtRest = (pod: Pod, news: Props): boolean =>
  news.desiredStatus === "RUNNING" && mayRest(news) && hasRun(pod);

/** It was on its way or ran before, and was stopped or has ended since, without a start in between. */
export const wasStopped = (before: Pod, now: Pod): boolean =>
  !isStopped(before) && now.status === "EXITED" && now.startedAt === before.startedAt;

/** As its start tells. On the way to one it is in none of the runs before, and a restart takes it there at once (P-44, P-45). */
export const podRun = (pod: Pod, news: Props): Run => ({
  id: pod.status === "RUNNING" || isStopped(pod) ? (pod.startedAt ?? "never") : "starting",
  staysEnded: isAtRest(pod, news),
});

/** Whether the pod is as far as `waitFor` says. A job that is done has got farther than anything that is waited for. */
export function isAwaited(pod: Pod, { waitFor, runToCompletion, desiredStatus }: Props): boolean {
  if (waitFor === "none") return true;
  if (desiredStatus === "EXITED") return isStopped(pod);
  if (runToCompletion === true && hasRun(pod)) return true;
  return waitFor !== "exited" && isReady(pod, waitFor);
}

/** Why the pod can't come to be as far as `waitFor` says. */
export const failureOf = (pod: Pod, news: Props): string | undefined =>
  isAwaited(pod, news) || news.desiredStatus === "EXITED" ? undefined : failure(pod);
