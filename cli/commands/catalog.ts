import { type Command, InvalidArgumentError } from "commander";
import type { GpuQuery } from "../../api/catalog";
import { writeLine } from "../io";
import { addPlatformFlags, openPlatform, type PlatformFlags } from "../platform";
import type { Register } from "../register";
import { table } from "../table";

interface Flags extends PlatformFlags {
  readonly available?: boolean;
  readonly dataCenter?: string;
  readonly count?: number;
  readonly community?: boolean;
  readonly json?: boolean;
}

export const registerCatalog: Register = (program, io) => {
  const catalog = program.command("catalog").description("what can be had, where and for how much");
  const sub = (name: string, description: string): Command =>
    addPlatformFlags(catalog.command(name).description(description)).option("-j, --json", "as JSON");
  const print = (flags: Flags, items: readonly object[], head: string[], rows: (string | number)[][]): void =>
    writeLine(io.stdout, flags.json ? JSON.stringify(items, undefined, 2) : table(head, rows));

  sub("gpus", "GPU types; USD per hour for one GPU")
    .option("--available", "only what is in stock now")
    .option("--data-center <id>", "only what is in stock there now")
    .option("--count <n>", "as many in one pod; with the two above", positiveInteger)
    .option("--community", "stock and prices of the community cloud")
    .action(async (flags: Flags) => {
      const cloud = flags.community ? ("community" as const) : ("secure" as const);
      const asksStock = flags.available === true || flags.dataCenter !== undefined;
      const client = await openPlatform(io, flags);
      const types = await client.catalog.gpus({ ...(asksStock ? stockQuery(flags) : {}), signal: io.signal });
      const found = types
        .filter((type) => type[cloud])
        .filter((type) => !asksStock || isInStock(type, flags.dataCenter))
        .sort((a, b) => a.price[cloud] - b.price[cloud]);
      const rows = found.map((type) => {
        const sites = (type.dataCenters ?? []).filter(({ availability }) => availability !== "NONE");
        const base = [type.id, type.memory, type.price[cloud], type.maxCount[cloud]];
        return asksStock ? [...base, sites.map(({ id, availability }) => `${id} ${availability}`).join(", ")] : base;
      });
      print(flags, found, ["GPU TYPE", "VRAM GB", "USD/H", "MAX", ...(asksStock ? ["IN STOCK"] : [])], rows);
    });

  sub("cpus", "CPU flavors; USD per hour for one vCPU").action(async (flags: Flags) => {
    const flavors = await (await openPlatform(io, flags)).catalog.cpus({ signal: io.signal });
    const rows = flavors.map(({ id, name, vcpu, ramGbPerVcpu, price }) => [
      id,
      name,
      `${vcpu.min} to ${vcpu.max}`,
      ramGbPerVcpu,
      price.securePerVcpu,
    ]);
    print(flags, flavors, ["FLAVOR", "NAME", "VCPUS", "GB/VCPU", "USD/H"], rows);
  });

  sub("datacenters", "data centers").action(async (flags: Flags) => {
    const sites = await (await openPlatform(io, flags)).catalog.dataCenters({ signal: io.signal });
    const rows = sites.map(({ id, region, networkVolumeTypes, globalNetwork }) => [
      id,
      region,
      networkVolumeTypes.join(", ") || "-",
      globalNetwork ? "yes" : "no",
    ]);
    print(flags, sites, ["DATA CENTER", "REGION", "VOLUMES", "GLOBAL NETWORK"], rows);
  });
};

const stockQuery = ({ count, community }: Flags): GpuQuery => ({
  include: ["AVAILABILITY"],
  product: ["POD"],
  ...(count === undefined ? {} : { count }),
  ...(community ? { cloud: "COMMUNITY" } : {}),
});

interface Stocked {
  readonly availability?: string | undefined;
  readonly dataCenters?: readonly { readonly id: string; readonly availability: string }[] | undefined;
}

function isInStock({ availability, dataCenters = [] }: Stocked, dataCenter: string | undefined): boolean {
  if (dataCenter === undefined) return availability !== undefined && availability !== "NONE";
  return dataCenters.some((site) => site.id === dataCenter && site.availability !== "NONE");
}

function positiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("It is a whole number from 1 up.");
  return value;
}
