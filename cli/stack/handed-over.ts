import type { StepReport } from "../../engine/index";
import { isObject } from "../../provider/table/props";
import { kindOrType } from "../state/deployment";

/**
 * Tells the deletions of what another resource of the run has as well: it adopts the object, or adopted it in an earlier run. Such a
 * deletion takes nothing but the entry out of the state.
 */
export class HandedOver {
  /** Objects by their id, and by their name where a program adopts by that. */
  private readonly adopted = new Set<string>();
  private readonly held = new Set<string>();

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

  note({ op, type, old, new: next, found }: StepReport): void {
    const adopt = next?.inputs["adopt"];
    if (isObject(adopt)) for (const name of ["id", "name"]) this.adopted.add(placeOf(type, name, adopt[name]));
    // What a refresh has found the program need not have any more.
    if (!found && !this.isSelective && (op === "same" || op === "update")) this.held.add(placeOf(type, "id", old?.id));
  }

  /** What becomes of the object of a deletion, if another resource of the run has it. */
  fateOf({ op, type, old, retained }: StepReport): "adopted" | "held" | undefined {
    if (retained || (op !== "delete" && op !== "delete-replaced") || old?.id === undefined) return undefined;
    const [byId, byName] = [placeOf(type, "id", old.id), placeOf(type, "name", old.outputs["name"])];
    if (this.held.has(byId)) return "held";
    const isNamed = typeof old.outputs["name"] === "string";
    return this.adopted.has(byId) || (isNamed && this.adopted.has(byName)) ? "adopted" : undefined;
  }
}

const placeOf = (type: string, by: string, value: unknown): string => JSON.stringify([kindOrType(type), by, value]);
