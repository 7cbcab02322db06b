import * as z from "zod";
import { clusterContainerRequest, env, maxHttpPorts, maxVariables, portSpec } from "../../../api/container";
import { declaredCommand } from "./command";
import { sameValue } from "../../table/props";
import { field, type FieldFacts, type Group } from "../../table/resource";

/** Platform default of `disk`, in GB (P-16). */
const defaultDiskGb = 50;

type Facts = Pick<FieldFacts, "change" | "excludedBy" | "fromTemplate" | "restarts">;

/** Requires a name although no rule says that the platform refuses an empty one: no container could start from it (P-49). */
export const imageName = z
  .string()
  .refine((text) => text.trim() !== "", { error: "names no image" })
  .refine((text) => text.trim() === "" || !/\s/.test(text), {
    error: ({ input }) =>
      `${/^\s|\s$/.test(String(input)) ? "begins or ends with" : "has"} a blank, which no image's name has`,
  });

/** `args`, `cmd` and `entrypoint` are one setting: the same command written another way is no change (M-4, M-7). */
const commandGroup: Group = {
  name: "command",
  differs: (olds, news) => {
    const old = declaredCommand(olds);
    const next = declaredCommand(news);
    const templated = news.templateId !== undefined;
    return (["entrypoint", "cmd"] as const).some((member) => {
      const before = old[member] ?? [];
      // Removed beside a template: the template's command comes back.
      if (next[member] === undefined) return old[member] !== undefined && (templated || before.length > 0);
      return (old[member] === undefined && templated) || !sameValue(before, next[member]);
    });
  },
};

/** The container settings that pods and clusters share (M-1). `facts` apply to all of them. */
export function containerFields<const F extends Facts>(facts: F) {
  return {
    image: field(imageName.optional(), {
      ...facts,
      doc: "Container image. Required unless `templateId` is set.",
      limits: "an image's name, such as `registry.example.com/acme/app:1.0`",
      rules: ["M-1", "P-12"],
      freeText: true,
      whenLeftOut: "refused unless `templateId` is set, which then brings the image",
    }),
    args: field(clusterContainerRequest.args, {
      ...facts,
      doc: "The container's command in the form the platform stores: a shell string that sets CMD, or a JSON object as a string with `entrypoint`, `cmd` or both. Prefer `cmd` and `entrypoint`.",
      limits: 'string; `""` clears it',
      rules: ["M-2", "M-4", "M-5"],
      sensitive: true,
      group: commandGroup,
    }),
    cmd: field(clusterContainerRequest.cmd, {
      ...facts,
      doc: "CMD in exec form.",
      limits: "list of strings; `[]` clears it",
      rules: ["M-1", "M-6", "M-7"],
      sensitive: true,
      group: commandGroup,
    }),
    entrypoint: field(clusterContainerRequest.entrypoint, {
      ...facts,
      doc: "ENTRYPOINT in exec form.",
      limits: "list of strings; `[]` clears it",
      rules: ["M-1", "M-6", "M-7"],
      sensitive: true,
      group: commandGroup,
    }),
    disk: field(clusterContainerRequest.disk, {
      ...facts,
      doc: "Size of the container disk, in GB. Its contents are lost at every restart.",
      limits: "whole number of GB, at least 1; default 50",
      rules: ["M-1", "P-16"],
      absent: defaultDiskGb,
    }),
    env: field(env.optional(), {
      ...facts,
      doc: "Environment variables. Variables that the platform or a template adds (such as `PUBLIC_KEY` and `JUPYTER_PASSWORD`) are kept and are not drift.",
      limits: `string values; at most ${maxVariables} variables`,
      rules: ["M-11", "A-82", "P-33", "P-60"],
      sensitive: true,
      absent: {},
    }),
    ports: field(z.array(portSpec).optional(), {
      ...facts,
      doc: "Exposed ports as `port/protocol`, in any order. A number of 70000 or more asks for the same port number inside and outside.",
      limits: `\`<number>/http\` or \`<number>/tcp\`; at most ${maxHttpPorts} http ports`,
      rules: ["M-10", "M-11"],
      unordered: true,
      absent: [],
    }),
  };
}

/** The credential of a private image; clusters accept none (C-22). */
export function registryField<const F extends Facts>(facts: F) {
  return field(z.string().nullable().optional(), {
    ...facts,
    doc: "Credential for pulling a private image.",
    limits: "a RegistryCredential or its id; `null` for none",
    rules: ["M-1", "M-12"],
    refersTo: "RegistryCredential",
    isLookedFor: true,
    absent: null,
  });
}
