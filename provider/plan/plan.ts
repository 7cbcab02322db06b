import { kinds } from "../kinds";
import type { KindName } from "../kinds/names";
import { dataIn } from "../table/data-loss";
import { isObject, type Props } from "../table/props";
import type { Effect, Foreseen } from "./effect";
import { fateOf } from "./fate";
import { asAsked, sides, standing, updating } from "./standing";

/** A step of a preview, as an engine reports it. */
export interface PlannedStep {
  readonly op: string;
  readonly urn: string;
  readonly kind: KindName;
  readonly name: string;
  readonly old?: Entry | undefined;
  readonly next?: Entry | undefined;
  /** Arguments that differ, as far as the engine was told. */
  readonly changed: readonly string[];
  /** An earlier run has replaced the object, and did not come to delete it. */
  readonly leftOver?: boolean | undefined;
  /** A refresh has found it. */
  readonly found?: boolean | undefined;
  /** The option `retainOnDelete` has the old object stay. */
  readonly retained?: boolean | undefined;
}

/** An entry of a state, or what is to become one. */
interface Entry {
  readonly id?: string | undefined;
  /** In the form of the table. */
  readonly inputs: Props;
  readonly outputs: Props;
}

type Had = Entry & { readonly id: string };
type Fact = Omit<Effect, "urn" | "kind" | "name">;

/** Makes of the steps of a preview, one by one, what they do to which object. */
export class Plan {
  readonly effects: Effect[] = [];
  private readonly foreseen = new Map<string, Foreseen>();
  /** The resources that have an object, by the object. */
  private readonly holders = new Map<string, Set<string>>();
  /** What becomes of objects that give way to others. */
  private readonly givingWay = new Map<string, Effect[]>();

  /** @param isHeldElsewhere a state of the same folder has the object beside the one that this plan is about. */
  constructor(private readonly isHeldElsewhere: (kind: KindName, id: string) => boolean = () => false) {}

  /** The provider has looked at what the next step of the resource does. */
  learn(urn: string, foreseen: Foreseen): void {
    this.foreseen.set(urn, foreseen);
  }

  /** @returns what the step does. */
  add(step: PlannedStep): readonly Effect[] {
    const { urn, kind, name, old } = step;
    const effects = this.factsOf(step).map((fact): Effect => ({ urn, kind, name, ...fact }));
    this.effects.push(...effects);
    const place = placeOf(kind, old?.id);
    for (const effect of effects)
      if (effect.isReplaced) this.givingWay.set(place, [...(this.givingWay.get(place) ?? []), effect]);
    return effects;
  }

  /** What becomes of the object that the resource of a replacement had. It is deleted in a step of its own, before or after. */
  replacedBy({ op, kind, old }: PlannedStep): readonly Effect[] {
    return op === "replace" ? (this.givingWay.get(placeOf(kind, old?.id)) ?? []) : [];
  }

  private factsOf(step: PlannedStep): Fact[] {
    const { op, urn, kind, old, next, found } = step;
    const had = old?.id === undefined ? undefined : { ...old, id: old.id };
    switch (op) {
      case "same":
      case "update":
        if (!had) return [];
        this.hold(kind, had.id, urn);
        return [op === "same" || found ? stays(kind, had) : this.changes(step, had)];
      case "create":
      case "import":
      case "replace":
        return next ? [this.gains(step, next)] : [];
      case "delete":
      case "delete-replaced":
        return had ? [this.loses(step, had)] : [];
      default:
        return [];
    }
  }

  private changes({ urn, kind, next, changed }: PlannedStep, { id, inputs, outputs }: Had): Fact {
    const news = next?.inputs ?? inputs;
    const presumed = () => updating(kind, { state: { ...inputs, ...outputs }, news, changed });
    return { id, ...(this.foreseen.get(urn) ?? presumed()) };
  }

  private gains({ op, urn, kind }: PlannedStep, next: Entry): Fact {
    const { isGone: _, ...known } = this.foreseen.get(urn) ?? presumed(op, kind, next);
    if (known.id !== undefined) this.hold(kind, known.id, urn);
    return known;
  }

  private loses({ op, urn, kind, leftOver, found, retained }: PlannedStep, { id, inputs, outputs }: Had): Fact {
    const others = this.holders.get(placeOf(kind, id));
    others?.delete(urn);
    const isReplaced = op === "delete-replaced" && !leftOver;
    const fate = fateOf({
      isGone: found === true || (isReplaced && this.foreseen.get(urn)?.isGone === true),
      isRetained: retained,
      isHeld: (others !== undefined && others.size > 0) || this.isHeldElsewhere(kind, id),
    });
    const data = fate.does === "delete" ? dataIn(kinds[kind].resource, outputs) : undefined;
    const price = fate.does === "forget" ? undefined : standing(kind, inputs, outputs);
    return {
      ...{ id, ...fate },
      ...(data !== undefined && { data }),
      ...(leftOver && { isLeftOver: true }),
      ...(isReplaced && { isReplaced }),
      ...sides(price, fate.does === "keep" ? price : undefined),
    };
  }

  private hold(kind: KindName, id: string, urn: string): void {
    const place = placeOf(kind, id);
    this.holders.set(place, (this.holders.get(place) ?? new Set()).add(urn));
  }
}

function stays(kind: KindName, { id, inputs, outputs }: Had): Fact {
  const price = standing(kind, inputs, outputs);
  return { id, does: "stay", ...sides(price, price) };
}

/** What a resource gets, where no provider has looked: as under the Pulumi CLI, which keeps what a provider says as text. */
function presumed(op: string, kind: KindName, { id, inputs, outputs }: Entry): Foreseen {
  const { adopt } = inputs;
  // Whatever is replaced has had its object: an adoption acts at a create.
  if (op !== "import" && (op !== "create" || !isObject(adopt)))
    return { does: "make", ...sides(undefined, asAsked(kind, inputs)) };
  const known = op === "import" ? id : isObject(adopt) && typeof adopt.id === "string" ? adopt.id : undefined;
  // What comes under management is there already, and costs what it did.
  const price = op === "import" ? standing(kind, inputs, outputs) : asAsked(kind, inputs);
  return { does: "adopt", ...(known !== undefined && { id: known }), ...sides(price, price) };
}

const placeOf = (kind: KindName, id = ""): string => `${kind} ${id}`;
