import type { Pod } from "../../../api/pods";
import type { Props } from "../../table/props";

export const isStopped = ({ status }: Pod): boolean => status === "EXITED" || status === "ERROR";

/** It ran, and has ended (P-48). Nothing tells whether its process failed, or somebody stopped it. */
export const isDone = ({ status, startedAt }: Pod): boolean => status === "EXITED" && startedAt !== null;

/** Whether the pod is as far as `waitFor` says. A job that is done has got farther than anything that is waited for. */
export function isAwaited(pod: Pod, { waitFor, runToCompletion, desiredStatus }: Props): boolean {
  if (waitFor === "none") return true;
  if (desiredStatus === "EXITED") return isStopped(pod);
  if (runToCompletion === true && isDone(pod)) return true;
  if (waitFor === "exited" || pod.status !== "RUNNING") return false;
  if (waitFor !== "ssh") return true;
  return pod.ports.includes("22/tcp") ? pod.ssh.direct !== null : pod.ssh.proxy !== null;
}

/** Why a pod that should run will not, as it is. */
const failures: Readonly<Record<string, string>> = {
  ERROR: "it is in ERROR: either the image can't be pulled or its process exits; its log says which",
  EXITED: "its container ended or was stopped (EXITED); its log says why",
  TERMINATED: "it was terminated",
};

/** Why the pod can't come to be as far as `waitFor` says. */
export const failureOf = (pod: Pod, news: Props): string | undefined =>
  isAwaited(pod, news) || news.desiredStatus === "EXITED" ? undefined : failures[pod.status];
