import { ownMember } from "../../../values/own-member";
import type { Pod, PodUpdate } from "../../../api/pods";
import { commandPatch } from "../shared/command";
import { volumeOf } from "../shared/mounts";
import { envPatch, injected, type PresentEnv } from "../shared/environment";
import { LockedError } from "./errors";
import type { Props } from "../../table/props";
import { restarting, updateBody } from "../../table/requests";
import type { Resource } from "../../table/resource";
import { pod as declaration } from "./fields";
import { isAtRest, isStopped } from "./waiting";

/** One call on the way from the pod as it is to the pod as wanted. */
export type PodStep = { readonly patch: PodUpdate } | { readonly action: "start" | "stop" | "restart" };

const fields: Resource["inputs"] = declaration.inputs;

/** Triggers among these: what no body has, and only a start of the container carries out. */
export const triggersIn = (changed: ReadonlySet<string>): string[] =>
  restarting(declaration, changed).filter((name) => ownMember(fields, name)!.local);

export const podEnvironment = ({ env: present }: Pick<Pod, "env">): PresentEnv => ({ present, injected });

/**
 * The calls that make the pod as the program wants it, in the order that lock and state machine allow: unlock, stop,
 * change, start or restart, lock. A change made while stopped costs no restart, and a pod in ERROR is changed before it is
 * started. A pod at rest starts only where something changes that would restart it.
 *
 * @throws LockedError when it has to be stopped and the program does not unlock it (P-46).
 */
export function planPod(
  pod: Pod,
  olds: Props,
  news: Props,
  changed: ReadonlySet<string>,
  brought: PresentEnv["brought"] = {},
): PodStep[] {
  const steps: PodStep[] = [];
  const stops = news.desiredStatus === "EXITED" && !isStopped(pod);
  const wantsRun = news.desiredStatus === "RUNNING";
  const starts = startsOf(pod, news, changed).length > 0;
  const patch = patchOf({ ...podEnvironment(pod), brought }, olds, news, changed);
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
  else if (wantsRun && pod.status === "RUNNING" && triggersIn(changed).length > 0 && !restartsItself(patch))
    steps.push({ action: "restart" });
  if (lock === true && (stops || starts)) steps.push({ patch: { locked: true } });
  return steps;
}

/** The start of a pod that is stopped and is to run. A pod at rest stays so, unless something changes that would restart it. */
export function startsOf(pod: Pod, news: Props, changed: ReadonlySet<string>): PodStep[] {
  const stays = isAtRest(pod, news) && restarting(declaration, changed).length === 0;
  return news.desiredStatus === "RUNNING" && isStopped(pod) && !stays ? [{ action: "start" }] : [];
}

/** The platform restarts a running container by itself for these (P-51). What a template brings may be what is there. */
const restartsItself = (patch: Patch): boolean =>
  Object.keys(patch).some((name) => {
    const field = ownMember(fields, name);
    return field?.restarts && !field.writeOnly;
  });

type Patch = { -readonly [K in keyof PodUpdate]: PodUpdate[K] };

/** The body of the update, but for the lock, which has its own time. */
function patchOf(env: PresentEnv, olds: Props, news: Props, changed: ReadonlySet<string>): Patch {
  const patch: Patch = updateBody(
    declaration,
    { news, changed },
    {
      command: () => commandPatch(olds, news),
      env: (appliesTemplate) => envPatch({ ...env, olds, news, appliesTemplate }),
    },
  );
  delete patch.locked;
  return patch;
}

/** A job writes as if it were alone: two runs of it are never on one volume at once. */
export function runOnOneVolume(state: Props, news: Props): string | undefined {
  const volume = volumeOf(state.mounts);
  const isJob = state.runToCompletion === true || news.runToCompletion === true;
  const mayRun = state.status !== "EXITED" && state.status !== "ERROR";
  if (!isJob || !mayRun || volume === undefined || volume !== volumeOf(news.mounts)) return undefined;
  return (
    `The pod is deleted before the new one is made, since both mount the volume ${volume}: its run ends there, and what it has not written to the ` +
    "volume is lost. Until the new one is placed, nothing runs and nothing is billed for it."
  );
}
