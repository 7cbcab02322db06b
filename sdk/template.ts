import type * as pulumi from "@pulumi/pulumi";
import type { TemplateArgs } from "./args/template";
import { templateKind, TemplateOutputs } from "./outputs/template";

/**
 * Settings that pods, clusters and endpoints can be created from. Changes are made in place, and reach
 * nothing that was created from the template before.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as compute from "pulumi-compute-platform";
 *
 * const registry = new compute.RegistryCredential("registry", {
 *   username: "puller",
 *   password: new pulumi.Config().requireSecret("registryPassword"),
 * });
 *
 * const settings = new compute.Template("settings", {
 *   image: "registry.example.com/acme/dist:2.0",
 *   registry,
 *   ports: ["22/tcp"],
 * });
 *
 * // A cluster gets a private image only through a template.
 * const training = new compute.Cluster("training", {
 *   type: "TRAINING",
 *   compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 },
 *   templateId: settings,
 * });
 *
 * export const primary = training.primary;
 * ```
 */
export class Template extends TemplateOutputs {
  constructor(name: string, args: TemplateArgs, options?: pulumi.CustomResourceOptions) {
    super(templateKind, name, args, options);
  }

  /** Reads a template that this program does not manage, a public one too. @throws when there is none with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Template {
    return new Template(name, undefined as unknown as TemplateArgs, { ...options, id });
  }
}
