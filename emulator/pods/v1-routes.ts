import { type V1Pod, type V1PodCreate, type V1PodQuery, type V1PodUpdate, v1Pods } from "../../api/v1/pods";
import { reachesEndpoint } from "../kernel/keys";
import { badRequest, existing, Refusal } from "../kernel/refusal";
import type { Operations } from "../kernel/route";
import { v1Operations } from "../kernel/v1-compat";
import type { ServerlessPlatform } from "../serverless/platform";
import type { Store } from "../store/store";
import { start, terminate } from "./actions";
import { createPod } from "./create";
import { advance, enter, holdsCompute } from "./lifecycle";
import type { StoredPod } from "./record";
import { updatePod } from "./update";
import { toPodCreates, toPodUpdate } from "./v1-request";
import { toV1Pod, workerAsV1Pod } from "./v1-view";

export function v1PodOperations(platform: ServerlessPlatform): Operations {
  /** A pod that may be changed through v1: no cluster member and no serverless worker (O-26, CH-24). */
  function changeable(store: Store, id: string): StoredPod {
    const pod = store.pods.get(id);
    if (!pod) throw badRequest("serverless workers are changed through their endpoint");
    if (pod.cluster) throw badRequest("the pod belongs to a cluster; use the cluster instead");
    return advance(store, pod);
  }

  /** A route that changes a pod and answers with it. */
  const changing =
    <Body>(change: (store: Store, pod: StoredPod, body: Body) => void) =>
    ({ params, body, store }: { params: { podId: string }; body: Body; store: Store }) => {
      const pod = changeable(store, params.podId);
      change(store, pod, body);
      return toV1Pod(store, pod);
    };

  return v1Operations(
    v1Pods,
    {
      start: changing((store, pod) => {
        // Running already, or on its way: nothing happens (O-24).
        if (pod.status === "EXITED" || pod.status === "ERROR") start(store, pod);
      }),
      stop: changing((store, pod) => {
        if (pod.status === "EXITED") return;
        refuseLocked(pod);
        enter(store, pod, "EXITED", store.now());
      }),
      reset: changing((store, pod) => {
        refuseLocked(pod);
        recreate(store, pod);
      }),
      restart: changing(recreate),
      list: ({ query, store, key }) => {
        const pods = store.pods
          .newestFirst()
          .filter((pod) => !pod.cluster && store.isListed(pod))
          .map((pod) => ({ shown: toV1Pod(store, pod, query), place: store.capacity.stock(pod.stockId).dataCenter }));
        const endpoints = query.includeWorkers ? platform.all().filter(({ id }) => reachesEndpoint(key, id)) : [];
        const workers = endpoints.flatMap((endpoint) =>
          endpoint.workers.map((worker) => ({
            shown: workerAsV1Pod(endpoint, worker),
            place: worker.place?.dataCenterId ?? null,
          })),
        );
        return [...pods, ...workers]
          .filter(({ shown, place }) => passes(shown, place, query))
          .map(({ shown }) => shown);
      },
      get: ({ params, store }) => {
        const pod = store.pods.get(params.podId);
        if (pod) return toV1Pod(store, pod);
        const { endpoint, worker } = existing(workerOf(platform, params.podId), "pod");
        return workerAsV1Pod(endpoint, worker);
      },
      create: ({ body, store }) => toV1Pod(store, createV1Pod(store, body)),
      update: changing(updateV1Pod),
      delete: ({ params, store }) => terminate(store, changeable(store, params.podId)),
    },
    {
      resource: ({ podId = "" }, store) => {
        existing(store.pods.get(podId) ?? workerOf(platform, podId), "pod");
      },
    },
  );
}

const workerOf = (platform: ServerlessPlatform, id: string) =>
  platform
    .all()
    .flatMap((endpoint) => endpoint.workers.map((worker) => ({ endpoint, worker })))
    .find(({ worker }) => worker.id === id);

/** O-25. */
function refuseLocked(pod: StoredPod): void {
  if (pod.locked) throw badRequest("the pod is locked");
}

/** A new container on the same host (O-22, O-23); a stopped pod has none. */
function recreate(store: Store, pod: StoredPod): void {
  if (!holdsCompute(pod.status)) throw badRequest(`the pod is ${pod.status}`);
  if (pod.status !== "PROVISIONING") enter(store, pod, "STARTING", store.now());
}

/** Tries the hardware the caller accepts, in order; only a lack of capacity leads on to the next (O-27). */
function createV1Pod(store: Store, body: V1PodCreate): StoredPod {
  let refusal: unknown;
  for (const request of toPodCreates(body)) {
    try {
      const pod = createPod(store, request);
      // v1 keeps the link, and v2 shows it (O-27, P-34).
      return Object.assign(pod, { template: body.templateId ?? null, locked: body.locked ?? false });
    } catch (error) {
      if (!(error instanceof Refusal) || !error.detail.startsWith("no capacity")) throw error;
      refusal = error;
    }
  }
  throw refusal;
}

/** All but the name and the lock resets a running pod (O-27); v2's rules see to that but for the network. */
function updateV1Pod(store: Store, pod: StoredPod, body: V1PodUpdate): void {
  const before = pod.globalNetworking;
  updatePod(store, pod, toPodUpdate(body, pod.mounts));
  if (pod.globalNetworking !== before && pod.status === "RUNNING") enter(store, pod, "STARTING", store.now());
}

/** Whether a pod passes the filters of the list (O-27); those that are not sent let everything pass. */
function passes(pod: V1Pod, dataCenterId: string | null, query: V1PodQuery): boolean {
  const cpuFlavorId = pod.cpuFlavorId as string | undefined;
  const is = (wanted: string | undefined, value: unknown) => wanted === undefined || wanted === value;
  const among = (wanted: readonly string[] | undefined, value: string | null | undefined) =>
    wanted === undefined || (typeof value === "string" && wanted.includes(value));
  return (
    is(query.id, pod.id) &&
    is(query.name, pod.name) &&
    is(query.imageName, pod.image) &&
    is(query.templateId, pod.templateId) &&
    is(query.endpointId, pod.endpointId) &&
    is(query.networkVolumeId, pod.networkVolumeId) &&
    is(query.desiredStatus, pod.desiredStatus) &&
    is(query.computeType, cpuFlavorId === undefined ? "GPU" : "CPU") &&
    among(query.gpuTypeId, pod.gpu?.id) &&
    among(query.cpuFlavorId, cpuFlavorId) &&
    among(query.dataCenterId, dataCenterId)
  );
}
