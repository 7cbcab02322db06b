import { ownMember } from "../../values/own-member";
import { append, counted, largest, namedOf } from "../../values/many";
import type { Session } from "../host/session";
import { usdPerHour } from "../cost/money";
import type { Catalog } from "../cost/pricing";
import { hidden } from "../state/state";
import { asWritten, choiceAt, eachOf } from "../table/alternatives";
import { isObject, type Props, sameValue } from "../table/props";
import { canonical, type Resource } from "../table/resource";
import { hasUnknown, unknownValue } from "../table/unknown";
import { isNeed, type NeedForm, type Pooled, withId } from "../table/need";
import { NothingFitsError } from "./errors";
import {
  type Choice,
  choose,
  type KnownType,
  meeting,
  mostChoices,
  type Need,
  needOf,
  unmetBy,
  whyNothing,
  type CatalogType,
} from "./choose";
import type { Asking, Hardware } from "./stock";

/** The arguments with a need, as the program writes them. */
const needsIn = ({ inputs: fields }: Resource, inputs: Props) =>
  Object.entries(fields).flatMap(([name, { need: form }]) => {
    const written = form && asWritten(inputs, name);
    return form && [written].flat().some(isNeed) && !hasUnknown(written) ? [{ name, form, written }] : [];
  });

type Needing = ReturnType<typeof needsIn>[number];

/** The inputs with a list in place of each need; the program's value is kept in a hidden input, as for a list. */
function withLists(inputs: Props, needs: readonly Needing[], lists: Props): Props {
  const { [hidden.alternatives]: others } = inputs;
  const written = Object.fromEntries(needs.map((need) => [need.name, need.written]));
  return { ...inputs, ...lists, [hidden.alternatives]: { ...(isObject(others) && others), ...written } };
}

/**
 * The inputs for a comparison, with each need as the list of all types that meet it: price and stock count only for a
 * placement. An unchanged need in the state stands for the hardware that was chosen for it, whatever the catalog says now.
 *
 * @param olds the state of the object, if there is one.
 */
export async function withAllThatMeets(
  { catalog }: Pick<Session, "catalog">,
  resource: Resource,
  inputs: Props,
  olds: Props = {},
): Promise<Props> {
  const needs = needsIn(resource, inputs);
  if (needs.length === 0) return inputs;
  const lists: Props = {};
  const lacks: Props = {};
  for (const { name, form, written } of needs) {
    const field = ownMember(resource.inputs, name)!;
    const [had, before] = [ownMember(olds, name), asWritten(olds, name)];
    if (had !== undefined && sameValue(canonical(field, before), canonical(field, written))) {
      lists[name] = form.together ? had : [had];
      continue;
    }
    const listed = await catalog.all[form.list]();
    if (form.together) {
      const { ask, why } = together(form, written, listed, name);
      if (why) throw new NothingFitsError(resource, inputs, [why]);
      lists[name] = ask[0];
      continue;
    }
    const machine = isObject(had) && ownMember(had, form.id) !== undefined ? had : undefined;
    const known = machine ? withLastKnown(form, listed, machine, before) : listed;
    lists[name] = byIds(form, written, (need) => meeting(known, need));
    lacks[name] = machine && unmetBy(form, known, machine, eachOf(name, written));
  }
  return { ...withLists(inputs, needs, lists), [hidden.lacks]: lacks };
}

/** The list with the type of a running machine, even if the catalog no longer has it: it met the earlier need. */
function withLastKnown(form: NeedForm, listed: readonly KnownType[], machine: Props, before: unknown) {
  const need = needOf(form, before);
  const id = String(ownMember(machine, form.id));
  return !need || listed.some((one) => one.id === id) ? listed : [...listed, { ...need, id }];
}

/** The alternatives, each need as one by each of these ids. */
const byIds = (form: NeedForm, written: unknown, idsOf: (need: Need) => readonly string[]): unknown[] =>
  [written].flat().flatMap((one: unknown) => {
    const need = needOf(form, one);
    return need ? idsOf(need).map((id) => withId(form, one as Props, id)) : [one];
  });

const withEach = (resource: Resource, inputs: Props, instead: (need: Needing) => unknown): Props => ({
  ...inputs,
  ...Object.fromEntries(needsIn(resource, inputs).map((each) => [each.name, instead(each)])),
});

/** The inputs with each need as the list of types that meet it by price, for callers that know only prices. */
export function withPriced(resource: Resource, inputs: Props, catalog: Catalog): Props {
  const cloud = inputs.cloud === "COMMUNITY" ? "COMMUNITY" : "SECURE";
  return withEach(resource, inputs, ({ form, written }) =>
    byIds(form, written, (need) => choose(catalog[form.list], need, { cloud }).map(({ id }) => id)),
  );
}

export interface Chosen {
  /** The inputs with each need as a list of alternatives, in order. */
  readonly inputs: Props;
  /** A preview's sentence about each need. */
  readonly told: readonly string[];
  /** The reasons why there is no hardware to request; empty if there is some. */
  readonly nothing: readonly string[];
}

const withoutNeeds = { told: [], nothing: [] } as const;

/** The inputs with each need as the list of hardware to request, by the current catalog. */
export async function withChoices(
  asking: Asking,
  resource: Resource,
  inputs: Props,
  hardware: Hardware | undefined,
): Promise<Chosen> {
  const needs = needsIn(resource, inputs);
  if (needs.length === 0) return { inputs, ...withoutNeeds };
  const lists: Props = {};
  const told: string[] = [];
  const nothing: string[] = [];
  for (const { name, form, written } of needs) {
    const ofOne = (one: unknown) => answerTo(asking, form, hardware, { ...inputs, [name]: one }, name);
    const found = await Promise.all([written].flat().map(ofOne));
    const ask = found.flatMap((each) => each.ask);
    const isFirst = (one: unknown, at: number) => ask.findIndex((other) => sameValue(one, other)) === at;
    lists[name] = form.together ? ask[0] : ask.filter(isFirst);
    if (ask.length === 0)
      append(
        nothing,
        found.flatMap(({ why }) => why ?? []),
      );
    else
      append(
        told,
        found.flatMap(({ told: one, why }, at) => inPlace(one ?? (why && `${why}.`), at, found.length)),
      );
  }
  return { inputs: withLists(inputs, needs, lists), told, nothing };
}

/** A sentence about one alternative, by its place if there are several. */
const inPlace = (says: string | undefined, at: number, count: number): string[] =>
  says === undefined ? [] : [count > 1 ? `The ${choiceAt(at)}: ${says}` : says];

/** The same for a preview without the catalog. */
export const withUnknownHardware = (resource: Resource, inputs: Props): Chosen => ({
  inputs: withEach(resource, inputs, () => unknownValue),
  ...withoutNeeds,
});

/** The hardware to request for one alternative, in order. */
interface Answer {
  readonly ask: readonly unknown[];
  readonly told?: string;
  readonly why?: string;
}

/** The hardware for one alternative, in the order in which it is requested, or the reason why there is none. */
export async function choicesFor(asking: Asking, hardware: Hardware, inputs: Props) {
  const { form, one } = hardware.asked(inputs);
  const need = needOf(form, one)!;
  const { catalog, place } = await hardware.offers(asking, inputs);
  const choices = choose(catalog, need, place);
  return { need, choices, ...(choices.length === 0 && { why: whyNothing(catalog, need, place) }) };
}

/** @param inputs with the one alternative under `name`. */
async function answerTo(
  asking: Asking,
  form: NeedForm,
  hardware: Hardware | undefined,
  inputs: Props,
  name: string,
): Promise<Answer> {
  const one = ownMember(inputs, name);
  if (form.together) return together(form, one, await asking.catalog.all[form.list](), name);
  if (!isNeed(one)) return { ask: [one] };
  const { need, choices, why } = await choicesFor(asking, hardware!, inputs);
  if (why !== undefined) return { ask: [], why: `nothing meets ${name}: ${why}` };
  return { ask: choices.map(({ id }) => withId(form, one, id)), told: sentenceOf(choices, need) };
}

/** The selection of all types that meet a need, among which the platform chooses. */
function together(form: NeedForm, asked: unknown, listed: readonly CatalogType[], name: string): Answer {
  const need = needOf(form, asked)!;
  const pooled = listed.filter((one) => "pool" in one && one.pool !== null) as (CatalogType & Pooled)[]; // K-10
  const types = meeting(pooled, need);
  const why = `nothing meets ${name}: ${whyNothing(pooled, need, { cloud: "SECURE" })}`;
  if (types.length === 0) return { ask: [], why };
  const told = `${namedOf(types, mostChoices)}: the platform takes what it has of ${types.length === 1 ? "it" : "these"}.`;
  return { ask: [form.together!(asked as Props, types, pooled)], told };
}

/** `2 × NVIDIA A40, 48 GB each, 0.80 USD/h; or 3 others up to 1.72 USD/h`. `up` may get another one. */
function sentenceOf(choices: readonly Choice[], { units, machines }: Need): string {
  const [first, ...others] = choices as [Choice, ...Choice[]];
  const size = units * machines === 1 ? first.id : `${units * machines} × ${first.id}`;
  const up = largest(choices.map(({ perHour }) => perHour));
  const or = others.length === 0 ? "" : `; or ${counted(others.length, "other")} up to ${usdPerHour(up)}`;
  return `${size}, ${first.memory} GB, ${usdPerHour(first.perHour)}${or}. \`up\` chooses by the stock and prices of its time.`;
}
