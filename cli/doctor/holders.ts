import { parseUrn } from "../../plugin/names";
import { type Stack, type StackResource, stackOfUrn } from "../state/deployment";

/** Objects that other stacks have, in words, by {@link placeOf}. `doctor` does not delete such an object. */
export type InOtherStacks = ReadonlyMap<string, string>;

export type IsKnown = (kind: string, id: string) => boolean;

export const placeOf = (kind: string, id: string): string => `${kind} ${id}`;

/** Tells of any object whether it is one of these. */
export function isAmong(objects: readonly { readonly kind: string; readonly id: string }[]): IsKnown {
  const places = new Set(objects.map(({ kind, id }) => placeOf(kind, id)));
  return (kind, id) => places.has(placeOf(kind, id));
}

export function stackThatHas({ urn }: StackResource): string {
  const { stack, project } = parseUrn(stackOfUrn(urn));
  return `the stack ${stack} of the project ${project} has it`;
}

/** @param inStates the resources in all states of the backend. */
export function inOtherStacks({ resources, pending }: Stack, inStates: readonly StackResource[]): InOtherStacks {
  const all = [...resources, ...pending.map(({ resource }) => resource)];
  const own = new Set(all.map(({ urn }) => stackOfUrn(urn)));
  const others = inStates.filter(({ id, urn }) => id !== "" && !own.has(stackOfUrn(urn)));
  return new Map(others.map((each) => [placeOf(each.kind, each.id), stackThatHas(each)]));
}
