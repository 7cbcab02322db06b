import { isDeepStrictEqual } from "node:util";
import type { PodUpdate } from "../../api/pods";
import type { Store } from "../store/store";
import { checkContainer, storedArgs } from "./container-rules";
import { checkNetworkingHardware, gpuType } from "./hardware-rules";
import { advance, enter, meterPod, wake } from "./lifecycle";
import { mountsOnUpdate } from "./mount-rules";
import { hasGlobalNetwork } from "./placement";
import { badRequest } from "../kernel/refusal";
import { podMembers, type StoredPod } from "./record";
import { refuseMember } from "./rules";
import { mergeContainer, podTemplate } from "./template";

/** Members whose change resets a running container (P-51, CH-23). */
const resetting = ["image", "args", "disk", "env", "ports", "registry", "mounts"] as const;

/** Changes a pod in place (P-21). Only members that are there change. */
export function updatePod(store: Store, pod: StoredPod, body: PodUpdate): StoredPod {
  // Before anything else may move it.
  advance(store, pod);
  const template = body.templateId === undefined ? undefined : podTemplate(store, body.templateId);
  refuseMember(pod);
  const request = template ? mergeContainer(template, body) : body; // P-35
  checkContainer(store, request);
  if (body.globalNetworking) checkNetworking(store, pod);
  const next = {
    ...pod,
    ...podMembers.changed(request),
    args: storedArgs(request, pod.args),
    mounts: mountsOnUpdate(pod.mounts, body.mounts ?? {}),
    globalNetworking: body.globalNetworking ?? pod.globalNetworking,
  };
  const resets = resetting.some((name) => !isDeepStrictEqual(next[name], pod[name]));
  Object.assign(pod, next);
  if (resets && pod.status === "RUNNING") enter(store, pod, "STARTING", store.now());
  else meterPod(store, pod, store.now());
  // A script may be for the name that it has now.
  wake(store, pod);
  return pod;
}

function checkNetworking(store: Store, pod: StoredPod): void {
  checkNetworkingHardware(pod.gpu && gpuType(store, pod.gpu.id));
  if (!hasGlobalNetwork(store, store.capacity.stock(pod.stockId).dataCenter)) {
    throw badRequest("global networking is not available in the pod's data center");
  }
}
