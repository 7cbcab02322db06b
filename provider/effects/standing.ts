import type { KindName } from "../kinds/names";
import { runs } from "../kinds/prices";
import { isUncharged } from "../kinds/shared/pod-readiness";
import { isObject, pick, type Props } from "../table/props";
import type { ContainerRun, Update } from "../table/resource";
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

const deeds = { starts: "start", restarts: "restart", stops: "stop", stays: "change" } as const;

/** The effect of an update on an object. Unchanged hardware stays the chosen alternative, whatever the program's list is now. */
export function updating(
  kind: KindName,
  { state, news }: Pick<Update, "state" | "news">,
  container: ContainerRun,
): Pick<StepFacts, "does" | "isPossible" | "before" | "after"> {
  const after = standing(kind, news, state);
  return {
    does: deeds[container.run],
    ...(container.onlyIf !== undefined && { isPossible: true }),
    ...sides(standing(kind, state, state), after && { ...after, ...statusAfter(container) }),
  };
}

/** The status after the update, as far as the price is concerned. One that only `up` can tell is a list, the cheapest first. */
function statusAfter({ run, onlyIf }: ContainerRun): Props {
  if (run === "stays") return {};
  if (onlyIf !== undefined && run !== "restarts") return { status: ["EXITED", "RUNNING"] };
  return { status: run === "stops" ? "EXITED" : "RUNNING" };
}

export const sides = (before: Props | undefined, after: Props | undefined): Pick<StepFacts, "before" | "after"> => ({
  ...(before && { before }),
  ...(after && { after }),
});
