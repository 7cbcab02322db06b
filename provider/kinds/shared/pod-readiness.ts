import type { Pod } from "../../../api/pods";

/** Tells whether the container runs and, if the wait is for SSH, can be reached. */
export function isReady(pod: Pod, waitFor: unknown): boolean {
  if (pod.status !== "RUNNING") return false;
  if (waitFor !== "ssh") return true;
  return pod.ports.includes("22/tcp") ? pod.ssh.direct !== null : pod.ssh.proxy !== null;
}

/** Tells whether it ran and has ended (P-48). Nothing tells whether its process failed or somebody stopped it. */
export const hasRun = ({ status, startedAt }: Pod): boolean => status === "EXITED" && startedAt !== null;

const failures: Readonly<Record<string, string>> = {
  ERROR: "it is in ERROR: either the image can't be pulled or its process exits; its log says which",
  EXITED: "its container ended or was stopped (EXITED); its log says why",
  TERMINATED: "it was terminated",
};

export const failure = ({ status }: Pod): string | undefined => failures[status];

/** Statuses in which a pod costs nothing (P-57). */
const uncharged = ["EXITED", "TERMINATED"];

export const isUncharged = (status: unknown): boolean => uncharged.includes(String(status));
