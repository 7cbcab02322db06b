import type { CpuType, GpuType } from "../../api/catalog";
import { systemClock } from "../../client/clock";
import type { Client } from "../../client/index";
import { CatalogAnswers } from "../../provider/capacity/catalog-answers";
import type { Io } from "../io";
import { choicesFor } from "../../provider/capacity/choices";
import { type Asking, freeSites, stockOf } from "../../provider/capacity/stock";
import { exactUsd } from "../../provider/cost/money";
import { podHardware } from "../../provider/kinds/pod/hardware";

/** The flags that narrow a list of the catalog to available hardware. */
export interface StockFlags {
  readonly available?: boolean;
  readonly dataCenter?: string;
  readonly count?: number;
  readonly community?: boolean;
  /** Minimum in GB for each GPU, or for all vCPUs together. */
  readonly memory?: number;
  /** USD for one pod. */
  readonly maxHourlyCost?: number;
}

export interface List {
  readonly items: readonly object[];
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  readonly why?: string | undefined;
}

type Type = GpuType | CpuType;

/** The two lists of hardware: the argument of a pod that asks for it, with its fewest units, and the heads of their columns. */
const lists = {
  gpus: {
    asked: (count = 1) => ["gpu", { count }] as const,
    head: ["GPU TYPE", "VRAM GB", "USD/H", "MAX"],
    choiceHead: ["GPU TYPE", "VRAM GB"],
  },
  cpus: {
    asked: (vcpuCount = 2) => ["cpu", { vcpuCount }] as const, // M-61
    head: ["FLAVOR", "NAME", "VCPUS", "GB/VCPU", "USD/H"],
    choiceHead: ["FLAVOR", "GB"],
  },
} as const;

/** GPU types, or CPU flavors: for a need in the order in which `up` requests them. */
export async function hardwareList(asking: Asking, list: keyof typeof lists, flags: StockFlags): Promise<List> {
  const { memory, count, maxHourlyCost, dataCenter, community, available = dataCenter !== undefined } = flags;
  const { asked, head, choiceHead } = lists[list];
  const [name, size] = asked(count);
  const places = dataCenter === undefined ? undefined : [dataCenter];
  const inputs = {
    [name]: { ...size, memory: memory ?? 1, ...(maxHourlyCost !== undefined && { maxHourlyCost }) },
    cloud: community ? "COMMUNITY" : "SECURE",
    ...(places && { dataCenterIds: places }),
  };
  const stockText = (type: Type) =>
    freeSites(type, places)
      .map(({ id, availability }) => `${id} ${availability}`)
      .join(", ");
  if (memory !== undefined || maxHourlyCost !== undefined) {
    const found = await choicesFor(asking, podHardware, inputs);
    const choices = found.choices.filter(({ stock }) => !available || stock.verdict === "some");
    const items = choices.map(({ type }) => type);
    const rows = choices.map(({ type, memory: gb, perHour }) => [type.id, gb, exactUsd(perHour), stockText(type)]);
    const { units } = found.need;
    const why = found.why && `Nothing fits: ${found.why}.`;
    return { items, rows, head: [...choiceHead, units === 1 ? "USD/H" : `USD/H FOR ${units}`, "IN STOCK"], why };
  }
  const isOfStock = available || count !== undefined;
  const types = isOfStock ? (await podHardware.offers(asking, inputs)).catalog : await asking.catalog.all[list]();
  const cloud = community ? "community" : "secure";
  const isListed = (type: Type) =>
    (isFlavor(type) || type[cloud]) && (!isOfStock || stockOf(type, places).verdict === "some");
  const priceOf = (type: Type) => (isFlavor(type) ? 0 : type.price[cloud]);
  const items = types.filter(isListed).sort((a, b) => priceOf(a) - priceOf(b));
  const rows = items.map((type) => [
    ...(isFlavor(type) ? flavorRow(type) : [type.id, type.memory, exactUsd(type.price[cloud]), type.maxCount[cloud]]),
    ...(isOfStock ? [stockText(type)] : []),
  ]);
  return { items, rows, head: [...head, ...(isOfStock ? ["IN STOCK"] : [])] };
}

export const askingOf = (client: Client, { clock = systemClock }: Pick<Io, "clock">): Asking => ({
  client,
  catalog: new CatalogAnswers(client, clock),
});

const flavorRow = ({ id, name, vcpu: { min, max }, ramGbPerVcpu, price }: CpuType) =>
  [id, name, `${min} to ${max}`, ramGbPerVcpu, exactUsd(price.securePerVcpu)] as const;

const isFlavor = (type: Type): type is CpuType => "vcpu" in type;

export async function siteList({ catalog }: Asking): Promise<List> {
  const items = await catalog.dataCenters({});
  const rows = items.map(({ id, region, networkVolumeTypes, globalNetwork }) => [
    id,
    region,
    networkVolumeTypes.join(", ") || "-",
    globalNetwork ? "yes" : "no",
  ]);
  return { items, rows, head: ["DATA CENTER", "REGION", "VOLUMES", "GLOBAL NETWORK"] };
}
