// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type { Input } from "@pulumi/pulumi";
import type { NetworkVolume, RegistryCredential, Template } from "../classes";
import type { DataCenterId } from "./ids";
import type { AdoptableArgs } from "./shared";
import type { EndpointCpuArgs, EndpointGpuArgs, EndpointScalingArgs, EndpointWorkersArgs, IdOf } from "../values";

/** A serverless endpoint: requests go to workers that the platform starts and stops as work comes and goes. Workers are billed while they run. */
export interface EndpointArgs extends AdoptableArgs {
  /**
   * Name shown in the console. Need not be unique. Default: the resource's name in the program and a short suffix.
   *
   * Allowed: string, at least 1 character.
   * On change: update.
   * When a program no longer sets it: it keeps the name that it has.
   */
  readonly name?: Input<string>;
  /**
   * How work arrives: as jobs in a queue, or as HTTP requests that go to a worker directly.
   *
   * Allowed: "QUEUE" or "LOAD_BALANCER".
   * On change: replace.
   */
  readonly type: Input<"QUEUE" | "LOAD_BALANCER">;
  /**
   * When workers are added. Takes effect at once.
   *
   * Allowed: `{ type: "QUEUE_DELAY", queueDelay }` with at least 0.5 seconds, for QUEUE only; or `{ type: "REQUEST_COUNT", requestCount }` with at least 1 request per worker.
   * On change: update.
   */
  readonly scaling: Input<EndpointScalingArgs>;
  /**
   * The GPUs of each worker: pools of the catalog, of which the platform takes what it has. With `memory` in place of `pools` it is every type in a pool with so much memory, chosen when the endpoint is created and when this argument changes. Set exactly one of `gpu` and `cpu`.
   *
   * Allowed: `{ pools, excludedTypes?, count?, allowedCudaVersions?, minCudaVersion? }`, or with `memory` and `manufacturer?` in place of `pools`; at least one pool id, GPU type ids to leave out, memory of each GPU in whole GB, count at least 1 (default 1), only one of the two CUDA members.
   * On change: update or replace: a different selection is an update; an endpoint can't change between GPUs and CPUs.
   * When a program no longer sets it: the endpoint is replaced by one with `cpu`.
   */
  readonly gpu?: Input<EndpointGpuArgs>;
  /**
   * The vCPUs of each worker of an endpoint without GPUs, as a list to choose from. Set exactly one of `gpu` and `cpu`.
   *
   * Allowed: list of `{ id, vcpuCount }` without duplicates; flavor id from the catalog, vCPUs a power of two, at least 2.
   * On change: update or replace: a different selection is an update; an endpoint can't change between GPUs and CPUs.
   * When a program no longer sets it: the endpoint is replaced by one with `gpu`.
   */
  readonly cpu?: Input<Input<EndpointCpuArgs>[]>;
  /**
   * Container image. Required unless `templateId` is set.
   *
   * Allowed: an image's name, such as `registry.example.com/acme/app:1.0`.
   * On change: update.
   * When a program no longer sets it: refused unless `templateId` is set, which then brings the image.
   */
  readonly image?: Input<string>;
  /**
   * The container's command in the form the platform stores: a shell string that sets CMD, or a JSON object as a string with `entrypoint`, `cmd` or both. Prefer `cmd` and `entrypoint`.
   *
   * Allowed: string; `""` clears it.
   * On change: update.
   * When a program no longer sets it: it is cleared; beside `templateId` the current template is applied again.
   */
  readonly args?: Input<string>;
  /**
   * CMD in exec form.
   *
   * Allowed: list of strings; `[]` clears it.
   * On change: update.
   * When a program no longer sets it: it is cleared; beside `templateId` the current template is applied again.
   */
  readonly cmd?: Input<Input<string>[]>;
  /**
   * ENTRYPOINT in exec form.
   *
   * Allowed: list of strings; `[]` clears it.
   * On change: update.
   * When a program no longer sets it: it is cleared; beside `templateId` the current template is applied again.
   */
  readonly entrypoint?: Input<Input<string>[]>;
  /**
   * Size of each worker's disk, in GB.
   *
   * Allowed: whole number of GB, at least 1; default 20.
   * On change: update.
   * When a program no longer sets it: it goes back to its default, 20; beside `templateId` the current template is applied again.
   */
  readonly disk?: Input<number>;
  /**
   * Environment variables. Variables that a template adds are kept and are not drift.
   *
   * Allowed: string values; at most 50 variables.
   * On change: update.
   * When a program no longer sets it: each variable that goes is removed, or gets the value back that the template has for it; without `env` the current template is applied again.
   */
  readonly env?: Input<Record<string, Input<string>>>;
  /**
   * Exposed ports as `port/protocol`, in any order. A number of 70000 or more asks for the same port number inside and outside.
   *
   * Allowed: `<number>/http` or `<number>/tcp`; at most 10 http ports.
   * On change: update.
   * When a program no longer sets it: it goes back to its default, none; beside `templateId` the current template is applied again.
   */
  readonly ports?: Input<Input<string>[]>;
  /**
   * Credential for pulling a private image.
   *
   * Allowed: a RegistryCredential or its id; `null` for none.
   * On change: update.
   * When a program no longer sets it: it goes back to its default, none; beside `templateId` the current template is applied again.
   */
  readonly registry?: Input<IdOf<RegistryCredential> | null>;
  /**
   * How few and how many workers there may be, and after how many idle seconds one stops. Takes effect at once. The platform lowers `max` of endpoints that nobody uses for days, which a refresh shows as drift.
   *
   * Allowed: `{ min?, max?, idleTimeout? }`; whole numbers, `min` at most `max`, 1 to 3600 seconds; default 0, 3 and 10. No `idleTimeout` for QUEUE with REQUEST_COUNT.
   * On change: update.
   * When a program no longer sets it: it goes back to its default, {"min":0,"max":3,"idleTimeout":10}.
   */
  readonly workers?: Input<EndpointWorkersArgs>;
  /**
   * Data centers that workers may be placed in, in any order.
   *
   * Allowed: data center ids from the catalog; `[]` or omitted allows any.
   * On change: update.
   * When a program no longer sets it: it goes back to its default, none.
   */
  readonly dataCenterIds?: Input<Input<DataCenterId>[]>;
  /**
   * Volumes for workers to mount, in any order: each worker gets the volume of its data center.
   *
   * Allowed: NetworkVolumes or their ids, at most one in each data center.
   * On change: update.
   * When a program no longer sets it: it goes back to its default, none.
   */
  readonly networkVolumes?: Input<Input<IdOf<NetworkVolume>>[]>;
  /**
   * How long one request may run, in milliseconds. Takes effect at once.
   *
   * Allowed: whole number of milliseconds; default 300000.
   * On change: update.
   * When a program no longer sets it: it goes back to its default, 300000.
   */
  readonly timeout?: Input<number>;
  /**
   * Faster starts of workers from kept snapshots.
   *
   * Allowed: "OFF" (default), "FLASHBOOT" or "PRIORITY_FLASHBOOT".
   * On change: update.
   * When a program no longer sets it: it goes back to its default, "OFF".
   */
  readonly flashboot?: Input<"OFF" | "FLASHBOOT" | "PRIORITY_FLASHBOOT">;
  /**
   * Serverless template whose container settings are applied once, at creation or when this argument changes. Arguments override the template. The endpoint keeps no link to it, so removing this argument changes nothing.
   *
   * Allowed: a serverless Template or its id.
   * On change: update.
   * When a program no longer sets it: nothing changes.
   */
  readonly templateId?: Input<IdOf<Template>>;
  /**
   * What create and update wait for: a worker with the current settings that can take a job, or nothing. With `workers.min` 0 no worker starts before there is work, so there is nothing to wait for.
   *
   * Allowed: "ready" (default) or "none".
   * On change: none.
   * When a program no longer sets it: the default applies from then on; nothing else changes.
   */
  readonly waitFor?: Input<"ready" | "none">;
  /**
   * Whether deleting or replacing the endpoint may cancel jobs that wait in its queue or run. With `refuse`, one that has jobs is not deleted. A change takes effect with the next `up`, which records it.
   *
   * Allowed: "refuse" (default) or "allow".
   * On change: update.
   * When a program no longer sets it: it goes back to its default, "refuse".
   */
  readonly jobLoss?: Input<"refuse" | "allow">;
}
