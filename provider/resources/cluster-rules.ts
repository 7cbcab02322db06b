import type { Props } from "../props";
import type { Violation } from "../resource";
import { commandAgrees, countLimits, imageOrTemplate, isSet, mountKinds } from "./shared-rules";

const fromTemplate = ["image", "args", "entrypoint", "cmd", "disk", "env", "ports", "mounts"] as const;

function templateAlone(inputs: Props): Violation[] {
  if (!isSet(inputs.templateId)) return [];
  return fromTemplate
    .filter((name) => isSet(inputs[name]))
    .map((name) => ({
      path: [name],
      problem: "excluded by templateId (C-21)",
      remedy: `remove ${name}, or remove templateId`,
    }));
}

export const clusterRules = [imageOrTemplate("C-23"), templateAlone, mountKinds, countLimits, commandAgrees];
