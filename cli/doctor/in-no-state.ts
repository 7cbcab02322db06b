import type { KindName } from "../../provider/kinds/names";
import { kinds } from "../../provider/kinds";
import type { Catalog } from "../../provider/cost/pricing";
import type { Operations } from "../../provider/kinds/operations";
import { resourceKeyOf } from "../../provider/state/identity";
import { leftInWords, madeAndLeft, whatToDo } from "../../provider/lifecycle/adoption/left-in-words";
import { markIn, markOf, type Whose } from "../../provider/table/names";
import { isCurrent, type Stack } from "../state/deployment";
import { type Finding, findingOf, type LiveObject, type LiveObjects } from "./finding";
import type { IsKnown } from "./holders";

/** A stack as its marks identify it: its backend and its key. */
export type StackMark = Pick<Whose, "backend" | "stack">;

/** Finds objects that bear the marks of a stack but are in no state: an interrupted run left them, or somebody kept them on purpose. */
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
    return (Object.keys(platform) as KindName[]).flatMap((kind) =>
      platform[kind].flatMap((object) => {
        const mark = markIn(object.name);
        if (mark?.stack !== ofStack || isKnown(kind, object.id) || isGone(kind, object)) return [];
        const maker = makers.get(mark.resource);
        const its = maker?.kind === kind ? maker : undefined;
        const isThere = platform[kind].some(({ id }) => id === its?.id);
        const made = { called: its?.name, urn: its?.urn, has: isThere ? its?.id : undefined };
        const what = madeAndLeft(leftInWords(kind, object, prices), made);
        const whose = its ?? { kind, name: object.name, urn: "" };
        return [findingOf(whose, [object], "left", what, whatToDo(kind, object.id, made))];
      }),
    );
  });
}

const isGone = (kind: KindName, object: LiveObject): boolean => {
  const operations: Operations = kinds[kind].operations;
  return operations.isGone?.(object) === true;
};
