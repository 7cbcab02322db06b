import type { Props } from "../../provider/table/props";
import type { LivingKind as Kind } from "../programs";
import type { Operation, Step, Strike, StrikeKind } from "./life";
import type { Declared, Edit, Program } from "./program";
import type { Source } from "./source";

/** What a scene may do to the life that it is part of. */
export interface Stage {
  readonly source: Source;
  readonly program: () => Program;
  /** The edit as a step; from then on the program is the edited one. */
  readonly apply: (edit: Edit) => Step;
  readonly resource: (kind: Kind) => Declared;
}

export const up: Operation = { do: "up", at: "first checkout" };
export const look = ({ source: { chance } }: Stage): Step => ({
  do: chance.pick(["refresh", "refresh", "up --refresh"]),
  at: "first checkout",
});

/** Somebody runs it once more. */
export const upAgain = ({ source: { chance } }: Stage): Operation =>
  chance.pick<Operation>([up, { do: "up --refresh", at: "first checkout" }]);

export const endedBy = (how: StrikeKind, at = 1, moment: Strike["moment"] = "after its answer"): Strike => ({
  how,
  at,
  moment,
});

export const set = ({ apply }: Stage, name: string, args: Props): Step => apply({ edit: "set", name, args });

/** A resource of the kind that fits, with what has to be done before it is there. */
export function here(
  { program, apply, resource }: Stage,
  kind: Kind,
  isFit: (resource: Declared) => boolean,
  args: Props = {},
): { before: Step[]; resource: Declared } {
  const known = program().find((each) => each.kind === kind && isFit(each));
  if (known) return { before: [], resource: known };
  const { name, args: some } = resource(kind);
  const { env: _, locked: __, templateId: ___, desiredStatus: ____, ...plain } = some;
  const given = Object.entries({ ...plain, ...args }).filter(([, value]) => value !== undefined);
  const added: Declared = { kind, name, args: Object.fromEntries(given) };
  return { before: [apply({ edit: "add", resource: added }), up], resource: added };
}
