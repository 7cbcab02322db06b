import type { ClusterCompute, clusterTypes } from "../../api/clusters";
import type { Stored } from "../store/collection";

/** A cluster as stored; what it reports is derived from its members (C-30). */
export interface StoredCluster extends Stored {
  readonly createdAt: number;
  name: string;
  readonly type: (typeof clusterTypes)[number];
  readonly compute: ClusterCompute;
  /** The template it was made from; clusters keep the link (C-21). */
  readonly template?: string;
  /** Ids of its pods, by rank. */
  readonly podIds: readonly string[];
  readonly network: { readonly cidr: string; readonly vxlanId: number; readonly vxlanPort: number };
}
