// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { Cloud } from "../enums";
import { type ClassKind, ReadableResource } from "../resource";
import type { Mounts, PodCpu, PodGpu, PodSsh, PodStatus } from "../values";

export const podKind: ClassKind = {
  kind: "Pod",
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
    "cloud",
    "gpu",
    "cpu",
    "dataCenterIds",
    "globalNetworking",
    "mounts",
    "startJupyter",
    "startSsh",
    "templateId",
    "locked",
    "desiredStatus",
    "status",
    "actions",
    "runtime",
    "dataCenterId",
    "cudaVersion",
    "cost",
    "costPerHour",
    "vcpuCount",
    "memory",
    "ssh",
    "endpoints",
    "urls",
    "jupyterUrl",
    "networking",
    "jupyterPassword",
    "createdAt",
    "startedAt",
  ],
  secretOutputs: ["jupyterPassword"],
  alternatives: ["gpu", "cpu"],
  dataLoss: "allow",
};

/** What a Pod has as outputs. */
export abstract class PodOutputs extends ReadableResource {
  /** Name shown in the console. Need not be unique. Default: the resource's name in the program and a short suffix. */
  declare readonly name: pulumi.Output<string>;
  /** Container image. Required unless `templateId` is set. Changing it restarts a running container, which wipes the container disk. */
  declare readonly image: pulumi.Output<string>;
  /** The container's command in the form the platform stores: a shell string that sets CMD, or a JSON object as a string with `entrypoint`, `cmd` or both. Prefer `cmd` and `entrypoint`. Changing it restarts a running container, which wipes the container disk. Only where the program sets it. */
  declare readonly args: pulumi.Output<string | undefined>;
  /** CMD in exec form. Changing it restarts a running container, which wipes the container disk. Only where the program sets it. */
  declare readonly cmd: pulumi.Output<string[] | undefined>;
  /** ENTRYPOINT in exec form. Changing it restarts a running container, which wipes the container disk. Only where the program sets it. */
  declare readonly entrypoint: pulumi.Output<string[] | undefined>;
  /** Size of the container disk, in GB. Its contents are lost at every restart. Changing it restarts a running container, which wipes the container disk. */
  declare readonly disk: pulumi.Output<number>;
  /** Environment variables. Variables that the platform or a template adds (such as `PUBLIC_KEY` and `JUPYTER_PASSWORD`) are kept and are not drift. Changing it restarts a running container, which wipes the container disk. Only where the program sets it. */
  declare readonly env: pulumi.Output<Record<string, string> | undefined>;
  /** Exposed ports as `port/protocol`, in any order. A number of 70000 or more asks for the same port number inside and outside. Changing it restarts a running container, which wipes the container disk. */
  declare readonly ports: pulumi.Output<string[]>;
  /** Credential for pulling a private image. Changing it restarts a running container, which wipes the container disk. */
  declare readonly registry: pulumi.Output<string | null>;
  /** Pool of hardware. Network volumes require `SECURE`. */
  declare readonly cloud: pulumi.Output<Cloud>;
  /** The pod's GPUs: type, count and minimum requirements of the host. `memory` in place of `id` picks the cheapest type in stock with at least this much memory per GPU. A running pod stays as long as its GPUs meet the need. A list gives alternatives in order of preference, tried one after the other until one has capacity; the output is the one the pod got. Set exactly one of `gpu` and `cpu`. */
  declare readonly gpu: pulumi.Output<PodGpu | undefined>;
  /** The vCPUs of a pod without GPUs; the flavor determines the memory. With `memory` in place of `id` it is any flavor with so much memory for all vCPUs, as for `gpu`. A list gives alternatives, as for `gpu`. Set exactly one of `gpu` and `cpu`. */
  declare readonly cpu: pulumi.Output<PodCpu | undefined>;
  /** Data centers it may be placed in, in any order. The scheduler chooses one. Only where the program sets it. */
  declare readonly dataCenterIds: pulumi.Output<string[] | undefined>;
  /** Gives the pod a private address that other networked pods of the account can reach. Takes effect at the next start or restart. */
  declare readonly globalNetworking: pulumi.Output<boolean>;
  /** Storage besides the container disk: `persistent`, a disk on the pod's host that is deleted with the pod, or `network`, a network volume that outlives it. At most one of the two. Changing it restarts a running container, which wipes the container disk. */
  declare readonly mounts: pulumi.Output<Mounts>;
  /** Starts Jupyter in images that support it, with a generated password (output `jupyterPassword`) unless `env.JUPYTER_PASSWORD` is set. Add `8888/http` to `ports` to reach it. Only where the program sets it. */
  declare readonly startJupyter: pulumi.Output<boolean | undefined>;
  /** Accepts the account's SSH keys in images that support it. Direct SSH also requires `22/tcp` in `ports`. Only where the program sets it. */
  declare readonly startSsh: pulumi.Output<boolean | undefined>;
  /** Template whose settings are applied once, at creation or when this argument changes. Arguments override the template. The pod keeps no link to it, so removing this argument changes nothing. Changing it restarts a running container, which wipes the container disk. Only where the program sets it. */
  declare readonly templateId: pulumi.Output<string | undefined>;
  /** While true, the pod can't be stopped or reset. It can still be deleted: use Pulumi's `protect` to prevent that. */
  declare readonly locked: pulumi.Output<boolean>;
  /** Whether the pod should be running or stopped. A stopped pod costs nothing for compute and keeps its host. A refresh reports a pod that has stopped or is in ERROR as drift, and the next `up` starts it again; with `runToCompletion` only one in ERROR, or one that never ran. */
  declare readonly desiredStatus: pulumi.Output<"RUNNING" | "EXITED">;
  /** Status of the pod at the last refresh. */
  declare readonly status: pulumi.Output<PodStatus>;
  /** What could be done with the pod at the last refresh. */
  declare readonly actions: pulumi.Output<("start" | "stop" | "restart" | "terminate")[]>;
  /** Live figures of the pod at the last refresh: seconds since its container started, utilisation in percent, and ports. Null unless it is RUNNING. */
  declare readonly runtime: pulumi.Output<{ uptime?: number; gpus?: { util?: number; memoryUtil?: number }[]; cpu?: { util?: number }; memory?: { util?: number }; ports?: { private?: number; public?: number | null; type?: string; ip?: string | null }[] } | null>;
  /** Data center it was placed in; null until then. */
  declare readonly dataCenterId: pulumi.Output<string | null>;
  /** CUDA version of the host, null when unknown. */
  declare readonly cudaVersion: pulumi.Output<string | null>;
  /** Current cost in USD per hour; 0 while stopped. */
  declare readonly cost: pulumi.Output<number>;
  /** The same as `cost`, USD per hour. */
  declare readonly costPerHour: pulumi.Output<number>;
  /** vCPUs of the whole pod. */
  declare readonly vcpuCount: pulumi.Output<number | undefined>;
  /** System RAM of the whole pod, in GB. */
  declare readonly memory: pulumi.Output<number | undefined>;
  /** How to connect by SSH; `command` is a ready-to-run command, null while the pod doesn't run, and where the account had no key when it was created: then only a key that its image brings lets you in. Direct ports change at every restart. */
  declare readonly ssh: pulumi.Output<PodSsh>;
  /** Public address of each port that has one, such as `{ "22/tcp": "203.0.113.17:30412" }`. HTTP ports have none: see `urls`. Of several ports from 70000 up, each has the number that it got, as in `31007/tcp`. */
  declare readonly endpoints: pulumi.Output<Record<string, string>>;
  /** Address of each http port, such as `{ "8080/http": "https://p4k9w2m7qx-8080.example.com" }`, by the setting `compute:portUrl`. Without it, only ports for which the platform reports an address appear. Run `refresh` after the setting changed. */
  declare readonly urls: pulumi.Output<Record<string, string>>;
  /** Where Jupyter is, if `8888/http` is in `ports`: the address of that port in `urls`. */
  declare readonly jupyterUrl: pulumi.Output<string | undefined>;
  /** Global networking as it is currently in effect. */
  declare readonly networking: pulumi.Output<{ enabled: boolean; ip?: string; internalDns?: string }>;
  /** Jupyter's password: the one the platform generated, or the one in `env`. A secret. */
  declare readonly jupyterPassword: pulumi.Output<string | undefined>;
  /** RFC 3339, UTC. */
  declare readonly createdAt: pulumi.Output<string>;
  /** Time of the last start, RFC 3339, UTC; null before the first start. */
  declare readonly startedAt: pulumi.Output<string | null>;
}
