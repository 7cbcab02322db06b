import type { Pod, PodUpdate } from "../../../api/pods";
import { commandPatch } from "../shared/command";
import { envPatch } from "../shared/environment";
import { LockedError } from "./errors";
import type { Props } from "../../table/props";
import { updateBody } from "../../table/requests";
import { pod as declaration } from "./fields";

/** One call on the way from the pod as it is to the pod as wanted. */
export type PodStep = { readonly patch: PodUpdate } | { readonly action: "start" | "stop" };

/** Injected by the platform at creation; they survive whatever happens to `env` (P-52, P-53, P-60). */
export const injected: readonly string[] = ["PUBLIC_KEY", "JUPYTER_PASSWORD"];
export const isStopped = ({ status }: Pod): boolean => status === "EXITED" || status === "ERROR";

/**
 * The calls that make the pod as the program wants it, in the order that lock and state machine allow: unlock, stop,
 * change, start, lock. A change made while stopped costs no restart, and a pod in ERROR is changed before it is started.
 *
 * @throws LockedError when it has to be stopped and the program does not unlock it (P-46).
 */
export function planPod(pod: Pod, olds: Props, news: Props, changed: ReadonlySet<string>): PodStep[] {
  const steps: PodStep[] = [];
  const stops = news.desiredStatus === "EXITED" && !isStopped(pod);
  const starts = news.desiredStatus === "RUNNING" && isStopped(pod);
  const patch = patchOf(pod, olds, news, changed);
  const lock = changed.has("locked") ? news.locked === true : undefined;

  if (stops && pod.locked) {
    if (lock !== false) throw new LockedError(pod.id);
    steps.push({ patch: { locked: false } });
  } else if (lock === false) {
    patch.locked = false;
  }
  if (lock === true && !stops && !starts) patch.locked = true;
  if (stops) steps.push({ action: "stop" });
  if (Object.keys(patch).length > 0) steps.push({ patch });
  if (starts) steps.push({ action: "start" });
  if (lock === true && (stops || starts)) steps.push({ patch: { locked: true } });
  return steps;
}

type Patch = { -readonly [K in keyof PodUpdate]: PodUpdate[K] };

/** The body of the update, but for the lock, which has its own time. */
function patchOf(pod: Pod, olds: Props, news: Props, changed: ReadonlySet<string>): Patch {
  const patch: Patch = updateBody(
    declaration,
    { news, changed },
    {
      command: () => commandPatch(olds, news),
      env: (appliesTemplate) => envPatch({ present: pod.env, olds, news, appliesTemplate, injected }),
    },
  );
  delete patch.locked;
  return patch;
}
