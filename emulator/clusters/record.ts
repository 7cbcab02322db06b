import * as z from "zod";
import { Cluster, ClusterCreate, ClusterUpdate } from "../../api/clusters";
import { Count, dated, Id } from "../kernel/bounds";
import { type KeptBy, keptMembers } from "../store/kept";

/** The members of a request that a cluster keeps; the others go to its pods. */
export const clusterMembers = keptMembers({
  create: ClusterCreate.shape,
  update: ClusterUpdate.shape,
  answer: Cluster.shape,
  own: [],
  // The pods, their machines and their variables follow from these.
  fixed: ["compute", "dataCenterIds"],
  absent: {},
});

const OwnCluster = z.object({
  ...dated,
  /** The template it was made from; clusters keep the link (C-21). */
  template: z.string().optional(),
  /** Ids of its pods, by rank. */
  podIds: z.array(Id).max(1_000),
  network: z.object({ cidr: z.string(), vxlanId: Count, vxlanPort: Count }),
});

/** A cluster as stored, and as a dump has it; its reports are derived from its pods (C-30). */
export type StoredCluster = KeptBy<typeof clusterMembers> & z.infer<typeof OwnCluster>;
export const ClusterRecord = z.object({ ...clusterMembers.inDumps, ...OwnCluster.shape });
