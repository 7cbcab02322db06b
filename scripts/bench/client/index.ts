import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { contenders, type Contender } from "./contenders";
import { measure, summary, type Sample } from "./measure";
import { importMs, installedBytes, ownBytes } from "./weight";

type Job = "get" | "list";

const jobs: { readonly job: Job; readonly title: string; readonly roundMs: number }[] = [
  { job: "get", title: "One pod, 16 calls at a time", roundMs: 250 },
  { job: "list", title: "A list of 1,000 pods, 1 at a time", roundMs: 400 },
];
const atATime: Record<Job, number> = { get: 16, list: 1 };

/**
 * The client next to bare undici, global fetch, ky and axios: in one run, in turns, against one server in a process of
 * its own. Figures are medians over the rounds; ratios are taken within each round, so that a busy machine shifts both.
 */
export async function runClientBench(print: (line: string) => void, rounds = 12): Promise<void> {
  const server = fork(join(__dirname, "server.js"));
  try {
    const [url] = (await once(server, "message")) as [string];
    const all = await contenders(url);
    for (const { job, title, roundMs } of jobs) {
      const table = await inTurns(all, job, roundMs, rounds);
      print(`| ${title} | calls/s | p50 ms | p99 ms | CPU ms | time, CPU of bare undici |`);
      print("|---|---|---|---|---|---|");
      for (const [i, { name }] of all.entries()) {
        const row = summary(table, i, 1);
        const ms = [row.p50, row.p99, row.cpuMs].map((value) => value.toFixed(2)).join(" | ");
        print(
          `| ${name} | ${row.perSecond.toFixed(0)} | ${ms} | ${row.timeRatio.toFixed(2)} ×, ${row.cpuRatio.toFixed(2)} × |`,
        );
      }
      print("");
    }
    for (const { close } of all) await close?.();
  } finally {
    server.disconnect();
  }
  weigh(print);
}

/** Each round gives every contender its turn, each time beginning with another one. */
async function inTurns(all: readonly Contender[], job: Job, roundMs: number, rounds: number): Promise<Sample[][]> {
  for (const contender of all) await measure(contender[job], roundMs, atATime[job]);
  const table: Sample[][] = [];
  for (let round = 0; round < rounds; round++) {
    const row: Sample[] = [];
    for (let turn = 0; turn < all.length; turn++) {
      const i = (round + turn) % all.length;
      const contender = all[i];
      if (contender) row[i] = await measure(contender[job], roundMs, atATime[job]);
    }
    table.push(row);
  }
  return table;
}

function weigh(print: (line: string) => void): void {
  const kB = (bytes: number) => (bytes / 1_024).toFixed(0);
  const own = ownBytes();
  const rows = [
    {
      name: "this client",
      load: 'await import("./dist/client/index.js")',
      size: own + installedBytes(["undici", "zod", "eventsource-parser"]),
    },
    { name: "undici", load: 'await import("undici")', size: installedBytes(["undici"]) },
    { name: "ky", load: 'await import("ky")', size: installedBytes(["ky"]) },
    { name: "axios", load: 'await import("axios")', size: installedBytes(["axios"]) },
  ];
  print(`| Weight (own code of this client: ${kB(own)} kB) | import ms | installed kB |`);
  print("|---|---|---|");
  for (const { name, load, size } of rows) print(`| ${name} | ${importMs(load).toFixed(0)} | ${kB(size)} |`);
}
