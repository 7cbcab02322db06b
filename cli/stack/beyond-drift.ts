import type { StepReport } from "../../engine/index";
import { ownMember } from "../../values/own-member";
import { unknownValue } from "../../provider/table/unknown";
import type { Drift } from "../documents/drift";
import type { Mended } from "../documents/mend";
import { isWithin, leaves } from "../drift/compare";
import { kindOrType } from "../state/deployment";

/** A step of a plan, as far as it is judged: from the engine's reports, or from what the CLI's preview prints. */
export type PlannedStep = Pick<
  StepReport,
  "op" | "urn" | "type" | "name" | "old" | "new" | "diffKeys" | "found" | "logical"
>;

/** What changes nothing on the platform. */
const harmless: ReadonlySet<string> = new Set(["same", "read", "read-discard", "refresh"]);

/**
 * Why a plan does more than put right what drifted, in sentences; none where it does not. A plan may make again what is gone, and change
 * back what differs, as far as it differs; what follows from an object that is made again is not known before.
 */
export const refusalsOf = (steps: readonly PlannedStep[], drift: readonly Drift[]): string[] =>
  steps.filter(isChange).flatMap(
    (step) =>
      refusalOf(
        step,
        drift.filter(({ urn }) => urn === step.urn),
      ) ?? [],
  );

/** What a plan puts right. */
export const mendedBy = (steps: readonly PlannedStep[]): Mended[] =>
  steps.filter(isChange).map(({ op, urn, type, name, ...step }) => ({
    urn,
    kind: kindOrType(type),
    name,
    op,
    paths: op === "update" ? changedPaths(step) : [],
  }));

/** What a refresh has found changes the state alone. */
const isChange = ({ op, found, logical }: PlannedStep): boolean => logical && found !== true && !harmless.has(op);

function refusalOf({ op, type, name, ...step }: PlannedStep, drift: readonly Drift[]): string | undefined {
  const what = `${kindOrType(type)} ${name}`;
  const isGone = drift.some((one) => one.class === "terminated" || one.class === "replaced");
  if (op === "create") return isGone ? undefined : `It would create ${what}, which is not gone.`;
  if (op !== "update") return `It would ${op.startsWith("delete") ? "delete" : "replace"} ${what}.`;
  const isDrifted = (path: string) => drift.some((one) => isWithin(path, one.path) || isWithin(one.path, path));
  const others = changedPaths(step).filter((path) => !isDrifted(path));
  return others.length === 0
    ? undefined
    : `It would change ${others.join(", ")} of ${what}, which ${others.length === 1 ? "has" : "have"} not drifted.`;
}

/** Where the arguments that are asked for differ from those of the state; of what is secret, which argument it is. */
function changedPaths({ diffKeys, old, new: next }: Pick<PlannedStep, "diffKeys" | "old" | "new">): string[] {
  const [before, after] = [old?.inputs ?? {}, next?.inputs ?? {}];
  return diffKeys
    .filter((key) => !key.startsWith("__"))
    .flatMap((key) => {
      const differing = leaves(ownMember(before, key), ownMember(after, key), key);
      // What is not known yet follows from what is made again.
      const known = differing.filter((leaf) => leaf.new !== "[unknown]" && leaf.new !== unknownValue);
      return differing.length === 0 ? [key] : known.map(({ path }) => path);
    });
}
