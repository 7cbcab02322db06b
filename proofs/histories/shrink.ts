import type { Mode } from "../plugin";
import { isOperation, type Life, type Operation, type Step } from "./life";
import { play, type Violation } from "./play";
import type { Declared } from "./program";

/** How often a shrunk life is lived at most. */
const patience = 600;

/** The kind of a violation, without the ids and values of one life. */
export const sort = ({ what }: Violation): string =>
  what
    .split("\n")[0]!
    .replace(/named \S+,/g, "named …,")
    .replace(/\b[a-zA-Z]+-\d+\b/g, "…")
    .replace(/\b[a-z0-9]{8,}\b/g, "…")
    .replace(/"[^"]*"/g, "…")
    .replace(/\d+/g, "…")
    .replace(/(in order: .{0,250}).*/, "$1");

/** The shortest life found in which the same thing goes wrong. */
export async function shrink(
  life: Life,
  violation: Violation,
  mode?: Mode,
): Promise<{ life: Life; violations: readonly Violation[] }> {
  const wanted = sort(violation);
  let best = { ...life, steps: life.steps.slice(0, violation.step) };
  let violations: readonly Violation[] = [violation];
  let tries = 0;
  const isWorse = async (candidate: Life): Promise<boolean> => {
    if (tries++ > patience) return false;
    const played = await play(candidate, mode);
    const same = played.violations.filter((each) => sort(each) === wanted);
    if (same.length === 0) return false;
    best = { ...candidate, steps: candidate.steps.slice(0, same[0]!.step) };
    violations = same;
    return true;
  };
  for (let isShorter = true; isShorter && tries < patience; ) {
    isShorter = false;
    for (const smaller of smallerThan) {
      for (let index = 0; ; index++) {
        const candidates = smaller(best);
        if (index >= candidates.length) break;
        if (await isWorse(candidates[index]!)) {
          isShorter = true;
          index -= 1;
        }
      }
    }
  }
  return { life: best, violations };
}

type Smaller = (life: Life) => Life[];

/** Ways to take something out, from large to small. */
const smallerThan: readonly Smaller[] = [
  // Steps, last first, since what comes late needs what came before.
  (life) => indices(life.steps).map((at) => ({ ...life, steps: without(life.steps, at) })),
  (life) => indices(life.program).map((at) => ({ ...life, program: without(life.program, at) })),
  (life) =>
    life.steps.flatMap((step, at) => simplerSteps(step).map((each) => ({ ...life, steps: put(life.steps, at, each) }))),
  (life) =>
    life.program.flatMap((each, at) =>
      simplerResources(each).map((one) => ({ ...life, program: put(life.program, at, one) })),
    ),
  (life) => (life.world.listLagMs > 0 ? [{ ...life, world: { ...life.world, listLagMs: 0 } }] : []),
  (life) => (life.world.keyFrom === "settings" ? [{ ...life, world: { ...life.world, keyFrom: "environment" } }] : []),
];

const indices = (list: readonly unknown[]): number[] => list.map((_, at) => list.length - 1 - at);
const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, index) => index !== at);
const put = <T>(list: readonly T[], at: number, one: T): T[] => list.map((each, index) => (index === at ? one : each));

function simplerSteps(step: Step): Step[] {
  if (isOperation(step)) return simplerOperations(step);
  if (step.do !== "edit") return [];
  const { edit } = step;
  if (edit.edit === "add")
    return simplerResources(edit.resource).map((resource) => ({ do: "edit", edit: { ...edit, resource } }));
  if (edit.edit !== "set" || Object.keys(edit.args).length < 2) return [];
  return Object.keys(edit.args).map((name) => ({ do: "edit", edit: { ...edit, args: lacking(edit.args, name) } }));
}

function simplerOperations(operation: Operation): Operation[] {
  const { faults = [], meanwhile = [], target, exclude, strike, beside, with: mistake, ...bare } = operation;
  const all = {
    ...(target && { target }),
    ...(exclude && { exclude }),
    ...(mistake && { with: mistake }),
    ...(faults.length > 0 && { faults }),
    ...(strike && { strike }),
    ...(meanwhile.length > 0 && { meanwhile }),
    ...(beside && { beside }),
  };
  const names = Object.keys(all) as (keyof typeof all)[];
  return [
    ...names.map((name) => ({ ...bare, ...lacking(all, name) })),
    ...(faults.length > 1 ? faults.map((_, at) => ({ ...operation, faults: without(faults, at) })) : []),
    ...faults.flatMap((fault, at) =>
      fault.count > 1 ? [{ ...operation, faults: put(faults, at, { ...fault, count: 1 }) }] : [],
    ),
    ...(operation.do === "up --refresh" ? [{ ...operation, do: "up" } as Operation] : []),
    ...(operation.at === "first checkout" ? [] : [{ ...operation, at: "first checkout" } as Operation]),
  ];
}

const simplerResources = (resource: Declared): Declared[] => [
  ...Object.keys(resource.args).map((name) => ({ ...resource, args: lacking(resource.args, name) })),
  ...(resource.args.waitFor === undefined && resource.kind === "pod"
    ? [{ ...resource, args: { ...resource.args, waitFor: "none" } }]
    : []),
];

const lacking = <T extends object>(from: T, name: string): T =>
  Object.fromEntries(Object.entries(from).filter(([key]) => key !== name)) as T;
