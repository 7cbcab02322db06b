import { Cluster, ClusterCreate, ClusterUpdate } from "../../api/clusters";
import type { Stored } from "../store/collection";
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

/** A cluster as stored; its reports are derived from its pods (C-30). */
export interface StoredCluster extends Stored, KeptBy<typeof clusterMembers> {
  readonly createdAt: number;
  /** The template it was made from; clusters keep the link (C-21). */
  readonly template?: string;
  /** Ids of its pods, by rank. */
  readonly podIds: readonly string[];
  readonly network: { readonly cidr: string; readonly vxlanId: number; readonly vxlanPort: number };
}
