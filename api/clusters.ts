import * as z from "zod";
import { clusterContainerRequest } from "./container";
import { creates, deletes, endpoint, reads, updates } from "./endpoint";
import { Mounts } from "./mounts";
import { Pod, PodStatus } from "./pods";
import { openEnum, timestamp, whole } from "./shared";

export const clusterTypes = ["APPLICATION", "TRAINING", "SLURM", "RAY"] as const;

/** The hardware of every member; all members are identical. */ // C-10, C-24
export const ClusterCompute = z.strictObject({
  /** GPU type id from the catalog. */
  gpuTypeId: z.string().min(1),
  /** At least 1, at most the type's maximum. */ // C-26
  gpuCountPerPod: z.int().min(1),
  /** 2 to 250. */
  podCount: z.int().min(2).max(250),
});
export type ClusterCompute = z.infer<typeof ClusterCompute>;

/** The hardware of every member, as the platform reports it. */
export const ClusterHardware = z.looseObject({ gpuTypeId: z.string(), gpuCountPerPod: whole, podCount: whole });

/** A cluster as the platform reports it. It has no status of its own. */ // C-11, C-30
export const Cluster = z.looseObject({
  id: z.string(),
  name: z.string(),
  type: openEnum(clusterTypes),
  compute: ClusterHardware,
  /** Members by status; zero counts are left out. */
  pods: z.looseObject({ total: whole, byStatus: z.record(z.string(), whole) }),
  createdAt: timestamp,
  /** Only on clusters made from a template. */ // C-21
  template: z.string().optional(),
  dataCenterId: z.string().optional(),
  network: z.looseObject({ cidr: z.string(), vxlanId: whole.optional(), vxlanPort: whole.optional() }).optional(),
  /** Rank 0. `sshEndpoint` is `host:port`, absent until it runs and exposes `22/tcp`. */ // C-28
  primary: z.looseObject({ podId: z.string(), status: PodStatus, sshEndpoint: z.string().optional() }).optional(),
});
export type Cluster = z.infer<typeof Cluster>;

/** What a cluster is created from. `templateId` excludes the container settings and mounts. */ // C-2, C-21
export const ClusterCreate = z.strictObject({
  name: z.string().min(1),
  type: z.enum(clusterTypes),
  compute: ClusterCompute,
  ...clusterContainerRequest,
  templateId: z.string().min(1).optional(),
  dataCenterIds: z.array(z.string()).optional(),
  mounts: Mounts.optional(),
  startJupyter: z.boolean().optional(),
  startSsh: z.boolean().optional(),
});
export type ClusterCreate = z.infer<typeof ClusterCreate>;

/** What an update takes: at least one member. */ // C-20, A-84
export const ClusterUpdate = z
  .strictObject({ name: z.string().min(1).optional() })
  .refine((body) => Object.keys(body).length > 0, { params: { rule: "minProperties", got: 0, want: 1 } });
export type ClusterUpdate = z.infer<typeof ClusterUpdate>;

export const clusters = {
  /** Every cluster; not paginated. */
  list: endpoint({
    ...reads,
    id: "C-1",
    path: "/v2/clusters",
    response: z.looseObject({ clusters: z.array(Cluster) }),
  }),
  /**
   * Starts a cluster of 2 to 250 pods in one data center.
   * It has no status: it is ready when `pods.byStatus.RUNNING` equals `compute.podCount`.
   *
   * @remarks Never sent twice after a lost answer.
   * @throws BadRequestError with both `templateId` and container settings, with neither, or no capacity.
   */ // C-10, C-25, A-31, C-30, C-21, C-23
  create: endpoint({
    ...creates,
    id: "C-2",
    path: "/v2/clusters",
    refusals: [402, 404],
    body: ClusterCreate,
    response: Cluster,
  }),
  /** One cluster. @throws NotFoundError */
  get: endpoint({ ...reads, id: "C-3", path: "/v2/clusters/:id", response: Cluster }),
  /** Renames a cluster; nothing else can change. @throws NotFoundError */ // C-20
  update: endpoint({ ...updates, id: "C-4", path: "/v2/clusters/:id", body: ClusterUpdate, response: Cluster }),
  /** Deletes a cluster and all its pods. @remarks One that is already gone counts as deleted. */
  delete: endpoint({ ...deletes, id: "C-5", path: "/v2/clusters/:id" }),
  /** Its pods in full; not paginated. @throws NotFoundError */
  pods: endpoint({
    ...reads,
    id: "C-6",
    path: "/v2/clusters/:id/pods",
    response: z.looseObject({ pods: z.array(Pod) }),
  }),
};
