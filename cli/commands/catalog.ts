import type { Command } from "commander";
import type { List, StockFlags } from "./catalog-lists";
import { refuseWord } from "../help";
import { type Io, type Register, writeLine } from "../io";
import { positiveInteger, positiveNumber } from "../parsers";
import { addPlatformFlags, openPlatform } from "../platform";
import type { StateFlags } from "../state/load-stack";
import { tableFor } from "../table";

interface Flags extends StateFlags, StockFlags {
  readonly json?: boolean;
}

export const registerCatalog: Register = (program, io) => {
  const opened = async (flags: Flags) => {
    const { askingOf, hardwareList, siteList } = await import("./catalog-lists.js");
    return { asking: askingOf(await openPlatform(io, flags), io), hardwareList, siteList };
  };
  const catalog = addPlatformFlags(
    program
      .command("catalog")
      .description(
        "list GPU types, CPU flavors and data centers with prices and stock; without a word, what is in stock",
      ),
  ).action(async (flags: Flags, command: Command) => {
    refuseWord(command);
    const { asking, hardwareList, siteList } = await opened(flags);
    const now = { ...flags, available: true };
    const all = await Promise.all([
      hardwareList(asking, "gpus", now),
      hardwareList(asking, "cpus", now),
      siteList(asking),
    ]);
    writeLine(io.stdout, all.map(({ head, rows }) => tableFor(io.stdout, head, rows)).join("\n\n"));
  });
  const sub = (name: string, description: string): Command =>
    addPlatformFlags(catalog.command(name).description(description)).option("-j, --json", "print JSON");
  const printHardware = (list: "gpus" | "cpus") => async (flags: Flags) => {
    const { asking, hardwareList } = await opened({ ...catalog.opts<Flags>(), ...flags });
    print(io, flags, await hardwareList(asking, list, flags));
  };

  const hardware = (list: "gpus" | "cpus", prices: string, count: string, memory: string, cost: string): Command =>
    sub(list, `list ${prices}`)
      .option("--available", "list only what is in stock now")
      .option("--data-center <id>", "list only what is in stock in this data center now")
      .option("--count <n>", `list only what is in stock now with this many ${count}`, positiveInteger)
      .option("--memory <gb>", `list only ${memory}: in stock first, then by price`, positiveInteger)
      .option("--max-hourly-cost <usd>", `list only ${cost}`, positiveNumber)
      .action(printHardware(list));

  hardware(
    "gpus",
    "GPU types, with prices in USD per GPU and hour",
    "GPUs in one pod",
    "types with at least this memory for each GPU",
    "types that cost at most this much an hour, with all GPUs of one pod",
  ).option("--community", "show stock and prices of the community cloud");
  hardware(
    "cpus",
    "CPU flavors, with prices in USD per vCPU and hour",
    "vCPUs, a power of two",
    "flavors with at least this memory with these vCPUs, or with 2",
    "flavors that cost at most this much an hour with these vCPUs",
  );

  sub("datacenters", "list data centers, with their network volume types").action(async (flags: Flags) => {
    const { asking, siteList } = await opened({ ...catalog.opts<Flags>(), ...flags });
    print(io, flags, await siteList(asking));
  });
  // Its commands, made before this, take none.
  catalog.allowExcessArguments();
};

function print(io: Io, flags: Flags, { items, head, rows, why }: List): void {
  if (flags.json) return writeLine(io.stdout, JSON.stringify(items, undefined, 2));
  if (rows.length > 0) return writeLine(io.stdout, tableFor(io.stdout, head, rows));
  if (why !== undefined) return writeLine(io.stderr, why);
  writeLine(
    io.stderr,
    flags.dataCenter === undefined
      ? "None of these is in stock now."
      : `None of these is in stock in ${flags.dataCenter} now. \`compute catalog datacenters\` lists the data centers.`,
  );
}
