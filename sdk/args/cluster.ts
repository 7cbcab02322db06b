// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type { Input } from "@pulumi/pulumi";
import type { Template } from "../classes";
import type { DataCenterId } from "./ids";
import type { AdoptableArgs } from "./shared";
import type { ClusterComputeArgs, IdOf, MountsArgs } from "../values";

/** Two or more identical GPU pods in one data center, connected by a private network. Only the name can change in place; member pods can't be changed one by one. */
export interface ClusterArgs extends AdoptableArgs {
  /**
   * Name shown in the console. Default: the resource's name in the program and a short suffix.
   *
   * Allowed: string, at least 1 character.
   * On change: update.
   * When a program no longer sets it: it keeps the name that it has.
   */
  readonly name?: Input<string>;
  /**
   * What the cluster is for. Determines the roles of its members.
   *
   * Allowed: "APPLICATION", "TRAINING", "SLURM" or "RAY".
   * On change: replace.
   */
  readonly type: Input<"APPLICATION" | "TRAINING" | "SLURM" | "RAY">;
  /**
   * The hardware of every member; the cluster has `podCount` × `gpuCountPerPod` GPUs. `memory` in place of `gpuTypeId` picks the cheapest type in stock with at least this much memory per GPU. A list gives alternatives in order of preference, tried one after the other until one has capacity; the output is the one the cluster got.
   *
   * Allowed: `{ gpuTypeId, gpuCountPerPod, podCount }` or `{ memory, gpuCountPerPod, podCount, manufacturer?, excluding?, maxHourlyCost? }`, or a list of them; type from the catalog, at least 1 GPU per pod, 2 to 250 pods, memory in whole GB, USD for the whole cluster.
   * On change: none or replace: replaced only if the hardware it runs on is no longer in the list.
   */
  readonly compute: Input<ClusterComputeArgs | Input<ClusterComputeArgs>[]>;
  /**
   * Container image. Required unless `templateId` is set.
   *
   * Allowed: an image's name, such as `registry.example.com/acme/app:1.0`.
   * On change: replace.
   * When a program no longer sets it: refused unless `templateId` is set, which then brings the image.
   */
  readonly image?: Input<string>;
  /**
   * The container's command in the form the platform stores: a shell string that sets CMD, or a JSON object as a string with `entrypoint`, `cmd` or both. Prefer `cmd` and `entrypoint`.
   *
   * Allowed: string; `""` clears it.
   * On change: replace.
   * When a program no longer sets it: it is cleared, which replaces the Cluster.
   */
  readonly args?: Input<string>;
  /**
   * CMD in exec form.
   *
   * Allowed: list of strings; `[]` clears it.
   * On change: replace.
   * When a program no longer sets it: it is cleared, which replaces the Cluster.
   */
  readonly cmd?: Input<Input<string>[]>;
  /**
   * ENTRYPOINT in exec form.
   *
   * Allowed: list of strings; `[]` clears it.
   * On change: replace.
   * When a program no longer sets it: it is cleared, which replaces the Cluster.
   */
  readonly entrypoint?: Input<Input<string>[]>;
  /**
   * Size of the container disk, in GB. Its contents are lost at every restart.
   *
   * Allowed: whole number of GB, at least 1; default 50.
   * On change: replace.
   * When a program no longer sets it: it goes back to its default, 50, which replaces the Cluster.
   */
  readonly disk?: Input<number>;
  /**
   * Environment variables. Variables that the platform or a template adds (such as `PUBLIC_KEY` and `JUPYTER_PASSWORD`) are kept and are not drift.
   *
   * Allowed: string values; at most 50 variables.
   * On change: replace.
   * When a program no longer sets it: it goes back to its default, none, which replaces the Cluster.
   */
  readonly env?: Input<Record<string, Input<string>>>;
  /**
   * Exposed ports as `port/protocol`, in any order. A number of 70000 or more asks for the same port number inside and outside.
   *
   * Allowed: `<number>/http` or `<number>/tcp`; at most 10 http ports.
   * On change: replace.
   * When a program no longer sets it: it goes back to its default, none, which replaces the Cluster.
   */
  readonly ports?: Input<Input<string>[]>;
  /**
   * Template that the members are created from, instead of container settings and mounts. The cluster keeps the link. A private image requires a template.
   *
   * Allowed: id of a pod template.
   * On change: replace.
   * When a program no longer sets it: it goes back to its default, none, which replaces the Cluster.
   */
  readonly templateId?: Input<IdOf<Template>>;
  /**
   * Data centers it may be placed in, in any order. The scheduler chooses one.
   *
   * Allowed: data center ids from the catalog; `[]` or omitted allows any.
   * On change: none or replace: replaced only if the data center it runs in is no longer in the list; an empty list allows any.
   * When a program no longer sets it: any data center is allowed, and nothing changes.
   */
  readonly dataCenterIds?: Input<Input<DataCenterId>[]>;
  /**
   * Storage besides the container disk: `persistent`, a disk on the pod's host that is deleted with the pod, or `network`, a network volume that outlives it. At most one of the two.
   *
   * Allowed: `persistent: { size, path }` with a whole number of GB, at least 10, that can only grow; or `network: [{ volumeId, path }]` with one entry, where `volumeId` is a NetworkVolume or its id.
   * On change: replace.
   * When a program no longer sets it: it goes back to its default, none, which replaces the Cluster.
   */
  readonly mounts?: Input<MountsArgs>;
  /**
   * Starts Jupyter on every member, in images that support it.
   *
   * Allowed: true or false; default false, or what the template sets.
   * On change: replace.
   * When a program no longer sets it: it goes back to its default, false, which replaces the Cluster; beside `templateId` nothing changes.
   */
  readonly startJupyter?: Input<boolean>;
  /**
   * Accepts the account's SSH keys on every member, in images that support it.
   *
   * Allowed: true or false; default false, or what the template sets.
   * On change: replace.
   * When a program no longer sets it: it goes back to its default, false, which replaces the Cluster; beside `templateId` nothing changes.
   */
  readonly startSsh?: Input<boolean>;
  /**
   * What a create waits for: all members to run, also the primary's SSH endpoint, or nothing.
   *
   * Allowed: "running" (default), "ssh" or "none".
   * On change: none.
   * When a program no longer sets it: the default applies from then on; nothing else changes.
   */
  readonly waitFor?: Input<"running" | "ssh" | "none">;
  /**
   * How long a create keeps trying while there is no capacity: it tries every alternative in order, waits 10 to 60 seconds, and starts over. This time does not count towards `timeouts.create`. If omitted, each alternative is tried once.
   *
   * Allowed: seconds as a number, or a string such as "90s", "10m" or "1h30m".
   * On change: none.
   * When a program no longer sets it: the default applies from then on; nothing else changes.
   */
  readonly waitForCapacity?: Input<number | string>;
  /**
   * Whether a change that replaces the cluster may destroy the old members' persistent disks. Deleting the resource is not affected.
   *
   * Allowed: "refuse" or "allow"; default "allow".
   * On change: none.
   * When a program no longer sets it: the default applies from then on; nothing else changes.
   */
  readonly dataLoss?: Input<"refuse" | "allow">;
}
