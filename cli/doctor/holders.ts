import { parseUrn } from "../../plugin/names";
import { resourceKeyOf } from "../../plugin/resource-key";
import { type Kind, type Stack, type StackResource, stackOfUrn } from "../state/deployment";
import type { LiveObjects } from "./finding";
import type { StackJournal } from "./journal";

/** Other holders of objects, in words, by kind and id. `doctor` does not delete such an object. */
export type OtherHolders = ReadonlyMap<string, string>;

export const placeOf = (kind: string, id: string): string => `${kind} ${id}`;

/** Names the stack of a resource. */
export function stackThatHas({ urn }: StackResource): string {
  const { stack, project } = parseUrn(stackOfUrn(urn));
  return `the stack ${stack} of the project ${project} has it`;
}

/** The objects of a stack in one account, with the journal as that account reads it. */
interface Looked {
  readonly stack: Stack;
  readonly journal: StackJournal;
  readonly objects: LiveObjects;
}

/**
 * Finds who else has an object of an interrupted run: a stack of the backend, by its state, or a resource on this machine,
 * by the journal.
 *
 * @param inStates the resources in all states of the backend.
 */
export async function otherHolders(
  whole: Stack,
  looks: readonly Looked[],
  inStates: readonly StackResource[],
): Promise<OtherHolders> {
  const own = new Set(
    [...whole.resources, ...whole.pending.map(({ resource }) => resource)].map(({ urn }) => stackOfUrn(urn)),
  );
  const found = new Map<string, string>();
  for (const { stack, journal, objects } of looks) {
    const begun = [
      ...journal.attempts.map(({ kind, name, made, key }) => ({ kind: kind as Kind, name, made, key })),
      ...stack.pending
        .filter(({ type }) => type === "creating")
        .map(({ resource: { kind, inputs, urn } }) => ({
          kind,
          name: inputs["name"],
          made: undefined,
          key: resourceKeyOf(urn),
        })),
    ];
    for (const { kind, name, made, key } of begun)
      for (const { id } of objects[kind].filter((each) => (made === undefined ? each.name === name : each.id === made)))
        if (await journal.isTakenOver(kind, id, key))
          found.set(placeOf(kind, id), "another resource has taken it over since, by an import or by `adopt`");
  }
  for (const resource of inStates)
    if (resource.id !== "" && !own.has(stackOfUrn(resource.urn)))
      found.set(placeOf(resource.kind, resource.id), stackThatHas(resource));
  return found;
}
