import { clusters } from "../../api/clusters";
import { operations } from "../kernel/route";
import { toPod } from "../pods/view";
import { createCluster } from "./create";
import { clusterMembers } from "./record";
import { deleteCluster, requireCluster } from "./rules";
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
