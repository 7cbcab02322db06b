import type { Props } from "../../table/props";
import type { Violation } from "../../table/resource";
import { hasUnknown } from "../../table/unknown";
import { commandAgrees, countLimits, imageOrTemplate, isKnown, isSet, mountKinds } from "../shared/rules";

const fromTemplate = ["image", "args", "entrypoint", "cmd", "disk", "env", "ports", "mounts"] as const;

function templateAlone(inputs: Props): Violation[] {
  if (!isKnown(inputs.templateId)) return [];
  return fromTemplate
    .filter((name) => isKnown(inputs[name]))
    .map((name) => ({
      path: [name],
      problem: "excluded by templateId", // C-21
      remedy: `remove ${name}, or remove templateId`,
    }));
}

function sshPort({ waitFor, ports, templateId }: Props): Violation[] {
  if (waitFor !== "ssh" || isSet(templateId) || hasUnknown(ports)) return [];
  if (Array.isArray(ports) && ports.includes("22/tcp")) return [];
  return [
    {
      path: ["waitFor"],
      problem: "the primary never gets an SSH endpoint without 22/tcp in ports", // C-28
      remedy: 'add "22/tcp" to ports, or wait for "running"',
    },
  ];
}

/** C-23: an image or a template. */
export const clusterRules = [imageOrTemplate, templateAlone, sshPort, mountKinds, countLimits, commandAgrees];
