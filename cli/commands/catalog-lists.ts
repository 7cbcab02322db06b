import { exactUsd } from "../../provider/cost/money";
import type { CpuType, GpuType } from "../../api/catalog";
import type { Client } from "../../client/index";
import type { Io } from "../io";
import { choose, whyNothing } from "../../provider/capacity/need";
import { asksStock, cpuStockQuery, gpuStockQuery, isInStock, type StockFlags, stockText } from "./catalog-stock";

/** A list of the platform, and its display. */
export interface List<Item extends object = object> {
  readonly items: readonly Item[];
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  /** The reason if it is empty. */
  readonly why?: string;
}

/** The heads of a choice's first columns: the hardware, and its memory. */
export const headOf = { gpus: ["GPU TYPE", "VRAM GB"], cpus: ["FLAVOR", "GB"] } as const;

/** Pods have at least two. */ // M-61
const fewestVcpus = 2;

const isNeed = ({ memory, maxHourlyCost }: StockFlags): boolean => memory !== undefined || maxHourlyCost !== undefined;

export async function gpuList({ catalog }: Client, flags: StockFlags, { signal }: Io): Promise<List<GpuType>> {
  if (isNeed(flags)) return choiceList(await catalog.gpus({ ...gpuStockQuery(flags), signal }), flags, headOf.gpus);
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

/** The hardware for a program with such a need, in the order in which `up` requests it. */
export function choiceList<Type extends GpuType | CpuType>(
  types: readonly Type[],
  flags: StockFlags,
  [id, memoryOf]: readonly [id: string, memory: string],
): List<Type> {
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
  const typeOf = (choice: { readonly id: string }) => types.find((type) => type.id === choice.id)!;
  const choices = all.filter((choice) => !available || isInStock(typeOf(choice), flags));
  const items = choices.map(typeOf);
  const rows = choices.map(({ id: type, memory: gb, perHour }, at) => [
    type,
    gb,
    exactUsd(perHour),
    stockText(items[at]!, flags),
  ]);
  const head = [id, memoryOf, units === 1 ? "USD/H" : `USD/H FOR ${units}`, "IN STOCK"];
  return { items, rows, head, ...(all.length === 0 && { why: `Nothing fits: ${whyNothing(types, need, place)}.` }) };
}

export async function cpuList({ catalog }: Client, flags: StockFlags, { signal }: Io): Promise<List<CpuType>> {
  if (isNeed(flags)) {
    const sized = { count: fewestVcpus, ...flags };
    return choiceList(await catalog.cpus({ ...cpuStockQuery(sized), signal }), sized, headOf.cpus);
  }
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
