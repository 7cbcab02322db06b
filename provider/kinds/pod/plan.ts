import type { Pod, PodUpdate } from "../../../api/pods";
import { declaredCommand } from "../shared/command";
import { LockedError } from "../../lifecycle/errors";
import { isObject, type Props, sameValue, strings } from "../../table/props";
import { updateBody } from "../../table/requests";
import { pod as declaration } from "./fields";
import { hidden } from "../../state/state";
import { requested } from "./foreign-variables";

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
      env: (appliesTemplate) => envPatch(pod, olds, news, appliesTemplate),
    },
  );
  delete patch.locked;
  return patch;
}

/** The whole map, since that is what a PATCH replaces. A template's own variables come without saying (P-35). */
function envPatch(pod: Pod, olds: Props, news: Props, appliesTemplate: boolean): Props {
  const env = { ...kept(pod, olds, appliesTemplate), ...requested(environment(news), pod.env) };
  const isSaid = !appliesTemplate || news.env !== undefined || Object.keys(env).length > 0;
  return isSaid ? { env } : {};
}

const environment = ({ env }: Props): Record<string, string> => (isObject(env) ? (env as Record<string, string>) : {});

/** Variables that are not the program's and that a PATCH, which replaces the whole map, must not lose. */
function kept(pod: Pod, olds: Props, applies: boolean): Record<string, string> {
  const inherited = applies ? injected : [...injected, ...strings(olds[hidden.inheritedEnv])];
  const before = new Set(Object.keys(environment(olds)));
  const names = inherited.filter((name) => name in pod.env && !before.has(name));
  return Object.fromEntries(names.map((name) => [name, String(pod.env[name])]));
}

/** `args` alone replaces the whole command; of the arrays, one that stays is left out, one no longer set is cleared (M-7). */
function commandPatch(olds: Props, news: Props): Props {
  if (news.args !== undefined) return { args: news.args };
  const before = declaredCommand(olds);
  const next = declaredCommand(news);
  if (next.cmd === undefined && next.entrypoint === undefined) return { args: "" };
  const member = (name: "cmd" | "entrypoint") => next[name] ?? (before[name] === undefined ? undefined : []);
  const entries = (["entrypoint", "cmd"] as const).map((name) => [name, member(name)] as const);
  return Object.fromEntries(entries.filter(([name, value]) => value !== undefined && !sameValue(before[name], value)));
}
