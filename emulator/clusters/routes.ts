import { clusters } from "../../api/clusters";
import { existing } from "../kernel/refusal";
import { operations } from "../kernel/route";
import { terminate } from "../pods/actions";
import { toPod } from "../pods/view";
import type { Store } from "../store/store";
import { createCluster } from "./create";
import { clusterMembers, type StoredCluster } from "./record";
import { membersOf, toCluster } from "./view";

export const clusterOperations = operations(
  clusters,
  {
    list: ({ store }) => ({ clusters: store.listed(store.clusters).map((each) => toCluster(store, each)) }),
    create: ({ body, store }) => toCluster(store, createCluster(store, body)),
    get: ({ params, store }) => toCluster(store, requireCluster(params, store)),
    update: ({ params, body, store }) => {
      const cluster = requireCluster(params, store);
      return toCluster(store, Object.assign(cluster, clusterMembers.changed(body)));
    },
    delete: ({ params, store }) => deleteCluster(store, requireCluster(params, store)),
    pods: ({ params, store }) => ({
      pods: membersOf(store, requireCluster(params, store)).map((member) => toPod(store, member)),
    }),
  },
  { resource: requireCluster },
);

function requireCluster({ id }: Readonly<Record<string, string>>, store: Store): StoredCluster {
  return existing(store.clusters.get(id ?? ""), "cluster");
}

function deleteCluster(store: Store, cluster: StoredCluster): void {
  for (const member of membersOf(store, cluster)) terminate(store, member);
  store.clusters.delete(cluster.id);
}
