import type { StepReport } from "../../engine/index";
import { kinds } from "../../provider/kinds";
import { hidden } from "../../provider/state/state";
import type { Resource } from "../../provider/table/resource";
import { unknownValue } from "../../provider/table/unknown";
import { isRecord } from "../../values/json";
import { ownMember } from "../../values/own-member";
import type { Drift } from "../documents/drift";
import type { Mended } from "../documents/keep";
import { isWithin, leaves } from "../drift/compare";
import { kindOfToken, kindOrType } from "../state/deployment";
import { StackPlan } from "../stack/plan";
import { type PreviewDocument, reportsOf } from "../stack/preview-document";
import { isOfProgram } from "../stack/step-line";
import { inPlaceOf } from "../stack/values";

/** A step from the engine's reports or from the CLI's preview. */
export interface ReportedStep extends StepReport {
  /** The paths of secrets, if the CLI has masked them. */
  readonly masked?: readonly string[];
}

/** The steps of a preview of the CLI. */
export const reportedByCli = (document: Pick<PreviewDocument, "steps">): ReportedStep[] =>
  reportsOf(document).map((step) => ({ ...step, masked: [...maskedIn(step.new?.inputs)] }));

function* maskedIn(value: unknown, path = ""): Generator<string> {
  if (value === inPlaceOf.secret) yield path;
  else if (Array.isArray(value)) for (const [at, item] of value.entries()) yield* maskedIn(item, `${path}[${at}]`);
  else if (isRecord(value))
    for (const name in value) yield* maskedIn(ownMember(value, name), path === "" ? name : `${path}.${name}`);
}

/** Operations that change nothing on the platform. */
const harmless: ReadonlySet<string> = new Set(["same", "read", "read-discard", "refresh"]);

/**
 * The reasons, in sentences, why an `up --refresh` does anything but put back what the state holds. It may recreate missing
 * objects and revert drifted values.
 *
 * @param asked the plan without a refresh, which shows what the program asks for beyond the state.
 * @param steps the plan with a refresh.
 */
export function changesBeyond(
  asked: readonly ReportedStep[],
  steps: readonly ReportedStep[],
  drift: readonly Drift[],
): string[] {
  const changes = steps.filter(isChange).map((step) => ({ ...step, diffKeys: keysOf(step, drift) }));
  const plan = StackPlan.of(changes);
  const beyondState = asked.filter(isChange).flatMap((step) => whyBeyondState(step) ?? []);
  return [...new Set([...beyondState, ...changes.flatMap((step) => whyBeyondDrift(step, drift, plan) ?? [])])];
}

/** The drift that steps have corrected, at this time. */
export const mendedBy = (steps: readonly ReportedStep[], drift: readonly Drift[], at: string): Mended[] =>
  steps.filter(isChange).map((step) => {
    const { op, urn, type, name } = step;
    const paths = op === "update" ? changedPaths({ ...step, diffKeys: keysOf(step, drift) }) : [];
    return { urn, kind: kindOrType(type), name, op, paths, at };
  });

/** A finding of a refresh changes only the state, as does a resource that follows a recreated one and is only there. */
const isChange = (step: ReportedStep): boolean =>
  (step.counted || step.leftOver === true) && step.found !== true && !harmless.has(step.op) && !isFollowing(step);

const isFollowing = (step: ReportedStep): boolean =>
  tableOf(step)?.isOnlyInState === true && step.op === "update" && differing(step).length > 0;

function tableOf({ type }: ReportedStep): Resource | undefined {
  const kind = kindOfToken(type);
  return kind && kinds[kind].resource;
}

/** The changed arguments. The CLI can't name those of a dynamic provider if the drift is only in the outputs. */
const keysOf = ({ urn, diffKeys }: ReportedStep, drift: readonly Drift[]): readonly string[] =>
  diffKeys.length > 0
    ? diffKeys
    : [...new Set(drift.flatMap((one) => (one.urn === urn ? one.path.replace(/[.[].*$/s, "") : [])))];

const called = ({ type, name }: ReportedStep): string => `${kindOrType(type)} ${name}`;

function whyBeyondState(step: ReportedStep): string | undefined {
  const { op, old, new: next, changes, masked = [] } = step;
  const isNamed = [old, next].some((side) => side?.inputs["name"] !== side?.inputs[hidden.autoName]);
  const all = [...differing(step), ...changes.filter(({ inputDiff }) => inputDiff)].map(({ path }) => path);
  const paths = [...new Set(all)].filter((path) => isNamed || path !== "name");
  if (!old || !next || (op === "replace" && paths.length > 0)) return whyNotMending(step);
  if (paths.length > 0)
    return `It would change ${paths.join(", ")} of ${called(step)} to something else than the state holds.`;
  if (masked.length === 0) return undefined;
  return `It may change ${masked.join(", ")} of ${called(step)}: the Pulumi CLI masks secrets, so nobody can tell from its preview.`;
}

function whyBeyondDrift(step: ReportedStep, drift: readonly Drift[], plan: StackPlan): string | undefined {
  const { op, urn, new: next } = step;
  const own = drift.filter((one) => one.urn === urn);
  const isGone = own.some((one) => one.class === "terminated" || one.class === "replaced");
  if (op === "create" && isGone) {
    return tableOf(step)?.isRun?.(next?.inputs ?? {}) ? `It would run ${called(step)} again.` : undefined;
  }
  if (op !== "update") return whyNotMending(step);
  const isDrifted = (path: string) => own.some((one) => isWithin(path, one.path) || isWithin(one.path, path));
  // An unknown value follows from a recreated object.
  const others = differing(step).flatMap(({ path, isKnown }) => (isKnown || isDrifted(path) ? [] : path));
  const paths = own.length > 0 ? others : changedPaths(step);
  if (own.length === 0 || others.length > 0)
    return `It would ${paths.length > 0 ? `change ${paths.join(", ")} of` : "update"} ${called(step)}, which ${paths.length > 1 ? "have" : "has"} not drifted.`;
  const starts = plan.of(step).some(({ does }) => does === "start");
  if (!starts || own.some((one) => one.class === "stopped")) return undefined;
  return `It would start ${called(step)}, which may stay stopped.`;
}

function whyNotMending(step: ReportedStep): string {
  const { op, old, leftOver } = step;
  const what = called(step);
  if (leftOver) return `It would delete ${old?.id ?? "the old object"} of ${what}, which an earlier run replaced.`;
  return op === "create" ? `It would create ${what}, which is not gone.` : `It would ${op.replace(/-.*/, "")} ${what}.`;
}

/** The places where the program's arguments differ from the state's. */
const differing = ({ old, new: next }: ReportedStep, keys?: readonly string[]): { path: string; isKnown: boolean }[] =>
  (keys ?? [...new Set([old, next].flatMap((side) => Object.keys(side?.inputs ?? {})))])
    .filter((key) => old && next && isOfProgram(key))
    .flatMap((key) => [...leaves(ownMember(old!.inputs, key), ownMember(next!.inputs, key), key)])
    .map((leaf) => ({ path: leaf.path, isKnown: leaf.new !== "[unknown]" && leaf.new !== unknownValue }));

/** The same in the changed arguments; for a secret, only the argument. */
const changedPaths = (step: ReportedStep): string[] =>
  step.diffKeys.flatMap((key) => {
    const paths = differing(step, [key]).map(({ path }) => path);
    return paths.length > 0 || !isOfProgram(key) ? paths : [key];
  });
