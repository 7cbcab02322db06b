import type { Props } from "../../table/props";
import type { Violation } from "../../table/resource";
import { hasUnknown } from "../../table/unknown";
import { commandAgrees, countLimits, imageOrTemplate, isSet, mountKinds } from "../shared/rules";

function sshPort({ waitFor, ports, templateId }: Props): Violation | undefined {
  if (waitFor !== "ssh" || isSet(templateId) || hasUnknown(ports)) return undefined;
  if (Array.isArray(ports) && ports.includes("22/tcp")) return undefined;
  return {
    path: ["waitFor"],
    problem: "the primary never gets an SSH endpoint without 22/tcp in ports", // C-28
    remedy: 'add "22/tcp" to ports, or wait for "running"',
  };
}

/** C-23: an image or a template. */
export const clusterRules = [imageOrTemplate, sshPort, mountKinds, countLimits, commandAgrees];
