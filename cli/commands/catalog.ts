import { type Command, InvalidArgumentError } from "commander";
import { asksStock, cpuStockQuery, gpuStockQuery, isInStock, type StockFlags, stockText } from "../catalog/stock";
import { type Io, writeLine } from "../io";
import { addPlatformFlags, openPlatform, type PlatformFlags } from "../platform";
import type { Register } from "../register";
import { tableFor } from "../table";

interface Flags extends PlatformFlags, StockFlags {
  readonly json?: boolean;
}

type Row = readonly (string | number)[];

export const registerCatalog: Register = (program, io) => {
  const catalog = program
    .command("catalog")
    .description("list GPU types, CPU flavors and data centers with prices and stock");
  const sub = (name: string, description: string): Command =>
    addPlatformFlags(catalog.command(name).description(description)).option("-j, --json", "print JSON");

  sub("gpus", "list GPU types, with prices in USD per GPU and hour")
    .option("--available", "list only what is in stock now")
    .option("--data-center <id>", "list only what is in stock in this data center now")
    .option("--count <n>", "list only what is in stock now with this many GPUs in one pod", positiveInteger)
    .option("--community", "show stock and prices of the community cloud")
    .action(async (flags: Flags) => {
      const cloud = flags.community ? ("community" as const) : ("secure" as const);
      const withStock = asksStock(flags);
      const client = await openPlatform(io, flags);
      const types = await client.catalog.gpus({ ...(withStock ? gpuStockQuery(flags) : {}), signal: io.signal });
      const found = types
        .filter((type) => type[cloud])
        .filter((type) => !withStock || isInStock(type, flags))
        .sort((a, b) => a.price[cloud] - b.price[cloud]);
      const rows = found.map((type) => [
        ...[type.id, type.memory, usd(type.price[cloud]), type.maxCount[cloud]],
        ...(withStock ? [stockText(type, flags)] : []),
      ]);
      print(io, flags, found, ["GPU TYPE", "VRAM GB", "USD/H", "MAX", ...(withStock ? ["IN STOCK"] : [])], rows);
    });

  sub("cpus", "list CPU flavors, with prices in USD per vCPU and hour")
    .option("--available", "list only what is in stock now")
    .option("--data-center <id>", "list only what is in stock in this data center now")
    .option("--count <n>", "list only what is in stock now with this many vCPUs, a power of two", positiveInteger)
    .action(async (flags: Flags) => {
      const withStock = asksStock(flags);
      const client = await openPlatform(io, flags);
      const flavors = await client.catalog.cpus({ ...(withStock ? cpuStockQuery(flags) : {}), signal: io.signal });
      const found = flavors.filter((flavor) => !withStock || isInStock(flavor, flags));
      const rows = found.map((flavor) => [
        ...[flavor.id, flavor.name, `${flavor.vcpu.min} to ${flavor.vcpu.max}`, flavor.ramGbPerVcpu],
        ...[usd(flavor.price.securePerVcpu), ...(withStock ? [stockText(flavor, flags)] : [])],
      ]);
      const head = ["FLAVOR", "NAME", "VCPUS", "GB/VCPU", "USD/H", ...(withStock ? ["IN STOCK"] : [])];
      print(io, flags, found, head, rows);
    });

  sub("datacenters", "list data centers, with their network volume types").action(async (flags: Flags) => {
    const sites = await (await openPlatform(io, flags)).catalog.dataCenters({ signal: io.signal });
    const rows = sites.map(({ id, region, networkVolumeTypes, globalNetwork }) => [
      id,
      region,
      networkVolumeTypes.join(", ") || "-",
      globalNetwork ? "yes" : "no",
    ]);
    print(io, flags, sites, ["DATA CENTER", "REGION", "VOLUMES", "GLOBAL NETWORK"], rows);
  });
};

function print(io: Io, flags: Flags, items: readonly object[], head: readonly string[], rows: readonly Row[]): void {
  if (flags.json) return writeLine(io.stdout, JSON.stringify(items, undefined, 2));
  if (rows.length > 0) return writeLine(io.stdout, tableFor(io.stdout, head, rows));
  writeLine(
    io.stderr,
    flags.dataCenter === undefined
      ? "None of these is in stock now."
      : `None of these is in stock in ${flags.dataCenter} now. \`compute catalog datacenters\` lists the data centers.`,
  );
}

/** At least cents; a price per vCPU may have more digits. */
const usd = (price: number): string => {
  const cents = price.toFixed(2);
  return Number(cents) === price ? cents : String(price);
};

function positiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("Expected a whole number of at least 1.");
  return value;
}
