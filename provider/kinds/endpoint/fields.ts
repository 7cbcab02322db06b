import * as z from "zod";
import {
  EndpointCreate,
  EndpointUpdate,
  endpointTypes,
  flashboots,
  Scaling,
  ServerlessEndpoint,
  Workers,
} from "../../../api/serverless";
import { defineResource, field } from "../../table/resource";
import { strings } from "../../table/props";
import { containerFields, registryField } from "../shared/container";
import { noVariable, withoutForeign } from "../shared/environment";
import { adoptField, nameField, timeoutsField } from "../shared/provider-only";
import { otherFamily } from "../shared/placement";
import { canonicalGpu, canonicalWorkers, inFamily, PoolsOrNeed, workerNeed, workersByDefault } from "./hardware";
import { endpointRules } from "./rules";

const container = containerFields({ change: "update", fromTemplate: true });

export const endpoint = defineResource({
  kind: "Endpoint",
  doc: "A serverless endpoint: requests go to workers that the platform starts and stops as work comes and goes. Workers are billed while they run.",
  source: "8",
  requests: { create: EndpointCreate, update: EndpointUpdate },
  inputs: {
    name: nameField("Name shown in the console. Need not be unique.", ["E-2", "E-4"]),
    type: field(z.enum(endpointTypes), {
      change: "replace",
      doc: "How work arrives: as jobs in a queue, or as HTTP requests that go to a worker directly.",
      limits: '"QUEUE" or "LOAD_BALANCER"',
      rules: ["E-2", "E-15"],
    }),
    scaling: field(Scaling, {
      change: "update",
      doc: "When workers are added. Takes effect at once.",
      limits:
        '`{ type: "QUEUE_DELAY", queueDelay }` with at least 0.5 seconds, for QUEUE only; or `{ type: "REQUEST_COUNT", requestCount }` with at least 1 request per worker',
      rules: ["E-12", "E-21", "E-36", "E-37"],
    }),
    gpu: field(PoolsOrNeed.optional(), {
      change: inFamily,
      need: workerNeed,
      doc: "The GPUs of each worker: pools of the catalog, of which the platform takes what it has. With `memory` in place of `pools` it is every type in a pool with so much memory, chosen when the endpoint is created and when this argument changes. Set exactly one of `gpu` and `cpu`.",
      limits:
        "`{ pools, excludedTypes?, count?, allowedCudaVersions?, minCudaVersion? }`, or with `memory` and `manufacturer?` in place of `pools`; at least one pool id, GPU type ids to leave out, memory of each GPU in whole GB, count at least 1 (default 1), only one of the two CUDA members",
      rules: ["E-13", "E-20", "E-25", "E-27", "E-29", "E-30"],
      canonical: canonicalGpu,
      listedIn: { pools: "pools", excludedTypes: "gpus" },
      absent: null,
      whenLeftOut: otherFamily("endpoint", "cpu"),
    }),
    cpu: field(EndpointCreate.shape.cpu, {
      change: inFamily,
      doc: "The vCPUs of each worker of an endpoint without GPUs, as a list to choose from. Set exactly one of `gpu` and `cpu`.",
      limits:
        "list of `{ id, vcpuCount }` without duplicates; flavor id from the catalog, vCPUs a power of two, at least 2",
      rules: ["M-60", "M-61", "E-20", "E-25", "E-26"],
      listedIn: { id: "cpus" },
      absent: null,
      whenLeftOut: otherFamily("endpoint", "gpu"),
    }),
    ...container,
    disk: {
      ...container.disk,
      doc: "Size of each worker's disk, in GB.",
      limits: "whole number of GB, at least 1; default 20",
      rules: ["M-1", "E-31"],
      absent: 20,
    },
    env: {
      ...container.env,
      doc: "Environment variables. Variables that a template adds are kept and are not drift.",
      rules: ["M-11", "A-82", "E-33", "E-34", "E-43"],
      whenLeftOut: noVariable,
      wire: withoutForeign,
    },
    registry: registryField({ change: "update", fromTemplate: true }),
    workers: field(Workers.optional(), {
      change: "update",
      doc: "How few and how many workers there may be, and after how many idle seconds one stops. Takes effect at once. The platform lowers `max` of endpoints that nobody uses for days, which a refresh shows as drift.",
      limits:
        "`{ min?, max?, idleTimeout? }`; whole numbers, `min` at most `max`, 1 to 3600 seconds; default 0, 3 and 10. No `idleTimeout` for QUEUE with REQUEST_COUNT",
      rules: ["E-11", "E-22", "E-24", "E-37", "E-44", "E-46"],
      canonical: canonicalWorkers,
      absent: workersByDefault,
    }),
    dataCenterIds: field(z.array(z.string()).optional(), {
      change: "update",
      doc: "Data centers that workers may be placed in, in any order.",
      limits: "data center ids from the catalog; `[]` or omitted allows any",
      listedIn: "dataCenters",
      rules: ["E-2"],
      unordered: true,
      absent: [],
    }),
    networkVolumes: field(z.array(z.string()).optional(), {
      refersTo: "NetworkVolume",
      isLookedFor: true,
      volumesIn: strings,
      change: "update",
      doc: "Volumes for workers to mount, in any order: each worker gets the volume of its data center.",
      limits: "NetworkVolumes or their ids, at most one in each data center",
      rules: ["E-2", "E-42"],
      unordered: true,
      absent: [],
    }),
    timeout: field(EndpointCreate.shape.timeout, {
      change: "update",
      doc: "How long one request may run, in milliseconds. Takes effect at once.",
      limits: "whole number of milliseconds; default 300000",
      rules: ["E-2", "E-37", "E-45"],
      absent: 300_000,
    }),
    flashboot: field(z.enum(flashboots).optional(), {
      change: "update",
      doc: "Faster starts of workers from kept snapshots.",
      limits: '"OFF" (default), "FLASHBOOT" or "PRIORITY_FLASHBOOT"',
      rules: ["E-2"],
      absent: "OFF",
    }),
    templateId: field(z.string().min(1).optional(), {
      refersTo: "Template",
      isServerless: true,
      change: "update",
      doc: "Serverless template whose container settings are applied once, at creation or when this argument changes. Arguments override the template. The endpoint keeps no link to it, so removing this argument changes nothing.",
      limits: "a serverless Template or its id",
      rules: ["E-33", "E-34"],
      writeOnly: true,
    }),
    waitFor: field(z.enum(["ready", "none"]).optional(), {
      change: "none",
      doc: "What create and update wait for: a worker with the current settings that can take a job, or nothing. With `workers.min` 0 no worker starts before there is work, so there is nothing to wait for.",
      limits: '"ready" (default) or "none"',
      local: true,
    }),
    jobLoss: field(z.enum(["refuse", "allow"]).optional(), {
      change: "update",
      doc: "Whether deleting or replacing the endpoint may cancel jobs that wait in its queue or run. With `refuse`, one that has jobs is not deleted. A change takes effect with the next `up`, which records it.",
      limits: '"refuse" (default) or "allow"',
      rules: ["E-5", "J-50"],
      absent: "refuse",
      local: true,
    }),
    timeouts: timeoutsField,
    adopt: adoptField,
  },
  outputs: {
    requestUrls: {
      schema: ServerlessEndpoint.shape.requestUrls,
      doc: "Where requests are sent and where the endpoint's health is read. Of a QUEUE endpoint `status`, `stream`, `cancel` and `retry` hold the literal text `{job_id}`.",
      rules: ["E-15"],
      stable: true,
    },
    createdAt: { schema: ServerlessEndpoint.shape.createdAt, doc: "RFC 3339, UTC.", rules: ["A-72"], stable: true },
  },
  maxNameLength: 191,
  rules: endpointRules,
  misplaced: {
    gpuTypeIds: "use gpu: { pools }, ids of the catalog's pools", // K-23
    idleTimeout: "use workers.idleTimeout",
    minWorkers: "use workers.min",
    maxWorkers: "use workers.max",
    workersMin: "use workers.min",
    workersMax: "use workers.max",
    mounts: "use networkVolumes: workers mount them at a path that the platform chooses", // E-42
    networkVolumeId: "use networkVolumes: [volume]",
    executionTimeoutMs: "use timeout",
    startSsh: "remove it: workers ignore it", // E-33
  },
});
