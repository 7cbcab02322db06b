// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type { Input } from "@pulumi/pulumi";
import type { RegistryCredential } from "../classes";
import type { AdoptableArgs } from "./shared";
import type { IdOf, TemplateMountsArgs } from "../values";

/** Settings that pods, clusters and endpoints can be created from. A change updates the template and nothing that was created from it. */
export interface TemplateArgs extends AdoptableArgs {
  /**
   * Unique among the account's templates. Default: the resource's name in the program and a short suffix.
   *
   * Allowed: string, at least 1 character.
   * On change: update.
   * When a program no longer sets it: it keeps the name that it has.
   */
  readonly name?: Input<string>;
  /**
   * Container image.
   *
   * Allowed: an image's name, such as `registry.example.com/acme/app:1.0`.
   * On change: update.
   */
  readonly image: Input<string>;
  /**
   * The container's command in the form the platform stores: a shell string that sets CMD, or a JSON object as a string with `entrypoint`, `cmd` or both. Prefer `cmd` and `entrypoint`.
   *
   * Allowed: string; `""` clears it.
   * On change: update.
   * When a program no longer sets it: it is cleared.
   */
  readonly args?: Input<string>;
  /**
   * CMD in exec form.
   *
   * Allowed: list of strings; `[]` clears it.
   * On change: update.
   * When a program no longer sets it: it is cleared.
   */
  readonly cmd?: Input<Input<string>[]>;
  /**
   * ENTRYPOINT in exec form.
   *
   * Allowed: list of strings; `[]` clears it.
   * On change: update.
   * When a program no longer sets it: it is cleared.
   */
  readonly entrypoint?: Input<Input<string>[]>;
  /**
   * Size of the container disk, in GB. Its contents are lost at every restart.
   *
   * Allowed: whole number of GB, at least 1; default 50.
   * On change: update.
   * When a program no longer sets it: it goes back to its default, 50.
   */
  readonly disk?: Input<number>;
  /**
   * Environment variables. What is created from the template can add variables and set others.
   *
   * Allowed: string values; at most 50 variables.
   * On change: update.
   * When a program no longer sets it: it goes back to its default, none.
   */
  readonly env?: Input<Record<string, Input<string>>>;
  /**
   * Exposed ports as `port/protocol`, in any order. A number of 70000 or more asks for the same port number inside and outside.
   *
   * Allowed: `<number>/http` or `<number>/tcp`; at most 10 http ports.
   * On change: update.
   * When a program no longer sets it: it goes back to its default, none.
   */
  readonly ports?: Input<Input<string>[]>;
  /**
   * Credential for pulling a private image. A cluster keeps the one that the template had when the cluster was made: where it is rotated, replace the cluster in the same `up`.
   *
   * Allowed: a RegistryCredential or its id; `null` for none.
   * On change: update.
   * When a program no longer sets it: it goes back to its default, none.
   */
  readonly registry?: Input<IdOf<RegistryCredential> | null>;
  /**
   * The persistent disk of pods that are created from the template.
   *
   * Allowed: `persistent: { size, path }` with a whole number of GB, at least 10.
   * On change: update or replace: the platform can't take the mount off a template.
   * When a program no longer sets it: the template is replaced by one without a mount.
   */
  readonly mounts?: Input<TemplateMountsArgs>;
  /**
   * Whether endpoints can be created from the template. Pods and clusters can be created only from templates that are not serverless.
   *
   * Allowed: true or false (default).
   * On change: update.
   * When a program no longer sets it: it goes back to its default, false.
   */
  readonly serverless?: Input<boolean>;
  /**
   * Whether every account can read the template and use it, its variables included.
   *
   * Allowed: true or false (default).
   * On change: update.
   * When a program no longer sets it: it goes back to its default, false.
   */
  readonly public?: Input<boolean>;
  /**
   * Where the console groups it. It has no other effect.
   *
   * Allowed: "CPU", "NVIDIA" (default) or "AMD".
   * On change: update.
   * When a program no longer sets it: it goes back to its default, "NVIDIA".
   */
  readonly category?: Input<"CPU" | "NVIDIA" | "AMD">;
  /**
   * Accepts the account's SSH keys on pods created from the template that do not set `startSsh` themselves.
   *
   * Allowed: true (default) or false.
   * On change: update.
   * When a program no longer sets it: it goes back to its default, true.
   */
  readonly startSsh?: Input<boolean>;
  /**
   * Starts Jupyter on pods created from the template that do not set `startJupyter` themselves.
   *
   * Allowed: true (default) or false.
   * On change: update.
   * When a program no longer sets it: it goes back to its default, true.
   */
  readonly startJupyter?: Input<boolean>;
  /**
   * CUDA versions that hosts must have one of, for what is created without CUDA constraints of its own. In any order.
   *
   * Allowed: versions such as "12.4"; `[]` or omitted allows any.
   * On change: update.
   * When a program no longer sets it: it goes back to its default, none.
   */
  readonly allowedCudaVersions?: Input<string[]>;
}
