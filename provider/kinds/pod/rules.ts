import { ownMember } from "../../../values/own-member";
import { isObject, type Props, sameValue } from "../../table/props";
import type { Violation } from "../../table/resource";
import { hasUnknown, isUnknown } from "../../table/unknown";
import { canonicalMounts } from "../shared/mounts";
import { isKnown, isSet, mountKinds, podAndEndpointRules } from "../shared/rules";
import { wipesItsDisk } from "./effects";

function cpuLimits({ cpu, mounts, globalNetworking }: Props): Violation[] {
  if (!isKnown(cpu)) return [];
  const found: Violation[] = [];
  if (isObject(mounts) && isKnown(mounts.persistent)) {
    found.push({
      path: ["mounts", "persistent"],
      problem: "a CPU pod takes no persistent disk", // M-22
      remedy: "mount a NetworkVolume under mounts.network, or use gpu",
    });
  }
  if (globalNetworking === true) {
    found.push({
      path: ["globalNetworking"],
      problem: "a CPU pod takes no global networking", // P-15
      remedy: "remove it, or use an NVIDIA GPU",
    });
  }
  return found;
}

function secureForVolumes({ cloud, mounts }: Props): Violation | undefined {
  const mount = canonicalMounts(mounts);
  if (cloud !== "COMMUNITY" || !isObject(mount) || mount.kind !== "network") return undefined;
  return {
    path: ["mounts", "network"],
    problem: "a network volume attaches to SECURE pods only", // M-33
    remedy: 'set cloud: "SECURE", or use mounts.persistent',
  };
}

/** `waitFor: "exited"` needs a job, because any other ended pod is started again. */
function exitedOfJobs({ waitFor, runToCompletion }: Props): Violation | undefined {
  if (waitFor !== "exited" || runToCompletion === true || isUnknown(runToCompletion)) return undefined;
  return {
    path: ["waitFor"],
    problem: '"exited" is for a pod that is done when its process ends',
    remedy: "set runToCompletion: true",
  };
}

/** A pod that `compute keep` may stop must be stoppable and measured by its own hardware. */
function stoppable({ locked, stopAfter, stopWhenIdle, gpu, cpu }: Props): Violation[] {
  const found: Violation[] = [];
  for (const [name, value] of Object.entries({ stopAfter, stopWhenIdle }))
    if (locked === true && isKnown(value))
      found.push({
        path: [name],
        problem: "the pod is locked, and a locked pod can't be stopped", // P-46
        remedy: "remove locked, or this argument",
      });
  if (!isObject(stopWhenIdle)) return found;
  const [other, own] = isSet(cpu) ? ["gpuBelow", "cpuBelow"] : ["cpuBelow", "gpuBelow"];
  if ((isKnown(gpu) || isKnown(cpu)) && isSet(ownMember(stopWhenIdle, other)))
    found.push({
      path: ["stopWhenIdle", other],
      problem: isSet(cpu) ? "a CPU pod has no GPU" : "a GPU pod idles by its GPUs",
      remedy: `use stopWhenIdle.${own}`,
    });
  return found;
}

export const podRules = [...podAndEndpointRules, mountKinds, cpuLimits, secureForVolumes, exitedOfJobs, stoppable];

/** A lock that stays prevents stopping and resetting the pod (P-46). */
function lockedChange(olds: Props, news: Props): Violation[] {
  if (olds.locked !== true || news.locked !== true) return [];
  const stops = olds.desiredStatus === "RUNNING" && news.desiredStatus === "EXITED";
  const resets = !sameValue(olds.resetTriggers ?? [], news.resetTriggers ?? []);
  const [cant, unlock] = [
    "the pod is locked, and a locked pod can't be",
    "set locked: false together with this change",
  ];
  const toStop = { path: ["desiredStatus"], problem: `${cant} stopped`, remedy: `${unlock}; lock it again afterwards` };
  const toReset = `${unlock} and lock it again afterwards; or use restartTriggers`;
  return [
    ...(stops ? [toStop] : []),
    ...(resets ? [{ path: ["resetTriggers"], problem: `${cant} reset`, remedy: toReset }] : []),
  ];
}

export const podTransitions = [lockedChange];

/** Warns that stopping wipes the container's disk (P-43), while a mount can still be added. */
export function wipedByStop({ stopAfter, stopWhenIdle }: Props): string | undefined {
  if (!isSet(stopAfter) && !isSet(stopWhenIdle)) return undefined;
  const by = isSet(stopAfter) ? "stopAfter" : "stopWhenIdle";
  return `${by} lets \`compute keep\` stop the pod, ${wipesItsDisk}`; // P-43
}

/** Jupyter can be reached only through its port (P-52). */
export function closedJupyter({ startJupyter, ports, templateId }: Props): string | undefined {
  if (startJupyter !== true || hasUnknown(ports) || (!isSet(ports) && isSet(templateId))) return undefined;
  if (Array.isArray(ports) && ports.includes("8888/http")) return undefined;
  return 'startJupyter is true and "8888/http" is not in ports, so that nobody can reach Jupyter'; // P-52
}
