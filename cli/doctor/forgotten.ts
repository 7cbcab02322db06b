import { resourceKeyOf } from "../../provider/state/identity";
import { isFree } from "../../provider/kinds/prices";
import { kinds } from "../../provider/kinds";
import { isCurrent, type Kind, stateDelete } from "../state/deployment";
import { describe, type Finding, type Search } from "./finding";
import type { MadeObject } from "./journal";

/**
 * Finds objects made by this stack that have left every state: the state was lost or restored, or a resource was removed
 * from it.
 */
export function forgottenObjects(
  made: readonly MadeObject[],
  { stack: { resources }, platform, gone, isTold }: Search,
): Finding[] {
  return made.flatMap(({ kind, id, name, key, isOfOtherKey }) => {
    if (isTold(kind, id)) return [];
    const object = platform[kind].find((each) => each.id === id);
    if (!object) return isOfOtherKey ? [outOfSight(kind, id, name)] : [];
    const what =
      `the platform has ${kind} ${describe(object)}, named ${JSON.stringify(object.name)}. An earlier run of this stack made it, and it ` +
      "is in no state that was found";
    const other = resources.find((one) => isCurrent(one) && resourceKeyOf(one.urn) === key);
    const isAdoptable = "adopt" in kinds[kind].resource.inputs;
    const isGone = other !== undefined && gone.has(other.urn);
    const first = isGone
      ? "run `refresh`, "
      : other
        ? `take ${other.id}, which the state has for it, out of the state with \`${stateDelete(other)}\`, `
        : "";
    const bills = isFree(kind) ? "" : ": it bills";
    const stays =
      other && isAdoptable && platform[kind].some((each) => each.id === other.id)
        ? ` If you keep ${id}, ${other.id} then stays on the platform in no state, so delete it there unless you need it${bills}.`
        : "";
    const keep = isAdoptable
      ? `To keep it, ${first}give the resource \`adopt: { id: "${id}" }\` and run \`up\`; otherwise delete it on the platform`
      : "If nobody needs it, delete it on the platform";
    const nextStep =
      "This happens if the state was lost or restored from a backup, or if the resource was taken out of it. " +
      `${keep}${bills}.${stays}`;
    return [{ problem: "forgotten" as const, kind, name, urn: other?.urn ?? "", objects: [object], what, nextStep }];
  });
}

/** An object made with another API key, which this key can't see. */
const outOfSight = (kind: Kind, id: string, name: string): Finding => ({
  ...{ problem: "forgotten", kind, name, urn: "", objects: [] },
  what:
    `an earlier run of this stack made ${kind} ${id}, named ${JSON.stringify(name)}, with another API key. It is in no state that was found, and this ` +
    "command can't see it",
  nextStep: `Run \`doctor\` with that key: the object may be in another account${isFree(kind) ? "" : ", and be billed"}.`,
});
