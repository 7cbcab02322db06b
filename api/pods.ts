import * as z from "zod";
import { Cpu, CpuResponse, PodGpu, PodGpuResponse } from "./compute";
import { containerRequest, containerResponse } from "./container";
import { acts, creates, deletes, endpoint, reads, updates } from "./endpoint";
import { LogQuery } from "./logs";
import { Mounts, MountsResponse } from "./mounts";
import { openEnum, pageQuery, Pagination, timestamp, whole } from "./shared";

export const podStatuses = ["PROVISIONING", "STARTING", "RUNNING", "EXITED", "ERROR", "TERMINATED"] as const;
export const podActions = ["start", "stop", "restart", "terminate"] as const;
export const clouds = ["SECURE", "COMMUNITY"] as const;

/** Where a pod stands; a value this release does not know passes through. */ // section 4.3
export const PodStatus = openEnum(podStatuses);
export type PodStatus = z.infer<typeof PodStatus>;

/** One way to reach a pod by SSH; for the proxy `username` is an opaque routing token. */
export const SshEndpoint = z.looseObject({
  host: z.string(),
  port: whole,
  username: z.string(),
  /** Ready-to-run `ssh` line. */
  command: z.string(),
});
export type SshEndpoint = z.infer<typeof SshEndpoint>;

const utilization = z.looseObject({ util: whole.optional() });

/** Live figures of a RUNNING pod, any of which may be missing. Volatile: never drift. */ // P-62, P-30
export const PodRuntime = z.looseObject({
  /** Seconds since the container started. */
  uptime: whole.optional(),
  gpus: z.array(utilization.extend({ memoryUtil: whole.optional() })).optional(),
  cpu: utilization.optional(),
  memory: utilization.optional(),
  ports: z
    .array(
      z.looseObject({
        private: whole.optional(),
        public: whole.nullable().optional(),
        type: z.string().optional(),
        ip: z.string().nullable().optional(),
      }),
    )
    .optional(),
});

/** A pod's place in its cluster; rank 0 is the entry node. */ // P-31
export const PodCluster = z.looseObject({
  id: z.string(),
  rank: whole.nullable(),
  role: openEnum(["SLURM_CONTROLLER", "SLURM_COMPUTE", "RAY_HEAD", "RAY_WORKER"]).optional(),
  ip: z.string().optional(),
});

/** A pod as the platform reports it. */ // P-30
export const Pod = z.looseObject({
  id: z.string(),
  name: z.string(),
  status: PodStatus,
  /** Actions valid now. */
  actions: z.array(openEnum(podActions)),
  ...containerResponse,
  mounts: MountsResponse,
  cloud: openEnum(clouds),
  /** Null until placed. */
  dataCenterId: z.string().nullable(),
  /** What the host reports, kept while stopped; null when unknown. */ // P-54
  cudaVersion: z.string().nullable(),
  /** Changes whenever the pod resets. */ // P-55
  ssh: z.looseObject({ proxy: SshEndpoint.nullable(), direct: SshEndpoint.nullable() }),
  template: z.string().nullable(),
  /** USD per hour now; 0 when stopped. */ // P-57
  cost: z.number(),
  locked: z.boolean(),
  globalNetworking: z.looseObject({
    enabled: z.boolean(),
    ip: z.string().optional(),
    internalDns: z.string().optional(),
  }),
  runtime: PodRuntime.nullable(),
  createdAt: timestamp,
  startedAt: timestamp.nullable(),
  gpu: PodGpuResponse.optional(),
  cpu: CpuResponse.optional(),
  cluster: PodCluster.optional(),
});
export type Pod = z.infer<typeof Pod>;

/** Largest pod create body in bytes, also after template expansion. */ // P-3
export const maxPodCreateBytes = 102_400;

/** What a create and an update take alike, beside what runs in the container. */
const settings = {
  /** Needs an NVIDIA GPU and an eligible data center. An update of it takes effect at the next start or restart. */ // P-15, P-51
  globalNetworking: z.boolean().optional(),
  /** An update may change the path and enlarge the disk; not the kind of mount, nor the volume. */ // M-25 to M-30
  mounts: Mounts.optional(),
  /** Applied once, as if its settings had been sent; the pod keeps no link. */ // P-32, P-34, P-35
  templateId: z.string().min(1).optional(),
};

/** What a pod is created from. Exactly one of `gpu` and `cpu`; `image` unless `templateId`. */ // P-10, P-11, P-12
export const PodCreate = z.strictObject({
  name: z.string().min(1),
  ...containerRequest,
  /** Default `SECURE`. Network mounts need `SECURE`. */ // M-33
  cloud: z.enum(clouds).optional(),
  gpu: PodGpu.optional(),
  cpu: Cpu.optional(),
  /** Data centers the pod may be placed in; `[]` means any. */ // P-14
  dataCenterIds: z.array(z.string()).optional(),
  ...settings,
  /** Injects a generated `JUPYTER_PASSWORD`. Never returned. */ // P-52, P-60
  startJupyter: z.boolean().optional(),
  /** Injects the account's keys as `PUBLIC_KEY`. Never returned. */ // P-53, P-60
  startSsh: z.boolean().optional(),
});
export type PodCreate = z.infer<typeof PodCreate>;

/** What an update takes. Members left out stay as they are. */ // P-21, A-80
export const PodUpdate = z.strictObject({
  name: z.string().min(1).optional(),
  ...containerRequest,
  ...settings,
  /** While true the pod can't be stopped or reset. */ // P-46
  locked: z.boolean().optional(),
});
export type PodUpdate = z.infer<typeof PodUpdate>;

export const PodAction = z.enum(podActions);
export type PodAction = z.infer<typeof PodAction>;

export const PodListQuery = z.strictObject({
  ...pageQuery,
  /** Also list members of clusters. Default false. */ // P-2
  includeClusterPods: z.boolean().optional(),
});

export const PodList = z.looseObject({ pods: z.array(Pod), pagination: Pagination.optional() });

export const pods = {
  /**
   * One page of pods, newest first. Members of clusters only when asked for.
   * A page may hold fewer pods than `limit`, even none, while there is more.
   * `limit` 1 to 1000, default 1000; `cursor` from the page before.
   *
   * @throws UnprocessableError when the cursor is not of this list.
   */ // A-65, P-2, P-5, A-64
  list: endpoint({ ...reads, id: "P-1", path: "/v2/pods", query: PodListQuery, response: PodList }),
  /**
   * Starts a pod. Answers as soon as the platform accepts it, with status `PROVISIONING`; it bills from then.
   * Exactly one of `gpu` and `cpu`; `image` unless `templateId`.
   *
   * @remarks Never sent twice after a lost answer.
   * @throws InvalidRequestError before sending: a body above 102,400 bytes or against the schema.
   * @throws BadRequestError when a rule is broken or there is no capacity.
   * @throws PaymentRequiredError when the balance does not cover an hour of it.
   * @throws PermissionError when the account may not use this hardware.
   * @throws NotFoundError when the template does not exist.
   */ // P-13, P-11, P-12, A-31, P-3, A-40, A-20, P-17, P-19, A-23, P-36
  create: endpoint({
    ...creates,
    id: "P-10",
    path: "/v2/pods",
    refusals: [402, 404],
    body: PodCreate,
    response: Pod,
    maxBodyBytes: maxPodCreateBytes,
  }),
  /** One pod, also a member of a cluster. @throws NotFoundError */
  get: endpoint({ ...reads, id: "P-20", path: "/v2/pods/:id", response: Pod }),
  /**
   * Changes the members of the body and leaves the rest; `env` is replaced as a whole.
   * On a running pod everything but `name`, `locked` and `globalNetworking` resets the container.
   *
   * @throws ConflictError for a member of a cluster.
   * @throws BadRequestError for a mount that can't change so.
   */ // P-51, P-59, M-26 to M-30
  update: endpoint({ ...updates, id: "P-21", path: "/v2/pods/:id", refusals: [409], body: PodUpdate, response: Pod }),
  /**
   * Terminates the pod and its persistent disk, for ever; a network volume is only detached.
   *
   * @remarks A pod that is already gone counts as deleted.
   * @throws ConflictError for a member of a cluster.
   */ // M-31, P-59
  delete: endpoint({ ...deletes, id: "P-22", path: "/v2/pods/:id", refusals: [409] }),
  /** 200 with the pod; 204 without a body for `terminate`. */
  action: endpoint({
    ...acts,
    id: "P-23",
    path: "/v2/pods/:id/action",
    refusals: [409],
    body: z.strictObject({ action: PodAction }),
    response: Pod.optional(),
  }),
  logs: endpoint({
    ...reads,
    id: "P-24",
    path: "/v2/pods/:id/logs",
    query: LogQuery,
    response: z.string(),
    stream: true,
  }),
};
