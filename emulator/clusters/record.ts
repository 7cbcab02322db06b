import { Cluster, ClusterCreate, ClusterUpdate } from "../../api/clusters";
import type { Stored } from "../store/collection";
import { type KeptBy, keptMembers } from "../store/kept";

/** What a cluster keeps of a request; the rest of it goes to its members. */
export const clusterMembers = keptMembers({
  create: ClusterCreate.shape,
  update: ClusterUpdate.shape,
  answer: Cluster.shape,
  own: [],
  // The members, their machines and their variables follow from these.
  fixed: ["compute", "dataCenterIds"],
  absent: {},
});

/** A cluster as stored; what it reports is derived from its members (C-30). */
export interface StoredCluster extends Stored, KeptBy<typeof clusterMembers> {
  readonly createdAt: number;
  /** The template it was made from; clusters keep the link (C-21). */
  readonly template?: string;
  /** Ids of its pods, by rank. */
  readonly podIds: readonly string[];
  readonly network: { readonly cidr: string; readonly vxlanId: number; readonly vxlanPort: number };
}
