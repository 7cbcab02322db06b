import type * as pulumi from "@pulumi/pulumi";
import type { PodArgs } from "./args/pod";
import { isPortUrlSecret } from "./config";
import { podKind, PodOutputs } from "./classes/pod";

/**
 * One machine, GPU or CPU, running one container image. Billed by the second while it runs.
 *
 * Set exactly one of `gpu` and `cpu`, and `image` unless you set `templateId`. Each argument says whether a change updates the pod in place or
 * replaces it. If something fails after the platform has created the pod, the pod stays in the state, and the next `up` continues.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const trainer = new compute.Pod("trainer", {
 *   image: "registry.example.com/public/trainer:1.4.0",
 *   gpu: [{ id: "NVIDIA L40S" }, { id: "NVIDIA A40" }],
 *   ports: ["22/tcp"],
 *   startSsh: true,
 * });
 *
 * export const ssh = trainer.ssh.command;
 * ```
 */
export class Pod extends PodOutputs {
  constructor(name: string, args: PodArgs, options?: pulumi.CustomResourceOptions) {
    super(isPortUrlSecret() ? withSecretAddresses : podKind, name, args, options);
  }
}

/** Made from the setting `compute:portUrl`. */
const withSecretAddresses = { ...podKind, secretOutputs: [...(podKind.secretOutputs ?? []), "urls", "jupyterUrl"] };
