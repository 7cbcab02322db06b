import type { Cluster } from "../../api/clusters";
import { timestampOf } from "../store/clock";
import { advance } from "../pods/lifecycle";
import type { StoredPod } from "../pods/record";
import { sshEndpointOf } from "../pods/view";
import type { Store } from "../store/store";
import { clusterMembers, type StoredCluster } from "./record";

/** The pods of a cluster as they are now, by rank. */
export function membersOf(store: Store, { podIds }: StoredCluster): StoredPod[] {
  return podIds.flatMap((id) => store.pods.get(id) ?? []).map((pod) => advance(store, pod));
}

/** A cluster as the platform reports it (C-11): all but its name follows from its members. */
export function toCluster(store: Store, cluster: StoredCluster): Cluster {
  const members = membersOf(store, cluster);
  const byStatus: Record<string, number> = {};
  for (const { status } of members) byStatus[status] = (byStatus[status] ?? 0) + 1;
  const placed = members.find((member) => member.isPlaced);
  const [primary] = members;
  const sshEndpoint = primary && sshEndpointOf(primary);
  return {
    ...clusterMembers.shown(cluster),
    id: cluster.id,
    pods: { total: members.length, byStatus },
    createdAt: timestampOf(cluster.createdAt),
    ...(cluster.template !== undefined && { template: cluster.template }),
    ...(placed && { dataCenterId: store.capacity.stock(placed.stockId).dataCenter, network: cluster.network }),
    ...(primary?.isPlaced && {
      primary: { podId: primary.id, status: primary.status, ...(sshEndpoint && { sshEndpoint }) },
    }),
  };
}
