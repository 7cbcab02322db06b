import type { ClusterCreate } from "../api/clusters";
import type { NetworkVolumeCreate } from "../api/network-volumes";
import type { PodCreate } from "../api/pods";
import type { Client } from "../client";
import { pick } from "../provider/table/props";
import type { Chance } from "./chance";
import { byIds, type Declared, hasOwnName } from "./programs";
import type { VirtualClock } from "./virtual-clock";

/**
 * Somebody else of the same account, who uses the names of a program: with the very same arguments before it runs, and
 * with others while it runs. All that is theirs must stay theirs.
 */
export class Strangers {
  readonly ids = new Set<string>();

  constructor(
    private readonly client: Client,
    private readonly clock: VirtualClock,
    private readonly chance: Chance,
  ) {}

  /** Makes twins of some resources, which are there and listed before the program begins. */
  async before(program: readonly Declared[]): Promise<void> {
    for (const declared of this.some(program)) await this.make(declared, {});
    await this.clock.sleep(60_000);
  }

  /** Makes objects of the same names amid the program's own creates. */
  async meanwhile(program: readonly Declared[]): Promise<void> {
    for (const declared of this.some(program)) {
      await this.clock.sleep(this.chance.int(0, 15_000));
      await this.make(declared, {
        image: "registry.example.com/acme/theirs:1",
        size: 25,
        compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 3 },
      });
    }
  }

  /** The resources whose names somebody else takes. A unique name is left alone: its create would rightly fail. */
  private some(program: readonly Declared[]): Declared[] {
    const named = program.filter(({ kind, args }) => args.name !== undefined && !hasOwnName(kind));
    return named.filter(() => this.chance.next() < 0.4);
  }

  private async make({ kind, args }: Declared, other: Record<string, unknown>): Promise<void> {
    const body = byIds({ ...args, ...other });
    const { pods, clusters, networkVolumes } = this.client;
    if (kind === "pod") this.ids.add((await pods.create(pick(body, podMembers) as PodCreate)).id);
    if (kind === "cluster") this.ids.add((await clusters.create(pick(body, clusterMembers) as ClusterCreate)).id);
    if (kind === "networkVolume")
      this.ids.add((await networkVolumes.create(pick(body, volumeMembers) as NetworkVolumeCreate)).id);
  }
}

const podMembers = ["name", "image", "cpu", "gpu", "env", "ports"];
const clusterMembers = ["name", "type", "image", "compute"];
const volumeMembers = ["name", "size", "dataCenter"];
