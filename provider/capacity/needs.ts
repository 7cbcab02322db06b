import { ownMember } from "../../values/own-member";
import type { Session } from "../host/session";
import { usdPerHour } from "../cost/money";
import type { Catalog } from "../cost/pricing";
import { hidden } from "../state/state";
import { asWritten, namesOf } from "../table/alternatives";
import { canonical } from "../table/canonical";
import { isObject, type Props, sameValue } from "../table/props";
import type { Resource } from "../table/resource";
import { hasUnknown } from "../table/unknown";
import { isNeed, withId } from "../table/need";
import { type Choice, choose, meeting, type Need, needOf, whyNothing } from "./need";
import type { Asking, Hardware } from "./stock";

/** The arguments in which the program has a need, each with what it has there. */
function needsIn(resource: Resource, inputs: Props): [name: string, written: unknown][] {
  const names = namesOf(resource).filter((name) => ownMember(resource.inputs, name)!.need);
  return names
    .map((name): [string, unknown] => [name, asWritten(inputs, name)])
    .filter(([, written]) => [written].flat().some(isNeed) && !hasUnknown(written));
}

/** The inputs with a list in place of each need; what the program has there goes along hidden, as that of a list does. */
const withLists = (inputs: Props, lists: Props, written: Props): Props => {
  const { [hidden.alternatives]: others } = inputs;
  return { ...inputs, ...lists, [hidden.alternatives]: { ...(isObject(others) ? others : {}), ...written } };
};

/**
 * Inputs in which each need is the list of all that meets it, for comparing: price and stock count only when a machine is
 * looked for. A need that is in the state unchanged is what was chosen for it, whatever the catalog says by now.
 *
 * @param olds the state of the object, if there is one.
 */
export async function withAllThatMeets(
  { catalog }: Pick<Session, "catalog">,
  resource: Resource,
  inputs: Props,
  olds: Props = {},
): Promise<Props> {
  const lists: Props = {};
  const needs = needsIn(resource, inputs);
  for (const [name, written] of needs) {
    const field = ownMember(resource.inputs, name)!;
    const form = (value: unknown) => canonical(field, value);
    if (ownMember(olds, name) !== undefined && sameValue(form(asWritten(olds, name)), form(written)))
      lists[name] = [ownMember(olds, name)];
    else {
      const listed = await catalog.all[field.need!.list]();
      lists[name] = [written].flat().flatMap((one: unknown) => {
        const need = needOf(field.need!, one);
        return need ? meeting(listed, need).map((id) => withId(field.need!, one as Props, id)) : [one];
      });
    }
  }
  return needs.length > 0 ? withLists(inputs, lists, Object.fromEntries(needs)) : inputs;
}

/** Inputs in which each need is the list of what meets it by the prices alone, for who has no more than these. */
export function withPriced(resource: Resource, inputs: Props, catalog: Catalog): Props {
  const place = { cloud: inputs.cloud === "COMMUNITY" ? ("COMMUNITY" as const) : ("SECURE" as const) };
  const lists = needsIn(resource, inputs).map(([name, written]) => {
    const form = ownMember(resource.inputs, name)!.need!;
    const list = [written].flat().flatMap((one: unknown) => {
      const need = needOf(form, one);
      return need ? choose(catalog[form.list], need, place).map(({ id }) => withId(form, one as Props, id)) : [one];
    });
    return [name, list] as const;
  });
  return { ...inputs, ...Object.fromEntries(lists) };
}

/** What is to be asked for, in order. */
export interface Chosen {
  /** Inputs in which each need is a list of alternatives. */
  readonly inputs: Props;
  /** What a preview says of each need. */
  readonly told: readonly string[];
  /** Of each need that nothing meets, why. */
  readonly nothing: readonly string[];
  /** There is nothing to ask for. */
  readonly isEmpty: boolean;
}

/** Inputs in which each need is the list of what to ask for, as the catalog is now. */
export async function withChoices(
  asking: Asking,
  resource: Resource,
  inputs: Props,
  { offers }: Pick<Hardware, "offers">,
): Promise<Chosen> {
  const needs = needsIn(resource, inputs);
  const lists: Props = {};
  const told: string[] = [];
  const nothing: string[] = [];
  for (const [name, written] of needs) {
    const form = ownMember(resource.inputs, name)!.need!;
    const list: unknown[] = [];
    for (const one of [written].flat()) {
      const need = needOf(form, one);
      if (!need) {
        list.push(one);
        continue;
      }
      const { catalog, place } = await offers(asking, { ...inputs, [name]: one });
      const choices = choose(catalog, need, place);
      list.push(...choices.map(({ id }) => withId(form, one as Props, id)));
      if (choices.length > 0) told.push(sentenceOf(choices, need));
      else nothing.push(`nothing meets ${name}: ${whyNothing(catalog, need, place)}`);
    }
    lists[name] = list.filter((one, at) => list.findIndex((other) => sameValue(one, other)) === at);
  }
  if (needs.length === 0) return { inputs, told, nothing, isEmpty: false };
  const isEmpty = Object.values(lists).some((list) => Array.isArray(list) && list.length === 0);
  return { inputs: withLists(inputs, lists, Object.fromEntries(needs)), told, nothing, isEmpty };
}

/** `2 × NVIDIA A40, 48 GB each, 0.80 USD/h; or 3 others up to 1.72 USD/h`. What `up` gets may be another one. */
function sentenceOf(choices: readonly Choice[], { units, machines }: Need): string {
  const [first, ...others] = choices as [Choice, ...Choice[]];
  const size = units * machines === 1 ? first.id : `${units * machines} × ${first.id}`;
  const up = Math.max(...choices.map(({ perHour }) => perHour));
  const or =
    others.length === 0 ? "" : `; or ${others.length} other${others.length > 1 ? "s" : ""} up to ${usdPerHour(up)}`;
  return `${size}, ${first.memory} GB, ${usdPerHour(first.perHour)}${or}. \`up\` chooses by the stock and prices of its time.`;
}
