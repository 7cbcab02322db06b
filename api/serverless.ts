import * as z from "zod";
import { Cpu, CpuResponse } from "./compute";
import { containerRequest, containerResponse } from "./container";
import { creates, deletes, endpoint, reads, updates } from "./endpoint";
import { LogQuery } from "./logs";
import { cudaVersion, openEnum, PageQuery, Pagination, timestamp, whole } from "./shared";

export const endpointTypes = ["QUEUE", "LOAD_BALANCER"] as const;
export const flashboots = ["OFF", "FLASHBOOT", "PRIORITY_FLASHBOOT"] as const;
export const workerStatuses = ["RUNNING", "IDLE", "INITIALIZING", "THROTTLED", "UNHEALTHY"] as const;
export const buildStatuses = [
  "PENDING",
  "BUILDING",
  "UPLOADING",
  "TESTING",
  "COMPLETED",
  "FAILED",
  "CANCELLED",
  "TEST_FAILED",
] as const;

/** How many workers may run; `idleTimeout` in seconds, 1 to 3600. */ // E-11
export const Workers = z.strictObject({
  min: z.int().min(0).optional(),
  max: z.int().min(0).optional(),
  idleTimeout: z.int().min(1).max(3600).optional(),
});
export type Workers = z.infer<typeof Workers>;

/** When workers are added: seconds in the queue (at least 0.5), or requests in flight per worker (at least 1). */ // E-12
export const Scaling = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("QUEUE_DELAY"), queueDelay: z.number().min(0.5) }),
  z.strictObject({ type: z.literal("REQUEST_COUNT"), requestCount: z.int().min(1) }),
]);
export type Scaling = z.infer<typeof Scaling>;

const pools = z.array(z.string()).min(1);
const unique = (values: readonly unknown[]) =>
  new Set(values.map((value) => JSON.stringify(value))).size === values.length;
const uniqueItems = { params: { rule: "uniqueItems" } };
const gpuSettings = {
  /** Unique GPU type ids left out of the pools. */ // E-29
  excludedTypes: z
    .array(z.string().regex(/^\s*[^-\s]/))
    .refine(unique, uniqueItems)
    .optional(),
  /** GPUs per worker, default 1. */
  count: z.int().min(1).optional(),
  /** `[]` means any. Excludes `minCudaVersion`. */ // E-30
  allowedCudaVersions: z.array(cudaVersion).optional(),
};

/** GPUs of an endpoint on create: pool ids, not GPU type ids. */ // E-13, K-23
export const EndpointGpu = z.strictObject({ pools, ...gpuSettings, minCudaVersion: cudaVersion.optional() });
export type EndpointGpu = z.infer<typeof EndpointGpu>;

/** GPUs of an endpoint on update: `minCudaVersion: ""` clears; `excludedTypes` needs `pools`. */ // E-13, E-28
export const EndpointGpuUpdate = z
  .strictObject({
    ...gpuSettings,
    pools: pools.optional(),
    minCudaVersion: z.union([z.literal(""), cudaVersion]).optional(),
  })
  .refine((gpu) => gpu.excludedTypes === undefined || gpu.pools !== undefined, {
    params: { rule: "dependentRequired", property: "pools", because: "excludedTypes" },
  });

/** Unique items; the same flavor at different vCPU counts is fine. */ // E-26
const cpus = z.array(Cpu).min(1).refine(unique, uniqueItems);

const settings = {
  ...containerRequest,
  workers: Workers.optional(),
  /** `[]` means any. */
  dataCenterIds: z.array(z.string()).optional(),
  /** Volume ids, at most one per data center. */ // E-42
  networkVolumes: z.array(z.string()).optional(),
  /** Longest execution of one request in ms. Default 300000. */
  timeout: z.int().optional(),
  /** Default `OFF`. */
  flashboot: z.enum(flashboots).optional(),
  templateId: z.string().min(1).optional(),
};

/** What an endpoint is created from. Exactly one of `gpu` and `cpu`. */ // E-2, E-20
export const EndpointCreate = z.strictObject({
  name: z.string().min(1),
  type: z.enum(endpointTypes),
  scaling: Scaling,
  gpu: EndpointGpu.optional(),
  cpu: cpus.optional(),
  ...settings,
});
export type EndpointCreate = z.infer<typeof EndpointCreate>;

/** What an update takes; of `gpu` and `cpu`, what the endpoint has. */ // E-4, E-25
export const EndpointUpdate = z.strictObject({
  name: z.string().min(1).optional(),
  scaling: Scaling.optional(),
  gpu: EndpointGpuUpdate.optional(),
  cpu: cpus.optional(),
  ...settings,
});
export type EndpointUpdate = z.input<typeof EndpointUpdate>;

/** Where to reach an endpoint; those of a type that this release does not know pass through. */ // E-15, CH-5
export const RequestUrls = z.union([
  z.looseObject({
    run: z.string(),
    runSync: z.string(),
    status: z.string(),
    stream: z.string(),
    cancel: z.string(),
    retry: z.string(),
    purgeQueue: z.string(),
    health: z.string(),
  }),
  z.looseObject({ base: z.string(), health: z.string() }),
  z.looseObject({}),
]);

/** An endpoint as the platform reports it. */ // E-14
export const ServerlessEndpoint = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** Absent only on old endpoints. */
  type: openEnum(endpointTypes).optional(),
  requestUrls: RequestUrls.optional(),
  gpu: z
    .looseObject({
      pools: z.array(z.string()),
      excludedTypes: z.array(z.string()).optional(),
      count: whole.optional(),
      allowedCudaVersions: z.array(z.string()),
      minCudaVersion: z.string().nullable(),
    })
    .nullable()
    .optional(),
  cpu: z.array(CpuResponse).optional(),
  workers: z.looseObject({ min: whole, max: whole, idleTimeout: whole.optional() }),
  scaling: z.looseObject({
    type: openEnum(["QUEUE_DELAY", "REQUEST_COUNT"]),
    queueDelay: z.number().optional(),
    requestCount: whole.optional(),
  }),
  dataCenterIds: z.array(z.string()),
  networkVolumes: z.array(z.string()),
  timeout: whole,
  flashboot: openEnum(flashboots),
  createdAt: timestamp,
  ...z.object(containerResponse).partial().shape,
});
export type ServerlessEndpoint = z.infer<typeof ServerlessEndpoint>;

/** One active worker. */ // E-16
export const Worker = z.looseObject({
  id: z.string(),
  status: openEnum(workerStatuses),
  /** Runs an older configuration than the current one. */ // E-39
  isStale: z.boolean(),
  gpuCount: whole,
  version: whole.nullable().optional(),
  image: z.string().nullable().optional(),
  uptimeSeconds: whole.nullable().optional(),
  gpuTypeId: z.string().nullable().optional(),
  dataCenterId: z.string().nullable().optional(),
  startedAt: timestamp.nullable().optional(),
});
export type Worker = z.infer<typeof Worker>;

/** The workers of an endpoint; the five counts add up to `total`. */ // E-6, E-40
export const WorkerList = z.looseObject({
  workers: z.array(Worker),
  summary: z.looseObject({
    running: whole,
    idle: whole,
    initializing: whole,
    throttled: whole,
    unhealthy: whole,
    total: whole,
  }),
  endpointVersion: whole.nullable().optional(), // not in every revision
});
export type WorkerList = z.infer<typeof WorkerList>;

/** One release and what it changed; field names are the platform's internal ones. */ // E-17
export const Release = z.looseObject({
  id: z.string(),
  source: openEnum(["MANUAL", "GIT_BUILD"]),
  createdAt: timestamp,
  workerCount: whole,
  diff: z.array(z.looseObject({ field: z.string(), old: z.unknown(), new: z.unknown() })),
  version: whole.nullable().optional(),
  buildId: z.string().nullable().optional(),
  createdByUserId: z.string().nullable().optional(),
});
export type Release = z.infer<typeof Release>;

export const ReleaseList = z.looseObject({
  endpointVersion: whole.nullable().optional(), // not in every revision
  rollout: z.looseObject({
    inProgress: z.boolean(),
    workersOnLatest: whole,
    workersTotal: whole,
    percentOnLatest: z.number(),
  }),
  releases: z.array(Release),
  pagination: Pagination.optional(),
});
export type ReleaseList = z.infer<typeof ReleaseList>;

/** One build from source. */ // E-18
export const Build = z.looseObject({
  id: z.string(),
  status: openEnum(buildStatuses),
  commitHash: z.string().nullable().optional(),
  commitMessage: z.string().nullable().optional(),
  branch: z.string().nullable().optional(),
  commitDate: timestamp.nullable().optional(),
  imageName: z.string().nullable().optional(),
  startedAt: timestamp.nullable().optional(),
  completedAt: timestamp.nullable().optional(),
  error: z.string().nullable().optional(),
});
export type Build = z.infer<typeof Build>;

export const BuildQuery = z.strictObject({
  cursor: z.string().min(1).optional(),
  /** 1 to 100, default 100. */
  limit: z.int().min(1).max(100).optional(),
});

export const serverless = {
  /** One page of endpoints, newest first. `limit` 1 to 1000, default 1000. */
  list: endpoint({
    ...reads,
    id: "E-1",
    path: "/v2/serverless",
    query: PageQuery,
    response: z.looseObject({ endpoints: z.array(ServerlessEndpoint), pagination: Pagination.optional() }),
  }),
  /**
   * Makes an endpoint. Exactly one of `gpu` and `cpu`; `image` unless `templateId`. Takes jobs at once.
   *
   * @remarks Not sent twice after a lost answer.
   * @throws BadRequestError for a rule that is broken, e.g. two volumes in one data center.
   * @throws NotFoundError when the template does not exist.
   */ // E-20, E-35, A-31, E-42, E-33
  create: endpoint({
    ...creates,
    id: "E-2",
    path: "/v2/serverless",
    refusals: [404],
    body: EndpointCreate,
    response: ServerlessEndpoint,
  }),
  /** One endpoint. The platform lowers `workers.max` of idle ones by itself. @throws NotFoundError */ // E-44
  get: endpoint({ ...reads, id: "E-3", path: "/v2/serverless/:id", response: ServerlessEndpoint }),
  /** Changes the members of the body; changes to containers roll out as workers are replaced. */ // E-37
  update: endpoint({
    ...updates,
    id: "E-4",
    path: "/v2/serverless/:id",
    body: EndpointUpdate,
    response: ServerlessEndpoint,
  }),
  /** Deletes an endpoint, ends its workers and cancels its jobs. @remarks One that is already gone counts as deleted. */ // J-50
  delete: endpoint({ ...deletes, id: "E-5", path: "/v2/serverless/:id" }),
  /** Its active workers and their counts. @throws NotFoundError */ // E-40
  workers: endpoint({ ...reads, id: "E-6", path: "/v2/serverless/:id/workers", response: WorkerList }),
  /** One page of releases, newest first, and how far the latest has rolled out. */
  releases: endpoint({
    ...reads,
    id: "E-7",
    path: "/v2/serverless/:id/releases",
    query: PageQuery,
    response: ReleaseList,
  }),
  /** One page of builds from source, newest first. `limit` 1 to 100, default 100. */
  builds: endpoint({
    ...reads,
    id: "E-8",
    path: "/v2/serverless/:id/builds",
    query: BuildQuery,
    response: z.looseObject({ builds: z.array(Build), pagination: Pagination.optional() }),
  }),
  /** One build, of any age. @throws NotFoundError */
  build: endpoint({ ...reads, id: "E-9", path: "/v2/serverless/:id/builds/:buildId", response: Build }),
  workerLogs: endpoint({
    ...reads,
    id: "E-10",
    path: "/v2/serverless/:id/workers/:workerId/logs",
    query: LogQuery,
    response: z.string(),
    stream: true,
  }),
};
