import { notFound } from "../kernel/refusal";
import { terminate } from "../pods/actions";
import type { Store } from "../store/store";
import type { StoredCluster } from "./record";
import { membersOf } from "./view";

export function requireCluster({ id }: Readonly<Record<string, string>>, store: Store): StoredCluster {
  const found = store.clusters.get(id ?? "");
  if (!found) throw notFound("cluster");
  return found;
}

/** Its members go with it. */
export function deleteCluster(store: Store, cluster: StoredCluster): void {
  for (const member of membersOf(store, cluster)) terminate(store, member);
  store.clusters.delete(cluster.id);
}
