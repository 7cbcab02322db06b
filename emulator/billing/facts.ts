import { ownMember } from "../../values/own-member";
import type { CostSegment } from "../store/ledger";
import { advanceAll } from "../pods/lifecycle";
import type { StoredPod } from "../pods/record";
import type { Store } from "../store/store";

/** A bill's facts about a pod beyond the meter, kept after the pod is gone. */
interface PodFacts {
  readonly clusterId?: string;
  readonly gpuTypeId?: string;
  /** Container disk and persistent mount. */
  readonly diskGb: number;
}

export class BillingFacts {
  private pods: Record<string, PodFacts> = {};

  constructor(private readonly store: Store) {
    store.podListeners.add((pod) => this.note(pod));
    store.addSection("billing", {
      dump: () => this.pods,
      load: (value) => void (this.pods = value as Record<string, PodFacts>),
      clear: () => void (this.pods = {}),
    });
  }

  of(podId: string): PodFacts | undefined {
    return ownMember(this.pods, podId);
  }

  /** Everything that was charged for until now, members of clusters under their cluster. */
  segments(): CostSegment[] {
    advanceAll(this.store);
    for (const pod of this.store.pods.values()) this.note(pod);
    return this.store.ledger.segments().map((segment) => this.complete(segment));
  }

  private complete(segment: CostSegment): CostSegment {
    const clusterId = segment.kind === "cluster-pod" ? ownMember(this.pods, segment.id)?.clusterId : undefined;
    return clusterId === undefined ? segment : { ...segment, kind: "cluster", id: clusterId };
  }

  private note({ id, cluster, gpu, disk, mounts }: StoredPod): void {
    this.pods[id] = {
      ...(cluster ? { clusterId: cluster.id } : {}),
      ...(gpu ? { gpuTypeId: gpu.id } : {}),
      diskGb: disk + (mounts.persistent?.size ?? 0),
    };
  }
}
