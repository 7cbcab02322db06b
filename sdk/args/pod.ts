// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type { Input } from "@pulumi/pulumi";
import type { RegistryCredential, Template } from "../classes";
import type { DataCenterId } from "./ids";
import type { AdoptableArgs } from "./shared";
import type { IdOf, MountsArgs, PodCpuArgs, PodGpuArgs } from "../values";

/** One machine, GPU or CPU, running one container image. Billed by the second while it runs. */
export interface PodArgs extends AdoptableArgs {
  /**
   * Name shown in the console. Need not be unique. Default: the resource's name in the program and a short suffix.
   *
   * Allowed: string, at least 1 character.
   * On change: update.
   * When a program no longer sets it: it keeps the name that it has.
   */
  readonly name?: Input<string>;
  /**
   * Container image. Required unless `templateId` is set. Changing it restarts a running container, which wipes the container disk.
   *
   * Allowed: an image's name, such as `registry.example.com/acme/app:1.0`.
   * On change: update.
   * When a program no longer sets it: refused unless `templateId` is set, which then brings the image.
   */
  readonly image?: Input<string>;
  /**
   * The container's command in the form the platform stores: a shell string that sets CMD, or a JSON object as a string with `entrypoint`, `cmd` or both. Prefer `cmd` and `entrypoint`. Changing it restarts a running container, which wipes the container disk.
   *
   * Allowed: string; `""` clears it.
   * On change: update.
   * When a program no longer sets it: it is cleared, which restarts a running container; beside `templateId` the current template is applied again.
   */
  readonly args?: Input<string>;
  /**
   * CMD in exec form. Changing it restarts a running container, which wipes the container disk.
   *
   * Allowed: list of strings; `[]` clears it.
   * On change: update.
   * When a program no longer sets it: it is cleared, which restarts a running container; beside `templateId` the current template is applied again.
   */
  readonly cmd?: Input<Input<string>[]>;
  /**
   * ENTRYPOINT in exec form. Changing it restarts a running container, which wipes the container disk.
   *
   * Allowed: list of strings; `[]` clears it.
   * On change: update.
   * When a program no longer sets it: it is cleared, which restarts a running container; beside `templateId` the current template is applied again.
   */
  readonly entrypoint?: Input<Input<string>[]>;
  /**
   * Size of the container disk, in GB. Its contents are lost at every restart. Changing it restarts a running container, which wipes the container disk.
   *
   * Allowed: whole number of GB, at least 1; default 50.
   * On change: update.
   * When a program no longer sets it: it goes back to its default, 50, which restarts a running container; beside `templateId` the current template is applied again.
   */
  readonly disk?: Input<number>;
  /**
   * Environment variables. Variables that the platform or a template adds (such as `PUBLIC_KEY` and `JUPYTER_PASSWORD`) are kept and are not drift. Changing it restarts a running container, which wipes the container disk.
   *
   * Allowed: string values; at most 50 variables.
   * On change: update.
   * When a program no longer sets it: each variable that goes is removed, or gets the value back that the template has for it; without `env` the current template is applied again.
   */
  readonly env?: Input<Record<string, Input<string>>>;
  /**
   * Exposed ports as `port/protocol`, in any order. A number of 70000 or more asks for the same port number inside and outside. Changing it restarts a running container, which wipes the container disk.
   *
   * Allowed: `<number>/http` or `<number>/tcp`; at most 10 http ports.
   * On change: update.
   * When a program no longer sets it: it goes back to its default, none, which restarts a running container; beside `templateId` the current template is applied again.
   */
  readonly ports?: Input<Input<string>[]>;
  /**
   * Credential for pulling a private image. Changing it restarts a running container, which wipes the container disk.
   *
   * Allowed: a RegistryCredential or its id; `null` for none.
   * On change: update.
   * When a program no longer sets it: it goes back to its default, none, which restarts a running container; beside `templateId` the current template is applied again.
   */
  readonly registry?: Input<IdOf<RegistryCredential> | null>;
  /**
   * Pool of hardware. Network volumes require `SECURE`.
   *
   * Allowed: "SECURE" (default) or "COMMUNITY".
   * On change: replace.
   * When a program no longer sets it: it goes back to its default, "SECURE", which replaces the Pod.
   */
  readonly cloud?: Input<"SECURE" | "COMMUNITY">;
  /**
   * The pod's GPUs: type, count and minimum requirements of the host. `memory` in place of `id` picks the cheapest type in stock with at least this much memory per GPU. A running pod stays as long as its GPUs meet the need. A list gives alternatives in order of preference, tried one after the other until one has capacity; the output is the one the pod got. Set exactly one of `gpu` and `cpu`.
   *
   * Allowed: `{ id, count?, allowedCudaVersions?, minCudaVersion?, minRamPerGpu?, minVcpuCountPerGpu? }` or `{ memory, count?, manufacturer?, excluding?, maxHourlyCost? }` with the same filters, or a list of them; id from the catalog, memory in whole GB, USD for the whole pod, count at least 1 (default 1), CUDA versions such as "12.4", only one of the two CUDA members, RAM in whole GB.
   * On change: none or replace: replaced only if the hardware it runs on is no longer in the list; a filter that its host meets by what the platform reports changes nothing.
   * When a program no longer sets it: the pod is replaced by one with `cpu`.
   */
  readonly gpu?: Input<PodGpuArgs | Input<PodGpuArgs>[]>;
  /**
   * The vCPUs of a pod without GPUs; the flavor determines the memory. With `memory` in place of `id` it is any flavor with so much memory for all vCPUs, as for `gpu`. A list gives alternatives, as for `gpu`. Set exactly one of `gpu` and `cpu`.
   *
   * Allowed: `{ id, vcpuCount }` or `{ memory, vcpuCount, excluding?, maxHourlyCost? }`, or a list of them; flavor id from the catalog, memory in whole GB, vCPUs a power of two, at least 2.
   * On change: none or replace: replaced only if the hardware it runs on is no longer in the list.
   * When a program no longer sets it: the pod is replaced by one with `gpu`.
   */
  readonly cpu?: Input<PodCpuArgs | Input<PodCpuArgs>[]>;
  /**
   * Data centers it may be placed in, in any order. The scheduler chooses one.
   *
   * Allowed: data center ids from the catalog; `[]` or omitted allows any.
   * On change: none or replace: replaced only if the data center it runs in is no longer in the list; an empty list allows any.
   * When a program no longer sets it: any data center is allowed, and nothing changes.
   */
  readonly dataCenterIds?: Input<Input<DataCenterId>[]>;
  /**
   * Gives the pod a private address that other networked pods of the account can reach. Takes effect at the next start or restart.
   *
   * Allowed: true or false (default); requires an NVIDIA GPU and an eligible data center.
   * On change: update.
   * When a program no longer sets it: it goes back to its default, false.
   */
  readonly globalNetworking?: Input<boolean>;
  /**
   * Storage besides the container disk: `persistent`, a disk on the pod's host that is deleted with the pod, or `network`, a network volume that outlives it. At most one of the two. Changing it restarts a running container, which wipes the container disk.
   *
   * Allowed: `persistent: { size, path }` with a whole number of GB, at least 10, that can only grow; or `network: [{ volumeId, path }]` with one entry, where `volumeId` is a NetworkVolume or its id.
   * On change: update or replace: the path can change and `persistent.size` can grow in place; a different kind of mount, a different volume or a smaller size replaces the pod.
   * When a program no longer sets it: the pod is replaced by one without storage, which destroys a persistent disk; beside `templateId` a persistent disk stays.
   */
  readonly mounts?: Input<MountsArgs>;
  /**
   * Starts Jupyter in images that support it, with a generated password (output `jupyterPassword`) unless `env.JUPYTER_PASSWORD` is set. Add `8888/http` to `ports` to reach it.
   *
   * Allowed: true or false; default false, or what the template sets.
   * On change: replace.
   * When a program no longer sets it: it goes back to its default, false, which replaces the Pod; beside `templateId` nothing changes.
   */
  readonly startJupyter?: Input<boolean>;
  /**
   * Accepts the account's SSH keys in images that support it. Direct SSH also requires `22/tcp` in `ports`.
   *
   * Allowed: true or false; default false, or what the template sets.
   * On change: replace.
   * When a program no longer sets it: it goes back to its default, false, which replaces the Pod; beside `templateId` nothing changes.
   */
  readonly startSsh?: Input<boolean>;
  /**
   * Template whose settings are applied once, at creation or when this argument changes. Arguments override the template. The pod keeps no link to it, so removing this argument changes nothing. Changing it restarts a running container, which wipes the container disk.
   *
   * Allowed: id of a pod template.
   * On change: update.
   * When a program no longer sets it: nothing changes.
   */
  readonly templateId?: Input<IdOf<Template>>;
  /**
   * While true, the pod can't be stopped or reset. It can still be deleted: use Pulumi's `protect` to prevent that.
   *
   * Allowed: true or false (default).
   * On change: update.
   * When a program no longer sets it: it goes back to its default, false.
   */
  readonly locked?: Input<boolean>;
  /**
   * Whether the pod should be running or stopped. A stopped pod costs nothing for compute and keeps its host. A refresh reports a pod that has stopped or is in ERROR as drift, and the next `up` starts it again; with `runToCompletion` only one in ERROR, or one that never ran.
   *
   * Allowed: "RUNNING" (default) or "EXITED".
   * On change: update.
   * When a program no longer sets it: it goes back to its default, "RUNNING".
   */
  readonly desiredStatus?: Input<"RUNNING" | "EXITED">;
  /**
   * Whether the pod is a job, which is done when its process ends: EXITED is then no drift, and the pod is not started again until a trigger or a change that restarts a container asks for another run. The platform reports neither an exit code nor whether somebody stopped the pod, so anything that ends it counts as done; a pod in ERROR has failed, and the next `up` after a refresh starts it again.
   *
   * Allowed: true or false (default).
   * On change: update.
   * When a program no longer sets it: it goes back to its default, false.
   */
  readonly runToCompletion?: Input<boolean>;
  /**
   * How long the pod may run after each start before `compute keep` stops it. Found stopped, it is no drift: `up` leaves it stopped, and a new `restartTriggers` starts it again.
   *
   * Allowed: seconds as a number, or a string such as "90s", "10m" or "1h30m".
   * On change: update.
   * When a program no longer sets it: it goes back to its default, none.
   */
  readonly stopAfter?: Input<number | string>;
  /**
   * How long the pod may idle before `compute keep` stops it; it idles while every GPU, or the CPU of a CPU pod, is used less than the given percentage each time `keep` looks. Found stopped, it is no drift, as with `stopAfter`.
   *
   * Allowed: `{ after, gpuBelow? }`, or `{ after, cpuBelow? }` for a CPU pod; `after` in seconds or as a string such as "10m"; whole percent, 1 to 100 (default 5).
   * On change: update.
   * When a program no longer sets it: it goes back to its default, none.
   */
  readonly stopWhenIdle?: Input<{ after: number | string; gpuBelow?: number; cpuBelow?: number }>;
  /**
   * A change of any of these values replaces the pod, so that its job runs anew on a new container disk and a new host.
   *
   * Allowed: list of any values, such as a file's hash or another resource's output.
   * On change: replace.
   * When a program no longer sets it: it goes back to its default, none, which replaces the Pod.
   */
  readonly triggers?: Input<Input<unknown>[]>;
  /**
   * A change of any of these values restarts the pod in place; a job that is done runs anew on the same host. A stopped pod stays stopped. Changing it restarts a running container, which wipes the container disk.
   *
   * Allowed: list of any values, such as a file's hash or another resource's output.
   * On change: update.
   * When a program no longer sets it: it goes back to its default, none, which restarts a running container.
   */
  readonly restartTriggers?: Input<Input<unknown>[]>;
  /**
   * A change of any of these values resets the pod in place, which a lock forbids. The platform has no reset apart from a restart, so the effect is that of `restartTriggers`, with a warning in the preview. Changing it restarts a running container, which wipes the container disk.
   *
   * Allowed: list of any values, such as a file's hash or another resource's output.
   * On change: update.
   * When a program no longer sets it: it goes back to its default, none, which restarts a running container.
   */
  readonly resetTriggers?: Input<Input<unknown>[]>;
  /**
   * What create and update wait for: the container to run, SSH to be reachable (directly if `22/tcp` is in `ports`), nothing, or with `runToCompletion` the container's process to end.
   *
   * Allowed: "running" (default), "ssh", "none" or "exited".
   * On change: none.
   * When a program no longer sets it: the default applies from then on; nothing else changes.
   */
  readonly waitFor?: Input<"running" | "ssh" | "none" | "exited">;
  /**
   * How long a create keeps trying while there is no capacity: it tries every alternative in order, waits 10 to 60 seconds, and starts over. This time does not count towards `timeouts.create`. If omitted, each alternative is tried once.
   *
   * Allowed: seconds as a number, or a string such as "90s", "10m" or "1h30m".
   * On change: none.
   * When a program no longer sets it: the default applies from then on; nothing else changes.
   */
  readonly waitForCapacity?: Input<number | string>;
  /**
   * Pods of one group roll: an `up` that restarts them changes at most `maxUnavailable` at a time, and the next one only when another runs again. If that many fail to come back, the rest stay unchanged. Pods that were not running don't count, and waiting for a turn does not count towards `timeouts`. `Fleet` sets this.
   *
   * Allowed: `{ group, maxUnavailable }`: any text, and a whole number, at least 1.
   * On change: none.
   * When a program no longer sets it: the default applies from then on; nothing else changes.
   */
  readonly rollout?: Input<{ group: string; maxUnavailable: number }>;
  /**
   * Whether a change that replaces the pod may destroy the old pod's persistent disk. Deleting the resource is not affected.
   *
   * Allowed: "refuse" or "allow"; default "allow".
   * On change: none.
   * When a program no longer sets it: the default applies from then on; nothing else changes.
   */
  readonly dataLoss?: Input<"refuse" | "allow">;
}
