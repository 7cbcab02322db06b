import { kinds } from "../kinds";
import type { KindName } from "../kinds/names";
import { runs } from "../kinds/prices";
import { isUncharged } from "../kinds/shared/pod-readiness";
import { isObject, pick, type Props } from "../table/props";
import { restarting } from "../table/requests";
import type { Resource } from "../table/resource";
import type { StepFacts } from "./effect";

/** The arguments that may list alternatives. */
const hardware = ["gpu", "cpu", "compute"];
const asked = [...hardware, "cloud", "desiredStatus", "workers", "runToCompletion"];

/** The properties that determine the price of an existing object: arguments in the table's form, and outputs. */
export function standing(kind: KindName, inputs: Props, outputs: Props): Props | undefined {
  if (!runs(kind)) return undefined;
  const chosen = Object.entries(pick(outputs, hardware)).filter(([, value]) => isObject(value));
  return { ...pick(inputs, asked), ...Object.fromEntries(chosen), ...howItIs(outputs) };
}

/** The status determines whether an object is charged: a starting one costs as much as a running one (P-57). */
function howItIs({ status, pods }: Props): Props {
  return {
    ...(typeof status === "string" && { status: isUncharged(status) ? status : "RUNNING" }),
    ...(pods !== undefined && { pods }),
  };
}

/** The same for an object that is still to be created. */
export const asAsked = (kind: KindName, inputs: Props): Props | undefined =>
  runs(kind) ? pick(inputs, asked) : undefined;

export interface Update {
  /** Outputs. */
  readonly state: Props;
  /** Checked inputs in the table's form. */
  readonly news: Props;
  readonly changed: readonly string[];
}

/** The effect of an update on an object. Unchanged hardware stays the chosen alternative, whatever the program's list is now. */
export function updating(
  kind: KindName,
  { state, news, changed }: Update,
): Pick<StepFacts, "does" | "before" | "after"> {
  const resource: Resource = kinds[kind].resource;
  const names = new Set(changed);
  const restarts = restarting(resource, names);
  const run = resource.runAfter?.(state, news, names, restarts) ?? (restarts.length > 0 ? "restarts" : "stays");
  const before = standing(kind, state, state);
  const after = standing(kind, news, state);
  const does = run === "starts" || run === "restarts" ? "restart" : "change";
  return { does, ...sides(before, after && { ...after, ...(run !== "stays" && statusAfter(run)) }) };
}

/** The status after the update, as far as the price is concerned. */
const statusAfter = (run: "starts" | "restarts" | "stops"): Props => ({
  status: run === "stops" ? "EXITED" : "RUNNING",
  pods: undefined,
});

export const sides = (before: Props | undefined, after: Props | undefined): Pick<StepFacts, "before" | "after"> => ({
  ...(before && { before }),
  ...(after && { after }),
});
