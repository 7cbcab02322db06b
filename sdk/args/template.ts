// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type { Input } from "@pulumi/pulumi";
import type { RegistryCredential } from "../classes";
import type { IdOf, TemplateMountsArgs, TimeoutsArgs } from "../values";

/** Settings that pods, clusters and endpoints can be created from. A change updates the template and nothing that was created from it. */
export interface TemplateArgs {
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
  /**
   * How long create, update and delete wait before they give up. Whatever was created stays in state, and the next `up` continues from there. The option `customTimeouts` sets the same; members set here win. A changed `delete` takes effect with the next update.
   *
   * Allowed: `{ create?, update?, delete? }`, each seconds as a number, or a string such as "90s", "10m" or "1h30m".
   * On change: none.
   * When a program no longer sets it: its default counts from then on, and nothing else changes.
   */
  readonly timeouts?: TimeoutsArgs;
  /**
   * An existing object to manage instead of creating a new one. Every declared argument is compared with it: differences that an update can change are updated, any other is refused, and arguments that the platform never returns are assumed to match. Afterwards the resource behaves like any other, and deleting it deletes the object. Ignored once the resource exists.
   *
   * Allowed: `{ id }`, or `{ name }` if that name is unique in the account; `null` creates a new one.
   * On change: none.
   * When a program no longer sets it: its default counts from then on, and nothing else changes.
   */
  readonly adopt?: Input<{ id: string } | { name: string } | null>;
}
