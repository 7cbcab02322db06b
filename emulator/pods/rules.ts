import { conflict, existing } from "../kernel/refusal";
import type { Store } from "../store/store";
import { advance } from "./lifecycle";
import type { StoredPod } from "./record";

export function requirePod({ id }: Readonly<Record<string, string>>, store: Store): StoredPod {
  return advance(store, existing(store.pods.get(id ?? ""), "pod"));
}

/** `image` may be missing only where a template gives it (P-12, E-2). */
export const missingOnCreate = ({ image, templateId }: Readonly<Record<string, unknown>>) =>
  image === undefined && templateId === undefined ? ["image"] : [];

/** Members of clusters are changed through their cluster only (P-59, CH-24). */
export function refuseMember({ cluster }: StoredPod): void {
  if (cluster) throw conflict("the pod belongs to a cluster; use the cluster instead");
}
