import type { GpuType } from "../../api/catalog";
import { ownMember } from "../../values/own-member";
import type { Session } from "../host/session";
import { usdPerHour } from "../cost/money";
import type { Catalog } from "../cost/pricing";
import { hidden } from "../state/state";
import { asWritten } from "../table/alternatives";
import { canonical } from "../table/canonical";
import { isObject, type Props, sameValue } from "../table/props";
import type { Resource } from "../table/resource";
import { hasUnknown } from "../table/unknown";
import { isNeed, type NeedForm, type Pooled, withId } from "../table/need";
import { NothingFitsError } from "./errors";
import { type Choice, choose, type Listed, meeting, type Need, needOf, whyNothing } from "./need";
import type { Asking, Hardware } from "./stock";

/** The arguments in which the program has a need, each with what it has there. */
function needsIn(resource: Resource, inputs: Props): [name: string, written: unknown][] {
  const names = Object.keys(resource.inputs).filter((name) => ownMember(resource.inputs, name)!.need);
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
    const form = field.need!;
    const compared = (value: unknown) => canonical(field, value);
    const had = ownMember(olds, name);
    if (had !== undefined && sameValue(compared(asWritten(olds, name)), compared(written)))
      lists[name] = form.together ? had : [had];
    else if (form.together) {
      const { ask, why } = together(form, written as Props, await catalog.all[form.list](), name);
      if (why) throw new NothingFitsError(`${resource.kind} ${String(inputs.name)}`, [why]);
      lists[name] = ask[0];
    } else {
      const listed = await catalog.all[form.list]();
      lists[name] = [written].flat().flatMap((one: unknown) => {
        const need = needOf(form, one);
        return need ? meeting(listed, need).map((id) => withId(form, one as Props, id)) : [one];
      });
    }
  }
  return needs.length > 0 ? withLists(inputs, lists, Object.fromEntries(needs)) : inputs;
}

/** Inputs in which each need is the list of what meets it by the prices alone, for who has no more than these. */
export function withPriced(resource: Resource, inputs: Props, catalog: Catalog): Props {
  const place = { cloud: inputs.cloud === "COMMUNITY" ? ("COMMUNITY" as const) : ("SECURE" as const) };
  const alternatives = needsIn(resource, inputs).filter(([name]) => ownMember(resource.inputs, name)!.alternatives);
  const lists = alternatives.map(([name, written]) => {
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
  hardware: Pick<Hardware, "offers"> | undefined,
): Promise<Chosen> {
  const needs = needsIn(resource, inputs);
  if (needs.length === 0) return { inputs, told: [], nothing: [], isEmpty: false };
  const lists: Props = {};
  const answers: Answer[] = [];
  for (const [name, written] of needs) {
    const form = ownMember(resource.inputs, name)!.need!;
    const ofOne = (one: unknown) => alternativesFor(asking, hardware!, form, { ...inputs, [name]: one }, name);
    const found = form.together
      ? [together(form, written as Props, await asking.catalog.all[form.list](), name)]
      : await Promise.all([written].flat().map(ofOne));
    const ask = found.flatMap((each) => each.ask);
    const isFirst = (one: unknown, at: number) => ask.findIndex((other) => sameValue(one, other)) === at;
    lists[name] = form.together ? ask[0] : ask.filter(isFirst);
    answers.push(...found);
  }
  const isNothing = (list: unknown) => list === undefined || (Array.isArray(list) && list.length === 0);
  return {
    inputs: withLists(inputs, lists, Object.fromEntries(needs)),
    told: answers.flatMap(({ told }) => told ?? []),
    nothing: answers.flatMap(({ why }) => why ?? []),
    isEmpty: Object.values(lists).some(isNothing),
  };
}

/** What to ask for in place of a need, in order. */
interface Answer {
  readonly ask: readonly unknown[];
  readonly told?: string;
  /** Why there is nothing. */
  readonly why?: string;
}

/** @param inputs with the one alternative under `name`. */
async function alternativesFor(
  asking: Asking,
  { offers }: Pick<Hardware, "offers">,
  form: NeedForm,
  inputs: Props,
  name: string,
): Promise<Answer> {
  const asked = ownMember(inputs, name) as Props;
  const need = needOf(form, asked);
  if (!need) return { ask: [asked] };
  const { catalog, place } = await offers(asking, inputs);
  const choices = choose(catalog, need, place);
  if (choices.length === 0) return { ask: [], why: `nothing meets ${name}: ${whyNothing(catalog, need, place)}` };
  return { ask: choices.map(({ id }) => withId(form, asked, id)), told: sentenceOf(choices, need) };
}

/** The selection of all types that meet a need, among which the platform chooses. */
function together(form: NeedForm, asked: Props, listed: readonly Listed[], name: string): Answer {
  const need = needOf(form, asked)!;
  const pooled = listed.filter((one) => "pool" in one && one.pool !== null) as (GpuType & Pooled)[]; // K-10
  const types = meeting(pooled, need);
  if (types.length === 0)
    return { ask: [], why: `nothing meets ${name}: ${whyNothing(pooled, need, { cloud: "SECURE" })}` };
  const told = `${types.join(", ")}: the platform takes what it has of ${types.length === 1 ? "it" : "these"}.`;
  return { ask: [form.together!(asked, types, pooled)], told };
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
