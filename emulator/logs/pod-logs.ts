import type { pods } from "../../api/pods";
import type { Routes } from "../kernel/route";
import { nextStep, settle } from "../pods/lifecycle";
import type { StoredPod } from "../pods/record";
import { notFound } from "../kernel/refusal";
import type { Store } from "../world/store";
import { logAnswer } from "./answer";
import { LogBook } from "./log-book";
import { beatMs, linesOnBeat, linesOnEntering } from "./pod-lines";

/** The logs of pods, written from what happens to them. */
export class PodLogs {
  private readonly book = new LogBook();
  /** When each running pod says its next line. */
  private readonly nextBeat = new Map<string, number>();

  constructor(private readonly store: Store) {
    store.podListeners.add((pod, at) => this.onStatus(pod, at));
    store.addSection("podLogs", {
      dump: () => null,
      load: () => this.clear(),
      clear: () => this.clear(),
    });
  }

  /** Adds a line of the container's own, as its program would. */
  write(podId: string, line: string): void {
    const pod = this.store.pods.get(podId);
    if (!pod) throw notFound("pod");
    this.catchUp(pod);
    this.book.append(podId, "container", line, this.store.now());
  }

  routes(): Routes<Pick<typeof pods, "logs">> {
    return {
      logs: (context) => {
        const pod = this.store.pods.get(context.params.id);
        if (!pod) throw notFound("pod");
        this.catchUp(pod);
        return logAnswer(this.book.of(pod.id), context, {
          catchUp: () => this.catchUp(pod),
          nextAt: () => this.nextAt(pod),
        });
      },
    };
  }

  /** Writes what was due until now: the pod's own steps, and what its container says meanwhile. */
  private catchUp(pod: StoredPod): void {
    if (this.store.pods.get(pod.id) !== pod) return;
    settle(this.store, pod);
    this.beatUntil(pod, this.store.now());
  }

  private nextAt(pod: StoredPod): number | undefined {
    const times = [this.nextBeat.get(pod.id), nextStep(this.store, pod)?.at].filter((at) => at !== undefined);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  private onStatus(pod: StoredPod, at: number): void {
    this.beatUntil(pod, at);
    this.nextBeat.delete(pod.id);
    for (const { source, line } of linesOnEntering(pod)) this.book.append(pod.id, source, line, at);
    if (pod.status === "RUNNING") this.nextBeat.set(pod.id, at + beatMs);
    if (pod.status === "TERMINATED") this.book.end(pod.id);
  }

  private beatUntil(pod: StoredPod, until: number): void {
    let at = this.nextBeat.get(pod.id);
    if (at === undefined) return;
    // Of a long stretch only the part that is kept is written.
    at = Math.max(at, at + Math.floor((until - at) / beatMs - maxBeats) * beatMs);
    for (; at <= until; at += beatMs) this.book.append(pod.id, "container", linesOnBeat(pod, at), at);
    this.nextBeat.set(pod.id, at);
  }

  private clear(): void {
    this.book.clear();
    this.nextBeat.clear();
    for (const pod of this.store.pods.values()) {
      if (pod.status === "RUNNING") this.nextBeat.set(pod.id, this.store.now() + beatMs);
    }
  }
}

const maxBeats = 10_000;
