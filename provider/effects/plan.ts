import { addTo, getOrMake } from "../../values/many";
import { idGiven, isInAnyAccount, kinds } from "../kinds";
import type { KindName } from "../kinds/names";
import { dataIn } from "../table/data-loss";
import { entriesOf, type HeldEntry, keeperOf } from "../state/holders";
import { resourceKeyOf } from "../state/identity";
import { sightingIn } from "../state/sighting";
import { keyOf } from "../state/state";
import { isObject, type Props } from "../table/props";
import type { Effect, StepFacts } from "./effect";
import { fateOf, isAskedAbout } from "./fate";
import { runOf } from "./run";
import { asAsked, sides, standing, updating } from "./standing";

/** The greatest number of new resources to name below one that is deleted. */
const mostNamed = 3;

/** A step of a preview, as an engine reports it. */
export interface PlannedStep {
  readonly op: string;
  readonly urn: string;
  readonly kind: KindName;
  readonly name: string;
  readonly old?: Entry | undefined;
  readonly next?: Entry | undefined;
  /** The changed arguments, as far as the engine knows. */
  readonly changed: readonly string[];
  /** An earlier run replaced the object but did not delete it. */
  readonly leftOver?: boolean | undefined;
  /** The step is a finding of a refresh. */
  readonly found?: boolean | undefined;
  /** An earlier run gave up the old object of the replacement: it deleted it, unless the option `retainOnDelete` kept it. */
  readonly begun?: boolean | undefined;
  /** The option `retainOnDelete` keeps the old object. */
  readonly retained?: boolean | undefined;
}

interface Entry {
  readonly id?: string | undefined;
  /** In the form of the table. */
  readonly inputs: Props;
  readonly outputs: Props;
}

type Had = Entry & { readonly id: string };
type OwnEffect = Omit<Effect, "urn" | "kind" | "name">;

/** Turns the steps of a preview, one by one, into their effects on objects. */
export class Plan {
  private readonly all = new Set<Effect>();
  private readonly facts = new Map<string, StepFacts>();
  /** The presumed effects of steps that the provider has not foreseen. */
  private readonly unseen = new Map<string, Effect>();
  private readonly holders = new Map<string, Set<string>>();
  private readonly givingWay = new Map<string, Effect[]>();
  /** The effects on objects that another owner keeps. */
  private readonly heldByAnother = new Map<string, Effect[]>();
  /** The effects on replaced objects if no step deletes them. */
  private readonly outliving = new Map<string, Effect>();
  /** The keys of state entries that the plan drops without deleting the object; undefined for any of them. */
  private readonly dropped = new Map<string, (string | undefined)[]>();
  /** Effects of a refresh that found the object unchanged or changes only the state, until a step of the run itself says more. */
  private readonly staying = new Map<string, Effect>();
  /** The names of the resources of each kind for which a new object is created, replacements aside. */
  private readonly created = new Map<KindName, string[]>();

  /** @param entries of a folder's states before the plan, including the stack's own. */
  constructor(private readonly entries: readonly HeldEntry[] = []) {}

  get effects(): readonly Effect[] {
    return [...this.all];
  }

  /** Notes what the provider foresees for the resource's next step, or for a replacement that deletes first. */
  learn(urn: string, facts: StepFacts): void {
    this.facts.set(urn, facts);
    const late = this.unseen.get(urn);
    if (late) Object.assign(late, this.obtained(late.kind, urn, facts));
  }

  /** @returns the effects of the step; those on the object that a replacement leaves are of its own step. */
  add(step: PlannedStep): readonly Effect[] {
    const { urn, kind, name, old } = step;
    const place = placeOf(kind, old?.id);
    // A refresh goes by the URN that a resource had before it was renamed.
    const entry = `${keyOf(old?.outputs ?? {}) ?? urn} ${place}`;
    this.passOver(entry, place);
    const effects = this.effectsOf(step).map((own): Effect => ({ urn, kind, name, ...own }));
    for (const effect of effects) {
      this.all.add(effect);
      if (effect.does === "stay") this.staying.set(entry, effect);
      if (effect.does === "make" && step.op === "create") addTo(this.created, kind, name);
      if (effect.does === "make" && !this.facts.has(urn)) this.unseen.set(urn, effect);
      if (effect.isReplaced) addTo(this.givingWay, place, effect);
      if (effect.why === "held") addTo(this.heldByAnother, place, effect);
      if (effect.does === "delete") this.leaveTo(place);
    }
    if (step.op === "delete-replaced") this.outliving.delete(place);
    if (step.op === "replace") this.mayOutlive(step);
    return effects;
  }

  /** The last entry of an object takes it away, whatever the plan has said of its other entries. */
  private leaveTo(place: string): void {
    const deleted = { does: "delete", why: undefined, after: undefined };
    for (const effect of this.heldByAnother.get(place) ?? []) Object.assign(effect, deleted);
  }

  /** Ends a complete plan: a replaced object that no step deletes stays until a later run, as where `--exclude` spares it. */
  end(): void {
    for (const [place, effect] of this.outliving) {
      this.all.add(effect);
      addTo(this.givingWay, place, effect);
    }
    this.outliving.clear();
  }

  /** The effect on the old object of a replacement, which a separate step deletes, before or after. */
  replacedBy({ op, kind, old }: PlannedStep): readonly Effect[] {
    return op === "replace" ? (this.givingWay.get(placeOf(kind, old?.id)) ?? []) : [];
  }

  private mayOutlive({ urn, kind, name, old, begun, retained }: PlannedStep): void {
    const place = placeOf(kind, old?.id);
    const isOver = (begun && !retained) || this.facts.get(urn)?.isGone === true || this.givingWay.has(place);
    if (old?.id === undefined || isOver) return;
    const price = standing(kind, old.inputs, old.outputs);
    const why = retained && ({ why: "retained", ...askedAbout(kind, old.outputs) } as const);
    const own: OwnEffect = { id: old.id, does: "stay", ...why, isReplaced: true };
    this.outliving.set(place, { urn, kind, name, ...own, ...sides(price, price) });
  }

  private passOver(entry: string, place: string): void {
    const effect = this.staying.get(entry);
    if (!effect) return;
    this.staying.delete(entry);
    this.all.delete(effect);
    this.holders.get(place)?.delete(effect.urn);
  }

  private effectsOf(step: PlannedStep): OwnEffect[] {
    const { op, urn, kind, old, next, found } = step;
    const had = old?.id === undefined ? undefined : { ...old, id: old.id };
    switch (op) {
      case "same":
      case "update":
        if (!had) return [];
        this.hold(kind, had.id, urn);
        if (found && next) return [this.stays(step, { ...had, ...next, id: had.id })];
        return [op === "same" ? this.stays(step, had) : this.changes(step, had)];
      case "create":
      case "import":
      case "import-replacement":
        return next ? [this.gains(step, next)] : [];
      case "replace":
        // An import of another object precedes it.
        return next && !this.holders.get(placeOf(kind, next.id))?.has(urn) ? [this.gains(step, next)] : [];
      case "delete":
      case "delete-replaced":
        return had ? [this.loses(step, had)] : [];
      default:
        return [];
    }
  }

  private stays({ urn, kind }: PlannedStep, { id, inputs, outputs }: Had): OwnEffect {
    const { before = standing(kind, inputs, outputs) } = this.facts.get(urn) ?? {};
    return { id, does: "stay", ...sides(before, before) };
  }

  private changes({ urn, kind, next, changed }: PlannedStep, { id, inputs, outputs }: Had): OwnEffect {
    const news = next?.inputs ?? inputs;
    const update = { state: { ...inputs, ...outputs }, news, changed: new Set(changed) };
    const presumed = () => updating(kind, update, runOf(kinds[kind].resource, update, "unseen"));
    return { id, ...(this.facts.get(urn) ?? presumed()) };
  }

  private gains(step: PlannedStep, next: Entry): OwnEffect {
    const { urn, kind } = step;
    return this.obtained(kind, urn, this.facts.get(urn) ?? presumed(step, next));
  }

  private obtained(kind: KindName, urn: string, { isGone: _, keepsData: __, ...known }: StepFacts): OwnEffect {
    if (known.id !== undefined) this.hold(kind, known.id, urn);
    return known;
  }

  private loses(step: PlannedStep, { id, inputs, outputs }: Had): OwnEffect {
    const { op, urn, kind, leftOver, found, retained } = step;
    const isReplaced = op === "delete-replaced" && !leftOver;
    const { isPossible } = (isReplaced && this.facts.get(urn)) || {};
    const fate = fateOf({
      isGone: found === true || (isReplaced && this.facts.get(urn)?.isGone === true),
      isRetained: retained,
      isHeld: this.isHeld(step, id, outputs),
    });
    const isDestroyed = fate.does === "delete" && !(isReplaced && this.facts.get(urn)?.keepsData);
    const data = isDestroyed ? dataIn(kinds[kind].resource, outputs) : undefined;
    const created = data !== undefined && op === "delete" ? this.created.get(kind)?.slice(0, mostNamed) : undefined;
    const price = fate.does === "forget" ? undefined : standing(kind, inputs, outputs);
    return {
      id,
      ...fate,
      ...(fate.why === "retained" && askedAbout(kind, outputs)),
      ...(data !== undefined && { data }),
      ...(created && { created }),
      ...(leftOver && { isLeftOver: true }),
      ...(isReplaced && { isReplaced, ...(isPossible && { isPossible }) }),
      ...sides(price, fate.does === "keep" ? price : undefined),
    };
  }

  /** Tells whether another resource of the program, or an entry of the folder's states that the plan has not dropped, has it. */
  private isHeld({ op, urn, kind }: PlannedStep, id: string, outputs: Props): boolean {
    const place = placeOf(kind, id);
    const ofProgram = this.holders.get(place);
    // A replacement may result in the very object that it replaces, as for an SSH key.
    if (op === "delete") ofProgram?.delete(urn);
    if (ofProgram && ofProgram.size > 0) return true;
    const here = sightingIn(outputs);
    const entries = entriesOf(this.entries, { kind, id, here, isInAnyAccount: isInAnyAccount(kind) });
    const key = keyOf(outputs) ?? resourceKeyOf(urn);
    // One of them is the step's own, even if a document does not tell which.
    const own = entries.some((entry) => entry.storedKey === key || entry.key === key) ? key : undefined;
    const dropped = [...(this.dropped.get(place) ?? []), own];
    const isKept = keeperOf(entries, dropped) !== undefined;
    if (isKept) this.dropped.set(place, dropped);
    return isKept;
  }

  private hold(kind: KindName, id: string, urn: string): void {
    getOrMake(this.holders, placeOf(kind, id), () => new Set()).add(urn);
  }
}

/** The effect of a step that has only begun, as far as the program's arguments and options tell. */
export function presumedAtStart(step: PlannedStep): readonly Effect[] {
  const { op, urn, kind, name, old, next, retained } = step;
  if (op === "create" && next) return [{ urn, kind, name, ...presumed(step, next) }];
  const isKept = retained && op.startsWith("delete") && old?.id !== undefined;
  return isKept ? [{ urn, kind, name, id: old.id, ...fateOf({ isRetained: true }) }] : [];
}

/** The presumed effect without the provider's foresight, as under the Pulumi CLI, which keeps a provider's messages only as text. */
function presumed({ op, kind, old }: PlannedStep, { id, inputs, outputs }: Entry): StepFacts {
  const { adopt } = inputs;
  // Once the step is done, the hardware has been chosen.
  const isThere = id !== undefined && id !== old?.id;
  const price = isThere ? standing(kind, inputs, outputs) : asAsked(kind, inputs);
  // A replaced resource already has its object: `adopt` acts only at a create.
  const isImport = op.startsWith("import");
  if (!isImport && (op !== "create" || !isObject(adopt))) {
    const given = idGiven(kind, inputs);
    return { does: "make", ...(given !== undefined && { id: given }), ...sides(undefined, price) };
  }
  const known = isImport ? id : isObject(adopt) && typeof adopt.id === "string" ? adopt.id : undefined;
  // An object that comes under management exists already, and its cost does not change.
  return { does: "adopt", ...(known !== undefined && { id: known }), ...sides(price, price) };
}

const askedAbout = (kind: KindName, { name }: Props) =>
  isAskedAbout(kind, name) ? { isAskedAbout: true as const } : {};

const placeOf = (kind: KindName, id = ""): string => `${kind} ${id}`;
