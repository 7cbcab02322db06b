import type { StepReport } from "../../engine/index";
import { kindOfToken } from "../state/deployment";

/** Steps after which their resource has the object that it had. */
const staying = new Set<StepReport["op"]>(["same", "update", "refresh", "read", "import"]);

/**
 * Tells the deletions of what another resource of the run has as well: it adopts the object, or adopted it in an earlier run. Such a
 * deletion takes nothing but the entry out of the state.
 */
export class HandedOver {
  private readonly adopted = new Set<string>();
  private readonly held = new Set<string>();

  /** @param steps what is known of the run already; the rest is noted one by one. */
  constructor(steps: readonly StepReport[] = []) {
    for (const step of steps) this.note(step);
  }

  note(step: StepReport): void {
    const { op, type, old } = step;
    const adopt = step.new?.inputs["adopt"];
    if (typeof adopt === "object" && adopt !== null)
      for (const place of placesOf(type, adopt as Named)) this.adopted.add(place);
    if (staying.has(op) && old?.id !== undefined)
      for (const place of placesOf(type, { id: old.id })) this.held.add(place);
  }

  /** What becomes of the object of a deletion, if another resource of the run has it. */
  fateOf(step: StepReport): "adopted" | "held" | undefined {
    const { type, old, retained, op } = step;
    if (retained || (op !== "delete" && op !== "delete-replaced") || old?.id === undefined) return undefined;
    if (placesOf(type, { id: old.id }).some((place) => this.held.has(place))) return "held";
    const places = placesOf(type, { id: old.id, name: old.outputs["name"] });
    return places.some((place) => this.adopted.has(place)) ? "adopted" : undefined;
  }
}

interface Named {
  readonly id?: unknown;
  readonly name?: unknown;
}

/** By the kind and not by the type: the two forms of the package have two. */
const placesOf = (type: string, named: Named): string[] =>
  (["id", "name"] as const).flatMap((by) =>
    typeof named[by] === "string" ? [JSON.stringify([kindOfToken(type) ?? type, by, named[by]])] : [],
  );
