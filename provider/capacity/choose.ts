import type { CpuType, GpuType } from "../../api/catalog";
import { ownMember } from "../../values/own-member";
import { counted, largest } from "../../values/many";
import { eachOf } from "../table/alternatives";
import { exactUsd } from "../cost/money";
import { hourlyRate } from "../cost/pricing";
import { isNeed, type NeedForm, needMembers } from "../table/need";
import { formatPath, pick, type Props, strings } from "../table/props";
import { type Asking, type Hardware, stockOf, type Stock } from "./stock";

/** A requirement that any matching hardware of the catalog meets. */
export interface Need {
  /** The number of GPUs or vCPUs of one machine. */
  readonly units: number;
  readonly machines: number;
  /** GB for each GPU, or for all vCPUs together. */
  readonly memory: number;
  readonly manufacturer?: string;
  readonly excluding: readonly string[];
  /** USD for all machines. */
  readonly maxHourlyCost?: number;
}

export interface Place {
  readonly cloud: "SECURE" | "COMMUNITY";
  /** Data centers; undefined means any. */
  readonly dataCenters?: readonly string[] | undefined;
  readonly isNetworked?: boolean;
}

/** Hardware of the catalog that meets a need. */
export interface Choice {
  readonly type: CatalogType;
  readonly id: string;
  readonly memory: number;
  /** USD for all machines. */
  readonly perHour: number;
  readonly stock: Stock;
}

export type CatalogType = GpuType | CpuType;

/** The facts about a type that a running machine is compared with: `memory` of a GPU type, `ramGbPerVcpu` of a flavor. */
export type KnownType = Readonly<Partial<Record<"manufacturer" | "memory" | "ramGbPerVcpu", unknown>> & { id: string }>;

/** The greatest number of alternatives to try, and of types to name. */
export const mostChoices = 10;

/** The alternatives for a need: those in stock first, then by price, then by id. */
export function choose(catalog: readonly CatalogType[], need: Need, place: Place): Choice[] {
  const stages = stagesOf(need, place);
  return catalog
    .filter((one) => stages.every(({ meets }) => meets(one)))
    .map((one) => ({
      type: one,
      id: one.id,
      memory: memoryOf(one, need.units),
      perHour: perHourOf(one, need, place.cloud),
      stock: stockOf(one, place.dataCenters),
    }))
    .sort((a, b) => Number(isOut(a)) - Number(isOut(b)) || a.perHour - b.perHour || (a.id < b.id ? -1 : 1))
    .slice(0, mostChoices);
}

const isOut = ({ stock }: Choice): boolean => stock.verdict === "none" || stock.verdict === "never";

/** Ids of all hardware that meets a need, at any price and place. A running machine is compared with these. */
export function meeting(catalog: readonly KnownType[], need: Need): string[] {
  const stages = ofMachine(need);
  return catalog.filter((one) => stages.every(({ meets }) => meets(one))).map(({ id }) => id);
}

/** The need of one alternative; undefined if it names an id or is still unknown in a preview. */
export function needOf({ units, machines, excluding = "excluding" }: NeedForm, asked: unknown): Need | undefined {
  if (!isNeed(asked) || typeof asked.memory !== "number") return undefined;
  return {
    ...(pick(asked, needMembers) as Pick<Need, "memory" | "manufacturer" | "maxHourlyCost">),
    units: sizeOf(asked, units),
    machines: machines === undefined ? 1 : sizeOf(asked, machines),
    excluding: strings(ownMember(asked, excluding)),
  };
}

/** The catalog's answer about one alternative by id. */
export async function stockFor(asking: Asking, hardware: Hardware, inputs: Props): Promise<Stock> {
  const { form, one } = hardware.asked(inputs);
  const { catalog, place } = await hardware.offers(asking, inputs);
  const listed = catalog.find(({ id }) => id === ownMember(one, form.id));
  const says = listed && notOffered(listed, sizeOf(one, form.units), place);
  if (says !== undefined) return { verdict: "never", says };
  return stockOf(listed, place.dataCenters, hardware.isPartial(inputs));
}

export const sizeOf = (asked: Props, member: string): number => Number(ownMember(asked, member) ?? 1);

/** Names the differences between a running machine and every alternative; undefined if its type and size fit one. */
export function unmetBy(
  form: NeedForm,
  catalog: readonly KnownType[],
  machine: Props,
  alternatives: ReturnType<typeof eachOf>,
): string | undefined {
  const id = String(ownMember(machine, form.id));
  const type = catalog.find((one) => one.id === id);
  const lacks = alternatives.map(({ path: at, one }) => {
    const [asked, path] = [one as Props, formatPath(at)];
    const ofSize = [form.units, ...(form.machines === undefined ? [] : [form.machines])]
      .filter((member) => sizeOf(machine, member) !== sizeOf(asked, member))
      .map(
        (member) => `its ${member} is ${sizeOf(machine, member)}, and ${path}.${member} is ${sizeOf(asked, member)}`,
      );
    const need = needOf(form, asked);
    const other = String(ownMember(asked, form.id));
    if (!need) return id === other ? ofSize : [`it is ${id}, and ${path}.${form.id} is ${other}`, ...ofSize];
    if (!type) return [`the catalog no longer has ${id}`];
    return [...ofMachine(need).flatMap(({ meets, lack }) => (meets(type) ? [] : lack(type, path))), ...ofSize];
  });
  return lacks.every((each) => each.length > 0) ? [...new Set(lacks.flat())].join("; ") : undefined;
}

/** One demand of a need, in the order of the explanation. */
interface Stage<Type> {
  readonly meets: (one: Type) => boolean;
  /** The predicate after `none of them`. */
  readonly says: string;
}

/** A demand on the type, which also applies to a running machine. */
interface StageOfType extends Stage<KnownType> {
  /** The difference of a type that does not meet the demand. */
  readonly lack: (one: KnownType, path: string) => string;
}

const ofMachine = ({ memory, manufacturer, excluding, units }: Need): StageOfType[] => [
  {
    meets: (one) => memoryOf(one, units) >= memory,
    says: `has at least ${memory} GB`,
    lack: (one, path) => `${one.id} has ${memoryOf(one, units)} GB, and ${path}.memory asks for ${memory}`,
  },
  {
    meets: (one) => manufacturer === undefined || one.manufacturer === manufacturer,
    says: `is from ${manufacturer}`,
    lack: (one, path) => `${one.id} is from ${one.manufacturer as string}, and ${path}.manufacturer is ${manufacturer}`,
  },
  {
    meets: ({ id }) => !excluding.includes(id),
    says: "is left by excluding",
    lack: ({ id }, path) => `${path}.excluding has ${id}`,
  },
];

function stagesOf(need: Need, { cloud, isNetworked }: Place): Stage<CatalogType>[] {
  const { maxHourlyCost = Infinity } = need;
  return [
    ...ofMachine(need),
    {
      meets: (one) => notOffered(one, need.units, { cloud }) === undefined,
      says: `is offered in this size in ${cloud}`,
    },
    {
      meets: (one) => notOffered(one, need.units, { cloud, isNetworked }) === undefined,
      says: "has global networking",
    },
    {
      meets: (one) => perHourOf(one, need, cloud) <= maxHourlyCost,
      says: `costs at most ${exactUsd(maxHourlyCost)} USD/h`,
    },
  ];
}

const plurals = new Map(Object.entries({ has: "have", is: "are", costs: "cost" }));

/** Explains what each member of an unmet need excludes: `7 types have at least 48 GB; none of them costs at most 0.20 USD/h`. */
export function whyNothing(catalog: readonly CatalogType[], need: Need, place: Place): string {
  if (catalog.length === 0) return "the catalog is empty";
  let left = catalog;
  let told = "";
  for (const { meets, says } of stagesOf(need, place)) {
    const next = left.filter(meets);
    if (next.length === 0)
      return `${told}none of ${told ? "them" : counted(left.length, "type")} ${says}${nearest(left, need, place)}`;
    const what = next.length === 1 ? says : says.replace(/^\w+/, (verb) => plurals.get(verb)!);
    if (told === "") told = `${counted(next.length, "type")} ${what}; `;
    else if (next.length < left.length) told += `${next.length} of them ${what}; `;
    left = next;
  }
  return told;
}

/** The closest of the types that the last member excludes: the largest or the cheapest. */
function nearest(left: readonly CatalogType[], need: Need, place: Place): string {
  const most = largest(left.map((one) => memoryOf(one, need.units)));
  if (most < need.memory) return `; the largest has ${most} GB`;
  const [cheapest] = choose(left, { ...need, maxHourlyCost: Infinity }, place);
  return cheapest ? `; the cheapest is ${cheapest.id} for ${exactUsd(cheapest.perHour)} USD/h` : "";
}

/** GB of each GPU, or of this number of vCPUs. */ // M-63
const memoryOf = ({ memory, ramGbPerVcpu }: KnownType, units: number): number =>
  typeof ramGbPerVcpu === "number" ? Math.max(1, Math.floor(ramGbPerVcpu * units)) : Number(memory);

/** The reason why a type is never placed so, as a predicate of "the catalog". */
function notOffered(one: CatalogType, units: number, { cloud, isNetworked }: Place): string | undefined {
  if ("vcpu" in one) {
    const { min, max } = one.vcpu as CpuType["vcpu"];
    return units >= min && units <= max ? undefined : `has it with ${min} to ${max} vCPUs only`; // M-61
  }
  const side = cloud === "SECURE" ? "secure" : "community";
  const most = one[side] ? one.maxCount[side] : 0;
  if (units > most) return most > 0 ? `allows at most ${most} in one ${cloud} pod` : `has none in ${cloud}`; // M-55
  const isReachable = !isNetworked || one.manufacturer === "NVIDIA"; // P-15
  return isReachable ? undefined : "has no global networking for it, only for NVIDIA";
}

const perHourOf = (one: CatalogType, { units, machines }: Need, cloud: Place["cloud"]): number =>
  hourlyRate(one, units * machines, cloud);
