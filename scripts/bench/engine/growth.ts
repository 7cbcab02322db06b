import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asLargeAsPods } from "../provider/floors";
import { makePodProject, startPlatform } from "../provider/project";
import { localContender } from "./contenders";
import { type BenchProject, makeProject } from "./project";

/** So many resources that what grows faster than their number shows. */
export const largeSizes = [1_000, 3_000];

/**
 * Pods, and as many resources that do nothing, through the local engine: the most memory that the program takes, and how long
 * an `up` that makes them and a destroy take. Those that do nothing have three properties, or as many outputs as a pod: what a pod takes
 * more than the latter is this package's doing, the rest is Pulumi's. The engine's processor time stands beside what the clock
 * says, for machines that have other work to do. All on one machine; compare within the table.
 */
export async function growthRows(print: (line: string) => void, counts: readonly number[] = largeSizes): Promise<void> {
  print(
    "| local engine | resources | program's memory, MB | up (create), s, the engine's CPU | destroy, s, the engine's CPU |",
  );
  print("| --- | --: | --: | --: | --: |");
  const platform = await startPlatform();
  try {
    for (const count of counts)
      for (const [what, make] of [
        ["that do nothing", () => makeProject(count)],
        ["that do nothing, with the outputs of a pod", () => makeProject(count, asLargeAsPods)],
        ["pods", () => makePodProject(count, platform)],
      ] as const)
        print(`| ${[what, count, ...(await measure(make()))].join(" | ")} |`);
  } finally {
    platform.close();
  }
}

async function measure(project: BenchProject): Promise<string[]> {
  try {
    const peakMb = watchMemory(project);
    const engine = await localContender(project);
    if (!engine) throw new Error("the local engine is always there");
    const up = await seconds(() => engine.up());
    return [peakMb().toFixed(0), up, await seconds(() => engine.destroy())];
  } finally {
    project.remove();
  }
}

/** Makes the program write its peak memory as it ends. Returns the figure. */
function watchMemory({ dir }: BenchProject): () => number {
  const [program, peak] = [join(dir, "index.js"), join(dir, "peak")];
  const watch = `process.on("exit", () => require("node:fs").writeFileSync(${JSON.stringify(peak)}, String(process.resourceUsage().maxRSS)));\n`;
  writeFileSync(program, watch + readFileSync(program, "utf8"));
  return () => {
    if (!existsSync(peak)) throw new Error("the program wrote down no memory");
    return Number(readFileSync(peak, "utf8")) / 1_024;
  };
}

async function seconds(work: () => Promise<void>): Promise<string> {
  const start = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return [(performance.now() - start) / 1_000, (user + system) / 1e6].map((each) => each.toFixed(1)).join(", ");
}
