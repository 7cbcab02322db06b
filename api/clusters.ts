import * as z from "zod";
import { clusterContainerRequest } from "./container";
import { endpoint } from "./endpoint";
import { Mounts } from "./mounts";
import { Pod, PodStatus } from "./pods";
import { noContent, openEnum, timestamp, whole } from "./shared";

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
  list: endpoint({
    id: "C-1",
    surface: "api",
    method: "GET",
    path: "/v2/clusters",
    response: z.looseObject({ clusters: z.array(Cluster) }),
    status: 200,
    idempotent: true,
  }),
  create: endpoint({
    id: "C-2",
    refusals: [402, 404],
    surface: "api",
    method: "POST",
    path: "/v2/clusters",
    body: ClusterCreate,
    response: Cluster,
    status: 201,
    idempotent: false,
  }),
  get: endpoint({
    id: "C-3",
    surface: "api",
    method: "GET",
    path: "/v2/clusters/:id",
    response: Cluster,
    status: 200,
    idempotent: true,
  }),
  update: endpoint({
    id: "C-4",
    surface: "api",
    method: "PATCH",
    path: "/v2/clusters/:id",
    body: ClusterUpdate,
    response: Cluster,
    status: 200,
    idempotent: true,
  }),
  delete: endpoint({
    id: "C-5",
    surface: "api",
    method: "DELETE",
    path: "/v2/clusters/:id",
    response: noContent,
    status: 204,
    idempotent: true,
  }),
  pods: endpoint({
    id: "C-6",
    surface: "api",
    method: "GET",
    path: "/v2/clusters/:id/pods",
    response: z.looseObject({ pods: z.array(Pod) }),
    status: 200,
    idempotent: true,
  }),
};
