import { ownMember } from "../../values/own-member";
import { isObject, type Props, sameValue } from "./props";
import { canonical, type Resource } from "./resource";
import { hidden } from "../state/state";

export const namesOf = (resource: Resource): string[] =>
  Object.keys(resource.inputs).filter((name) => ownMember(resource.inputs, name)?.alternatives);

/** The inputs of each alternative in the program's list, in order. */
export function alternativesOf(resource: Resource, inputs: Props): Props[] {
  const name = namesOf(resource).find((each) => Array.isArray(ownMember(inputs, each)));
  if (name === undefined) return [inputs];
  const list = ownMember(inputs, name) as unknown[];
  // If nothing meets a need, no object matches the program.
  return (list.length > 0 ? list : [null]).map((one) => ({ ...inputs, [name]: one }));
}

const ordinals = ["first", "second", "third", "fourth", "fifth"];

/** `second choice`: an alternative by its place in the list. */
export const choiceAt = (at: number): string => `${ordinals[at] ?? `${at + 1}th`} choice`;

/** The inputs with the alternative of `chosen` in place of each list, which a hidden member keeps as the program wrote it. */
export function withChosenAlternatives(resource: Resource, inputs: Props, chosen: Props): Props {
  const chosenInputs: Props = { ...inputs };
  const lists: Props = {};
  for (const name of namesOf(resource)) {
    const list = ownMember(inputs, name);
    if (!Array.isArray(list)) continue;
    const form = (value: unknown) => canonical(ownMember(resource.inputs, name)!, value);
    lists[name] = asWritten(inputs, name);
    chosenInputs[name] =
      list.find((one) => sameValue(form(one), form(ownMember(chosen, name)))) ?? ownMember(chosen, name);
  }
  return Object.keys(lists).length > 0 ? { ...chosenInputs, [hidden.alternatives]: lists } : chosenInputs;
}

/** The program's form of an argument with alternatives. */
export function asWritten(outputs: Props, name: string): unknown {
  const lists = outputs[hidden.alternatives];
  return (isObject(lists) ? ownMember(lists, name) : undefined) ?? ownMember(outputs, name);
}

/** Inputs in the program's form. */
export const allAsWritten = ({ [hidden.alternatives]: written, ...inputs }: Props): Props =>
  isObject(written) ? { ...inputs, ...written } : inputs;

/** Each alternative with its path, from a single value or a list. */
export function eachOf(name: string, value: unknown): { readonly path: (string | number)[]; readonly one: unknown }[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return [{ path: [name], one: value }];
  return value.map((one: unknown, at) => ({ path: [name, at], one }));
}
