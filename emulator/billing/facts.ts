import type { CostSegment } from "../ledger";
import { settleAll } from "../pods/lifecycle";
import type { StoredPod } from "../pods/pod";
import type { Store } from "../store";

/** What a bill says about a pod beyond the meter; kept when the pod is gone. */
interface PodFacts {
  readonly clusterId?: string;
  readonly gpuTypeId?: string;
  readonly gpuCount: number;
  /** Container disk and persistent mount. */
  readonly diskGb: number;
}

/** USD per GB and month of 730 hours, and USD per GPU and hour: the contract prices compute only (P-61); these stand in. */
const diskUsdPerGbMonth = 0.1;
const clusterNetworkUsdPerGpuHour = 0.02;
const hoursPerMonth = 730;

/** Completes the ledger's segments with storage, networking and the cluster a pod belonged to. */
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
    return this.pods[podId];
  }

  /** Everything that was charged for until now, members of clusters under their cluster. */
  segments(): CostSegment[] {
    settleAll(this.store);
    for (const pod of this.store.pods.values()) this.note(pod);
    return this.store.ledger.segments().map((segment) => this.complete(segment));
  }

  private complete(segment: CostSegment): CostSegment {
    const facts = segment.kind === "pod" || segment.kind === "cluster-pod" ? this.pods[segment.id] : undefined;
    if (!facts) return segment;
    const disk = (diskUsdPerGbMonth * facts.diskGb) / hoursPerMonth;
    if (facts.clusterId === undefined) return { ...segment, rates: { ...segment.rates, disk } };
    const networking = clusterNetworkUsdPerGpuHour * facts.gpuCount;
    return { ...segment, kind: "cluster", id: facts.clusterId, rates: { ...segment.rates, disk, networking } };
  }

  private note({ id, cluster, gpu, disk, mounts }: StoredPod): void {
    this.pods[id] = {
      ...(cluster ? { clusterId: cluster.id } : {}),
      ...(gpu ? { gpuTypeId: gpu.id } : {}),
      gpuCount: gpu?.count ?? 0,
      diskGb: disk + (mounts.persistent?.size ?? 0),
    };
  }
}
