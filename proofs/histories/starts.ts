import type { StoredPod } from "../../emulator/pods/record";
import type { ResourceState } from "../../engine/state/resource-state";
import { sameValue } from "../../provider/table/props";
import { kindOfType } from "./host";
import { ownerOf } from "./invariants";
import { type Declared, type Program, referencesIn, takenBy, without } from "./program";
import type { World } from "./world";

/** A value of `restartTriggers` that a run brought, and how often the container had started before. */
interface Asked {
  readonly triggers: unknown;
  readonly startsBefore: number;
}

/** Arguments that start no container: without a time, a pod that a keeper has stopped starts again. */
const quiet = ["restartTriggers", "waitFor", "dataLoss", "name"];

/** Holds the starts of containers against the changes of their triggers. */
export class Starts {
  /** The values that runs brought, by the id of the pod. */
  private readonly asked = new Map<string, Asked[]>();
  /** Names of resources that somebody asked to replace. */
  readonly replaced = new Set<string>();

  constructor(private readonly world: World) {}

  /** An `up` of the program is about to begin or has just ended, so that the state knows the pods. */
  note(program: Program, entries: readonly ResourceState[]): void {
    for (const { pod, id, resource } of this.podsOf(program, entries)) {
      const asked = this.asked.get(id) ?? [{ triggers: resource.args.restartTriggers, startsBefore: 0 }];
      this.asked.set(id, asked);
      if (!sameValue(asked.at(-1)!.triggers, resource.args.restartTriggers))
        asked.push({ triggers: resource.args.restartTriggers, startsBefore: startsOf(pod) });
    }
  }

  /**
   * A container starts no more than once for one change of its triggers, and a finished job at least once. Pods of which other arguments
   * change too, or whose credential does, or that somebody else touches, are not counted.
   *
   * @param isDone whether an `up` of the whole program has succeeded just now.
   */
  wrong(versions: readonly Program[], entries: readonly ResourceState[], isDone: boolean): string[] {
    return this.podsOf(versions.at(-1)!, entries).flatMap(({ pod, id, resource }) => {
      const asked = this.asked.get(id);
      if (!asked || !isCounted(resource, versions, this.replaced) || this.world.everTouched.has(id)) return [];
      const starts = startsOf(pod);
      const isLate = isDone && asked.length > 1 && starts <= asked.at(-1)!.startsBefore;
      return [
        ...(starts > asked.length ? [`${id} started ${starts} times for ${asked.length} values of its triggers`] : []),
        ...(isLate ? [`${id} did not start for the last change of its triggers`] : []),
      ];
    });
  }

  private podsOf(program: Program, entries: readonly ResourceState[]) {
    return entries.flatMap((entry) => {
      const { type, id = "" } = entry;
      const resource = ownerOf(program, entry);
      const pod = this.world.accountOf(entry).store.pods.get(id);
      const isRunning = resource?.args.desiredStatus !== "EXITED";
      return kindOfType(type) === "pod" && pod && resource && isRunning && !entry.delete ? [{ pod, id, resource }] : [];
    });
  }
}

/** Starts that have come, or are on their way. */
const startsOf = ({ boots, status }: StoredPod): number =>
  boots + (["PROVISIONING", "STARTING"].includes(status) ? 1 : 0);

/** Neither the pod's other arguments nor what it refers to have changed: a new credential starts the container too (P-51). */
const isCounted = ({ name, aliases = [], args }: Declared, versions: readonly Program[], replaced: Set<string>) => {
  const declared = (names: readonly string[]) => versions.flat().filter((each) => names.includes(each.name));
  const isSame = (each: Declared) =>
    takenBy(each) === undefined && sameValue(without(each.args, quiet), without(args, quiet));
  const isKept = (used: string) =>
    !replaced.has(used) && declared([used]).every((each, _, [first]) => sameValue(each.args, first!.args));
  return declared([name, ...aliases]).every(isSame) && referencesIn(args).every(isKept);
};
