import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { once } from "node:events";
import { join } from "node:path";
import { pluginFile } from "./project";

/** Starts of each in turn: single ones vary by a third, the median of these hardly. */
const starts = 15;

/** Node itself, the lower bound for everything that runs in it. */
const nothing = ["-e", "console.log(1); setInterval(() => undefined, 1_000)"];

/** How long Node, and each kind of provider, takes from its start to the line that says where it listens. */
export async function readiness(): Promise<string[]> {
  const sdk = createRequire(join(process.cwd(), "package.json"));
  const host = sdk.resolve("@pulumi/pulumi/cmd/dynamic-provider");
  const started: readonly [string, readonly string[]][] = [
    ["Node itself", nothing],
    ["plugin", [pluginFile]],
    ["host of dynamic resources", [host]],
  ];
  const times = new Map<string, number[]>(started.map(([what]) => [what, []]));
  for (let round = 0; round < starts; round++)
    for (const [what, args] of started) times.get(what)!.push(await start(args));
  return [...times].map(([what, all]) => `ready to serve: ${what} ${median(all).toFixed(0)} ms`);
}

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!;

async function start(args: readonly string[]): Promise<number> {
  const at = performance.now();
  const child = spawn(process.execPath, [...args, "127.0.0.1:1"], { stdio: ["ignore", "pipe", "ignore"] });
  await once(child.stdout, "data");
  const ms = performance.now() - at;
  child.kill("SIGKILL");
  await once(child, "exit");
  return ms;
}
