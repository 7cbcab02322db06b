import { pods } from "../../api/pods";
import type { Routes } from "../kernel/route";
import { pageOf } from "../kernel/paging";
import { act, terminate } from "./actions";
import { createPod } from "./create";
import { poll, settle } from "./lifecycle";
import type { StoredPod } from "./pod";
import { refuseMember, updatePod } from "./update";
import { toPod } from "./view";
import { notFound } from "../kernel/refusal";
import type { Store } from "../world/store";

const { logs: _logs, ...operations } = pods;
/** The pod family without its log stream. */
export const podOperations = operations;

export function requirePod({ id }: Readonly<Record<string, string>>, store: Store): StoredPod {
  const found = store.pods.get(id ?? "");
  if (!found) throw notFound("pod");
  return settle(store, found);
}

/** `image` may be missing only where a template gives it (P-12). */
export const missingOnCreate = ({ image, templateId }: Readonly<Record<string, unknown>>) =>
  image === undefined && templateId === undefined ? ["image"] : [];

export const podRoutes: Routes<typeof podOperations> = {
  list: ({ query, store }) => {
    const { includeClusterPods = false } = query;
    const listed = store.pods.newestFirst().filter((pod) => store.isListed(pod));
    const { items, pagination } = pageOf(listed, "P-1", { ...query, includeClusterPods });
    // Left out after the page is cut, so pages may be short (P-5).
    const shown = items.filter(({ cluster }) => includeClusterPods || !cluster);
    return { pods: shown.map((pod) => toPod(store, pod)), pagination };
  },
  create: ({ body, store }) => toPod(store, createPod(store, body)),
  get: ({ params, store }) => {
    const pod = requirePod(params, store);
    poll(store, pod);
    return toPod(store, pod);
  },
  update: ({ params, body, store }) => toPod(store, updatePod(store, requirePod(params, store), body)),
  delete: ({ params, store }) => {
    const pod = requirePod(params, store);
    refuseMember(pod);
    terminate(store, pod);
  },
  action: ({ params, body, store }) => {
    const pod = requirePod(params, store);
    refuseMember(pod);
    act(store, pod, body.action);
    return body.action === "terminate" ? undefined : toPod(store, pod);
  },
};
