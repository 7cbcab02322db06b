import * as z from "zod";
import { TemplateMounts } from "../../../api/mounts";
import { cudaVersion } from "../../../api/shared";
import { templateCategories, TemplateCreate, TemplateUpdate } from "../../../api/templates";
import { isObject, type Props } from "../../table/props";
import { condition, defineResource, field, type RunAfter, type Update } from "../../table/resource";
import { containerFields, imageName, registryField } from "../shared/container";
import { withoutForeign } from "../shared/environment";
import { adoptField, nameField, timeoutsField } from "../shared/provider-only";
import { canonicalMounts } from "../shared/mounts";
import { commandAgrees, countLimits } from "../shared/rules";

const templateRules = [countLimits, commandAgrees];

/** Warns that everybody can read the variables of a public template (T-20). */
function publicVariables({ public: isPublic, env }: Props): string | undefined {
  if (isPublic !== true || !isObject(env) || Object.keys(env).length === 0) return undefined;
  return "public is true, so that every account of the platform can read the variables in env; leave out what is secret and set it where the template is used"; // T-20
}

const container = containerFields({ change: "update" });
/** The settings that an object copies once from its template (P-32, E-33). */
const handedOn = [
  ...Object.keys(container),
  ...["registry", "mounts", "startSsh", "startJupyter", "allowedCudaVersions"],
];
const stay =
  "Pods, clusters and endpoints that were made from it keep their settings. To change those too, give pods and endpoints the new ones as " +
  "arguments of their own, and replace clusters with `pulumi up --replace URN`, which destroys everything on their pods' disks."; // T-23, C-21
const stayWithCredential =
  "As long as a pod or a cluster has the old registry credential, nobody can delete that credential: an `up` that replaces it fails unless the " +
  "same `up` gives such pods the new one and replaces such clusters. An endpoint does not keep it: once that credential is deleted, the " +
  "endpoint has none, and its new workers can't pull a private image, unless `registry` is an argument of the endpoint."; // R-12, C-22, R-14

function sideEffects(_: RunAfter, { state: { registry }, changed }: Update): string[] {
  if (!handedOn.some((name) => changed.has(name))) return [];
  return changed.has("registry") && typeof registry === "string" ? [stay, stayWithCredential] : [stay];
}

export const template = defineResource({
  kind: "Template",
  doc: "Settings that pods, clusters and endpoints can be created from. A change updates the template and nothing that was created from it.",
  source: "9",
  requests: { create: TemplateCreate, update: TemplateUpdate },
  inputs: {
    name: nameField("Unique among the account's templates.", ["T-2", "T-24"]),
    ...container,
    image: field(imageName, {
      change: "update",
      doc: "Container image.",
      limits: "an image's name, such as `registry.example.com/acme/app:1.0`",
      rules: ["M-1", "T-2"],
      freeText: true,
    }),
    env: {
      ...container.env,
      doc: "Environment variables. What is created from the template can add variables and set others.",
      rules: ["M-11", "A-82", "P-33"],
      wire: withoutForeign,
    },
    registry: {
      ...registryField({ change: "update" }),
      doc: "Credential for pulling a private image. A cluster keeps the one that the template had when the cluster was made: where it is rotated, replace the cluster in the same `up`.",
      rules: ["M-1", "M-12", "C-22"],
    },
    mounts: field(TemplateMounts.optional(), {
      change: condition({
        effects: ["update", "replace"],
        because: "the platform can't take the mount off a template", // M-40
        when: (_, next) => (isObject(next) && next.kind === "none" ? "replace" : "update"),
      }),
      doc: "The persistent disk of pods that are created from the template.",
      limits: "`persistent: { size, path }` with a whole number of GB, at least 10",
      rules: ["M-20", "M-40", "P-32"],
      canonical: canonicalMounts,
      absent: {},
      whenLeftOut: "the template is replaced by one without a mount",
    }),
    serverless: field(TemplateCreate.shape.serverless, {
      change: "update",
      doc: "Whether endpoints can be created from the template. Pods and clusters can be created only from templates that are not serverless.",
      limits: "true or false (default)",
      rules: ["T-2", "E-33", "P-36"],
      absent: false,
    }),
    public: field(TemplateCreate.shape.public, {
      change: "update",
      doc: "Whether every account can read the template and use it, its variables included.",
      limits: "true or false (default)",
      rules: ["T-2", "T-20"],
      absent: false,
    }),
    category: field(z.enum(templateCategories).optional(), {
      change: "update",
      doc: "Where the console groups it. It has no other effect.",
      limits: '"CPU", "NVIDIA" (default) or "AMD"',
      rules: ["T-2"],
      absent: "NVIDIA",
    }),
    startSsh: field(TemplateCreate.shape.startSsh, {
      change: "update",
      doc: "Accepts the account's SSH keys on pods created from the template that do not set `startSsh` themselves.",
      limits: "true (default) or false",
      rules: ["T-21", "P-39"],
      absent: true,
    }),
    startJupyter: field(TemplateCreate.shape.startJupyter, {
      change: "update",
      doc: "Starts Jupyter on pods created from the template that do not set `startJupyter` themselves.",
      limits: "true (default) or false",
      rules: ["T-21", "P-39"],
      absent: true,
    }),
    allowedCudaVersions: field(z.array(cudaVersion).optional(), {
      change: "update",
      doc: "CUDA versions that hosts must have one of, for what is created without CUDA constraints of its own. In any order.",
      limits: 'versions such as "12.4"; `[]` or omitted allows any',
      rules: ["T-2", "P-37", "E-33"],
      unordered: true,
      absent: [],
    }),
    timeouts: timeoutsField,
    adopt: adoptField,
  },
  outputs: {},
  maxNameLength: 191,
  uniqueNames: true,
  rules: templateRules,
  cautions: [publicVariables],
  sideEffects,
  misplaced: {
    isServerless: "use serverless",
    isPublic: "use public",
    readme: "remove it: only version 1 of the platform's API has it",
  },
});
