// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { TemplateArgs } from "../args/template";
import { type ClassKind, ReadableResource } from "../resource";
import type { Mounts } from "../values";

export const templateKind: ClassKind = {
  kind: "Template",
  outputs: [
    "name",
    "image",
    "args",
    "cmd",
    "entrypoint",
    "disk",
    "env",
    "ports",
    "registry",
    "mounts",
    "serverless",
    "public",
    "category",
    "startSsh",
    "startJupyter",
    "allowedCudaVersions",
  ],
};

/**
 * Settings that pods, clusters and endpoints can be created from. A change updates the template and nothing that was created from it.
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
export class Template extends ReadableResource {
  /** Unique among the account's templates. Default: the resource's name in the program and a short suffix. */
  declare readonly name: pulumi.Output<string>;
  /** Container image. */
  declare readonly image: pulumi.Output<string>;
  /** The container's command in the form the platform stores: a shell string that sets CMD, or a JSON object as a string with `entrypoint`, `cmd` or both. Prefer `cmd` and `entrypoint`. Only where the program sets it. */
  declare readonly args: pulumi.Output<string | undefined>;
  /** CMD in exec form. Only where the program sets it. */
  declare readonly cmd: pulumi.Output<string[] | undefined>;
  /** ENTRYPOINT in exec form. Only where the program sets it. */
  declare readonly entrypoint: pulumi.Output<string[] | undefined>;
  /** Size of the container disk, in GB. Its contents are lost at every restart. */
  declare readonly disk: pulumi.Output<number>;
  /** Environment variables. What is created from the template can add variables and set others. Only where the program sets it. */
  declare readonly env: pulumi.Output<Record<string, string> | undefined>;
  /** Exposed ports as `port/protocol`, in any order. A number of 70000 or more asks for the same port number inside and outside. */
  declare readonly ports: pulumi.Output<string[]>;
  /** Credential for pulling a private image. A cluster keeps the one that the template had when the cluster was made: where it is rotated, replace the cluster in the same `up`. */
  declare readonly registry: pulumi.Output<string | null>;
  /** The persistent disk of pods that are created from the template. */
  declare readonly mounts: pulumi.Output<Mounts>;
  /** Whether endpoints can be created from the template. Pods and clusters can be created only from templates that are not serverless. */
  declare readonly serverless: pulumi.Output<boolean>;
  /** Whether every account can read the template and use it, its variables included. */
  declare readonly public: pulumi.Output<boolean>;
  /** Where the console groups it. It has no other effect. */
  declare readonly category: pulumi.Output<"CPU" | "NVIDIA" | "AMD">;
  /** Accepts the account's SSH keys on pods created from the template that do not set `startSsh` themselves. */
  declare readonly startSsh: pulumi.Output<boolean>;
  /** Starts Jupyter on pods created from the template that do not set `startJupyter` themselves. */
  declare readonly startJupyter: pulumi.Output<boolean>;
  /** CUDA versions that hosts must have one of, for what is created without CUDA constraints of its own. In any order. */
  declare readonly allowedCudaVersions: pulumi.Output<string[]>;

  constructor(name: string, args: TemplateArgs, options?: pulumi.CustomResourceOptions) {
    super(templateKind, name, args, options);
  }
}
