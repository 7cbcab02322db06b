import type { StepReport } from "../../engine/index";
import { ownMember } from "../../values/own-member";
import { unknownValue } from "../../provider/table/unknown";
import type { Drift } from "../documents/drift";
import type { Mended } from "../documents/keep";
import { isWithin, leaves } from "../drift/compare";
import { kindOrType } from "../state/deployment";

/** The judged part of a step, from the engine's reports or from the CLI's preview. */
export interface PlannedStep
  extends Pick<
    StepReport,
    "op" | "urn" | "type" | "name" | "old" | "new" | "diffKeys" | "found" | "counted" | "leftOver"
  > {
  readonly masked?: readonly string[];
}

/** Operations that change nothing on the platform. */
const harmless: ReadonlySet<string> = new Set(["same", "read", "read-discard", "refresh"]);

/**
 * The reasons, in sentences, why a plan does more than correct drift. A plan may recreate missing objects and revert
 * drifted values. Consequences of a recreated object are not known in advance.
 */
export const changesBeyond = (steps: readonly PlannedStep[], drift: readonly Drift[]): string[] =>
  steps.filter(isChange).flatMap(
    (step) =>
      whyBeyond(
        step,
        drift.filter(({ urn }) => urn === step.urn),
      ) ?? [],
  );

/** The drift that a plan corrects, at this time. */
export const mendedBy = (steps: readonly PlannedStep[], at: string): Mended[] =>
  steps.filter(isChange).map(({ op, urn, type, name, ...step }) => ({
    urn,
    kind: kindOrType(type),
    name,
    op,
    paths: op === "update" ? changedPaths(step) : [],
    at,
  }));

/** A finding of a refresh changes only the state. */
const isChange = ({ op, found, counted, leftOver = false }: PlannedStep): boolean =>
  (counted || leftOver) && found !== true && !harmless.has(op);

function whyBeyond({ op, type, name, leftOver, ...step }: PlannedStep, drift: readonly Drift[]): string | undefined {
  const what = `${kindOrType(type)} ${name}`;
  if (leftOver) return `It would delete ${step.old?.id ?? "the old object"} of ${what}, which an earlier run replaced.`;
  const isGone = drift.some((one) => one.class === "terminated" || one.class === "replaced");
  if (op === "create") return isGone ? undefined : `It would create ${what}, which is not gone.`;
  if (op !== "update") return `It would ${op.replace(/-.*/, "")} ${what}.`;
  const isDrifted = (path: string) => drift.some((one) => isWithin(path, one.path) || isWithin(one.path, path));
  const others = changedPaths(step).filter((path) => !isDrifted(path));
  if (others.length > 0)
    return `It would change ${others.join(", ")} of ${what}, which ${others.length === 1 ? "has" : "have"} not drifted.`;
  const masked = (step.masked ?? []).filter((path) => !isDrifted(path));
  if (masked.length === 0) return undefined;
  return `It may change ${masked.join(", ")} of ${what}: the Pulumi CLI masks secrets, so nobody can tell from its preview.`;
}

/** The paths where the program's arguments differ from the state's; for a secret, only the argument. */
function changedPaths({ diffKeys, old, new: next }: Pick<PlannedStep, "diffKeys" | "old" | "new">): string[] {
  const [before, after] = [old?.inputs ?? {}, next?.inputs ?? {}];
  return diffKeys
    .filter((key) => !key.startsWith("__"))
    .flatMap((key) => {
      const differing = [...leaves(ownMember(before, key), ownMember(after, key), key)];
      // An unknown value follows from a recreated object.
      const known = differing.filter((leaf) => leaf.new !== "[unknown]" && leaf.new !== unknownValue);
      return differing.length === 0 ? [key] : known.map(({ path }) => path);
    });
}
