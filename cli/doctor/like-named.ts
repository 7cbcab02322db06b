import { isFree } from "../../provider/kinds/prices";
import { hidden } from "../../provider/state/state";
import { suffixOf, withoutSuffix } from "../../provider/table/names";
import type { Kind, StackResource } from "../state/deployment";
import { describe, type Finding, type LiveObject, type Search } from "./finding";

/**
 * Finds objects with a name that the provider would make up for a resource of this stack. After a restore from a
 * backup, only such names show what was made since.
 */
export function likeNamed({ stack, platform, gone, isTold }: Search): Finding[] {
  const told = new Set<LiveObject>();
  return stack.resources.flatMap((resource) => {
    const { kind, name, urn, id, isLeftover } = resource;
    const beginning = beginningOf(resource);
    if (isLeftover || beginning === undefined) return [];
    const isAlike = (object: LiveObject) =>
      suffixOf(object.name) !== undefined && beginning === withoutSuffix(object.name) && !isTold(kind, object.id);
    const objects = platform[kind].filter((object) => isAlike(object) && !told.has(object));
    objects.forEach((object) => told.add(object));
    if (objects.length === 0) return [];
    const names = objects.map((object) => `${describe(object)}, named ${JSON.stringify(object.name)}`);
    const what =
      `the platform has ${names.join("; ")}. Up to its suffix that is the name of ${kind} ${name} (${id}), and ` +
      "it is in no state that was found";
    return [
      {
        problem: "like-named" as const,
        kind,
        name,
        urn,
        objects,
        what,
        nextStep: nextStep(kind, objects, gone.has(urn)),
      },
    ];
  });
}

function nextStep(kind: Kind, objects: readonly LiveObject[], isGone: boolean): string {
  const [only, ...others] = objects;
  const whose =
    "This happens if the state was restored from a backup or copied. It may also belong to a stack in another backend. If nobody " +
    `owns it, delete it${isFree(kind) ? "" : ": it bills"}.`;
  if (!isGone || only === undefined || others.length > 0) return whose;
  return `${whose} If it replaced the one that is gone, run \`refresh\`, give the resource \`adopt: { id: "${only.id}" }\`, and run \`up\`.`;
}

function beginningOf({ inputs }: StackResource): string | undefined {
  const { [hidden.autoName]: name } = inputs;
  return typeof name === "string" && suffixOf(name) !== undefined ? withoutSuffix(name) : undefined;
}
