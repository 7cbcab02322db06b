import type { StepReport } from "../../engine/index";
import { isObject } from "../../provider/table/props";
import { kindOrType } from "../state/deployment";

/**
 * Tells the deletions of what another resource of the run has as well: it adopts the object, or adopted it in an earlier run. Such a
 * deletion takes nothing but the entry out of the state.
 */
export class HandedOver {
  /** The resources that adopt an object or have it, by the object's id, or its name where a program adopts by that. */
  private readonly adopted: Holders = new Map();
  private readonly held: Holders = new Map();

  /**
   * @param isSelective the run is about some resources only: of one that is not among them the provider is told nothing, so nothing is
   * promised of its object.
   * @param steps what is known of the run already; the rest is noted one by one.
   */
  constructor(
    private readonly isSelective = false,
    steps: readonly StepReport[] = [],
  ) {
    for (const step of steps) this.note(step);
  }

  note({ op, urn, type, old, new: next, found }: StepReport): void {
    // A destroy that runs the program tells of a resource as it is first, and deletes it then.
    if (op === "delete") for (const urns of [...this.adopted.values(), ...this.held.values()]) urns.delete(urn);
    const adopt = next?.inputs["adopt"];
    if (isObject(adopt)) for (const name of ["id", "name"]) add(this.adopted, placeOf(type, name, adopt[name]), urn);
    // What a refresh has found the program need not have any more.
    if (!found && !this.isSelective && (op === "same" || op === "update"))
      add(this.held, placeOf(type, "id", old?.id), urn);
  }

  /** What becomes of the object of a deletion, if another resource of the run has it. */
  fateOf({ op, type, old, retained }: StepReport): "adopted" | "held" | undefined {
    if (retained || (op !== "delete" && op !== "delete-replaced") || old?.id === undefined) return undefined;
    const [byId, byName] = [placeOf(type, "id", old.id), placeOf(type, "name", old.outputs["name"])];
    if (has(this.held, byId)) return "held";
    const isNamed = typeof old.outputs["name"] === "string";
    return has(this.adopted, byId) || (isNamed && has(this.adopted, byName)) ? "adopted" : undefined;
  }
}

type Holders = Map<string, Set<string>>;

const has = (holders: Holders, place: string): boolean => (holders.get(place)?.size ?? 0) > 0;
const add = (holders: Holders, place: string, urn: string): void =>
  void holders.set(place, (holders.get(place) ?? new Set()).add(urn));

const placeOf = (type: string, by: string, value: unknown): string => JSON.stringify([kindOrType(type), by, value]);
