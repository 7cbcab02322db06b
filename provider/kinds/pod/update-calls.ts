import { ownMember } from "../../../values/own-member";
import type { Pod, PodUpdate } from "../../../api/pods";
import { commandPatch } from "../shared/command";
import { volumeOf } from "../shared/mounts";
import { envPatch, injected, type PresentEnv } from "../shared/environment";
import { LockedError } from "./errors";
import { pick, type Props } from "../../table/props";
import { restarting, updateBody } from "../../table/requests";
import type { Resource } from "../../table/resource";
import { pod as declaration } from "./fields";
import { isAtRest, isStopped } from "./waiting";
import { unlessAbsent } from "../../../client";
import { hidden } from "../../state/state";
import type { Reading } from "../operations";

export type PodCall = { readonly patch: PodUpdate } | { readonly action: "start" | "stop" | "restart" };

const fields: Resource["inputs"] = declaration.inputs;

/** The triggers among these, which are in no request body and take effect only by a start of the container. */
export const triggersIn = (changed: ReadonlySet<string>): string[] =>
  restarting(declaration, changed).filter((name) => ownMember(fields, name)!.local);

export const podEnvironment = ({ env: present }: Pick<Pod, "env">): PresentEnv => ({ present, injected });

/**
 * The calls that bring the pod to the program's arguments, in the order that lock and state machine allow: unlock, stop,
 * change, start or restart, lock. Changing a stopped pod needs no restart, and a pod in ERROR is changed before it is
 * started. A resting pod starts only if a change would restart it. The restart for a trigger is due unless the change
 * before it has restarted the container.
 *
 * @throws LockedError if it has to be stopped and the program does not unlock it (P-46).
 */
export function updateCalls(
  pod: Pod,
  olds: Props,
  news: Props,
  changed: ReadonlySet<string>,
  brought: PresentEnv["brought"] = {},
): PodCall[] {
  const steps: PodCall[] = [];
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
  else if (wantsRun && pod.status === "RUNNING" && triggersIn(changed).length > 0) steps.push({ action: "restart" });
  if (lock === true && (stops || starts)) steps.push({ patch: { locked: true } });
  return steps;
}

/** The start of a stopped pod that should run. A resting pod starts only if a change would restart it. */
export function startsOf(pod: Pod, news: Props, changed: ReadonlySet<string>): PodCall[] {
  const stays = isAtRest(pod, news) && restarting(declaration, changed).length === 0;
  return news.desiredStatus === "RUNNING" && isStopped(pod) && !stays ? [{ action: "start" }] : [];
}

type Patch = { -readonly [K in keyof PodUpdate]: PodUpdate[K] };

/** The body of the update without the lock, which has its own request. */
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

/** The reason to delete a job first: two of its runs must not write to one volume at once. */
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

/** Without a template, only the platform adds variables on the program's behalf, so all others are foreign. */
export const presumed = ({ templateId }: Props): Props =>
  templateId === undefined ? { [hidden.inheritedEnv]: [...injected] } : {};

/** The flags that the template sets on a pod, which no read shows. */
export async function valuesFromTemplate({ client }: Reading, { templateId }: Props): Promise<Props | undefined> {
  if (typeof templateId !== "string") return undefined;
  const template = await unlessAbsent(client.templates.get(templateId));
  // As templates have it where nobody says otherwise (T-21).
  return template ? pick(template, ["startSsh", "startJupyter"]) : { startSsh: true, startJupyter: true };
}
