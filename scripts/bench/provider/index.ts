import { cliContender, localContender } from "../engine/contenders";
import { makeProject } from "../engine/project";
import { asLargeAsPods, documented } from "./floors";
import { fleetRows } from "./fleet";
import { type Measured, measure, type Open, quickest } from "./measure";
import { pythonRows } from "./python";
import { readiness } from "./ready";
import { startRows } from "./starts";
import { makePodProject, type Platform, startPlatform } from "./project";

const sizes = [1, 10, 100, 300];
/** Runs of each, in turn; the quickest counts, since whatever else the machine does only adds. */
const rounds = 3;

/**
 * Times `up`, `preview`, `refresh` and `destroy` of so many pods, and of as many dynamic resources that do nothing: small
 * ones as Pulumi documents them, and ones with all that a pod has, which ask nobody and load nothing. All in turn on the same machine, by the local engine and, where `pulumi` is on the PATH, by the CLI.
 *
 * @param before another checkout of this repository, built, to be compared with.
 */
export async function runProviderBench(
  print: (line: string) => void,
  counts: readonly number[] = sizes,
  repeats = rounds,
  before?: string,
): Promise<void> {
  for (const line of startRows(before)) print(line);
  print("");
  print("| engine | pods | up | preview | refresh | destroy | state, bytes a pod |");
  print("| --- | --: | --: | --: | --: | --: | --: |");
  const platform = await startPlatform();
  try {
    for (const open of [localContender, cliContender])
      for (const count of counts) {
        const row = await compare(open, count, repeats, platform, before);
        if (row) print(row);
      }
    print("");
    for (const line of await pythonRows(counts, repeats, platform)) print(line);
  } finally {
    platform.close();
  }
  print("");
  for (const line of await readiness()) print(line);
  print("");
  for (const line of await fleetRows()) print(line);
  print("");
  print(
    "Each cell: seconds; the plugin's time as a multiple of that; with `--before`, this checkout's time with that one's as 1; × documented dynamic resources that do nothing; × such with the arguments and outputs of a pod.",
  );
}

async function compare(
  open: Open,
  count: number,
  repeats: number,
  platform: Platform,
  before: string | undefined,
): Promise<string | undefined> {
  const makers = [
    () => makePodProject(count, platform),
    () => makePodProject(count, platform, "plugin"),
    () => makeProject(count, documented),
    () => makeProject(count, asLargeAsPods),
    ...(before === undefined ? [] : [() => makePodProject(count, platform, "dynamic", before)]),
  ];
  const best: (Measured | undefined)[] = makers.map(() => undefined);
  for (let round = 0; round < repeats; round++)
    for (const [index, make] of makers.entries()) {
      const now = await measure(open, make());
      if (!now) return undefined;
      best[index] = quickest(best[index], now);
    }
  const [pods, plugin, small, large, earlier] = best as Measured[];
  const { name, ms, bytes } = pods!;
  const cells = ms.map((own, index) => {
    const ratios = [small!, large!].map((floor) => `${(own / floor.ms[index]!).toFixed(2)} ×`);
    const since = earlier ? [`before ${(own / earlier.ms[index]!).toFixed(2)} ×`] : [];
    const beside = `plugin ${(plugin!.ms[index]! / own).toFixed(2)} ×`;
    return [`${(own / 1000).toFixed(2)} s`, beside, ...since, ...ratios].join(", ");
  });
  const sizes = [bytes, plugin!.bytes].map((all) => (all / count).toFixed(0)).join(", plugin ");
  return `| ${[name, count, ...cells, sizes].join(" | ")} |`;
}
