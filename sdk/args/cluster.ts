// Made from the declaration in provider/resources by `npm run docs`; do not edit.
import type { Input } from "@pulumi/pulumi";
import type { ClusterComputeArgs, MountsArgs, TimeoutsArgs } from "../values";

/** Two or more identical GPU pods in one data center on one private network. Only its name can change in place; its member pods are never touched one by one (P-59). */
export interface ClusterArgs {
  /**
   * Shown in the console. Left out: the logical name and a short suffix.
   *
   * Allowed: text, at least 1 character.
   * On change: update.
   * Rules: C-4, C-20.
   */
  readonly name?: Input<string>;
  /**
   * What runs on it; decides the roles of the members.
   *
   * Allowed: "APPLICATION", "TRAINING", "SLURM" or "RAY".
   * On change: replace.
   * Rules: C-2, C-27.
   */
  readonly type: Input<"APPLICATION" | "TRAINING" | "SLURM" | "RAY">;
  /**
   * The hardware of every member; the cluster has `podCount` × `gpuCountPerPod` GPUs. Or an ordered list of alternatives, tried one after the other where there is no capacity; the output is the one that was chosen.
   *
   * Allowed: one or a list of `{ gpuTypeId, gpuCountPerPod, podCount }`; type from the catalog, at least 1 GPU a pod, 2 to 250 pods.
   * On change: none or replace: another one once the hardware that was chosen is no longer asked for, alone or anywhere in a list.
   * Rules: C-10, C-24, C-26.
   */
  readonly compute: Input<ClusterComputeArgs | Input<ClusterComputeArgs>[]>;
  /**
   * Image reference. Required unless `templateId` is set.
   *
   * Allowed: text.
   * On change: replace.
   * Rules: M-1, P-12.
   */
  readonly image?: Input<string>;
  /**
   * The container's command in its stored form: a shell string meaning CMD, or a JSON object as text with `entrypoint` and/or `cmd`. Use `cmd` and `entrypoint` where you can.
   *
   * Allowed: text; "" for none.
   * On change: replace.
   * Rules: M-2, M-4, M-5.
   */
  readonly args?: Input<string>;
  /**
   * CMD in exec form.
   *
   * Allowed: list of texts; [] for none.
   * On change: replace.
   * Rules: M-1, M-6, M-7.
   */
  readonly cmd?: Input<Input<string>[]>;
  /**
   * ENTRYPOINT in exec form.
   *
   * Allowed: list of texts; [] for none.
   * On change: replace.
   * Rules: M-1, M-6, M-7.
   */
  readonly entrypoint?: Input<Input<string>[]>;
  /**
   * The container's own disk, in GB; its contents are lost at every restart.
   *
   * Allowed: whole GB, at least 1; 50 when left out.
   * On change: replace.
   * Rules: M-1, P-16.
   */
  readonly disk?: Input<number>;
  /**
   * Environment. Variables that the platform or a template adds (`PUBLIC_KEY`, `JUPYTER_PASSWORD`) stay and are no drift.
   *
   * Allowed: text values; at most 50 variables.
   * On change: replace.
   * Rules: M-11, A-82, P-33, P-60.
   */
  readonly env?: Input<Record<string, Input<string>>>;
  /**
   * Exposed ports as `port/protocol`, in any order; from 70000 up the same number is used outside.
   *
   * Allowed: `<number>/http` or `<number>/tcp`; at most 10 of them http.
   * On change: replace.
   * Rules: M-10, M-11.
   */
  readonly ports?: Input<Input<string>[]>;
  /**
   * Template to make the members from, in place of the container settings and mounts. The cluster keeps the link, and a private image can only be had this way.
   *
   * Allowed: id of a pod template, at least 1 character.
   * On change: replace.
   * Rules: C-21, C-22.
   */
  readonly templateId?: Input<string>;
  /**
   * Data centers it may be placed in, in any order; the scheduler chooses.
   *
   * Allowed: data center ids of the catalog; [] or left out means any.
   * On change: none or replace: no change while the data center that it runs in is in the list, or the list is empty.
   * Rules: P-14.
   */
  readonly dataCenterIds?: Input<Input<string>[]>;
  /**
   * What is mounted besides the container's disk: `persistent`, a disk on the pod's host that dies with the pod, or `network`, one network volume that outlives it. One kind at most.
   *
   * Allowed: `persistent: { size, path }`, size in whole GB, at least 10, growing only; or `network: [{ volumeId, path }]`, one entry; `volumeId` is a NetworkVolume or its id.
   * On change: replace.
   * Rules: M-20, M-21, M-22, M-24, M-27, M-28, M-29, M-30, M-31, M-33.
   */
  readonly mounts?: Input<MountsArgs>;
  /**
   * Starts Jupyter on every member, in images that follow the convention.
   *
   * Allowed: true or false; false when left out without a template.
   * On change: replace.
   * Rules: C-2, P-52.
   */
  readonly startJupyter?: Input<boolean>;
  /**
   * Lets the account's SSH keys in on every member, in images that follow the convention.
   *
   * Allowed: true or false; false when left out without a template.
   * On change: replace.
   * Rules: C-2, P-53.
   */
  readonly startSsh?: Input<boolean>;
  /**
   * What a create waits for: all members running, also the primary's SSH endpoint, or nothing.
   *
   * Allowed: "running" (default), "ssh" or "none".
   * On change: none.
   */
  readonly waitFor?: Input<"running" | "ssh" | "none">;
  /**
   * How long a create keeps trying while there is no capacity: all alternatives in their order, then again, 10 to 60 seconds later. Comes before what `timeouts.create` allows. Left out: each alternative is tried once.
   *
   * Allowed: seconds as a number, or text like "90s", "10m", "1h30m".
   * On change: none.
   * Rules: A-20, K-21.
   */
  readonly waitForCapacity?: Input<number | string>;
  /**
   * How long to wait for create, update and delete before giving up; what was created stays in state and the next `up` goes on from there. Also taken from the option `customTimeouts`. A changed `delete` counts from the next update on.
   *
   * Allowed: seconds as a number, or text like "90s", "10m", "1h30m".
   * On change: none.
   */
  readonly timeouts?: TimeoutsArgs;
  /**
   * An existing object to take under management instead of creating one. Every declared argument is compared: what an update can change is updated, anything else is refused; what the platform never returns counts as declared. From then on it is like any other, deletion included. Without effect once the resource exists.
   *
   * Allowed: `{ id }`, or `{ name }` where one object alone bears it; null for none.
   * On change: none.
   */
  readonly adopt?: Input<{ id: string } | { name: string } | null>;
  /**
   * Whether a change that needs a new cluster may destroy the persistent disks of the old one. Deleting is not affected.
   *
   * Allowed: "refuse" or "allow"; "allow" when left out.
   * On change: none.
   */
  readonly dataLoss?: Input<"refuse" | "allow">;
}
