// Made from the declaration in provider/resources by `npm run docs`; do not edit.
import type { Input } from "@pulumi/pulumi";
import type { RegistryCredential } from "../registry-credential";
import type { IdOf, MountsArgs, PodCpuArgs, PodGpuArgs, TimeoutsArgs } from "../values";

/** One machine, GPU or CPU, running one container image. Billed by the second while it runs. */
export interface PodArgs {
  /**
   * Shown in the console; need not be unique. Left out: the logical name and a short suffix.
   *
   * Allowed: text, at least 1 character.
   * On change: update.
   * Rules: P-10, P-18.
   */
  readonly name?: Input<string>;
  /**
   * Image reference. Required unless `templateId` is set. Changing it restarts a running container and wipes its disk (P-51).
   *
   * Allowed: text.
   * On change: update.
   * Rules: M-1, P-12.
   */
  readonly image?: Input<string>;
  /**
   * The container's command in its stored form: a shell string meaning CMD, or a JSON object as text with `entrypoint` and/or `cmd`. Use `cmd` and `entrypoint` where you can. Changing it restarts a running container and wipes its disk (P-51).
   *
   * Allowed: text; "" for none.
   * On change: update.
   * Rules: M-2, M-4, M-5.
   */
  readonly args?: Input<string>;
  /**
   * CMD in exec form. Changing it restarts a running container and wipes its disk (P-51).
   *
   * Allowed: list of texts; [] for none.
   * On change: update.
   * Rules: M-1, M-6, M-7.
   */
  readonly cmd?: Input<Input<string>[]>;
  /**
   * ENTRYPOINT in exec form. Changing it restarts a running container and wipes its disk (P-51).
   *
   * Allowed: list of texts; [] for none.
   * On change: update.
   * Rules: M-1, M-6, M-7.
   */
  readonly entrypoint?: Input<Input<string>[]>;
  /**
   * The container's own disk, in GB; its contents are lost at every restart. Changing it restarts a running container and wipes its disk (P-51).
   *
   * Allowed: whole GB, at least 1; 50 when left out.
   * On change: update.
   * Rules: M-1, P-16.
   */
  readonly disk?: Input<number>;
  /**
   * Environment. Variables that the platform or a template adds (`PUBLIC_KEY`, `JUPYTER_PASSWORD`) stay and are no drift. Changing it restarts a running container and wipes its disk (P-51).
   *
   * Allowed: text values; at most 50 variables.
   * On change: update.
   * Rules: M-11, A-82, P-33, P-60.
   */
  readonly env?: Input<Record<string, Input<string>>>;
  /**
   * Exposed ports as `port/protocol`, in any order; from 70000 up the same number is used outside. Changing it restarts a running container and wipes its disk (P-51).
   *
   * Allowed: `<number>/http` or `<number>/tcp`; at most 10 of them http.
   * On change: update.
   * Rules: M-10, M-11.
   */
  readonly ports?: Input<Input<string>[]>;
  /**
   * What a private image is pulled with. Changing it restarts a running container and wipes its disk (P-51).
   *
   * Allowed: a RegistryCredential or its id; null for none.
   * On change: update.
   * Rules: M-1, M-12.
   */
  readonly registry?: Input<IdOf<RegistryCredential> | null>;
  /**
   * Pool of hardware. Network volumes need `SECURE`.
   *
   * Allowed: "SECURE" (default) or "COMMUNITY".
   * On change: replace.
   * Rules: P-10, M-33.
   */
  readonly cloud?: Input<"SECURE" | "COMMUNITY">;
  /**
   * GPUs of the pod: type, count, and what the host has to offer; or an ordered list of alternatives, tried one after the other where there is no capacity. The output is the one that was chosen. Exactly one of `gpu` and `cpu`.
   *
   * Allowed: one or a list of `{ id, count?, allowedCudaVersions?, minCudaVersion?, minRamPerGpu?, minVcpuCountPerGpu? }`; id from the catalog, count at least 1 (default 1), CUDA versions as "12.4", the two CUDA members exclude each other, RAM in whole GB.
   * On change: none or replace: another one once the hardware that was chosen is no longer asked for, alone or anywhere in a list.
   * Rules: M-50, M-52, M-54, M-55, P-11.
   */
  readonly gpu?: Input<PodGpuArgs | Input<PodGpuArgs>[]>;
  /**
   * vCPUs of a pod without GPU; memory follows from the flavor. Or an ordered list of alternatives, as for `gpu`. Exactly one of `gpu` and `cpu`.
   *
   * Allowed: one or a list of `{ id, vcpuCount }`; flavor id from the catalog, vCPUs a power of two, at least 2.
   * On change: none or replace: another one once the hardware that was chosen is no longer asked for, alone or anywhere in a list.
   * Rules: M-60, M-61, M-62, P-11.
   */
  readonly cpu?: Input<PodCpuArgs | Input<PodCpuArgs>[]>;
  /**
   * Data centers it may be placed in, in any order; the scheduler chooses.
   *
   * Allowed: data center ids of the catalog; [] or left out means any.
   * On change: none or replace: no change while the data center that it runs in is in the list, or the list is empty.
   * Rules: P-14.
   */
  readonly dataCenterIds?: Input<Input<string>[]>;
  /**
   * A private address that other networked pods of the account reach. Takes effect at the next start or restart.
   *
   * Allowed: true or false (default); needs an NVIDIA GPU and an eligible data center.
   * On change: update.
   * Rules: P-15, P-51, P-56.
   */
  readonly globalNetworking?: Input<boolean>;
  /**
   * What is mounted besides the container's disk: `persistent`, a disk on the pod's host that dies with the pod, or `network`, one network volume that outlives it. One kind at most.
   *
   * Allowed: `persistent: { size, path }`, size in whole GB, at least 10, growing only; or `network: [{ volumeId, path }]`, one entry; `volumeId` is a NetworkVolume or its id.
   * On change: update or replace: the path may change and `persistent.size` may grow in place; another kind of mount, another volume or a smaller size needs a new pod.
   * Rules: M-20, M-21, M-22, M-24, M-27, M-28, M-29, M-30, M-31, M-33.
   */
  readonly mounts?: Input<MountsArgs>;
  /**
   * Starts Jupyter in images that follow the convention, with a generated password (output `jupyterPassword`) unless `env.JUPYTER_PASSWORD` is set. Reachable if `8888/http` is in `ports`.
   *
   * Allowed: true or false; false when left out without a template.
   * On change: replace.
   * Rules: P-39, P-52, P-60.
   */
  readonly startJupyter?: Input<boolean>;
  /**
   * Lets the account's SSH keys in, in images that follow the convention. Direct SSH also needs `22/tcp` in `ports`.
   *
   * Allowed: true or false; false when left out without a template.
   * On change: replace.
   * Rules: P-39, P-53, P-55, P-60.
   */
  readonly startSsh?: Input<boolean>;
  /**
   * Template whose settings are applied once, at creation or when this changes; arguments win over it. The pod keeps no link, so removing it changes nothing.
   *
   * Allowed: id of a pod template, at least 1 character.
   * On change: update.
   * Rules: P-32, P-33, P-34, P-35, P-36.
   */
  readonly templateId?: Input<string>;
  /**
   * While true the pod can't be stopped or reset. It can still be deleted; that is what Pulumi's `protect` is for.
   *
   * Allowed: true or false (default).
   * On change: update.
   * Rules: P-46.
   */
  readonly locked?: Input<boolean>;
  /**
   * Whether the pod runs or is stopped. A stopped pod costs nothing for compute and keeps its host. A pod found stopped or in ERROR is drift, and is started again.
   *
   * Allowed: "RUNNING" (default) or "EXITED".
   * On change: update.
   * Rules: P-43, P-44, P-50, P-63.
   */
  readonly desiredStatus?: Input<"RUNNING" | "EXITED">;
  /**
   * What a create or update waits for: the container running, SSH reachable (direct if `22/tcp` is in `ports`), or nothing.
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
   * Whether a change that needs a new pod may destroy the persistent disk of the old one. Deleting is not affected.
   *
   * Allowed: "refuse" or "allow"; "allow" when left out.
   * On change: none.
   */
  readonly dataLoss?: Input<"refuse" | "allow">;
}
