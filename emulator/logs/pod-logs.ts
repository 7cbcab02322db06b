import type { pods } from "../../api/pods";
import { smallest } from "../../values/many";
import { existing } from "../kernel/refusal";
import type { Routes } from "../kernel/route";
import { advance, nextStep } from "../pods/lifecycle";
import type { StoredPod } from "../pods/record";
import type { Store } from "../store/store";
import { logAnswer } from "./answer";
import { type Log, LogBook, retainedLines } from "./log";
import { beatMs, lineOnBeat, linesOnEntering } from "./pod-lines";

const shownLines = 200;

/** The logs of pods, written from their events. */
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
    this.current(podId).log.append("container", line, this.store.now());
  }

  latest(podId: string): { at: string; source: string; line: string }[] {
    const lines = this.current(podId).log.read({ tail: shownLines });
    return lines.map(({ micros, source, line }) => ({ at: new Date(micros / 1000).toISOString(), source, line }));
  }

  routes(): Routes<Pick<typeof pods, "logs">> {
    return {
      logs: (context) => {
        const { pod, log } = this.current(context.params.id);
        return logAnswer(log, context, { catchUp: () => this.catchUp(pod), nextAt: () => this.nextAt(pod) });
      },
    };
  }

  /** The pod, and its log until now; 404 when there is no such pod. */
  private current(podId: string): { readonly pod: StoredPod; readonly log: Log } {
    const pod = existing(this.store.pods.get(podId), "pod");
    this.catchUp(pod);
    return { pod, log: this.book.of(podId) };
  }

  /** Writes all lines due until now: the pod's own steps, and its container's output. */
  private catchUp(pod: StoredPod): void {
    if (this.store.pods.get(pod.id) !== pod) return;
    advance(this.store, pod);
    this.beatUntil(pod, this.store.now());
  }

  private nextAt(pod: StoredPod): number | undefined {
    const times = [this.nextBeat.get(pod.id), nextStep(this.store, pod)?.at].filter((at) => at !== undefined);
    return times.length === 0 ? undefined : smallest(times);
  }

  private onStatus(pod: StoredPod, at: number): void {
    this.beatUntil(pod, at);
    this.nextBeat.delete(pod.id);
    const { status, image, boots, gpu, ports } = pod;
    this.book.of(pod.id).appendWhenRead((log) => {
      const lines = linesOnEntering({ status, image, boots, gpu, ports });
      for (const { source, line } of lines) log.append(source, line, at);
    });
    if (pod.status === "RUNNING") this.nextBeat.set(pod.id, at + beatMs);
    if (pod.status === "TERMINATED") this.book.end(pod.id);
  }

  private beatUntil({ id, startedAt }: StoredPod, until: number): void {
    const due = this.nextBeat.get(id);
    if (due === undefined || due > until) return;
    const beats = Math.floor((until - due) / beatMs) + 1;
    this.nextBeat.set(id, due + beats * beatMs);
    // Of a long stretch only the part that is kept is written.
    const first = Math.max(0, beats - retainedLines);
    this.book.of(id).appendWhenRead((log) => {
      for (let nth = first; nth < beats; nth++) {
        const at = due + nth * beatMs;
        log.append("container", lineOnBeat(startedAt, at), at);
      }
    });
  }

  private clear(): void {
    this.book.clear();
    this.nextBeat.clear();
    for (const pod of this.store.pods.values()) {
      if (pod.status === "RUNNING") this.nextBeat.set(pod.id, this.store.now() + beatMs);
    }
  }
}
