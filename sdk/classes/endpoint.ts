// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { EndpointArgs } from "../args/endpoint";
import { type ClassKind, ReadableResource } from "../resource";
import type { EndpointCpu, EndpointGpu, EndpointScaling, EndpointWorkers, RequestUrls } from "../values";

export const endpointKind: ClassKind = {
  kind: "Endpoint",
  outputs: [
    "name",
    "type",
    "scaling",
    "gpu",
    "cpu",
    "image",
    "args",
    "cmd",
    "entrypoint",
    "disk",
    "env",
    "ports",
    "registry",
    "workers",
    "dataCenterIds",
    "networkVolumes",
    "timeout",
    "flashboot",
    "templateId",
    "requestUrls",
    "createdAt",
  ],
  alternatives: ["gpu"],
};

/**
 * A serverless endpoint: requests go to workers that the platform starts and stops as work comes and goes. Workers are billed while they run.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const images = new compute.Endpoint("images", {
 *   type: "QUEUE",
 *   image: "registry.example.com/public/worker:3.1",
 *   gpu: { pools: ["ADA_24", "AMPERE_48"] },
 *   workers: { min: 0, max: 4, idleTimeout: 15 },
 *   scaling: { type: "QUEUE_DELAY", queueDelay: 3 },
 * });
 *
 * export const urls = images.requestUrls;
 * ```
 */
export class Endpoint extends ReadableResource {
  /** Name shown in the console. Need not be unique. Default: the resource's name in the program and a short suffix. */
  declare readonly name: pulumi.Output<string>;
  /** How work arrives: as jobs in a queue, or as HTTP requests that go to a worker directly. */
  declare readonly type: pulumi.Output<"QUEUE" | "LOAD_BALANCER">;
  /** When workers are added. Takes effect at once. */
  declare readonly scaling: pulumi.Output<EndpointScaling>;
  /** The GPUs of each worker: pools of the catalog, of which the platform takes what it has. With `memory` in place of `pools` it is every type in a pool with so much memory, chosen when the endpoint is created and when this argument changes. Set exactly one of `gpu` and `cpu`. */
  declare readonly gpu: pulumi.Output<EndpointGpu>;
  /** The vCPUs of each worker of an endpoint without GPUs, as a list to choose from. Set exactly one of `gpu` and `cpu`. */
  declare readonly cpu: pulumi.Output<EndpointCpu>;
  /** Container image. Required unless `templateId` is set. */
  declare readonly image: pulumi.Output<string>;
  /** The container's command in the form the platform stores: a shell string that sets CMD, or a JSON object as a string with `entrypoint`, `cmd` or both. Prefer `cmd` and `entrypoint`. Only where the program sets it. */
  declare readonly args: pulumi.Output<string | undefined>;
  /** CMD in exec form. Only where the program sets it. */
  declare readonly cmd: pulumi.Output<string[] | undefined>;
  /** ENTRYPOINT in exec form. Only where the program sets it. */
  declare readonly entrypoint: pulumi.Output<string[] | undefined>;
  /** Size of each worker's disk, in GB. */
  declare readonly disk: pulumi.Output<number>;
  /** Environment variables. Variables that a template adds are kept and are not drift. Only where the program sets it. */
  declare readonly env: pulumi.Output<Record<string, string> | undefined>;
  /** Exposed ports as `port/protocol`, in any order. A number of 70000 or more asks for the same port number inside and outside. */
  declare readonly ports: pulumi.Output<string[]>;
  /** Credential for pulling a private image. */
  declare readonly registry: pulumi.Output<string | null>;
  /** How few and how many workers there may be, and after how many idle seconds one stops. Takes effect at once. The platform lowers `max` of endpoints that nobody uses for days, which a refresh shows as drift. */
  declare readonly workers: pulumi.Output<EndpointWorkers>;
  /** Data centers that workers may be placed in, in any order. */
  declare readonly dataCenterIds: pulumi.Output<string[]>;
  /** Volumes for workers to mount, in any order: each worker gets the volume of its data center. */
  declare readonly networkVolumes: pulumi.Output<string[]>;
  /** How long one request may run, in milliseconds. Takes effect at once. */
  declare readonly timeout: pulumi.Output<number>;
  /** Faster starts of workers from kept snapshots. */
  declare readonly flashboot: pulumi.Output<"OFF" | "FLASHBOOT" | "PRIORITY_FLASHBOOT">;
  /** Serverless template whose container settings are applied once, at creation or when this argument changes. Arguments override the template. The endpoint keeps no link to it, so removing this argument changes nothing. Only where the program sets it. */
  declare readonly templateId: pulumi.Output<string | undefined>;
  /** Where requests are sent and where the endpoint's health is read. Of a QUEUE endpoint `status`, `stream`, `cancel` and `retry` hold the literal text `{job_id}`. */
  declare readonly requestUrls: pulumi.Output<RequestUrls | undefined>;
  /** RFC 3339, UTC. */
  declare readonly createdAt: pulumi.Output<string>;

  constructor(name: string, args: EndpointArgs, options?: pulumi.CustomResourceOptions) {
    super(endpointKind, name, args, options);
  }
}
