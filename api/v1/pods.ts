import * as z from "zod";
import { portSpec } from "../container";
import { acts, creates, deletes, endpoint, reads, updates } from "../endpoint";
import { openEnum } from "../shared";

/** The pod, by what a published client library parses; no interface describes it, so that ours does not read it. */ // O-20
const unread = z.unknown();

/** A pod as v1 shows it; the members of use, all but the id optional. */ // O-27
export const V1Pod = z.looseObject({
  id: z.string(),
  name: z.string().optional(),
  desiredStatus: openEnum(["RUNNING", "EXITED", "TERMINATED"]).optional(),
  image: z.string().optional(),
  /** USD per hour; v1 examples write it as a number or a string. */
  costPerHr: z.union([z.number(), z.string()]).optional(),
  gpu: z.looseObject({ id: z.string().optional(), count: z.number().optional() }).nullable().optional(),
  machineId: z.string().nullable().optional(),
  publicIp: z.string().nullable().optional(),
  portMappings: z.record(z.string(), z.number()).nullable().optional(),
  templateId: z.string().nullable().optional(),
  lastStartedAt: z.string().nullable().optional(),
  locked: z.boolean().optional(),
});
export type V1Pod = z.infer<typeof V1Pod>;

const inPlace = {
  name: z.string().max(191).optional(),
  imageName: z.string().optional(),
  containerDiskInGb: z.int().min(1).optional(),
  /** 0 for none; else what v2 asks of a persistent mount. */
  volumeInGb: z.union([z.literal(0), z.int().min(10)]).optional(),
  volumeMountPath: z.string().optional(),
  ports: z.array(portSpec).optional(),
  env: z.record(z.string(), z.string()).optional(),
  dockerEntrypoint: z.array(z.string()).optional(),
  dockerStartCmd: z.array(z.string()).optional(),
  containerRegistryAuthId: z.string().nullable().optional(),
  globalNetworking: z.boolean().optional(),
  locked: z.boolean().optional(),
};

/** The flat v1 create body; open, its closed lists are open strings. */ // O-27, O-6, O-7
export const V1PodCreate = z.looseObject({
  ...inPlace,
  computeType: z.enum(["GPU", "CPU"]).optional(),
  cloudType: z.enum(["SECURE", "COMMUNITY"]).optional(),
  gpuTypeIds: z.array(z.string()).optional(),
  gpuCount: z.int().min(1).optional(),
  gpuTypePriority: z.enum(["availability", "custom"]).optional(),
  allowedCudaVersions: z.array(z.string()).optional(),
  cpuFlavorIds: z.array(z.string()).optional(),
  vcpuCount: z.int().min(1).optional(),
  dataCenterIds: z.array(z.string()).optional(),
  networkVolumeId: z.string().optional(),
  interruptible: z.boolean().optional(),
  templateId: z.string().optional(),
  minRAMPerGPU: z.int().optional(),
  minVCPUPerGPU: z.int().optional(),
  minDownloadMbps: z.number().optional(),
  minUploadMbps: z.number().optional(),
  minDiskBandwidthMBps: z.number().optional(),
});
export type V1PodCreate = z.infer<typeof V1PodCreate>;

export const V1PodUpdate = z.looseObject(inPlace);
export type V1PodUpdate = z.infer<typeof V1PodUpdate>;

/** Filters of the list. */ // O-27
export const V1PodQuery = z.strictObject({
  computeType: z.enum(["GPU", "CPU"]).optional(),
  desiredStatus: z.enum(["RUNNING", "EXITED", "TERMINATED"]).optional(),
  dataCenterId: z.array(z.string()).optional(),
  gpuTypeId: z.array(z.string()).optional(),
  cpuFlavorId: z.array(z.string()).optional(),
  imageName: z.string().optional(),
  name: z.string().optional(),
  id: z.string().optional(),
  endpointId: z.string().optional(),
  networkVolumeId: z.string().optional(),
  templateId: z.string().optional(),
  includeMachine: z.boolean().optional(),
  includeNetworkVolume: z.boolean().optional(),
  includeSavingsPlans: z.boolean().optional(),
  includeTemplate: z.boolean().optional(),
  includeWorkers: z.boolean().optional(),
});
export type V1PodQuery = z.infer<typeof V1PodQuery>;

const act = { ...acts, surface: "base", response: unread } as const;
const all = { surface: "base", path: "/pods", id: "O-27" } as const;
const one = { surface: "base", path: "/pods/:podId", id: "O-27" } as const;

export const v1Pods = {
  /** Starts or resumes a pod; one that runs already is left alone. @throws BadRequestError for cluster members. */ // O-24, O-26
  start: endpoint({ ...act, id: "O-20", path: "/pods/:podId/start", idempotent: true }),
  /** Stops a pod; one that is stopped already is left alone. @throws BadRequestError when locked. */ // O-24, O-25
  stop: endpoint({ ...act, id: "O-21", path: "/pods/:podId/stop", idempotent: true }),
  /** Recreates its container and wipes the container disk; version 2 has no such operation. @throws BadRequestError when locked. */ // O-25
  reset: endpoint({ ...act, id: "O-22", path: "/pods/:podId/reset" }),
  /** Restarts a pod in place. @throws BadRequestError for cluster members. */ // O-26
  restart: endpoint({ ...act, id: "O-23", path: "/pods/:podId/restart" }),
  list: endpoint({ ...reads, ...all, query: V1PodQuery, response: z.array(V1Pod) }),
  get: endpoint({ ...reads, ...one, response: V1Pod }),
  /** Starts a pod. It keeps its `templateId`, unlike one made through version 2. @remarks Not sent twice after a lost answer. */
  create: endpoint({ ...creates, ...all, body: V1PodCreate, response: V1Pod }),
  /** Changes the members of the body; resets the pod unless they are only `name` or `locked`. */
  update: endpoint({ ...updates, ...one, body: V1PodUpdate, response: V1Pod }),
  delete: endpoint({ ...deletes, ...one }),
};
