import { exactUsd } from "../../provider/cost/money";
import type { CpuType, GpuType } from "../../api/catalog";
import type { Client } from "../../client/index";
import type { Io } from "../io";
import { choose, whyNothing } from "../../provider/capacity/need";
import { asksStock, cpuStockQuery, gpuStockQuery, isInStock, type StockFlags, stockText } from "./stock";

/** What the platform lists, and how it is shown. */
export interface List<Item extends object = object> {
  readonly items: readonly Item[];
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  /** Why there is nothing in it. */
  readonly why?: string;
}

export async function gpuList({ catalog }: Client, flags: StockFlags, { signal }: Io): Promise<List<GpuType>> {
  if (flags.memory !== undefined || flags.maxHourlyCost !== undefined)
    return choiceList(await catalog.gpus({ ...gpuStockQuery(flags), signal }), flags);
  const cloud = flags.community ? ("community" as const) : ("secure" as const);
  const withStock = asksStock(flags);
  const types = await catalog.gpus({ ...(withStock ? gpuStockQuery(flags) : {}), signal });
  const items = types
    .filter((type) => type[cloud])
    .filter((type) => !withStock || isInStock(type, flags))
    .sort((a, b) => a.price[cloud] - b.price[cloud]);
  const rows = items.map((type) => [
    ...[type.id, type.memory, exactUsd(type.price[cloud]), type.maxCount[cloud]],
    ...(withStock ? [stockText(type, flags)] : []),
  ]);
  return { items, rows, head: ["GPU TYPE", "VRAM GB", "USD/H", "MAX", ...(withStock ? ["IN STOCK"] : [])] };
}

/** What a program with such a need gets, in the order in which an `up` asks for it. */
function choiceList(types: readonly GpuType[], flags: StockFlags): List<GpuType> {
  const {
    memory = 1,
    count: units = 1,
    maxHourlyCost,
    dataCenter,
    community,
    available = dataCenter !== undefined,
  } = flags;
  const need = { memory, units, machines: 1, excluding: [], ...(maxHourlyCost !== undefined && { maxHourlyCost }) };
  const place = {
    cloud: community ? ("COMMUNITY" as const) : ("SECURE" as const),
    ...(dataCenter !== undefined && { dataCenters: [dataCenter] }),
  };
  const all = choose(types, need, place);
  const choices = all.filter(({ id }) => !available || isInStock(types.find((type) => type.id === id)!, flags));
  const items = choices.map(({ id }) => types.find((type) => type.id === id)!);
  const rows = choices.map(({ id, memory: gb, perHour }, at) => [
    id,
    gb,
    exactUsd(perHour),
    stockText(items[at]!, flags),
  ]);
  const head = ["GPU TYPE", "VRAM GB", units === 1 ? "USD/H" : `USD/H FOR ${units}`, "IN STOCK"];
  return { items, rows, head, ...(all.length === 0 && { why: `Nothing fits: ${whyNothing(types, need, place)}.` }) };
}

export async function cpuList({ catalog }: Client, flags: StockFlags, { signal }: Io): Promise<List<CpuType>> {
  const withStock = asksStock(flags);
  const flavors = await catalog.cpus({ ...(withStock ? cpuStockQuery(flags) : {}), signal });
  const items = flavors.filter((flavor) => !withStock || isInStock(flavor, flags));
  const rows = items.map((flavor) => [
    ...[flavor.id, flavor.name, `${flavor.vcpu.min} to ${flavor.vcpu.max}`, flavor.ramGbPerVcpu],
    ...[exactUsd(flavor.price.securePerVcpu), ...(withStock ? [stockText(flavor, flags)] : [])],
  ]);
  return { items, rows, head: ["FLAVOR", "NAME", "VCPUS", "GB/VCPU", "USD/H", ...(withStock ? ["IN STOCK"] : [])] };
}

export async function siteList({ catalog }: Client, { signal }: Io): Promise<List> {
  const items = await catalog.dataCenters({ signal });
  const rows = items.map(({ id, region, networkVolumeTypes, globalNetwork }) => [
    ...[id, region, networkVolumeTypes.join(", ") || "-"],
    globalNetwork ? "yes" : "no",
  ]);
  return { items, rows, head: ["DATA CENTER", "REGION", "VOLUMES", "GLOBAL NETWORK"] };
}
