import type { clusters } from "../../api/clusters";
import type { StoredCluster } from "./cluster";
import { createCluster } from "./create";
import { membersOf, toCluster } from "./view";
import type { Routes } from "../kernel/route";
import { terminate } from "../pods/actions";
import { toPod } from "../pods/view";
import { notFound } from "../kernel/refusal";
import type { Store } from "../world/store";

export function requireCluster({ id }: Readonly<Record<string, string>>, store: Store): StoredCluster {
  const found = store.clusters.get(id ?? "");
  if (!found) throw notFound("cluster");
  return found;
}

export const clusterRoutes: Routes<typeof clusters> = {
  list: ({ store }) => ({
    clusters: store.clusters
      .newestFirst()
      .filter((each) => store.isListed(each))
      .map((each) => toCluster(store, each)),
  }),
  create: ({ body, store }) => toCluster(store, createCluster(store, body)),
  get: ({ params, store }) => toCluster(store, requireCluster(params, store)),
  update: ({ params, body, store }) => {
    const cluster = requireCluster(params, store);
    cluster.name = body.name ?? cluster.name;
    return toCluster(store, cluster);
  },
  delete: ({ params, store }) => {
    const cluster = requireCluster(params, store);
    for (const member of membersOf(store, cluster)) terminate(store, member);
    store.clusters.delete(cluster.id);
  },
  pods: ({ params, store }) => ({
    pods: membersOf(store, requireCluster(params, store)).map((member) => toPod(store, member)),
  }),
};
