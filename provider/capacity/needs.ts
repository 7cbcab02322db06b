import { ownMember } from "../../values/own-member";
import { append, largest } from "../../values/many";
import type { Session } from "../host/session";
import { usdPerHour } from "../cost/money";
import type { Catalog } from "../cost/pricing";
import { hidden } from "../state/state";
import { asWritten, eachOf } from "../table/alternatives";
import { canonical } from "../table/canonical";
import { formatPath, isObject, type Props, sameValue } from "../table/props";
import type { Resource } from "../table/resource";
import { hasUnknown, unknownValue } from "../table/unknown";
import { isNeed, type NeedForm, type Pooled, withId } from "../table/need";
import { NothingFitsError } from "./errors";
import {
  type Choice,
  choose,
  type KnownType,
  lacksOf,
  meeting,
  type Need,
  needOf,
  whyNothing,
  type CatalogType,
} from "./need";
import type { Asking, Hardware } from "./stock";

/** The arguments with a need, each with its value. */
function needsIn(resource: Resource, inputs: Props): [name: string, written: unknown][] {
  const names = Object.keys(resource.inputs).filter((name) => ownMember(resource.inputs, name)!.need);
  return names
    .map((name): [string, unknown] => [name, asWritten(inputs, name)])
    .filter(([, written]) => [written].flat().some(isNeed) && !hasUnknown(written));
}

/** The inputs with a list in place of each need; the program's value is kept in a hidden input, as for a list. */
const withLists = (inputs: Props, lists: Props, written: Props): Props => {
  const { [hidden.alternatives]: others } = inputs;
  return { ...inputs, ...lists, [hidden.alternatives]: { ...(isObject(others) ? others : {}), ...written } };
};

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
  const lists: Props = {};
  const lacks: Props = {};
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
      const listed = withLastKnown(form, await catalog.all[form.list](), had, asWritten(olds, name));
      const unmet = isObject(had) && isNamed(form, had) ? unmetBy(form, listed, had, name, written) : undefined;
      if (unmet !== undefined) lacks[name] = unmet;
      lists[name] = byIds(form, written, (need) => meeting(listed, need));
    }
  }
  if (needs.length === 0) return inputs;
  const compared = withLists(inputs, lists, Object.fromEntries(needs));
  return Object.keys(lacks).length > 0 ? { ...compared, [hidden.lacks]: lacks } : compared;
}

/** The list with the type of a running machine, even if the catalog no longer has it: it met the earlier need. */
function withLastKnown(
  form: NeedForm,
  listed: readonly KnownType[],
  machine: unknown,
  before: unknown,
): readonly KnownType[] {
  const need = needOf(form, before);
  const id = isObject(machine) ? ownMember(machine, form.id) : undefined;
  if (!need || typeof id !== "string" || listed.some((one) => one.id === id)) return listed;
  return [...listed, { id, memory: need.memory, manufacturer: need.manufacturer }];
}

/** The alternatives, each need as one by each of these ids. */
const byIds = (form: NeedForm, written: unknown, idsOf: (need: Need) => readonly string[]): unknown[] =>
  [written].flat().flatMap((one: unknown) => {
    const need = needOf(form, one);
    return need ? idsOf(need).map((id) => withId(form, one as Props, id)) : [one];
  });

const isNamed = ({ id }: NeedForm, machine: Props): boolean => ownMember(machine, id) !== undefined;

/** Names the differences between a running machine and every alternative; undefined if one fits. */
function unmetBy(
  form: NeedForm,
  listed: readonly KnownType[],
  machine: Props,
  name: string,
  written: unknown,
): string | undefined {
  const lacks = eachOf(name, written).map(({ path, one }) => lacksOf(form, listed, machine, one, formatPath(path)));
  return lacks.every((each) => each.length > 0) ? [...new Set(lacks.flat())].join("; ") : undefined;
}

/** The inputs with each need as the list of types that meet it by price, for callers that know only prices. */
export function withPriced(resource: Resource, inputs: Props, catalog: Catalog): Props {
  const place = { cloud: inputs.cloud === "COMMUNITY" ? ("COMMUNITY" as const) : ("SECURE" as const) };
  const alternatives = needsIn(resource, inputs).filter(([name]) => ownMember(resource.inputs, name)!.alternatives);
  const lists = alternatives.map(([name, written]) => {
    const form = ownMember(resource.inputs, name)!.need!;
    const ids = (need: Need) => choose(catalog[form.list], need, place).map(({ id }) => id);
    return [name, byIds(form, written, ids)] as const;
  });
  return { ...inputs, ...Object.fromEntries(lists) };
}

/** The hardware to request, in order. */
export interface Chosen {
  /** The inputs with each need as a list of alternatives. */
  readonly inputs: Props;
  /** A preview's sentence about each need. */
  readonly told: readonly string[];
  /** The reason for each unmet need. */
  readonly nothing: readonly string[];
  /** There is nothing to request. */
  readonly isEmpty: boolean;
}

/** The inputs with each need as the list of hardware to request, by the current catalog. */
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
    append(answers, found);
  }
  const isNothing = (list: unknown) => list === undefined || (Array.isArray(list) && list.length === 0);
  return {
    inputs: withLists(inputs, lists, Object.fromEntries(needs)),
    told: answers.flatMap(({ told }) => told ?? []),
    nothing: answers.flatMap(({ why }) => why ?? []),
    isEmpty: Object.values(lists).some(isNothing),
  };
}

/** The same for a preview without the catalog. */
export function withUnknownHardware(resource: Resource, inputs: Props): Chosen {
  const unknown = needsIn(resource, inputs).map(([name]) => [name, unknownValue] as const);
  return { inputs: { ...inputs, ...Object.fromEntries(unknown) }, told: [], nothing: [], isEmpty: false };
}

/** The hardware to request for a need, in order. */
interface Answer {
  readonly ask: readonly unknown[];
  readonly told?: string;
  /** The reason if there is none. */
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
function together(form: NeedForm, asked: Props, listed: readonly CatalogType[], name: string): Answer {
  const need = needOf(form, asked)!;
  const pooled = listed.filter((one) => "pool" in one && one.pool !== null) as (CatalogType & Pooled)[]; // K-10
  const types = meeting(pooled, need);
  if (types.length === 0)
    return { ask: [], why: `nothing meets ${name}: ${whyNothing(pooled, need, { cloud: "SECURE" })}` };
  const told = `${types.join(", ")}: the platform takes what it has of ${types.length === 1 ? "it" : "these"}.`;
  return { ask: [form.together!(asked, types, pooled)], told };
}

/** `2 × NVIDIA A40, 48 GB each, 0.80 USD/h; or 3 others up to 1.72 USD/h`. `up` may get another one. */
function sentenceOf(choices: readonly Choice[], { units, machines }: Need): string {
  const [first, ...others] = choices as [Choice, ...Choice[]];
  const size = units * machines === 1 ? first.id : `${units * machines} × ${first.id}`;
  const up = largest(choices.map(({ perHour }) => perHour));
  const or =
    others.length === 0 ? "" : `; or ${others.length} other${others.length > 1 ? "s" : ""} up to ${usdPerHour(up)}`;
  return `${size}, ${first.memory} GB, ${usdPerHour(first.perHour)}${or}. \`up\` chooses by the stock and prices of its time.`;
}
