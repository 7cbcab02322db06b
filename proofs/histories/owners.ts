import type { ResourceState } from "../../engine/state/resource-state";
import type { Machine } from "./machine";
import type { World } from "./world";

/**
 * The model of who has an object that changed hands: the resource that got it last on this machine (docs/guides/adopt.md). Of hand-overs
 * on another machine it knows nothing.
 */
export class Owners {
  /** URNs by machine and object. */
  private readonly last = new Map<string, string>();

  constructor(private readonly world: World) {}

  of(machine: Machine, entry: ResourceState): string | undefined {
    return this.last.get(this.nameOf(machine, entry));
  }

  /** A run on the machine has brought a state from one to the other. */
  note(machine: Machine, before: readonly ResourceState[], after: readonly ResourceState[]): void {
    for (const entry of after) {
      if (!entry.id || before.some(({ id, urn }) => id === entry.id && urn === entry.urn)) continue;
      const isHandedOn = [...before, ...after].some(({ id, urn }) => id === entry.id && urn !== entry.urn);
      if (isHandedOn) this.last.set(this.nameOf(machine, entry), entry.urn);
      else this.last.delete(this.nameOf(machine, entry));
    }
  }

  private readonly nameOf = (machine: Machine, entry: ResourceState): string =>
    `${machine.name} ${this.world.accountOf(entry).name} ${entry.id}`;
}
