import { isFree, priceOf } from "../../provider/kinds/prices";
import { kinds } from "../../provider/kinds";
import { amountOf, amountText } from "../../provider/cost/money";
import type { Catalog } from "../../provider/cost/pricing";
import type { Operations } from "../../provider/kinds/operations";
import { resourceKeyOf } from "../../provider/state/identity";
import { hidden } from "../../provider/state/state";
import { markIn, markOf, type Whose } from "../../provider/table/names";
import { isCurrent, type Kind, type Stack, type StackResource } from "../state/deployment";
import { describe, type Finding, type IsKnown, type LiveObject, type LiveObjects } from "./finding";

/** A stack as names of its objects say it: its backend and its key. */
export type StackMark = Pick<Whose, "backend" | "stack">;

/** Finds what bears the marks of a stack and is in no state: an interrupted run left it, or somebody kept it on purpose. */
export function leftObjects(
  marks: readonly StackMark[],
  { resources }: Pick<Stack, "resources">,
  platform: LiveObjects,
  isKnown: IsKnown,
  prices?: Catalog,
): Finding[] {
  const current = resources.filter(isCurrent);
  return marks.flatMap((stack) => {
    const ofStack = markOf({ ...stack, key: "" }).stack;
    const makers = new Map(current.map((one) => [markOf({ ...stack, key: resourceKeyOf(one.urn) }).resource, one]));
    return (Object.keys(platform) as Kind[]).flatMap((kind) =>
      platform[kind].flatMap((object) => {
        const mark = markIn(object.name);
        if (mark?.stack !== ofStack || isKnown(kind, object.id) || isGone(kind, object)) return [];
        return [finding(kind, object, makers.get(mark.resource), costOf(kind, object, prices))];
      }),
    );
  });
}

const isGone = (kind: Kind, object: LiveObject): boolean => {
  const operations: Operations = kinds[kind].operations;
  return operations.isGone?.(object) === true;
};

function finding(kind: Kind, object: LiveObject, maker: StackResource | undefined, cost: string): Finding {
  const its = maker?.kind === kind ? maker : undefined;
  const { resource } = kinds[kind];
  const whose = its ? `made it for ${its.name}, which has ${its.id} by now` : "made it";
  const adopt = "adopt" in resource.inputs ? `To keep it, give its resource \`adopt: { id: "${object.id}" }\`. ` : "";
  const letGo =
    "name" in resource.inputs && resource.inputs.name.change === "update"
      ? `To leave it alone, run \`doctor --let-go ${object.id}\`, which takes the mark off its name. `
      : "";
  return {
    problem: "left",
    kind,
    name: its?.name ?? object.name,
    urn: its?.urn ?? "",
    objects: [object],
    what:
      `the platform has ${kind} ${describe(object)}, named ${JSON.stringify(object.name)}${cost}. A run of this stack ${whose}, and no state that was ` +
      "found has it",
    nextStep:
      "An interrupted run left it, or somebody kept it on purpose, with `state delete` or `retainOnDelete`. " +
      `${adopt}${letGo}Delete it only if nobody needs it.`,
  };
}

/** `, 0.40 USD/h`, as far as anybody can tell. */
function costOf(kind: Kind, object: LiveObject, prices: Catalog | undefined): string {
  if (isFree(kind)) return "";
  if (!prices) return ", billed";
  const operations: Operations = kinds[kind].operations;
  const props = operations.observe(object, { [hidden.declared]: Object.keys(kinds[kind].resource.inputs) });
  return `, ${amountText(amountOf(priceOf(kind, props, prices)))}`;
}
