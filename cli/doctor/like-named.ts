import { isFree } from "../../provider/kinds/prices";
import { hidden } from "../../provider/state/state";
import { suffixOf, withoutSuffix } from "../../provider/table/names";
import type { Kind, Stack, StackResource } from "../state/deployment";
import { describe, type Finding, type IsKnown, type LiveObject, type LiveObjects } from "./finding";

/**
 * Finds objects with a name that the provider would make up for a resource of this stack. After a restore from a
 * backup, only such names show what was made since.
 */
export function likeNamed(stack: Stack, platform: LiveObjects, isTold: IsKnown): Finding[] {
  const told = new Set<LiveObject>();
  return stack.resources.flatMap((resource) => {
    const { kind, name, urn, id, isLeftover, awaitsReplacement } = resource;
    const beginning = beginningOf(resource);
    if (isLeftover || beginning === undefined) return [];
    const isAlike = (object: LiveObject) =>
      suffixOf(object.name) !== undefined && beginning === withoutSuffix(object.name) && !isTold(kind, object.id);
    const objects = platform[kind].filter((object) => isAlike(object) && !told.has(object));
    objects.forEach((object) => told.add(object));
    if (objects.length === 0) return [];
    const names = objects.map((object) => `${describe(object)}, named ${JSON.stringify(object.name)}`);
    // A begun replacement has a finding of its own.
    const isThere = awaitsReplacement || platform[kind].some((object) => object.id === id);
    const what =
      `the platform has ${names.join("; ")}. Up to its suffix that is the name of ${kind} ${name} (${id}), and ` +
      "it is in no state that was found";
    return [
      { problem: "like-named" as const, kind, name, urn, objects, what, nextStep: nextStep(kind, objects, isThere) },
    ];
  });
}

function nextStep(kind: Kind, objects: readonly LiveObject[], isThere: boolean): string {
  const [only, ...others] = objects;
  const whose =
    "This happens if the state was restored from a backup or copied. It may also belong to a stack in another backend. If nobody " +
    `owns it, delete it${isFree(kind) ? "" : ": it bills"}.`;
  if (isThere || only === undefined || others.length > 0) return whose;
  return `${whose} If it replaced the one that is gone, run \`refresh\`, give the resource \`adopt: { id: "${only.id}" }\`, and run \`up\`.`;
}

function beginningOf({ inputs }: StackResource): string | undefined {
  const { [hidden.autoName]: name } = inputs;
  return typeof name === "string" && suffixOf(name) !== undefined ? withoutSuffix(name) : undefined;
}
