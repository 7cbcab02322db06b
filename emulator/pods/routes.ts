import { pods } from "../../api/pods";
import { pageOf } from "../kernel/paging";
import { operations, type Operations, type Routes } from "../kernel/route";
import type { PodLogs } from "../logs/pod-logs";
import { overruledByCursor } from "../logs/answer";
import { act, terminate } from "./actions";
import { createPod } from "./create";
import { poll } from "./lifecycle";
import { missingOnCreate, refuseMember, requirePod } from "./rules";
import { updatePod } from "./update";
import { toPod } from "./view";

const routes: Routes<Omit<typeof pods, "logs">> = {
  list: ({ query, store }) => {
    const { includeClusterPods = false } = query;
    const listed = store.listed(store.pods);
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

export function podOperations(logs: PodLogs): Operations {
  return operations(
    pods,
    { ...routes, ...logs.routes() },
    { resource: requirePod, missing: { create: missingOnCreate }, overruled: { logs: overruledByCursor } },
  );
}
