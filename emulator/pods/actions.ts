import { badRequest, conflict } from "../kernel/refusal";
import type { Store } from "../store/store";
import { actionsIn, enter, holdsCompute, advance, advanceAll, type PodAction } from "./lifecycle";
import type { StoredPod } from "./record";

/** Carries out an action that is valid now (P-43 to P-50). */
export function act(store: Store, pod: StoredPod, action: PodAction): void {
  advance(store, pod);
  if (!actionsIn[pod.status].includes(action)) throw conflict(`${action} is not valid while the pod is ${pod.status}`);
  switch (action) {
    case "start":
      return start(store, pod);
    case "stop":
      // The lock keeps a pod from being stopped, and from nothing else (P-46, CH-22).
      if (pod.locked) throw conflict("the pod is locked");
      return enter(store, pod, "EXITED", store.now());
    case "restart":
      return enter(store, pod, "STARTING", store.now());
    case "terminate":
      return terminate(store, pod);
  }
}

/** On the same host, which may have no free GPU left (P-58). */
export function start(store: Store, pod: StoredPod): void {
  advanceAll(store);
  if (!holdsCompute(pod.status) && store.capacity.free(pod.stockId) < pod.units) {
    throw badRequest("no free hardware on the pod's host");
  }
  enter(store, pod, "STARTING", store.now());
}

/** Gone at once: its compute is free, its persistent disk destroyed, its volume detached (P-22, P-47). */
export function terminate(store: Store, pod: StoredPod): void {
  advance(store, pod);
  enter(store, pod, "TERMINATED", store.now());
  store.restlessPods.delete(pod);
  store.pods.delete(pod.id);
}

/** A preemption: the machine is taken away, and its hardware is not free for a later start. */
export function preempt(store: Store, pod: StoredPod): void {
  advance(store, pod);
  if (!holdsCompute(pod.status)) return;
  enter(store, pod, "EXITED", store.now());
  store.capacity.setFree({ type: pod.gpu?.id ?? pod.cpu?.id }, 0);
}
